#ifndef STRETTO_TESTS_ORACLE_VALUE_TEXT_H_
#define STRETTO_TESTS_ORACLE_VALUE_TEXT_H_

// Values as text: a second, evident form of what models/value.h interns as terms. Equal values are
// equal strings, nothing else is known about them.
//
//   value_text::rounded(value_text::product("A(2)#0", "W@1(0)"));  // "~<A(2)#0 * W@1(0)>"
//
// A string is a leaf ("A(2)#0", "junk x[1]@0"), a product "<a * b>", an addition "(a + b)", a
// many-operand sum "{ring a, b, c}", or one of the latter three rounded to the wire type: "~(..)".
// Commuting operands are sorted, so that a + b and b + a are the same string.

#include <string>
#include <string_view>
#include <vector>

namespace stretto::oracle::value_text {

using std::string;

inline constexpr std::string_view kNothing = "nothing";

string shard(const string& name, int block, int call);             // "A(2)#1", the second call's
string local(const string& name, int owner, int block, int call);  // "X@1(0)#0"
string weight(const string& name, int owner, int block);           // "W@1(0)"
string bias();
string junk(const string& slot);

string product(const string& a, const string& b);
string add(const string& a, const string& b);
/// Rounding to the wire type; a leaf and a value already rounded stay as they are.
string rounded(const string& value);
/// ((a + b) + c) .., rounded after each addition where `is_wire`.
string chain(const std::vector<string>& operands, bool is_wire);
/// Any order of additions: a multiset.
string sum(std::vector<string> operands);
/// What an all_reduce leaves in ring or tree order; two operands make one rounded addition.
string ring(const std::vector<string>& operands);
string tree(const std::vector<string>& operands);

/// What a text asks for says nothing about the rounding of products and of any-order sums.
string rounded_as_asked(const string& value);

/// "x[2,0]@1", "x@1" where there are no dimensions.
string place_name(const string& name, const std::vector<int>& dims, int index, int rank);

}  // namespace stretto::oracle::value_text

#endif  // STRETTO_TESTS_ORACLE_VALUE_TEXT_H_
