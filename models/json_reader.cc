#include "models/json_reader.h"

#include <algorithm>
#include <cstring>

namespace stretto {

// In blocks of fixed size, which the compiler turns into vector instructions.
static int64_t count_lines(const char* data, size_t size) {
  constexpr size_t kBlock = 64;
  int64_t lines = 0;
  size_t i = 0;
  for (; i + kBlock <= size; i += kBlock) {
    uint8_t in_block = 0;
    for (size_t k = 0; k < kBlock; ++k) in_block += data[i + k] == '\n' ? 1 : 0;
    lines += in_block;
  }
  return lines + std::count(data + i, data + size, '\n');
}

void JsonReader::fail(const std::string& message) const {
  const char* data = buffer_.data();
  int64_t lines = lines_ + count_lines(data, begin_);
  int64_t column = line_bytes_;
  for (size_t i = 0; i < begin_; ++i) column = data[i] == '\n' ? 0 : column + 1;
  Location at{static_cast<int>(lines + 1), static_cast<int>(column + 1)};
  throw InputError(source_.path(), at, message);
}

bool JsonReader::fill() {
  const char* data = buffer_.data();
  lines_ += count_lines(data, end_);
  const void* last = memrchr(data, '\n', end_);
  line_bytes_ = last == nullptr ? line_bytes_ + static_cast<int64_t>(end_)
                                : data + end_ - static_cast<const char*>(last) - 1;
  begin_ = end_ = 0;
  end_ = source_.read(buffer_);
  return end_ > 0;
}

bool JsonReader::peek() {
  do {
    while (begin_ < end_ && (buffer_[begin_] == ' ' || buffer_[begin_] == '\n' ||
                             buffer_[begin_] == '\t' || buffer_[begin_] == '\r')) {
      ++begin_;
    }
  } while (begin_ == end_ && fill());
  return begin_ < end_;
}

static void append_utf8(uint32_t code, std::string& out) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// Behind the backslash. A surrogate pair stays two code units: names of kernels have none.
void JsonReader::escape() {
  if (begin_ == end_ && !fill()) fail("the file ends within a string");
  char c = buffer_[begin_++];
  static constexpr std::string_view kLetters = "bfnrt";
  static constexpr std::string_view kMeant = "\b\f\n\r\t";
  if (size_t at = kLetters.find(c); at != std::string_view::npos) {
    copy_ += kMeant[at];
    return;
  }
  if (c != 'u') {
    if (c != '"' && c != '\\' && c != '/') copy_ += '\\';  // no JSON, but it happens
    copy_ += c;
    return;
  }
  std::string digits;
  while (digits.size() < 4) {
    if (begin_ == end_ && !fill()) fail("the file ends within a string");
    if (!std::isxdigit(static_cast<unsigned char>(buffer_[begin_]))) break;
    digits += buffer_[begin_++];
  }
  if (digits.size() == 4) {
    append_utf8(static_cast<uint32_t>(std::stoul(digits, nullptr, 16)), copy_);
  } else {
    copy_ += "\\u" + digits;
  }
}

// Behind the opening quote. Most strings lie in the buffer in one piece and are not copied.
void JsonReader::string() {
  copy_.clear();
  bool is_copied = false;
  for (;;) {
    const char* from = buffer_.data() + begin_;
    const char* stop = buffer_.data() + end_;
    const char* at = from;
    while (at < stop && *at != '"' && *at != '\\') ++at;
    size_t length = static_cast<size_t>(at - from);
    if (at < stop && *at == '"') {
      begin_ += length + 1;
      if (!is_copied) {
        text_ = {from, length};
        return;
      }
      copy_.append(from, length);
      text_ = copy_;
      return;
    }
    is_copied = true;
    copy_.append(from, length);
    begin_ += length;
    if (at < stop) {
      ++begin_;
      escape();
    } else if (!fill()) {
      fail("the file ends within a string");
    }
  }
}

// A number, or a word.
JsonToken JsonReader::plain(JsonToken token) {
  copy_.clear();
  auto is_part = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
           c == '+' || c == '-';
  };
  for (;;) {
    size_t from = begin_;
    while (begin_ < end_ && is_part(buffer_[begin_])) ++begin_;
    std::string_view piece(buffer_.data() + from, begin_ - from);
    if (begin_ < end_ && copy_.empty()) {
      text_ = piece;
      break;
    }
    copy_ += piece;
    if (begin_ < end_ || !fill()) {
      text_ = copy_;
      break;
    }
  }
  if (token == JsonToken::kLiteral) {
    if (text_ == "NaN" || text_ == "Infinity") return JsonToken::kNumber;
    if (text_ != "true" && text_ != "false" && text_ != "null")
      fail("'" + std::string(text_) + "' is no JSON value");
  }
  return token;
}

JsonToken JsonReader::opened(bool is_object, JsonToken token) {
  ++begin_;
  if (open_.size() > 1000) fail("more than 1000 levels of nesting");
  open_.push_back(is_object ? 'o' : 'a');
  expect_ = is_object ? Expect::kKeyOrEnd : Expect::kValueOrEnd;
  return token;
}

JsonToken JsonReader::closed(bool is_object, JsonToken token) {
  if (open_.empty() || open_.back() != (is_object ? 'o' : 'a')) fail("unexpected bracket");
  ++begin_;
  open_.pop_back();
  expect_ = open_.empty() ? Expect::kNothing : Expect::kCommaOrEnd;
  return token;
}

JsonToken JsonReader::value() {
  char c = buffer_[begin_];
  if (c == '{') return opened(true, JsonToken::kBeginObject);
  if (c == '[') return opened(false, JsonToken::kBeginArray);
  expect_ = open_.empty() ? Expect::kNothing : Expect::kCommaOrEnd;
  if (c == '"') {
    ++begin_;
    string();
    return JsonToken::kString;
  }
  if (c == '-' || (c >= '0' && c <= '9')) return plain(JsonToken::kNumber);
  if (std::isalpha(static_cast<unsigned char>(c))) return plain(JsonToken::kLiteral);
  fail("unexpected character; accepted: a JSON value");
}

JsonToken JsonReader::next() {
  text_ = {};
  if (!peek()) {
    if (expect_ != Expect::kNothing)
      fail(open_.empty() ? "the file is empty" : "the file ends in the middle: it is cut off");
    return JsonToken::kEnd;
  }
  if (expect_ == Expect::kNothing) fail("something stands behind the end of the JSON value");
  if (expect_ == Expect::kCommaOrEnd) {
    char c = buffer_[begin_];
    if (c == '}') return closed(true, JsonToken::kEndObject);
    if (c == ']') return closed(false, JsonToken::kEndArray);
    if (c != ',') fail("unexpected character; accepted: ',' or the closing bracket");
    ++begin_;
    if (!peek()) fail("the file ends in the middle: it is cut off");
    expect_ = open_.back() == 'o' ? Expect::kKey : Expect::kValue;
  }
  char c = buffer_[begin_];
  if (expect_ == Expect::kKeyOrEnd && c == '}') return closed(true, JsonToken::kEndObject);
  if (expect_ == Expect::kValueOrEnd && c == ']') return closed(false, JsonToken::kEndArray);
  if (expect_ == Expect::kValue || expect_ == Expect::kValueOrEnd) return value();
  if (c != '"') fail("unexpected character; accepted: a key in quotes");
  ++begin_;
  string();
  if (begin_ == end_ || buffer_[begin_] != ':') {
    if (text_.data() != copy_.data()) copy_.assign(text_);  // peek() may refill the buffer
    text_ = copy_;
    if (!peek() || buffer_[begin_] != ':') fail("a key without ':'");
  }
  ++begin_;
  expect_ = Expect::kValue;
  return JsonToken::kKey;
}

void JsonReader::skip(JsonToken first) {
  if (first != JsonToken::kBeginObject && first != JsonToken::kBeginArray) return;
  size_t depth = open_.size();
  while (open_.size() >= depth) next();
}

}  // namespace stretto
