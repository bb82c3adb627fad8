package director

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/people/table"
)

// Duplicate rounds: all boards of a round have one layout. It follows from a secret, of which the commit is published with the
// contest, and from what all who have joined have given. Before the round is over nobody but two players sees a board.

func (st *state) isDuplicate() bool { return st.terms.Format == api.FormatDuplicate }

// draw is what the layout of a round is drawn from, from 1: the shares of those who had joined when it was paired.
func (st *state) draw(round int) setup.Draw {
	sum := sha256.Sum256(fmt.Appendf(nil, "cairn contest layout 1\n%x\n%s\n%d", st.row.Secret, st.row.ID, round))
	d := setup.Draw{Table: fmt.Sprintf("%s/%d", st.row.ID, round), Secret: setup.Share(sum[:setup.Bytes]), Shares: []string{}}
	if round <= len(st.rounds) {
		d.Shares = st.rounds[round-1].shares
	}
	return d
}

// layout is the position in which the games of a round begin, "" where there is none.
func (st *state) layout(round int) string {
	return table.Layout(api.Options{Game: st.terms.Game, Full: st.terms.Full}, st.draw(round).Seed())
}

// hasLayout reports whether games by these terms begin in different positions.
func hasLayout(o api.Options) bool { return table.Layout(o, "1") != table.Layout(o, "2") }

// mean are the points of the table where matchpoints count: those of a round in the mean, to the hundredth.
func (st *state) mean(points int) float64 {
	n := len(st.Rounds)
	if n > 0 && !st.complete() {
		n--
	}
	if !st.Options.Matchpoints || n == 0 {
		return st.points(points)
	}
	return math.Round(st.points(points)*100/float64(n)) / 100
}

// show lets everybody see the tables of a duplicate round that is over.
func (s stepper) show(ctx context.Context, st *state) error {
	n := len(st.Rounds)
	if !st.isDuplicate() || n == 0 || !st.complete() {
		return nil
	}
	var ids []string
	for _, b := range st.Rounds[n-1].Boards {
		ids = append(ids, b.Tables...)
	}
	briefs, err := s.store.TableBriefs(ctx, ids)
	if err != nil {
		return err
	}
	for id, brief := range briefs {
		if isHidden(brief) {
			if err := s.tables.Show(ctx, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// isHidden reports whether nobody but the players sees a table, by its brief.
func isHidden(brief string) bool {
	_, text, _ := strings.Cut(brief, " ")
	var sum struct{ Hidden bool }
	_ = json.Unmarshal([]byte(text), &sum)
	return sum.Hidden
}
