#ifndef STRETTO_MODELS_JSON_READER_H_
#define STRETTO_MODELS_JSON_READER_H_

// JSON token by token from a stream, without a tree of the whole: traces have a gigabyte.
//
//   JsonReader json(source);
//   while (json.next() != JsonToken::kEnd) .. json.text() ..
//
// Lenient where profilers are: unknown escapes (`\x`) stand for themselves, control characters may
// stand in strings, NaN and Infinity are numbers. Everything else that is no JSON is an InputError
// with its line and column.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/byte_source.h"
#include "models/source.h"

namespace stretto {

enum class JsonToken : uint8_t {
  kBeginObject,
  kEndObject,
  kBeginArray,
  kEndArray,
  kKey,
  kString,
  kNumber,
  kLiteral,  // true, false, null
  kEnd,
};

class JsonReader {
 public:
  explicit JsonReader(ByteSource& source) : source_(source) {}

  JsonToken next();
  /// Of a key, string, number or literal; valid until the next call. Escapes are resolved.
  std::string_view text() const { return text_; }
  /// Passes over one whole value; `first` is its first token, just read.
  void skip(JsonToken first);
  [[noreturn]] void fail(const std::string& message) const;

 private:
  bool fill();
  bool peek();  // skips blanks; false at the end of the data
  JsonToken value();
  void string();
  void escape();
  JsonToken plain(JsonToken token);
  JsonToken opened(bool is_object, JsonToken token);
  JsonToken closed(bool is_object, JsonToken token);

  ByteSource& source_;
  std::vector<char> buffer_ = std::vector<char>(256 * 1024);
  size_t begin_ = 0;  // next byte
  size_t end_ = 0;
  int64_t lines_ = 0;       // in what has been dropped from the buffer
  int64_t line_bytes_ = 0;  // dropped since the last line end
  std::string copy_;        // text that is not in one piece in the buffer
  std::string_view text_;
  std::vector<char> open_;  // 'o' or 'a', innermost last
  enum class Expect : uint8_t { kValue, kValueOrEnd, kKey, kKeyOrEnd, kCommaOrEnd, kNothing };
  Expect expect_ = Expect::kValue;
};

}  // namespace stretto

#endif  // STRETTO_MODELS_JSON_READER_H_
