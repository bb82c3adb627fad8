package games

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"cairn.example/game"
	"cairn.example/internal/study/games/posting"
)

// A Pattern is a position given in part: what stands on some spots. A position fits where
// it does so turned or reflected and, where players claim colors, with other names of them.
type Pattern struct {
	rules   game.Game
	side    game.Side
	anySide bool
	spots   []game.Spot
	stacks  [][]game.Piece // on these spots, bottom first; empty ones too
	images  []image
}

// image is a symmetry of the board: where it takes the spots of the pattern, and from
// where it takes all.
type image struct {
	spots []game.Spot
	from  [64]game.Spot
}

// A BadWordError is the word of a pattern that says nothing.
type BadWordError string

func (e BadWordError) Error() string { return "no spot with its stack: " + string(e) }

// ParsePattern reads words such as e3=WB, a stack from bottom to top, or e3=. for an empty
// spot, and the name of a side that is to move. The error is a [BadWordError].
func ParsePattern(g game.Game, text string) (*Pattern, error) {
	p := &Pattern{rules: g, anySide: true}
	for word := range strings.FieldsFuncSeq(game.Plain(text), func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }) {
		if !p.turn(word) && !p.spot(word) {
			return nil, BadWordError(word)
		}
	}
	if len(p.spots) == 0 {
		return nil, BadWordError(text)
	}
	for _, to := range g.Layout().Symmetries() {
		var i image
		for _, s := range g.Layout().Spots {
			i.from[to[s]] = s
		}
		for _, s := range p.spots {
			i.spots = append(i.spots, to[s])
		}
		p.images = append(p.images, i)
	}
	return p, nil
}

// turn reads the side to move.
func (p *Pattern) turn(word string) bool {
	for _, s := range []game.Side{game.First, game.Second} {
		if strings.EqualFold(word, p.rules.SideName(s)) && p.anySide {
			p.side, p.anySide = s, false
			return true
		}
	}
	return false
}

// spot reads what stands on a spot.
func (p *Pattern) spot(word string) bool {
	name, stack, _ := strings.Cut(word, "=")
	s, ok := p.rules.Layout().Lookup(strings.ToLower(name))
	if !ok || stack == "" || len(stack) > p.rules.MaxHeight() || slices.Contains(p.spots, s) {
		return false
	}
	var pieces []game.Piece
	for _, letter := range []byte(strings.ToUpper(stack)) {
		if stack == "." {
			break
		}
		if !slices.Contains(p.rules.Pieces(), game.Piece(letter)) {
			return false
		}
		pieces = append(pieces, game.Piece(letter))
	}
	p.spots, p.stacks = append(p.spots, s), append(p.stacks, pieces)
	return true
}

// names are what a position calls the pieces of a pattern, 0 where it has none of them.
type names [256]game.Piece

// fits reports whether a position fits the pattern turned in one way, and with what names.
func (p *Pattern) fits(at game.Position, i *image, buf []game.Piece) (n names, ok bool) {
	colors, _ := at.(game.Claimer)
	var used [256]bool
	for k, want := range p.stacks {
		is := at.Stack(i.spots[k], buf[:0])
		if len(is) != len(want) {
			return n, false
		}
		for j, piece := range want {
			switch renamed := colors != nil && colors.IsColor(piece); {
			case n[piece] == 0 && !used[is[j]] && (is[j] == piece || renamed && colors.IsColor(is[j])):
				n[piece], used[is[j]] = is[j], true
			case n[piece] != is[j]:
				return n, false
			}
		}
	}
	return n, true
}

// move returns the text of a move made in a position that fits, as one in the pattern. The
// claim of a color that the pattern does not show is "?".
func (p *Pattern) move(m game.Move, i *image, n *names) string {
	parts := p.rules.Parts(m)
	if parts.Pass() {
		return game.PassText
	}
	claim := ""
	if parts.Claim != 0 {
		claim = "?"
		if at := slices.Index(n[:], parts.Claim); at >= 0 {
			claim = game.Piece(at).Letter()
		}
	}
	way := make([]game.Spot, 0, 2)
	for _, s := range []game.Spot{parts.From, parts.To} {
		if s != game.NoSpot {
			way = append(way, i.from[s])
		}
	}
	return game.WithClaim(claim, p.rules.Layout().WayText(way))
}

// play looks for the first position of a game that fits, and returns the moves played there,
// as many as the depth says, the way of looking at them whose text comes first.
func (p *Pattern) play(start, moves string, depth int) (f fit, found bool, err error) {
	at, err := p.rules.Parse(start)
	if err != nil {
		return f, false, ErrDamaged
	}
	var buf [64]game.Piece
	texts := strings.Fields(moves)
	for ply := 0; ; ply++ {
		for k := range p.images {
			if found && ply > f.Ply || !p.anySide && p.side != at.Side() {
				break
			}
			n, ok := p.fits(at, &p.images[k], buf[:])
			if !ok {
				continue
			}
			seen, err := p.line(at.Copy(), texts[ply:min(len(texts), ply+depth)], &p.images[k], &n)
			if err != nil {
				return f, false, err
			}
			if !found || slices.Compare(seen, f.played) < 0 {
				f.Ply, f.played, found = ply, seen, true
			}
		}
		if ply == len(texts) {
			f.margin = posting.Margin(at)
			return f, found, nil
		}
		m, err := at.ParseMove(texts[ply])
		if err != nil {
			return f, false, ErrDamaged
		}
		at.PlayUnchecked(m)
	}
}

func (p *Pattern) line(at game.Position, texts []string, i *image, n *names) ([]string, error) {
	var list []string
	for _, text := range texts {
		m, err := at.ParseMove(text)
		if err != nil {
			return nil, ErrDamaged
		}
		list = append(list, p.move(m, i, n))
		at.PlayUnchecked(m)
	}
	return list, nil
}

// fit is a game that came to a position which fits.
type fit struct {
	Visit
	result game.Outcome
	margin int
	played []string
}

// Like returns what was played in positions that fit a pattern, and the first games that
// came to such a one, as many as asked for. A game counts once, where it first came to one.
// All games are played through, several at once.
func (x *Index) Like(ctx context.Context, p *Pattern, workers, limit int, o TreeOptions) (Branch, []Visit, error) {
	type row struct {
		id                   int64
		result, start, moves string
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	work := make(chan row, 256)
	lists := make([][]fit, max(1, workers))
	var wait sync.WaitGroup
	for i := range lists {
		wait.Go(func() {
			for r := range work {
				f, found, err := p.play(r.start, r.moves, o.Depth)
				if err != nil {
					stop(err)
				} else if found {
					f.ID, f.result = r.id, outcome(r.result)
					lists[i] = append(lists[i], f)
				}
			}
		})
	}
	rows, err := x.db.QueryContext(ctx, x.db.sql("SELECT id, result, start, moves FROM games WHERE game = ?"), p.rules.ID())
	for err == nil && rows.Next() {
		var r row
		if err = rows.Scan(&r.id, &r.result, &r.start, &r.moves); err == nil {
			work <- r
		}
	}
	if rows != nil {
		err = errors.Join(err, rows.Err(), rows.Close())
	}
	close(work)
	wait.Wait()
	if stopped := context.Cause(ctx); stopped != nil {
		err = stopped
	}
	if err != nil {
		return Branch{}, nil, damage(err)
	}
	all := slices.Concat(lists...)
	slices.SortFunc(all, func(a, b fit) int { return cmp.Compare(a.ID, b.ID) })
	var root Branch
	visits := make([]Visit, 0, min(limit, len(all)))
	for _, f := range all {
		var one Tally
		one.Add(f.result, f.margin)
		put(&root, one, f.played)
		if len(visits) < limit {
			visits = append(visits, f.Visit)
		}
	}
	order(&root, o.Limit)
	return root, visits, nil
}

// put counts a game in which these moves were played.
func put(b *Branch, one Tally, played []string) {
	b.Merge(one, 1)
	if len(played) == 0 {
		return
	}
	i := slices.IndexFunc(b.Branches, func(b Branch) bool { return b.Move == played[0] })
	if i < 0 {
		i = len(b.Branches)
		b.Branches = append(b.Branches, Branch{Move: played[0], Same: 1})
	}
	put(&b.Branches[i], one, played[1:])
}

// order puts what was played most often first, and leaves out what goes beyond the limit.
func order(b *Branch, limit int) {
	slices.SortFunc(b.Branches, posting.Compare)
	b.Branches = b.Branches[:min(limit, len(b.Branches))]
	for i := range b.Branches {
		order(&b.Branches[i], limit)
	}
}
