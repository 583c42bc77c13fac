#include "models/byte_source.h"

#include <zlib.h>

#include <filesystem>

#include "models/source.h"

namespace stretto {

ByteSource::ByteSource(const std::string& path, ReadProgress progress)
    : path_(path), progress_(std::move(progress)) {
  if (std::filesystem::is_directory(path)) throw InputError(path, {}, "is a folder, not a trace");
  std::error_code error;
  auto size = std::filesystem::file_size(path, error);
  if (!error) file_bytes_ = static_cast<int64_t>(size);
  file_ = gzopen(path.c_str(), "rb");
  if (file_ == nullptr) throw InputError(path, {}, "cannot be read");
  gzbuffer(file_, 256 * 1024);
}

ByteSource::~ByteSource() {
  if (file_ != nullptr) gzclose(file_);
}

size_t ByteSource::read(std::span<char> into) {
  if (file_ == nullptr) {
    const size_t count = bytes_.copy(into.data(), into.size());
    bytes_.remove_prefix(count);
    return count;
  }
  int read = gzread(file_, into.data(), static_cast<unsigned>(into.size()));
  int code = Z_OK;
  const char* what = gzerror(file_, &code);
  if (read < 0 || code == Z_BUF_ERROR || code == Z_DATA_ERROR)
    throw InputError(path_, {}, "gzip data end early or are damaged (" + std::string(what) + ")");
  if (progress_ && read > 0) progress_(gzoffset(file_), file_bytes_);
  return static_cast<size_t>(read);
}

}  // namespace stretto
