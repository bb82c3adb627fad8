package message

import (
	"errors"
	"time"

	"cairn.example/record"
)

// FromRecord returns a record as the page keeps it.
func FromRecord(r *record.Record) *GameRecord {
	info := &GameRecord{
		Game: r.Game, Start: r.Start, First: r.First, Second: r.Second, Result: OutcomeOf(r.Result),
		Termination: string(r.Termination), TimeControl: r.TimeControl, Seed: r.Seed, Note: fromNote(r.Note), Moves: fromMoves(r.Moves),
	}
	for _, t := range r.Tags {
		info.Tags = append(info.Tags, Tag{Name: t.Name, Value: t.Value})
	}
	return info
}

func fromMoves(moves []record.Move) []RecordMove {
	list := []RecordMove{}
	for _, m := range moves {
		info := RecordMove{Text: m.Text, Note: fromNote(m.Note)}
		for _, n := range m.NAGs {
			info.NAGs = append(info.NAGs, int(n))
		}
		for _, v := range m.Variations {
			info.Variations = append(info.Variations, RecordLine{Note: fromNote(v.Note), Moves: fromMoves(v.Moves)})
		}
		list = append(list, info)
	}
	return list
}

func fromNote(n record.Note) *Note {
	if n.IsZero() {
		return nil
	}
	info := &Note{Comment: n.Comment, Eval: n.Eval.String()}
	if n.Clock.Known {
		ms := n.Clock.Left.Milliseconds()
		info.Clock = &ms
	}
	if n.Took.Known {
		ms := n.Took.Time.Milliseconds()
		info.Took = &ms
	}
	for _, c := range n.Commands {
		info.Commands = append(info.Commands, Tag{Name: c.Name, Value: c.Arg})
	}
	return info
}

// ToRecord returns the record. Whether it is sound is for its Check to say.
func (info *GameRecord) ToRecord() (*record.Record, error) {
	if info == nil {
		return nil, errors.New("no record to export")
	}
	r := &record.Record{
		Game: info.Game, Start: info.Start, First: info.First, Second: info.Second,
		Termination: record.Termination(info.Termination), TimeControl: info.TimeControl, Seed: info.Seed,
		Line: record.Line{Note: toNote(info.Note), Moves: toMoves(info.Moves)},
	}
	r.Result = info.Result.Game()
	for _, t := range info.Tags {
		r.Tags = append(r.Tags, record.Tag{Name: t.Name, Value: t.Value})
	}
	return r, nil
}

func toMoves(infos []RecordMove) []record.Move {
	var moves []record.Move
	for _, info := range infos {
		m := record.Move{Text: info.Text, Note: toNote(info.Note)}
		for _, n := range info.NAGs {
			m.NAGs = append(m.NAGs, uint8(n))
		}
		for _, v := range info.Variations {
			m.Variations = append(m.Variations, record.Line{Note: toNote(v.Note), Moves: toMoves(v.Moves)})
		}
		moves = append(moves, m)
	}
	return moves
}

func toNote(info *Note) record.Note {
	var n record.Note
	if info == nil {
		return n
	}
	n.Comment = info.Comment
	if info.Clock != nil && *info.Clock >= 0 {
		n.Clock = record.Clock{Known: true, Left: time.Duration(*info.Clock) * time.Millisecond}
	}
	if info.Took != nil && *info.Took >= 0 {
		n.Took = record.Elapsed{Known: true, Time: time.Duration(*info.Took) * time.Millisecond}
	}
	n.Eval, _ = record.ParseEval(info.Eval)
	for _, c := range info.Commands {
		n.AddCommand(c.Name, c.Value)
	}
	return n
}
