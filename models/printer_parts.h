#ifndef STRETTO_MODELS_PRINTER_PARTS_H_
#define STRETTO_MODELS_PRINTER_PARTS_H_

// The parts of statements and declarations that printer.h does not offer to others.

#include <string>
#include <vector>

#include "models/syntax.h"

namespace stretto::printing {

/// The items, separated by commas.
template <typename Item, typename Print>
std::string print_list(const std::vector<Item>& items, Print print_item) {
  std::string text;
  for (const Item& item : items) {
    if (!text.empty()) text += ", ";
    text += print_item(item);
  }
  return text;
}

std::string print_exprs(const std::vector<syntax::Expr>& exprs);

std::string print_binders(const std::vector<syntax::Binder>& binders);

/// As an operand of a condition, where comparisons, `not and or` and `?` want parentheses.
std::string print_sum(const syntax::Expr& expr);

/// Behind `->` and `<-`.
std::string print_peer(const syntax::RankRef& rank);

}  // namespace stretto::printing

#endif  // STRETTO_MODELS_PRINTER_PARTS_H_
