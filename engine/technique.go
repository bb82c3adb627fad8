package engine

import (
	"fmt"
	"strings"
)

// Technique is a set of search techniques that can be switched off. The zero
// value is none.
type Technique uint32

// The techniques; the steps are those of the recipe in search.go.
const (
	UseHash  Technique = 1 << iota // cutoffs by the hash (step 3)
	Static                         // reverse futility (step 6)
	Internal                       // less depth without a hash move (step 7)
	Late                           // skipping late moves (step 9)
	Futility                       // skipping hopeless moves (step 9)
	Reduce                         // late move reductions (step 11)
	History                        // ordering by history and killers
	Order                          // the game's ordering hints
	Quiesce                        // tactical moves at the leaves
	Aspire                         // aspiration windows
	Claims                         // special treatment of remote moves
	Prove                          // the ending solver inside a search

	// AllTechniques is every technique: a search without any is plain
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
