package engine

import (
	"fmt"
	"strings"
)

// Technique is a set of search techniques that can be switched off. The zero
// value is none.
type Technique uint32

// The techniques, with their names for [ParseTechniques]; the steps are those of
// the recipe in search.go.
const (
	HashCutoffs        Technique = 1 << iota // "hash": cutoffs and moves from the hash (step 3)
	ReverseFutility                          // "static": reverse futility pruning (step 6)
	InternalReduction                        // "internal": internal iterative reduction (step 7)
	LateMovePruning                          // "late": skipping late moves (step 9)
	Futility                                 // "futility": skipping hopeless moves (step 9)
	LateMoveReductions                       // "reduce": late move reductions (step 11)
	History                                  // "history": ordering by history and killers
	MoveOrdering                             // "order": ordering by knowledge of the game
	Quiescence                               // "quiesce": tactical moves at the leaves
	AspirationWindows                        // "aspire": aspiration windows at the root
	UnlikelyMoves                            // "claims": special treatment of unlikely moves
	RootProofs                               // "prove": proofs of the root between iterations

	// AllTechniques is every technique: a search without any of them is plain
	// alpha-beta.
	AllTechniques Technique = 1<<iota - 1
)

var techniqueNames = []string{
	"hash", "static", "internal", "late", "futility", "reduce",
	"history", "order", "quiesce", "aspire", "claims", "prove",
}

// ParseTechniques reads names separated by commas, such as "late,reduce", or
// "all".
func ParseTechniques(text string) (Technique, error) {
	var t Technique
	if text == "" {
		return 0, nil
	}
	if text == "all" {
		return AllTechniques, nil
	}
next:
	for _, name := range strings.Split(text, ",") {
		for i, n := range techniqueNames {
			if n == name {
				t |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("no search technique is called %q; there are %s", name, strings.Join(techniqueNames, ", "))
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
