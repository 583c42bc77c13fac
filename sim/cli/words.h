#ifndef STRETTO_SIM_CLI_WORDS_H_
#define STRETTO_SIM_CLI_WORDS_H_

// Small pieces of sentences.
//
//   counted(3, "size") == "3 sizes"
//   joined({"2", "4"}, ", ") == "2, 4"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stretto {

std::string joined(const std::vector<std::string>& parts, std::string_view separator);

/// "split=2 lanes=1"
std::string assignments_text(const std::vector<std::pair<std::string, std::string>>& assignments);

std::string counted(size_t count, std::string_view noun);

/// Every line of `text` behind `indent` spaces, the last one ended by a newline.
std::string indented(const std::string& text, int indent);

/// "unknown flag '--tq'; did you mean '--tp'?; known: --tp, --set"
std::string unknown_word(std::string_view what, std::string_view word,
                         const std::vector<std::string>& known);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_WORDS_H_
