#ifndef STRETTO_SIM_CLI_TABLE_H_
#define STRETTO_SIM_CLI_TABLE_H_

// Rows of cells as aligned text.
//
//   table_text({{"rank 0", "0", "3"}, {"rank 1", "12", "0"}}, {.gap = 1, .align_right = true})
//
//   rank 0  0 3
//   rank 1 12 0

#include <string>
#include <vector>

namespace stretto {

using TableRows = std::vector<std::vector<std::string>>;

struct TableStyle {
  int indent = 0;            // spaces before each line
  int gap = 2;               // spaces between columns
  bool align_right = false;  // all columns but the first
};

/// One line a row, each ended by a newline, nothing behind the last character. Rows may be of
/// different lengths; the last cell of a row does not widen its column.
std::string table_text(const TableRows& rows, const TableStyle& style);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_TABLE_H_
