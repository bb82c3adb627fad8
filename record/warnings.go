//go:build !norecords

package record

// WarningCounts counts warnings by kind, so that thousands of games with the same
// warning need one line. The zero value is empty and ready to use.
type WarningCounts struct {
	list  []CountedWarning
	index map[string]int // of a kind in list
}

// CountedWarning is the first warning of a kind and how many there were.
type CountedWarning struct {
	Warning
	Count int // at least 1
}

// maxKinds is how many kinds of warnings the names in them distinguish; beyond that
// only their codes count, so that memory is bounded.
const maxKinds = 1000

// Add counts a warning. Two are of one kind where they have the same code and
// are about the same format and the same name of a tag, field or command. Add
// returns whether the warning is the first of its kind.
func (c *WarningCounts) Add(w Warning) (first bool) {
	if c.index == nil {
		c.index = map[string]int{}
	}
	kind := w.Code + "\x00" + w.Args["format"] + "\x00" + w.Args["name"]
	if w.Err != nil {
		kind += "\x00" + w.Place.String() // what the rules have against a move is said of each
	}
	if _, known := c.index[kind]; !known && len(c.index) >= maxKinds {
		kind = w.Code
	}
	i, known := c.index[kind]
	if !known {
		i = len(c.list)
		c.index[kind] = i
		c.list = append(c.list, CountedWarning{Warning: w})
	}
	c.list[i].Count++
	return !known
}

// List returns the first warning of each kind with its count, in the order in
// which they were added. The caller must not change it.
func (c *WarningCounts) List() []CountedWarning { return c.list }
