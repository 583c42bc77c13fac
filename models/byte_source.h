#ifndef STRETTO_MODELS_BYTE_SOURCE_H_
#define STRETTO_MODELS_BYTE_SOURCE_H_

// A file in pieces, gzipped or not, through zlib: what is read stays small whatever the file's
// size.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

struct gzFile_s;

namespace stretto {

/// Called now and then with how much of a file (bytes, or rows) was read so far; a total of 0 is
/// unknown.
using ReadProgress = std::function<void(int64_t done, int64_t total)>;

class ByteSource {
 public:
  /// Throws InputError when the file cannot be opened.
  explicit ByteSource(const std::string& path, ReadProgress progress = {});
  /// Bytes in memory that are called `path` in messages; they must outlive the source.
  ByteSource(std::string path, std::string_view bytes) : path_(std::move(path)), bytes_(bytes) {}
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// Fills `into` from its beginning; 0 at the end. Throws InputError where the gzip data are cut
  /// off or damaged.
  size_t read(std::span<char> into);
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  ReadProgress progress_;
  int64_t file_bytes_ = 0;
  gzFile_s* file_ = nullptr;  // null: bytes_
  std::string_view bytes_;
};

}  // namespace stretto

#endif  // STRETTO_MODELS_BYTE_SOURCE_H_
