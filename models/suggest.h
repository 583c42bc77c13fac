#ifndef STRETTO_MODELS_SUGGEST_H_
#define STRETTO_MODELS_SUGGEST_H_

// What to say about a word that is not known.
//
//   list_words({"ce", "sm"}) == "ce, sm"
//   did_you_mean("alreduce", {"all_gather", "all_reduce"}) == "; did you mean 'all_reduce'?"

#include <span>
#include <string>
#include <string_view>

namespace stretto {

/// The words, separated by commas.
std::string list_words(std::span<const std::string_view> words);

/// The known word with the smallest edit distance, or an empty one when none is near: a third of
/// the longer of the two words may differ.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known);

/// "; did you mean 'X'?" for the nearest word, or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace stretto

#endif  // STRETTO_MODELS_SUGGEST_H_
