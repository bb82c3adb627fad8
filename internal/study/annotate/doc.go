// Package annotate judges the moves of a record by an engine: each gets the value of
// the position it leads to, and one that gives something away a mark, a remark and the
// better line as a variation.
//
//	sides, err := annotate.Record(ctx, e, r, annotate.Options{Limits: engine.Limits{Nodes: 100_000}, Plies: 6})
//
// Every move is judged for itself, from an empty hash, so that the same limits make the
// same marks wherever they are made: the page judges so too (web/src/analysis/annotate.ts).
//
// The package refuses to put anything into words: a remark is data ([record.Remark]), which
// the caller may word.
package annotate
