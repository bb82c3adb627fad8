// Command lint is a tool for `go vet -vettool`, of analyzers that neither go vet nor
// staticcheck runs. The go command caches what they report.
package main

import (
	"golang.org/x/tools/go/analysis/passes/atomicalign"
	"golang.org/x/tools/go/analysis/passes/deepequalerrors"
	"golang.org/x/tools/go/analysis/passes/nilness"
	"golang.org/x/tools/go/analysis/passes/reflectvaluecompare"
	"golang.org/x/tools/go/analysis/passes/scannererr"
	"golang.org/x/tools/go/analysis/passes/sortslice"
	"golang.org/x/tools/go/analysis/passes/unusedwrite"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	unitchecker.Main(
		atomicalign.Analyzer,
		deepequalerrors.Analyzer,
		nilness.Analyzer,
		reflectvaluecompare.Analyzer,
		scannererr.Analyzer,
		sortslice.Analyzer,
		unusedwrite.Analyzer,
	)
}
