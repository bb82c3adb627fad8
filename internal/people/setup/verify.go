package setup

import (
	"maps"
	"slices"
	"strings"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// The tags of a record that say how its layout and sides were drawn.
const (
	TagTable  = "Table"       // the id of the table
	TagDrawn  = "DrawnAt"     // the id of the table where the layout was drawn, if that is another one
	TagCommit = "Commit"      // what the server had published
	TagSecret = "Secret"      // its secret
	TagMaker  = "MakerNonce"  // the share of who made the table
	TagJoiner = "JoinerNonce" // the share of who joined
	TagShares = "Nonces"      // those of all in a contest whose round is played on one layout, in place of these two
	TagSides  = "Sides"       // "drawn", or "chosen" or "swapped" where they were not
	TagSide   = "MakerSide"   // "first" or "second"
)

// The values of [TagSides].
const (
	SidesDrawn   = "drawn"
	SidesChosen  = "chosen"
	SidesSwapped = "swapped"
)

// Tags returns the tags that tell of a draw: table is where the game was played,
// commit what had been published, sides one of the values of [TagSides], makerSide
// what the maker of the table played.
func Tags(d Draw, table, commit, sides string, makerSide game.Side) []record.Tag {
	tags := []record.Tag{{Name: TagTable, Value: table}}
	if d.Table != table {
		tags = append(tags, record.Tag{Name: TagDrawn, Value: d.Table})
	}
	tags = append(tags, record.Tag{Name: TagCommit, Value: commit}, record.Tag{Name: TagSecret, Value: d.Secret})
	if d.Shares != nil {
		tags = append(tags, record.Tag{Name: TagShares, Value: strings.Join(d.Shares, " ")})
	} else {
		tags = append(tags, record.Tag{Name: TagMaker, Value: d.Nonces[0]}, record.Tag{Name: TagJoiner, Value: d.Nonces[1]})
	}
	return append(
		tags,
		record.Tag{Name: TagSides, Value: sides}, record.Tag{Name: TagSide, Value: play.SideWord(makerSide)},
	)
}

// The codes of what is wrong with the draw of a record. They are stable, and keys of the
// message catalog.
const (
	NoDraw    = "setup.none"   // the record does not tell of a draw
	Malformed = "setup.form"   // tag
	BadCommit = "setup.commit" // the secret is not the one of which the commit was published
	BadSeed   = "setup.seed"   // the seed does not follow from the shares
	BadStart  = "setup.start"  // the start position does not follow from the seed
	BadSides  = "setup.sides"  // the sides do not follow from the shares
)

// texts are the English sentences by code: no capital, no full stop.
var texts = map[string]string{
	NoDraw:    "the record doesn't say how its layout was drawn",
	Malformed: "the tag {tag} is missing or has a value it can't have",
	BadCommit: "the server's secret isn't the one it had committed itself to",
	BadSeed:   "the seed isn't the one that follows from what server and players gave",
	BadStart:  "the start position isn't the one that follows from the seed",
	BadSides:  "the sides aren't the ones that follow from what server and players gave",
}

// Messages returns the English sentence of every code.
func Messages() map[string]string { return maps.Clone(texts) }

func wrong(code string, args ...string) *game.Error { return game.NewError(code, texts[code], args...) }

// Verify returns nil where layout and sides of a record follow from what server and
// players gave, else an *[game.Error]. It reads tags and start position only.
func Verify(r *record.Record) error {
	if err := verify(r); err != nil {
		return err
	}
	return nil
}

func verify(r *record.Record) *game.Error {
	if r.Tag(TagCommit) == "" && r.Tag(TagSecret) == "" {
		return wrong(NoDraw)
	}
	malformed := func(tag string) *game.Error { return wrong(Malformed, "tag", tag) }
	g, err := games.Lookup(r.Game)
	if err != nil {
		return malformed("Game")
	}
	d := Draw{Table: r.Tag(TagDrawn), Secret: r.Tag(TagSecret), Nonces: [2]string{r.Tag(TagMaker), r.Tag(TagJoiner)}}
	if d.Table == "" {
		d.Table = r.Tag(TagTable)
	}
	if d.Table == "" {
		return malformed(TagTable)
	}
	given := map[string][]string{TagSecret: {d.Secret}, TagMaker: {d.Nonces[0]}, TagJoiner: {d.Nonces[1]}}
	if text := r.Tag(TagShares); text != "" {
		d.Shares = strings.Split(text, " ")
		given = map[string][]string{TagSecret: {d.Secret}, TagShares: d.Shares}
	}
	for _, tag := range slices.Sorted(maps.Keys(given)) {
		if !isEvery(given[tag]) {
			return malformed(tag)
		}
	}
	switch {
	case d.Commit() != r.Tag(TagCommit):
		return wrong(BadCommit)
	case d.Seed() != r.Seed:
		return wrong(BadSeed)
	case !startsFrom(g, r):
		return wrong(BadStart)
	}
	side, ok := play.ParseSide(r.Tag(TagSide))
	if !ok {
		return malformed(TagSide)
	}
	switch r.Tag(TagSides) {
	case SidesChosen, SidesSwapped:
	case SidesDrawn:
		if d.Swapped() != (side == game.Second) {
			return wrong(BadSides)
		}
	default:
		return malformed(TagSides)
	}
	return nil
}

func isEvery(shares []string) bool {
	return !slices.ContainsFunc(shares, func(s string) bool { return !IsShare(s) })
}

// startsFrom reports whether a record starts where its seed says, before or after a
// placing phase.
func startsFrom(g game.Game, r *record.Record) bool {
	for _, full := range []bool{false, true} {
		if p, ok := game.StartOf(g, r.Seed, full); ok && (p.String() == r.Start || r.Start == "" && !full) {
			return true
		}
	}
	return false
}
