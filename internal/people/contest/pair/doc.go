// Package pair finds who plays whom at the least cost: an exact minimum-cost perfect
// matching of a complete graph, with costs that are whole numbers.
//
//	pairs := pair.Pair(4, func(a, b int) int64 { return cost[a][b] })
//
// The method is Edmonds' ("Maximum matching and a polyhedron with 0,1-vertices", 1965) in
// the primal-dual form that Galil describes ("Efficient algorithms for finding maximum
// matching in graphs", ACM Computing Surveys 18, 1986), with a table of the tightest edge
// between any two nodes, so that n people take about n³ steps. The words are Galil's: a
// blossom is an odd cycle that is shrunk to one node; outer and inner nodes are the S- and
// T-nodes of the alternating trees that grow from unmatched nodes.
//
// The package knows nothing of contests; it refuses nothing and fails at nothing. An odd
// number of people has no perfect matching: who stays out is the caller's to say.
package pair
