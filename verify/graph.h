#ifndef STRETTO_VERIFY_GRAPH_H_
#define STRETTO_VERIFY_GRAPH_H_

// A directed graph of 32-bit nodes in compressed sparse rows: Boost.Graph behind one header.
//
//   Graph graph(num_nodes, edges);
//   for (Node next : graph.next(node)) ..

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace stretto {

using Node = uint32_t;
using Edge = std::pair<Node, Node>;  // from, to

class Graph {
 public:
  Graph() = default;
  /// Parallel edges are kept. O(nodes + edges), a counting sort.
  Graph(size_t num_nodes, const std::vector<Edge>& edges)
      : rows_(boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(),
              static_cast<Node>(num_nodes)) {}

  std::span<const Node> next(Node node) const {
    const auto& begin = rows_.m_forward.m_rowstart;
    return {rows_.m_forward.m_column.data() + begin[node], begin[node + 1] - begin[node]};
  }
  size_t num_nodes() const { return boost::num_vertices(rows_); }

 private:
  boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                     boost::no_property, Node, Node>
      rows_;
};

/// The same edges backwards.
std::vector<Edge> reversed(const std::vector<Edge>& edges);

}  // namespace stretto

#endif  // STRETTO_VERIFY_GRAPH_H_
