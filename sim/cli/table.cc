#include "sim/cli/table.h"

#include <algorithm>

namespace stretto {
namespace {

/// By column; a left-aligned last cell needs no room.
std::vector<size_t> column_widths(const TableRows& rows, const TableStyle& style) {
  std::vector<size_t> widths;
  for (const std::vector<std::string>& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    const size_t count = row.size() - (style.align_right || row.empty() ? 0 : 1);
    for (size_t column = 0; column < count; ++column) {
      widths[column] = std::max(widths[column], row[column].size());
    }
  }
  return widths;
}

}  // namespace

std::string table_text(const TableRows& rows, const TableStyle& style) {
  const std::vector<size_t> widths = column_widths(rows, style);
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line(static_cast<size_t>(style.indent), ' ');
    for (size_t column = 0; column < row.size(); ++column) {
      if (column > 0) line.append(static_cast<size_t>(style.gap), ' ');
      const std::string& cell = row[column];
      const std::string padding(widths[column] - std::min(widths[column], cell.size()), ' ');
      line += style.align_right && column > 0 ? padding + cell : cell + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace stretto
