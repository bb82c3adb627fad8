package director

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"cairn.example/internal/people/api"
)

// Results returns the table of a contest as comma-separated values: a line a person, and a column for each round, or
// game of an arena, with the place of the opponent and the points, or what else it was.
func (s *Service) Results(ctx context.Context, id string) ([]byte, error) {
	st, err := s.state(ctx, id)
	if err != nil {
		return nil, err
	}
	v := s.picture(ctx, st)
	names, places := map[string]string{}, map[string]int{}
	for _, e := range v.Entrants {
		names[e.Person.ID] = e.Person.Called()
	}
	for _, l := range v.Standings {
		places[l.Person] = l.Place
	}
	head, column, columns := strings.Fields("place name points played won direct buchholz sonneborn second_won byes"), "round", len(v.Rounds)
	if st.isArena() {
		head, column, columns = strings.Fields("place name points played won strength"), "game", 0
		for _, l := range v.Standings {
			columns = max(columns, len(l.Sheet))
		}
	}
	for n := range columns {
		head = append(head, fmt.Sprint(column, n+1))
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{head}
	for _, l := range v.Standings {
		row := []string{decimal(l.Place), safeCell(names[l.Person]), number(l.Points), decimal(l.Played), decimal(l.Won)}
		if st.isArena() {
			row = append(row, decimal(l.Strength))
		} else {
			row = append(row, number(l.Direct), number(l.Buchholz), number(l.Sonneborn), decimal(l.SecondWon), decimal(l.Byes))
		}
		for n, e := range l.Sheet {
			cell := e.What
			if e.Board > 0 {
				if st.isArena() {
					n = 0
				}
				board := v.Rounds[n].Boards[e.Board-1]
				other := board.First
				if other == l.Person {
					other = board.Second
				}
				cell = decimal(places[other]) + ":" + number(e.Points)
				if board.Result == nil {
					cell = decimal(places[other]) + ":"
				} else if e.What != "game" {
					cell += " " + e.What
				}
			}
			row = append(row, cell)
		}
		for len(row) < len(head) {
			row = append(row, "")
		}
		rows = append(rows, row)
	}
	err = w.WriteAll(rows)
	return b.Bytes(), err
}

func number(points float64) string { return strconv.FormatFloat(points, 'f', -1, 64) }

// safeCell is a text of people that no spreadsheet takes for a formula.
func safeCell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// Tables returns the tables of a contest that were made, in the order of rounds, boards and games.
func (s *Service) Tables(ctx context.Context, id string) ([]string, error) {
	st, err := s.state(ctx, id)
	if err != nil {
		return nil, err
	}
	games := s.games(ctx, st)
	var ids []string
	for _, r := range st.Rounds {
		for _, b := range r.Boards {
			for _, id := range b.Tables {
				if game, made := games[id]; made && !(st.isDuplicate() && game.Position == "") {
					ids = append(ids, id)
				}
			}
		}
	}
	return ids, nil
}

// Coming returns the contests that are to start or run, the next ones first; of somebody, or with "" all.
func (s *Service) Coming(ctx context.Context, person string) ([]api.ContestBrief, error) {
	var list []api.ContestBrief
	for _, phase := range []api.ContestPhase{api.ContestRunning, api.ContestOpen} {
		rows, err := s.store.Contests(ctx, string(phase), mostComing)
		if err != nil {
			return nil, s.fault("list", "", err)
		}
		for _, row := range rows {
			if b := s.brief(ctx, person, row); person == "" || b.Entered {
				list = append(list, b)
			}
		}
	}
	return list, nil
}
