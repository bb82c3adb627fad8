package engine

import (
	"strconv"

	"cairn.example/game"
)

// The reasons that a search knows itself, whatever the game.
const (
	Forced    = "forced"     // there is no other move
	Wins      = "wins"       // the win is proved
	OnlyWins  = "only_wins"  // so it is that no other move wins
	HoldsDraw = "holds_draw" // the draw is proved
	Loses     = "loses"      // the loss is proved
)

// Reasoner explains moves. It tells facts: each is found again by the rules from the
// position, the move and the lines that it is asked about.
type Reasoner interface {
	// Reasons returns what the legal move m of p does.
	Reasons(p game.Position, m game.Move) []Reason

	// Turned returns p with the turn given to the other side, who may then do what it would
	// do if nothing were done here; nil where there is no such position.
	Turned(p game.Position) game.Position

	// Averts returns what m keeps the opponent from doing with the move threat of the turned
	// position; false where m does not.
	Averts(p game.Position, m, threat game.Move) (Reason, bool)

	// Leads returns what is counted where lines from p end, of which a and b are two such ends.
	Leads(p, a, b game.Position) []Lead

	// Tempting returns the moves of p that catch the eye of a person more than the legal move m
	// does, such as those that score at once; none where m is one itself.
	Tempting(p game.Position, m game.Move) []game.Move
}

// ReasonKind is the kind of a reason.
type ReasonKind string

// The kinds of reasons.
const (
	OfResult ReasonKind = "result" // the result is certain
	OfThreat ReasonKind = "threat" // the opponent is kept from something
	OfCount  ReasonKind = "count"  // the move changes what can be counted at once
	OfLine   ReasonKind = "line"   // the line behind the move ends better than that of the next best one
)

// Reason is a short reason for a move, as data that can be translated.
type Reason struct {
	// Key is the stable id, such as "lyngk.completes"; it is also the key of
	// the translations.
	Key string

	Kind ReasonKind

	// Weight orders the reasons for one move, the weightiest first.
	Weight int

	// Plain reasons say what a person sees on the board. A move that shares them with many others
	// has them too where few reasons tell it from these.
	Plain bool

	// Rank orders reasons of one key: what is said of a higher one holds of a lower one too.
	Rank int

	// Spots are the spots it is about, to be shown on the board; of a threat they are the
	// origin and the destination of the opponent's move.
	Spots []game.Spot

	// Threat is the opponent's move that a reason of the kind OfThreat is about.
	Threat game.Move

	// Args fill the braces of Text. A color is its English name in lower case;
	// numbers and spots are to be shown as they are.
	Args map[string]string

	// Text is the English sentence with {name} for each argument: no capital,
	// no full stop.
	Text string
}

// NewReason returns a reason whose arguments are given as names and values in turn.
func NewReason(key, text string, spots []game.Spot, args ...string) Reason {
	r := Reason{Key: key, Kind: OfCount, Text: text, Spots: spots, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		r.Args[args[i]] = args[i+1]
	}
	return r
}

// Facts collects the reasons for one move.
type Facts struct {
	Reasons []Reason
	Layout  *game.Layout
}

// Name returns the name of a spot.
func (f *Facts) Name(s game.Spot) string { return f.Layout.Names[s] }

// Add adds a plain reason; weight orders those for one move.
func (f *Facts) Add(weight int, key, text string, spots []game.Spot, args ...string) *Reason {
	r := f.Count(weight, key, text, spots, args...)
	r.Plain = true
	return r
}

// Count adds a reason that only counts, and so says nothing where other moves do the same.
func (f *Facts) Count(weight int, key, text string, spots []game.Spot, args ...string) *Reason {
	r := NewReason(key, text, spots, args...)
	r.Weight = weight
	f.Reasons = append(f.Reasons, r)
	return &f.Reasons[len(f.Reasons)-1]
}

// FewStacks is how many stacks that can move are few enough to be spoken of.
const FewStacks = 4

// Lead is a number that lines are compared by.
type Lead struct {
	Key, Text string // of the reason, and what is counted
	Weight    int    // of the reason
	Enough    int    // by how much more one line must bring
	Of        func(p game.Position, s game.Side) int
	Args      []string // of Text
}

// Leads returns what stands better at the end of a line than at the end of another one of equal
// length, both from p, for the side to move of p.
func Leads(k Reasoner, p game.Position, line, other []game.Move) (list []Reason) {
	us, them := p.Side(), p.Side().Other()
	a, b := after(p, line), after(p, other)
	for _, l := range k.Leads(p, a, b) {
		x, y, u, v := l.Of(a, us), l.Of(a, them), l.Of(b, us), l.Of(b, them)
		if (x-y)-(u-v) < l.Enough || x <= y && x < u {
			continue
		}
		r := NewReason(l.Key, "in "+l.Text+" after {plies} more moves, {us} against {them}; after {move} {less} against {more}", nil,
			append(l.Args, "us", strconv.Itoa(x), "them", strconv.Itoa(y), "less", strconv.Itoa(u), "more", strconv.Itoa(v),
				"plies", strconv.Itoa(len(line)), "move", p.Game().MoveText(other[0]))...)
		r.Kind, r.Weight, r.Rank = OfLine, l.Weight, (x-y)-(u-v)
		list = append(list, r)
	}
	return list
}

// after returns the position behind a line.
func after(p game.Position, line []game.Move) game.Position {
	end := p.Copy()
	for _, m := range line {
		end.PlayUnchecked(m)
	}
	return end
}

// String returns the sentence in English.
func (r Reason) String() string { return game.Expand(r.Text, r.Args) }
