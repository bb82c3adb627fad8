package games

import (
	"errors"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"cairn.example/record"
)

// A Condition chooses games. It is an expression over the names of [Columns] in the language
// of github.com/expr-lang/expr, with the functions player(text), tag(name) and played(move).
type Condition struct{ program *vm.Program }

// A ConditionError says where a condition cannot be understood, and why.
type ConditionError struct {
	Text   string
	Offset int // in bytes
	Code   Fault
	Name   string // that is unknown
}

// A Fault is what can be wrong with a condition.
type Fault string

// The faults: an unknown name, values that do not go together or make no answer of yes or no,
// and text that is no expression.
const (
	UnknownName Fault = "name"
	WrongKind   Fault = "kind"
	BadSyntax   Fault = "syntax"
)

// Error says in English what is wrong.
func (e *ConditionError) Error() string {
	return "condition: wrong " + string(e.Code) + " at " + e.Text[e.Offset:]
}

// shadowed are functions of the language that have the name of a column.
var shadowed = []string{"first", "date"}

// ParseCondition reads a condition. The error is a *[ConditionError].
func ParseCondition(text string) (*Condition, error) {
	options := []expr.Option{expr.Env(environment(&Game{})), expr.AsBool()}
	for _, name := range shadowed {
		options = append(options, expr.DisableBuiltin(name))
	}
	program, err := expr.Compile(text, options...)
	if err == nil {
		return &Condition{program}, nil
	}
	bad := &ConditionError{Text: text, Code: BadSyntax}
	var at *file.Error
	if errors.As(err, &at) {
		runes := []rune(text)
		bad.Offset = len(string(runes[:min(at.From, len(runes))]))
		if name, unknown := strings.CutPrefix(at.Message, "unknown name "); unknown {
			bad.Code, bad.Name = UnknownName, name
		} else if strings.Contains(at.Message, "mismatched types") || strings.Contains(at.Message, "invalid operation") || strings.Contains(at.Message, "cannot use") {
			bad.Code = WrongKind
		}
	} else {
		bad.Code = WrongKind // the value is neither true nor false
	}
	return nil, bad
}

// Matches reports whether a game meets the condition. One that cannot be worked out for the
// game, such as a wrong regular expression among its values, is not met.
func (c *Condition) Matches(g *Game) bool {
	met, err := expr.Run(c.program, environment(g))
	return err == nil && met == true
}

// environment is what a condition sees of a game.
func environment(g *Game) map[string]any {
	if g.Record == nil {
		g.Record = new(record.Record)
	}
	env := make(map[string]any, len(Columns)+3)
	for _, c := range Columns {
		if env[c.Name] = c.Value(g); c.Type == "TEXT" {
			env[c.Name] = text(env[c.Name]) // comparisons want a text
		}
	}
	env["player"] = func(part string) bool {
		part = strings.ToLower(part)
		return strings.Contains(strings.ToLower(g.Record.First), part) || strings.Contains(strings.ToLower(g.Record.Second), part)
	}
	env["tag"] = g.Record.Tag
	env["played"] = func(move string) bool {
		return slices.ContainsFunc(g.Record.Moves, func(m record.Move) bool { return strings.EqualFold(m.Text, move) })
	}
	return env
}
