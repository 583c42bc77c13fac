#include "tests/oracle/value_text.h"

#include <algorithm>

namespace stretto::oracle::value_text {

static string bracket(std::string_view open, const std::vector<string>& operands,
                      std::string_view close) {
  string text(open);
  for (size_t i = 0; i < operands.size(); ++i) text += (i > 0 ? ", " : "") + operands[i];
  return text + string(close);
}

string shard(const string& name, int block, int call) {
  return name + "(" + std::to_string(block) + ")#" + std::to_string(call);
}

string local(const string& name, int owner, int block, int call) {
  return name + "@" + std::to_string(owner) + "(" + std::to_string(block) + ")#" +
         std::to_string(call);
}

string weight(const string& name, int owner, int block) {
  return name + "@" + std::to_string(owner) + "(" + std::to_string(block) + ")";
}

string bias() { return "bias"; }
string junk(const string& slot) { return "junk " + slot; }

string product(const string& a, const string& b) { return "<" + a + " * " + b + ">"; }

string add(const string& a, const string& b) {
  return a <= b ? "(" + a + " + " + b + ")" : "(" + b + " + " + a + ")";
}

string rounded(const string& value) {
  const bool is_composite = value.front() == '(' || value.front() == '{' || value.front() == '<';
  return is_composite ? "~" + value : value;
}

string rounded_as_asked(const string& value) {
  const bool is_free = value.front() == '<' || value.starts_with("{sum");
  return is_free ? value : rounded(value);
}

string chain(const std::vector<string>& operands, bool is_wire) {
  string total = operands.at(0);
  for (size_t i = 1; i < operands.size(); ++i) {
    total = add(total, operands[i]);
    if (is_wire) total = rounded(total);
  }
  return total;
}

string sum(std::vector<string> operands) {
  if (operands.size() == 1) return operands[0];
  std::ranges::sort(operands);
  return bracket("{sum ", operands, "}");
}

string ring(const std::vector<string>& operands) {
  if (operands.size() <= 2) return chain(operands, true);
  return "~" + bracket("{ring ", operands, "}");
}

string tree(const std::vector<string>& operands) {
  if (operands.size() <= 2) return chain(operands, true);
  return "~" + bracket("{tree ", operands, "}");
}

string place_name(const string& name, const std::vector<int>& dims, int index, int rank) {
  std::vector<int> indices(dims.size());
  for (size_t d = dims.size(); d-- > 0;) {
    indices[d] = index % dims[d];
    index /= dims[d];
  }
  string text = name;
  for (size_t d = 0; d < indices.size(); ++d) {
    text += (d == 0 ? "[" : ",") + std::to_string(indices[d]);
  }
  return text + (indices.empty() ? "@" : "]@") + std::to_string(rank);
}

}  // namespace stretto::oracle::value_text
