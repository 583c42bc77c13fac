#include "sim/cli/words.h"

#include <sstream>

#include "models/suggest.h"

namespace stretto {

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (&part != parts.data()) text += separator;
    text += part;
  }
  return text;
}

std::string assignments_text(const std::vector<std::pair<std::string, std::string>>& assignments) {
  std::string text;
  for (const auto& [name, value] : assignments) {
    if (!text.empty()) text += ' ';
    text.append(name).append("=").append(value);
  }
  return text;
}

std::string counted(size_t count, std::string_view noun) {
  std::string text = std::to_string(count) + " ";
  return text.append(noun) + (count == 1 ? "" : "s");
}

std::string indented(const std::string& text, int indent) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) result.append(static_cast<size_t>(indent), ' ');
    result += line + '\n';
  }
  return result;
}

std::string unknown_word(std::string_view what, std::string_view word,
                         const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  std::string text = "unknown ";
  text.append(what).append(" '").append(word).append("'");
  return text + did_you_mean(word, views) + "; known: " + list_words(views);
}

}  // namespace stretto
