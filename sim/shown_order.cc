#include "sim/shown_order.h"

#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace stretto {
namespace {

constexpr size_t kMaxRuns = 12;

/// Length of the shortest prefix whose repetition is the whole: n - (longest border), if that
/// divides n (Knuth, Morris, Pratt).
size_t period_of(std::span<const std::string_view> words) {
  const size_t n = words.size();
  std::vector<size_t> border(n, 0);
  for (size_t i = 1, k = 0; i < n; ++i) {
    while (k > 0 && words[i] != words[k]) k = border[k - 1];
    if (words[i] == words[k]) ++k;
    border[i] = k;
  }
  const size_t period = n - (n == 0 ? 0 : border[n - 1]);
  return period > 0 && n % period == 0 ? period : n;
}

std::string runs_text(std::span<const std::string_view> words) {
  std::string text;
  size_t num_runs = 0;
  for (size_t i = 0; i < words.size();) {
    size_t end = i;
    while (end < words.size() && words[end] == words[i]) ++end;
    if (num_runs++ > 0) text += ", ";
    if (num_runs > kMaxRuns) return text + "..";
    text += words[i];
    if (end - i > 1) text += " x " + std::to_string(end - i);
    i = end;
  }
  return text;
}

int chunks_of(std::span<const std::string_view> words) {
  std::map<std::string_view, int> counts;
  for (const std::string_view word : words) ++counts[word];
  int chunks = 0;
  for (const auto& [word, count] : counts) chunks = std::gcd(chunks, count);
  return chunks;
}

}  // namespace

ShownOrder shown_order(std::span<const std::string_view> words) {
  if (words.empty()) return {};
  const size_t period = period_of(words);
  const size_t repeats = words.size() / period;
  const std::string once = runs_text(words.first(period));
  const int chunks = chunks_of(words);
  if (repeats == 1) return {once, chunks};
  const std::string many = period > 1 ? "(" + once + ")" : once;
  return {many + " x " + std::to_string(repeats), chunks};
}

}  // namespace stretto
