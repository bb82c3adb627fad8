package main

import (
	"errors"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"cairn.example/games"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/match"
	"cairn.example/ugi"
)

// The parser of the command line reports errors as English sentences only. These
// patterns recognize its sentences, so that they can be said in the language of
// the catalog; a sentence that none matches is shown in English.
const (
	suggests   = `^(.*), did you mean (?:one of )?(".*")\?$`
	unexpected = `^unexpected argument (.*)$`
	noSuchFlag = `^unknown flag (.*)$`
	noCommand  = `^expected one of ".*$`
	negative   = `^-[0-9]`
	missing    = `^expected (".*")$`
	noFlags    = `^missing flags: (.*)$`
	badChoice  = `^(\S+) must be one of (".*") but got (".*")$`
	noValue    = `^(\S+): (?:expected \S+ value but got "EOL" \(<EOL>\)|missing value, .*)$`
	flagTaken  = `^(\S+): expected (\S+) value but got (".*") \(.* flag\); perhaps try .*\?$`
	tooLarge   = `^(\S+): expected (?:a |an )?(?:valid \d+ bit )?u?int but got ("[0-9]+").*$`
	badValue   = `(?s)^(\S+): expected (?:a |an )?(?:valid \d+ bit )?(int|uint|float|duration) but got (".*?")(?:: .*| \(\w+\))?$`
	badBool    = `^(\S+): bool value must be true, 1, yes, false, 0 or no but got (".*")$`
)

// matched returns what a pattern and its groups match, nil for no match. Only a refused
// command line asks, so patterns are compiled there.
func matched(pattern, text string) []string {
	return regexp.MustCompile(pattern).FindStringSubmatch(text)
}

// usage says what is wrong with the command line, in the language of the catalog.
// A word that is not expected is named by the message unknown.
func usage(c *i18n.Catalog, unknown string, err error) string {
	text := err.Error()
	if m := matched(suggests, text); m != nil {
		said := usage(c, unknown, errors.New(m[1]))
		// A flag of one letter is as near to every other letter.
		near := slices.DeleteFunc(unquoted(m[2]), func(s string) bool { return len(s) == 2 && s[0] == '-' })
		if len(near) == 0 {
			return said
		}
		return c.T("cli.usage.suggest", i18n.Args{"text": said, "choices": c.List("list.or", near)})
	}
	if m := matched(unexpected, text); m != nil {
		return c.T(unknown, i18n.Args{"argument": shown(m[1])})
	}
	if m := matched(noSuchFlag, text); m != nil {
		return c.T("cli.usage.flag", i18n.Args{"flag": shown(m[1])})
	}
	if matched(noCommand, text) != nil {
		return c.T("cli.usage.missing", i18n.Args{"arguments": "<command>"})
	}
	if m := matched(missing, text); m != nil {
		return c.T("cli.usage.missing", i18n.Args{"arguments": strings.Join(unquoted(m[1]), ", ")})
	}
	if m := matched(noFlags, text); m != nil {
		return c.T("cli.usage.missing", i18n.Args{"arguments": m[1]})
	}
	if m := matched(badChoice, text); m != nil {
		// Where a flag may be left out, nothing is a choice too; it is not one to be typed.
		typed := slices.DeleteFunc(unquoted(m[2]), func(s string) bool { return s == "" })
		text := badValueText(c, "cli.usage.choice", m[1], m[3], i18n.Args{"choices": c.List("list.or", typed)})
		return suggest(c, text, strings.Join(unquoted(m[3]), ""), typed)
	}
	if m := matched(noValue, text); m != nil {
		return c.T("cli.usage.value", i18n.Args{"flag": m[1]})
	}
	if m := matched(flagTaken, text); m != nil {
		// Another flag, or a number below zero where none can be.
		if number := strings.Trim(m[3], `"`); len(number) > 1 && strings.ContainsAny(number[1:2], "0123456789") {
			if m[2] == "int" || m[2] == "uint" {
				return badValueText(c, "cli.usage.least", m[1], m[3], i18n.Args{"least": 0})
			}
			return c.T("cli.usage.negative", i18n.Args{"flag": m[1]})
		}
		return c.T("cli.usage.value", i18n.Args{"flag": m[1]})
	}
	if m := matched(badBool, text); m != nil {
		return badValueText(c, "cli.usage.choice", m[1], m[2], i18n.Args{"choices": c.List("list.or", []string{"true", "false"})})
	}
	if m := matched(tooLarge, text); m != nil {
		return badValueText(c, "cli.usage.range", m[1], m[2], i18n.Args{"least": 0, "most": int64(math.MaxInt64)})
	}
	if m := matched(badValue, text); m != nil {
		return badValueText(c, kinds[m[2]], m[1], m[3], i18n.Args{"least": 0})
	}
	return text
}

// kinds are the messages for a value that is not of the kind a flag takes.
var kinds = map[string]string{
	"int":      "cli.usage.whole",
	"uint":     "cli.usage.least",
	"float":    "cli.usage.number",
	"duration": "cli.usage.time",
}

// badValueText says that a flag does not take a value, which comes quoted.
func badValueText(c *i18n.Catalog, key, flag, quoted string, more i18n.Args) string {
	if key == "" {
		key = "cli.usage.value"
	}
	value := strings.Join(unquoted(quoted), "")
	return c.T(key, i18n.Args{"flag": flag, "value": shown(value), "example": "10s"}, more)
}

// unquoted returns the texts of a list of quoted ones.
func unquoted(list string) []string {
	var texts []string
	for list != "" {
		quoted, err := strconv.QuotedPrefix(list)
		if err != nil {
			return append(texts, list)
		}
		text, _ := strconv.Unquote(quoted)
		texts = append(texts, text)
		list = strings.TrimLeft(strings.TrimPrefix(list, quoted), ", ")
	}
	return texts
}

// parseError is the refusal of a command line that cannot be understood, with a
// hint where to look it up.
func parseError(c *i18n.Catalog, err error) error {
	hint := c.T("cli.usage.commands", i18n.Args{"command": "cairn --help"})
	unknown := "cli.usage.command"
	var p *kong.ParseError
	if errors.As(err, &p) && p.Context != nil && p.Context.Selected() != nil {
		if len(p.Context.Selected().Children) == 0 {
			unknown = "cli.usage.unexpected"
		}
		hint = c.T("cli.usage.arguments", i18n.Args{"command": p.Context.Selected().FullPath() + " --help"})
		if text := belowZero(c, p.Context, err); text != "" {
			return usageError(errors.New(text), hint)
		}
		if err := forgottenGame(p.Context, err); err != nil {
			return usageError(err, hint)
		}
	} else if old, now := renamedTo(err); now != "" {
		hint = c.T("cli.usage.arguments", i18n.Args{"command": now + " --help"})
		return usageError(errors.New(c.T("cli.usage.moved", i18n.Args{"old": "cairn " + old, "new": now})), hint)
	}
	return usageError(errors.New(usage(c, unknown, err)), hint)
}

// renamedTo returns the name that the parser does not know and what that command is called
// now, "" where it never was one.
func renamedTo(err error) (old, now string) {
	text := err.Error()
	if m := matched(suggests, text); m != nil {
		text = m[1]
	}
	if m := matched(unexpected, text); m != nil {
		old = m[1]
	}
	return old, newNames[old]
}

// belowZero says that a command's number cannot be negative, where that is what the
// parser took for a flag that it does not know; else it returns "".
func belowZero(c *i18n.Catalog, ctx *kong.Context, err error) string {
	if m := matched(noSuchFlag, err.Error()); m == nil || matched(negative, m[1]) == nil {
		return ""
	}
	number := slices.IndexFunc(ctx.Selected().Positional, func(v *kong.Positional) bool { return v.Target.Kind() == reflect.Int })
	typed := slices.IndexFunc(ctx.Args, func(arg string) bool { return matched(negative, arg) != nil })
	if number < 0 || typed < 0 {
		return ""
	}
	return c.T("cli.usage.least", i18n.Args{"flag": ctx.Selected().Positional[number].Summary(), "least": 0, "value": shown(ctx.Args[typed])})
}

// forgottenGame says that the first argument is no game, where an argument is missing
// and that may be the one; else it returns nil.
func forgottenGame(ctx *kong.Context, err error) error {
	if matched(missing, err.Error()) == nil {
		return nil
	}
	for _, step := range ctx.Path {
		if step.Positional != nil && step.Positional.Name == "game" {
			_, err := games.Lookup(strings.ToLower(ctx.Value(step).String()))
			return err
		}
	}
	return nil
}

// suggest adds to a text the names that a mistyped one was probably meant to be; the text
// alone where there is none.
func suggest(c *i18n.Catalog, text, typed string, names []string) string {
	near := say.Nearest(typed, names)
	if len(near) == 0 {
		return text
	}
	return c.T("cli.usage.suggest", i18n.Args{"text": text, "choices": c.List("list.or", near)})
}

// inRange refuses a number outside of the range of its tags: "least" and, where there is one,
// "most", a number or a name of bounds. A flag or an argument without them takes any.
func inRange(c *i18n.Catalog, name string, v *kong.Value) error {
	least, err := strconv.ParseInt(v.Tag.Get("least"), 10, 64)
	number := reflect.Indirect(v.Target)
	if err != nil || !number.IsValid() {
		return nil
	}
	value := int64(math.MaxInt64)
	if number.CanInt() {
		value = number.Int()
	} else if u := number.Uint(); u < math.MaxInt64 {
		value = int64(u)
	}
	key, args, most := "cli.usage.least", i18n.Args{"flag": name, "least": least, "value": value}, int64(math.MaxInt64)
	if text := v.Tag.Get("most"); text != "" {
		if most, err = strconv.ParseInt(text, 10, 64); err != nil {
			most = int64(bounds[text]())
		}
		key, args["most"] = "cli.usage.range", most
	} else if least == 0 {
		key = "cli.usage.negative"
	}
	if value >= least && value <= most {
		return nil
	}
	return usageError(errors.New(c.T(key, args)), "")
}

// bounds are what this machine, or a part of the program, allows.
var bounds = map[string]func() int{
	"hash": ugi.MaxHash, "threads": ugi.MaxThreads, "concurrency": func() int { return match.MaxConcurrency },
}

// flagConflict is the refusal of two arguments that contradict each other.
func flagConflict(c *i18n.Catalog, flag, other string) error {
	return usageError(errors.New(c.T("cli.usage.both", i18n.Args{"flag": flag, "other": other})), c.T("cli.usage.leave_one"))
}

// flagRequires is the refusal of an argument that means nothing without another.
func flagRequires(c *i18n.Catalog, flag, other string) error {
	return usageError(errors.New(c.T("cli.usage.needs", i18n.Args{"flag": flag, "other": other})), c.T("cli.usage.leave_out", i18n.Args{"argument": flag}))
}

// langArg returns the value of --lang, "" without one. It is read before the
// command line is parsed, because errors of parsing are reported in that language.
func langArg(args []string) string {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if value, ok := strings.CutPrefix(arg, "--lang="); ok {
			return value
		}
		if arg == "--lang" && i+1 < len(args) {
			return args[i+1]
		}
	}
	return ""
}
