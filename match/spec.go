package match

import (
	"strconv"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/ugi"
)

// Kind says what sort of contestant a [Spec] names.
type Kind string

// The kinds.
const (
	InProcess Kind = ""        // a player of package players, in this process
	UGI       Kind = "ugi"     // a program that speaks the text engine protocol
	CodeCup   Kind = "codecup" // a program that plays as in the contest
)

// Spec names a contestant.
type Spec struct {
	Text    string   // what it was read from
	Kind    Kind     //
	Player  string   // the name of a player in this process
	Command []string // the command of a program
	Name    string   // how results call it

	// Control is how long this one may think, where it has its own.
	Control Control

	// Settings are the options of a player in this process.
	Settings ugi.Settings

	// Options are sent to a ugi program, in their order.
	Options [][2]string
}

// ParseSpec reads a contestant: a player's name, "ugi:" and a command, or
// "codecup:" and a command; then, after a question mark, options separated by
// commas. Words of a command with spaces are put in quotation marks.
//
//	engine?hash=64,threads=2,name=two
//	level4?nodes=500
//	ugi:./other --quick?Hash=64,time=5+0.05
//	codecup:"/home/ann/my bot"
//
// The options name, time, movetime, nodes and depth are for all; hash, threads,
// seed, eval (an evaluator, or the file of a net) and without (techniques of the
// search) for players in this process; all
// others are sent to a ugi program.
func ParseSpec(text string) (Spec, error) {
	s := Spec{Text: text, Settings: ugi.DefaultSettings()}
	s.Settings.Hash = 16
	s.Settings.Overhead = 0 // decided by the clock, see ownPlayer.Move
	body, options, _ := strings.Cut(text, "?")
	for _, kind := range []Kind{UGI, CodeCup} {
		if rest, ok := strings.CutPrefix(body, string(kind)+":"); ok {
			s.Kind, body = kind, rest
			break
		}
	}
	if s.Kind == InProcess {
		s.Player, s.Name = body, body
		if body == "" {
			return Spec{}, newError("match.no_name")
		}
	} else {
		words, err := split(body)
		if err != nil {
			return Spec{}, err
		}
		if len(words) == 0 {
			return Spec{}, newError("match.no_command", "kind", string(s.Kind)+":")
		}
		s.Command = words
		s.Name = words[0][strings.LastIndexAny(words[0], `/\`)+1:]
	}
	s.Settings.Player = s.Player
	if options != "" {
		for _, option := range strings.Split(options, ",") {
			name, value, ok := strings.Cut(option, "=")
			if !ok || name == "" {
				return Spec{}, newError("match.option", "text", game.ShownOrEmpty(option))
			}
			if err := s.set(name, value); err != nil {
				return Spec{}, err
			}
		}
	}
	return s, nil
}

func (s *Spec) set(name, value string) (err error) {
	number := func(low, high int) int {
		n, e := strconv.Atoi(value)
		if e != nil || n < low || n > high {
			err = newError("match.number", "name", name, "low", strconv.Itoa(low), "high", strconv.Itoa(high), "value", game.ShownOrEmpty(value))
		}
		return n
	}
	switch name {
	case "name":
		s.Name = value
		return nil
	case "time":
		s.Control.Time, s.Control.Increment, err = ParseTime(value)
		return err
	case "movetime":
		s.Control.MoveTime, err = time.ParseDuration(value)
		if err != nil {
			return newError("match.duration", "name", name, "value", game.ShownOrEmpty(value))
		}
		if s.Control.MoveTime < time.Millisecond {
			return newError("match.movetime", "value", game.ShownOrEmpty(value))
		}
		return nil
	case "nodes":
		s.Control.Nodes = uint64(number(1, 1<<40))
		return err
	case "depth":
		s.Control.Depth = number(1, 1000)
		return err
	}
	switch s.Kind {
	case CodeCup:
		return newError("match.contest_option", "name", game.ShownOrEmpty(name))
	case UGI:
		s.Options = append(s.Options, [2]string{name, value})
		return nil
	}
	switch name {
	case "hash":
		s.Settings.Hash = number(1, ugi.MaxHash())
	case "threads":
		s.Settings.Threads = number(1, ugi.MaxThreads())
	case "seed":
		s.Settings.Seed = value
	case "eval":
		s.Settings.Eval = value
	case "without":
		s.Settings.Without, err = engine.ParseTechniques(strings.ReplaceAll(value, "+", ","))
	default:
		return newError("match.own_option", "name", game.ShownOrEmpty(name), "known", "name, time, movetime, nodes, depth, hash, threads, seed, eval, without")
	}
	return err
}

// split takes a command line apart at spaces outside quotation marks.
func split(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	inside := false
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, inside = r, true
		case quote == 0 && r == ' ':
			if inside {
				words = append(words, word.String())
				word.Reset()
				inside = false
			}
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if quote != 0 {
		return nil, newError("match.quote", "text", game.ShownOrEmpty(text))
	}
	if inside {
		words = append(words, word.String())
	}
	return words, nil
}
