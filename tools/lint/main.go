// Command lint is a tool for `go vet -vettool`: the analyzers of go vet itself, and some
// that neither it nor staticcheck runs. The go command caches what they report.
package main

import (
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/atomicalign"
	"golang.org/x/tools/go/analysis/passes/deepequalerrors"
	"golang.org/x/tools/go/analysis/passes/nilness"
	"golang.org/x/tools/go/analysis/passes/reflectvaluecompare"
	"golang.org/x/tools/go/analysis/passes/sortslice"
	"golang.org/x/tools/go/analysis/passes/unusedwrite"
	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// more are the analyzers that go vet leaves out.
var more = []*analysis.Analyzer{
	atomicalign.Analyzer,
	deepequalerrors.Analyzer,
	nilness.Analyzer,
	reflectvaluecompare.Analyzer,
	sortslice.Analyzer,
	unusedwrite.Analyzer,
}

func main() { unitchecker.Main(slices.Concat(vet.Suite, more)...) }
