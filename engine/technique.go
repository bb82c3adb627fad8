package engine

import (
	"slices"
	"strconv"
	"strings"

	"cairn.example/game"
)

// Technique is a set of search techniques that can be switched off. The zero
// value is none.
type Technique uint32

// The techniques; the steps are those of the recipe in search.go.
const (
	HashCutoffs        Technique = 1 << iota // cutoffs and moves from the hash (step 3)
	ReverseFutility                          // reverse futility pruning (step 5)
	InternalReduction                        // internal iterative reduction (step 6)
	LateMovePruning                          // skipping late moves (step 8)
	Futility                                 // skipping hopeless moves (step 8)
	LateMoveReductions                       // late move reductions (step 10)
	History                                  // ordering by history and killers
	MoveOrdering                             // ordering by knowledge of the game
	Quiescence                               // tactical moves at the leaves
	AspirationWindows                        // aspiration windows at the root
	UnlikelyMoves                            // special treatment of unlikely moves
	RootProofs                               // proofs of the root between iterations

	// AllTechniques is every technique: a search without any of them is plain
	// alpha-beta.
	AllTechniques Technique = 1<<iota - 1
)

// techniqueNames are the names for [ParseTechniques], in the order of the techniques.
var techniqueNames = []string{
	"hash", "static", "internal", "late", "futility", "reduce",
	"history", "order", "quiesce", "aspire", "unlikely", "prove",
}

// TechniqueNames returns the names that [ParseTechniques] knows.
func TechniqueNames() []string { return slices.Clone(techniqueNames) }

// TechniqueError says that a name is that of no search technique.
type TechniqueError struct{ Name string }

// Error names it, and the techniques there are.
func (e *TechniqueError) Error() string {
	return game.Words("no search technique is called ", strconv.Quote(e.Name), "; there are ", strings.Join(techniqueNames, ", "))
}

// ParseTechniques reads names separated by commas, such as "late,reduce", or
// "all"; an empty text is none. The error is a *[TechniqueError].
func ParseTechniques(text string) (Technique, error) {
	var t Technique
	if text == "" {
		return 0, nil
	}
	if text == "all" {
		return AllTechniques, nil
	}
	for _, name := range strings.Split(text, ",") {
		i := slices.Index(techniqueNames, name)
		if i < 0 {
			return 0, &TechniqueError{name}
		}
		t |= 1 << i
	}
	return t, nil
}

// String returns the names separated by commas.
func (t Technique) String() string {
	var names []string
	for i, n := range techniqueNames {
		if t&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}
