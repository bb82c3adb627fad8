package formats_test

import (
	"reflect"
	"strings"
	"testing"

	"cairn.example/record"
	"cairn.example/record/formats"
)

// What a judge says comes back from every format that has room for commands, and its
// words are known for such, whatever lines they were broken into. (That any record comes
// back whole is tested with each format.)
func TestRemarks(t *testing.T) {
	remark := record.Remark{Mark: 6, Better: "d4", Cost: 31, Reasons: []record.Reason{
		{Key: "dvonn.edge", Args: map[string]string{}}, {Key: "dvonn.takes", Args: map[string]string{"n": "2", "spot": "e5"}},
	}}
	const words = "Imprécision : d4 est meilleur, ceci coûte 31 % de chances de gagner. d4 place une pièce [où elle peut bouger}."
	r := &record.Record{Game: "dvonn", Line: record.Line{Moves: []record.Move{{Text: "d3"}, {Text: "e5"}, {Text: "e4"}}}}
	for i, comment := range []string{"", "", "Hm."} {
		r.Moves[i].Comment = comment
		r.Moves[i].AddRemark(remark, words)
	}
	r.Moves[1].Comment += " Non !"
	for _, format := range formats.All() {
		if format.Name() == "codecup" || format.Name() == "pbm" {
			continue // moves alone
		}
		var text strings.Builder
		if _, err := format.Write(&text, r); err != nil {
			t.Fatal(err)
		}
		for e := range format.Read(strings.NewReader(text.String()), record.Options{}) {
			if e.Err != nil || len(e.Warnings) > 0 {
				t.Fatalf("%s: %v, %v in\n%s", format.Name(), e.Err, e.Warnings, &text)
			}
			got, worded, ok := e.Record.Moves[0].Remark()
			if !ok || !worded || !reflect.DeepEqual(got, remark) || e.Record.Moves[0].Comment != words {
				t.Errorf("%s: %+v, worded %v, comment %q", format.Name(), got, worded, e.Record.Moves[0].Comment)
			}
			if _, _, ok := e.Record.Moves[1].Remark(); ok || e.Record.Moves[1].Comment != words+" Non !" {
				t.Errorf("%s: a remark still, though its words were changed to %q", format.Name(), e.Record.Moves[1].Comment)
			}
			if got, worded, ok := e.Record.Moves[2].Remark(); !ok || worded || !reflect.DeepEqual(got, remark) || e.Record.Moves[2].Comment != "Hm." {
				t.Errorf("%s: beside a comment %+v, worded %v, comment %q", format.Name(), got, worded, e.Record.Moves[2].Comment)
			}
			for i, want := range []string{"", words + " Non !", "Hm."} {
				n := &e.Record.Moves[i].Note
				if n.DropRemark(); n.Comment != want || len(n.Commands) > 0 {
					t.Errorf("%s: the remark taken away, there are left %q and %v", format.Name(), n.Comment, n.Commands)
				}
			}
		}
	}
}
