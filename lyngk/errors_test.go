package lyngk

import (
	"errors"
	"strings"
	"testing"

	"cairn.example/game"
)

// refusals holds a move for each reason to refuse one.
var refusals = []struct {
	game         Game
	stacks, rest string
	move         string
	code, clause string
	spots        string // the spots named
	at           int    // the offset
	text         string // part of the sentence
}{
	{Standard, "c1=I", "1 -:- 0:0", "c1-c2", "game_over", "1.10", "", 0, "over"},
	{Six, "c1=I c2=B", "1 -:- 1:0", "c1-c2", "game_over_six", "1.8", "", 0, "over: player 1 has completed"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "pass", "pass_turn_exists", "1.9", "c1 c2", 0, "c1 can move to c2"},
	{Standard, "c1=I c2=BR", "1 -:R 0:0", "pass", "pass_must_claim", "1.9", "c1 c2", 0, "claim ivory and move c1 to c2"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "R,pass", "claim_and_pass", "1.9", "", 2, "never with a pass"},
	{Standard, "c1=I c2=B", "1 -:R 0:0", "R,c1-c2", "claim_taken", "1.1", "", 0, "already claimed red"},
	{Standard, "c1=I c2=B", "1 R:- 0:0", "r,c1-c2", "claim_own", "1.1", "", 0, "already claimed red"},
	{Standard, "c1=I c2=B", "1 RG:- 0:0", "B,c1-c2", "claim_third", "1.1", "", 0, "red and green"},
	{Standard, "c1=I c2=BR", "1 -:R 0:0", "G,c1-c2", "claim_opens_nothing", "1.1", "", 0, "claiming green"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "c4-c2", "origin_empty", "1.2", "c4", 0, "c4 is empty"},
	{Captured, "c1=I c2=B c7=BRGKI", "1 -:- 0:0", "I,c7-c2", "origin_captured", "1.7", "c7", 2, "ivory captures the five on c7"},
	{Standard, "c1=I c2=J", "1 -:- 0:0", "c2-c1", "origin_joker", "1.2", "c2", 0, "joker on c2"},
	{Standard, "c1=I c2=B", "1 -:B 0:0", "c2-c1", "origin_opponent", "1.2", "c2", 0, "blue on top"},
	{Standard, "c1=I c2=B c3=BRGKI", "1 -:- 0:0", "c3-c2", "origin_obstacle", "1.7", "c3", 0, "never moves"},
	{Six, "c1=I c2=B c3=JBRGKI", "1 I:- 0:0", "c3-c2", "origin_six", "1.8", "c3", 0, "six on c3"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "c1-c1", "same_spot", "1.3", "c1", 3, "another spot than c1"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "c1-d1", "target_empty", "1.3", "d1 c1", 3, "d1 is empty"},
	{Captured, "c1=I c2=B c7=BRGKI", "1 -:- 0:0", "I,c2-c7", "target_captured", "1.7", "c7 c2", 5, "five on c7"},
	{Standard, "c1=I c2=B b2=R", "1 -:- 0:0", "c1-b2", "not_in_line", "1.3", "b2 c1", 3, "b2 isn't in a straight line"},
	{Standard, "c1=I c2=B c4=R", "1 -:- 0:0", "c1-c4", "blocked", "1.3", "c2 c1 c4", 0, "c2 stands between"},
	{Standard, "c1=I c2=B c4=R", "1 I:- 0:0", "c1-c4", "blocked", "1.3", "c2 c1 c4", 0, "c2 stands between"},
	{Standard, "c1=I c2=B b2=R", "1 I:- 0:0", "c1-b2", "unreachable", "1.6", "b2 c1", 3, "ivory LYNGK-points"},
	{Standard, "c1=I c2=B c3=BRGKI", "1 B:- 0:0", "c2-c3", "target_obstacle", "1.7", "c3 c2", 3, "obstacle"},
	{Six, "c1=I c2=B c3=JBRGKI", "1 B:- 0:0", "c2-c3", "target_six", "1.8", "c3 c2", 3, "six on c3"},
	{Standard, "c1=IRG c2=JKB c3=R", "1 G:- 0:0", "c1-c2", "too_high", "1.4", "c2 c1", 3, "6 pieces high, and 5"},
	{Standard, "c1=I c2=RB c3=G", "1 -:- 0:0", "c1-c2", "target_higher", "1.5", "c1 c2", 0, "c2 is higher"},
	{Standard, "c1=I c2=I c3=G", "1 -:- 0:0", "c1-c2", "duplicate", "1.4", "c2 c1", 3, "both hold ivory"},
	{Standard, "c1=IR c2=RI c3=G", "1 -:- 0:0", "c1-c2", "duplicates", "1.4", "c2 c1", 3, "ivory and red"},

	{Standard, "c1=I c2=I c3=G", "1 -:- 0:0", "c1-c2-c3", "leg_neutral", "1.6", "c2", 3, "ivory is neutral"},
	{Standard, "b1=I b2=I c3=I c2=G", "1 -:- 0:0", "I,b1-b2-c3-b2-c2", "leg_repeat", "1.6", "b2 c3", 11, "leg 3 comes to b2 again"},
	{Standard, "b1=I b2=I c3=I c2=G", "1 I:- 0:0", "b1-b2-b1", "leg_origin", "1.6", "b1 b2", 6, "leg 2 comes back to b1"},
	{Standard, "b1=I b2=I c3=I c2=G", "1 I:- 0:0", "b1-b3-c2", "leg_empty", "1.6", "b3 b1", 3, "leg 1 goes to b3"},
	{Standard, "b1=I b2=I c3=I c2=G", "1 I:- 0:0", "b1-b2-c2", "leg_not_in_line", "1.6", "c2 b2", 6, "leg 2: c2 isn't in a straight line from b2"},
	{Standard, "b1=I b2=B b4=I b3=G c5=R", "1 I:- 0:0", "b1-b4-c5", "leg_blocked", "1.6", "b4 b1 b2", 3, "b2 stands between"},
	{Standard, "b1=I b2=J b3=G", "1 I:- 0:0", "b1-b2-b3", "leg_joker", "1.6", "b2 b1", 3, "joker on b2"},
	{Standard, "b1=I b2=R b3=G", "1 I:- 0:0", "b1-b2-b3", "leg_color", "1.6", "b2 b1", 3, "red on top, and only ivory"},

	{Standard, "c1=I c2=B", "1 -:- 0:0", "  ", "move_empty", "", "", 0, "write a move"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "c1 c2", "move_syntax", "", "", 2, "isn't a move"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", " c1-c2", "move_syntax", "", "", 0, "isn't a move"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "c1-c2\n", "move_syntax", "", "", 5, "isn't a move"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "c1", "move_syntax", "", "", 0, "isn't a move"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "c1-", "move_syntax", "", "", 3, "isn't a move"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", strings.Repeat("x", 99), "move_syntax", "", "", 0, strings.Repeat("x", 40) + "… isn't"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "c1-\xff", "move_spot", "", "", 3, "\uFFFD"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "c1-\x1b[7m", "move_spot", "", "", 3, "\uFFFD[7m"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "paſſ", "move_character", "", "", 2, "character 3 is ſ (U+017F)"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "c1→c2", "move_character", "", "", 2, "character 3 is → (U+2192)"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "с1-c2", "move_character", "", "", 0, "character 1 is с (U+0441)"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "I,c1-c8", "move_spot", "", "", 5, "no spot \"c8\""},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "X,c1-c2", "move_claim", "", "", 0, "\"X\" isn't a color"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", ",c1-c2", "move_claim", "", "", 0, "\"\" isn't a color"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "RG,c1-c2", "move_claim", "", "", 0, "\"RG\" isn't a color"},
	{Standard, "c1=I c2=B", "1 -:- 0:0", "W,c1-c2", "move_claim_joker", "1.1", "", 0, "jokers"},
}

func TestRefusedMoves(t *testing.T) {
	for _, c := range refusals {
		p := build(t, c.game, c.stacks, c.rest)
		_, err := p.ParseMove(c.move)
		checkRefusal(t, c.move+" on "+p.String(), err, c.code, c.clause, c.at, c.text)
		var e *game.Error
		if errors.As(err, &e) && strings.Join(e.Spots, " ") != c.spots {
			t.Errorf("%s on %s: spots %q, want %q", c.move, p, e.Spots, c.spots)
		}
	}
}

// A refusal names the pieces that its sentence names, as letters: a program that points at
// them on the board need not know the words.
func TestRefusedPieces(t *testing.T) {
	want := map[string]string{
		"pass_must_claim": "I", "claim_taken": "R", "claim_own": "R", "claim_third": "RG", "claim_opens_nothing": "G",
		"origin_captured": "I", "origin_opponent": "B", "target_captured": "I", "unreachable": "I", "duplicate": "I", "duplicates": "IR",
		"leg_neutral": "I", "leg_color": "RI",
	}
	for _, c := range refusals {
		_, err := build(t, c.game, c.stacks, c.rest).ParseMove(c.move)
		var e *game.Error
		if !errors.As(err, &e) {
			t.Fatalf("%s: %v", c.move, err)
		}
		var got []byte
		for _, p := range e.Pieces {
			got = append(got, byte(p))
		}
		if string(got) != want[c.code] {
			t.Errorf("%s on %s: %s names the pieces %q, want %q", c.move, c.stacks, c.code, got, want[c.code])
		}
	}
}

// start is a well-formed board to spoil.
const start = "J/K,R,G,K/R,I,R,B,I,J,I/I,I,R,K,I,B/K,I,R,G,K,B,R/B,B,R,G,G,B/G,G,K,K,B,R,I/K,J,G,G/B"

// emptied is a board with almost nothing on it.
const emptied = "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./."

var refusedTexts = []struct {
	game         Game
	text         string
	code, clause string
	at           int
	say          string
}{
	{Standard, "", "text_fields", "", 0, "here are 0"},
	{Standard, start + " 1 -:-", "text_fields", "", len(start) + 6, "here are 3"},
	{Standard, start + " 1 -:- 0:0 x", "text_fields", "", len(start) + 11, "here are 5"},
	{Standard, " " + start + " 1 -:- 0:0", "text_fields", "", 0, "one space"},
	{Standard, start + "  1 -:- 0:0", "text_fields", "", len(start) + 1, "one space"},
	{Standard, start + " 1 -:- 0:0 ", "text_fields", "", len(start) + 11, "one space"},
	{Standard, start + "\t1 -:- 0:0", "text_fields", "", len(start) + 10, "one space"},
	{Standard, start + " 1 -:- 0:0\n", "text_score", "", len(start) + 9, ""},
	{Standard, "J/K,R 1 -:- 0:0", "text_columns", "", 5, "this has 2"},
	{Standard, emptied + "/. 1 -:- 0:0", "text_columns", "", len(emptied), "this has 10"},
	{Standard, strings.Replace(start, "K,R,G,K", "K,R,G", 1) + " 1 -:- 0:0", "text_spots", "", 7, "column b has 4 spots joined by commas, this has 3"},
	{Standard, strings.Replace(start, "K,R,G,K", "K,R,G,K,.", 1) + " 1 -:- 0:0", "text_spots", "", 9, "this has 5"},
	{Standard, "X" + start[1:] + " 1 -:- 0:0", "text_piece", "", 0, "'X' on a1"},
	{Standard, "J/K,RÜ" + start[5:] + " 1 -:- 0:0", "text_piece", "", 5, "'Ü' on b2"},
	{Standard, "J/K,R." + start[5:] + " 1 -:- 0:0", "text_piece", "", 5, "'.' on b2"},
	{Standard, start[1:] + " 1 -:- 0:0", "text_piece", "", 0, "\"\" on a1"},
	{Standard, "IJ" + emptied[1:] + " 1 -:- 0:0", "text_joker_top", "1.2", 1, "a1"},
	{Standard, "JJ" + emptied[1:] + " 1 -:- 0:0", "text_joker_top", "1.2", 1, "a1"},
	{Standard, "IBI" + emptied[1:] + " 1 -:- 0:0", "text_color_twice", "1.4", 2, "ivory twice"},
	{Standard, "JIBRGK" + emptied[1:] + " 1 -:- 0:0", "text_too_high", "1.4", 5, "6 pieces, and 5"},
	{Six, "JJIBRGK" + emptied[1:] + " 1 -:- 0:0", "text_too_high", "1.4", 6, "7 pieces, and 6"},
	{Standard, start + " 3 -:- 0:0", "text_turn", "", len(start) + 1, "3 isn't 1 or 2"},
	{Standard, start + " w -:- 0:0", "text_turn", "", len(start) + 1, "w isn't 1 or 2"},
	{Standard, start + " 1 - 0:0", "text_claims", "", len(start) + 3, "- isn't written as claims"},
	{Standard, start + " 1 :- 0:0", "text_claims", "", len(start) + 3, ":- isn't"},
	{Standard, start + " 1 RX:- 0:0", "text_claims", "", len(start) + 4, "RX:- isn't"},
	{Standard, start + " 1 J:- 0:0", "move_claim_joker", "1.1", len(start) + 3, "jokers"},
	{Standard, start + " 1 R:IR 0:0", "text_claim_twice", "1.1", len(start) + 6, "red is claimed twice"},
	{Standard, start + " 1 RR:- 0:0", "text_claim_twice", "1.1", len(start) + 4, "red is claimed twice"},
	{Standard, start + " 1 -:IBR 0:0", "text_claim_count", "1.1", len(start) + 7, "player 2"},
	{Standard, start + " 1 -:- 0", "text_score", "", len(start) + 7, "0 isn't"},
	{Standard, start + " 1 -:- 0:x", "text_score", "", len(start) + 9, "0:x isn't"},
	{Standard, emptied + " 1 -:- 10:0", "text_score", "", len(emptied) + 7, "10:0 isn't"},
	{Six, emptied + " 1 -:- 1:1", "text_six_score", "1.8", len(emptied) + 7, "1:1"},
	{Six, emptied + " 1 -:- 2:0", "text_six_score", "1.8", len(emptied) + 7, "2:0"},
	{Standard, strings.Replace(start, "I,R,B", "K,R,B", 1) + " 1 -:- 0:0", "text_pieces", "", 76, "9 pieces of kind black"},
	{Standard, "I" + start[1:] + " 1 -:- 0:0", "text_pieces", "", 74, "9 pieces of kind ivory"},
	{Standard, strings.Replace(start, "B,R,G", "B,J,G", 1) + " 1 -:- 0:0", "text_pieces", "", 78, "4 pieces of kind joker"},
	{Standard, start + " 1 -:- 1:0", "text_pieces_scored", "", len(start) + 7, "43 pieces on the board and 1"},
	{Standard, strings.Replace(start, "K,J,G,G", ".,.,.,.", 1) + " 1 -:- 1:0", "text_pieces_scored", "", len(start) + 7, "39 pieces on the board and 1"},
	{Captured, emptied + " 1 -:- 9:0", "text_pieces_scored", "", len(emptied) + 7, "9 scored fives"},
	{Captured, emptied + " 1 -:- 4:5", "text_pieces_scored", "", len(emptied) + 7, "9 scored fives"},
}

func TestRefusedTexts(t *testing.T) {
	for _, c := range refusedTexts {
		p, err := c.game.Parse(c.text)
		if err == nil {
			t.Errorf("%s is accepted as %s", c.text, p)
			continue
		}
		checkRefusal(t, c.text, err, c.code, c.clause, c.at, c.say)
	}
}

// checkRefusal checks an error and that its template stands in the table.
func checkRefusal(t *testing.T, what string, err error, code, clause string, at int, say string) {
	t.Helper()
	var e *game.Error
	if !errors.As(err, &e) {
		t.Errorf("%s: %v, want %s", what, err, code)
		return
	}
	if e.Code != "lyngk."+code || e.Clause != clause || e.Offset != at || !strings.Contains(e.Error(), say) {
		t.Errorf("%s:\n got %s (%s) at %d: %v\nwant %s (%s) at %d: ...%s...",
			what, e.Code, e.Clause, e.Offset, e, "lyngk."+code, clause, at, say)
	}
	if strings.ContainsAny(e.Error(), "{}") {
		t.Errorf("%s: an argument is missing: %v", what, e)
	}
	if Reasons[e.Code].Text != e.Text {
		t.Errorf("%s: text %q is not its template", what, e.Text)
	}
}

// Every code is refused with somewhere in this file.
func TestEveryCode(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range refusals {
		seen["lyngk."+c.code] = true
	}
	for _, c := range refusedTexts {
		seen["lyngk."+c.code] = true
	}
	p := build(t, Standard, "c1=I c2=B", "1 -:- 0:0")
	for _, m := range []game.Move{0, 1 << 20, pass | 1, MoveOf(60, 1), MoveOf(1, 43), WithClaim(5, MoveOf(1, 2)), WithClaim(6, MoveOf(1, 2))} {
		err := p.Play(m)
		checkRefusal(t, "a number that is no move", err, "bad_move", "", -1, "isn't a move")
		if Standard.MoveText(m) != "?" || Standard.Parts(m).From != game.NoSpot {
			t.Errorf("move %x has the text %s", m, Standard.MoveText(m))
		}
	}
	seen["lyngk.bad_move"] = true
	for code, reason := range Reasons {
		if !seen[code] {
			t.Errorf("nothing here is refused with %s", code)
		}
		if reason.Text == "" {
			t.Errorf("%s has no template", code)
		}
	}
}
