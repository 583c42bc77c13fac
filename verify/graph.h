#ifndef STRETTO_VERIFY_GRAPH_H_
#define STRETTO_VERIFY_GRAPH_H_

// A directed graph of 32-bit nodes in compressed sparse rows: Boost.Graph behind one header.
//
//   Graph graph(num_nodes, edges);
//   for (Node next : graph.next(node)) ..

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/iterator/transform_iterator.hpp>
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

  /// The same edges backwards: next() gives predecessors.
  static Graph backward(size_t num_nodes, const std::vector<Edge>& edges) {
    auto turned = [&](std::vector<Edge>::const_iterator at) {
      return boost::make_transform_iterator(
          at, +[](const Edge& edge) { return Edge(edge.second, edge.first); });
    };
    Graph graph;
    graph.rows_ = Rows(boost::edges_are_unsorted_multi_pass, turned(edges.begin()),
                       turned(edges.end()), static_cast<Node>(num_nodes));
    return graph;
  }

  std::span<const Node> next(Node node) const {
    const auto& begin = rows_.m_forward.m_rowstart;
    return {rows_.m_forward.m_column.data() + begin[node], begin[node + 1] - begin[node]};
  }
  size_t num_nodes() const { return boost::num_vertices(rows_); }

 private:
  using Rows =
      boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                         boost::no_property, Node, Node>;
  Rows rows_;
};

}  // namespace stretto

#endif  // STRETTO_VERIFY_GRAPH_H_
