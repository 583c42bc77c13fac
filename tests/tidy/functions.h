#ifndef STRETTO_TESTS_TIDY_FUNCTIONS_H_
#define STRETTO_TESTS_TIDY_FUNCTIONS_H_

// Finds the function bodies of a C++ text without parsing C++: a `{` outside of any function opens
// a function when what stands before it, since the last `;`, `{` or `}`, holds a parenthesis and is
// no namespace. That also takes TEST(..) { and a member function in its class; lambdas and local
// classes belong to the function around them.

#include <string>
#include <string_view>
#include <vector>

namespace stretto::tidy {

struct FunctionSpan {
  int line_first = 0;  // of the signature, 1-based
  int line_last = 0;   // of the closing brace
  std::string name;    // the word before the first parenthesis
  friend bool operator==(const FunctionSpan&, const FunctionSpan&) = default;
};

/// `code` has neither comments nor literals: see blank_comments_and_literals.
std::vector<FunctionSpan> find_functions(std::string_view code);

}  // namespace stretto::tidy

#endif  // STRETTO_TESTS_TIDY_FUNCTIONS_H_
