#ifndef STRETTO_SIM_CLI_CONTENTS_TABLE_H_
#define STRETTO_SIM_CLI_CONTENTS_TABLE_H_

// Who holds what: for each buffer a table rank x slot. Where every slot holds one block of one
// shard, bare or times one weight, a cell is the index of the block:
//
//   t[1..4] holds A(c) * W, c by slot:
//     slot   1 2 3 4
//     rank 0 3 2 1 0
//     rank 1 0 3 2 1
//
// Otherwise a cell is the value in words.

#include <string>
#include <vector>

#include "models/program.h"
#include "sim/cli/table.h"
#include "verify/verdict.h"

namespace stretto {

struct ContentsTable {
  std::string buffer;  // "t[1..4]"
  std::string holds;   // "A(c) * W"; empty: the cells are values in words
  TableRows rows;      // a heading row, then one a rank
};

std::string to_string(const ContentsTable& table);

/// kAll: every buffer and slot. kBlocks: only what an exit reads, or the whole buffer if no exit
/// reads of it, and only where cells are indices.
enum class ContentsScope : uint8_t { kAll, kBlocks };

/// From the verdict's contents at the exit of the last call; none where the verdict has none.
std::vector<ContentsTable> contents_tables(const Program& program, const Verdict& verdict,
                                           ContentsScope scope);

/// "x", "x[2]", "x[0, 1]": a block of a tensor.
std::string block_name(const Tensor& tensor, int32_t block);

}  // namespace stretto

#endif  // STRETTO_SIM_CLI_CONTENTS_TABLE_H_
