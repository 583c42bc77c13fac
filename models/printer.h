#ifndef STRETTO_MODELS_PRINTER_H_
#define STRETTO_MODELS_PRINTER_H_

// Syntax tree to text: one statement a line, canonical spacing. parse(print(x)) == x, and print is
// stable.

#include <string>

#include "models/syntax.h"

namespace stretto {

std::string print(const syntax::File& file);
std::string print(const syntax::Statement& statement);  // without its body, on one line
std::string print(const syntax::Contract& contract);    // "all_gather permuted"
std::string print(const syntax::Expr& expr);
std::string print(const syntax::ValueExpr& value);
std::string print(const syntax::PlaceRef& place);

}  // namespace stretto

#endif  // STRETTO_MODELS_PRINTER_H_
