package main

import (
	"bytes"
	"flag"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// output runs the program and returns what it prints.
func output(t *testing.T, args ...string) string {
	t.Helper()
	var out, errw bytes.Buffer
	if code := run(args, strings.NewReader(""), &out, &errw); code != exitOK {
		t.Fatalf("cairn %s: exit code %d\n%s", strings.Join(args, " "), code, &errw)
	}
	return out.String()
}

// joined takes line breaks out of a text.
func joined(text string) string { return strings.Join(strings.Fields(text), " ") }

// withSteps returns commands, each followed by its steps.
func withSteps(commands []*kong.Node) []*kong.Node {
	var list []*kong.Node
	for _, n := range commands {
		list = append(append(list, n), withSteps(n.Children)...)
	}
	return list
}

// example is a command in a line that shows it: behind what it reads from, without what
// becomes of its output, and one inside it cut off.
var example = regexp.MustCompile(`^    (?:printf .* \| )?cairn ((?:'[^']*'|[^|>#$'])*)`)

// word is one of a command line, where quotes keep spaces.
var word = regexp.MustCompile(`(?:'[^']*'|[^\s'])+`)

// examples holds that the help of a command has an example of it, or of one below it, and
// that the parser takes each.
func examples(t *testing.T, n *kong.Node, help string) {
	t.Helper()
	found := false
	for line := range strings.Lines(help) {
		typed := example.FindStringSubmatch(line)
		if typed == nil {
			continue
		}
		words := word.FindAllString(typed[1], -1)
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "'", "")
		}
		found = found || strings.HasPrefix(strings.Join(words, " ")+" ", strings.TrimPrefix(n.FullPath(), "cairn ")+" ")
		parser, err := newParser(&streams{err: io.Discard}, commands)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(words); err != nil && !strings.Contains(line, "$(") {
			t.Errorf("the example cairn %s is wrong: %v", strings.Join(words, " "), err)
		}
	}
	if !found {
		t.Errorf("the help of %s has no example", n.FullPath())
	}
}

// helpFile holds the help of every command, so that a change of one shows.
const helpFile = "testdata/help.txt"

var updateHelp = flag.Bool("update-help", false, "write "+helpFile+" again")

// TestHelpOfAll holds that the help of every command names each flag with its
// default, and that "cairn help X" and the manual page say the same.
func TestHelpOfAll(t *testing.T) {
	withoutRaceDetector(t)
	t.Setenv("COLUMNS", "80")
	parser, err := newParser(&streams{err: io.Discard}, commands)
	if err != nil {
		t.Fatal(err)
	}
	manual := output(t, "man")
	texts := "cairn --help\n\n" + output(t, "--help")
	for _, n := range withSteps(parser.Model.Children) {
		name := strings.TrimPrefix(n.FullPath(), "cairn ")
		words := strings.Fields(name)
		help := output(t, append(slices.Clone(words), "--help")...)
		texts += "\n\ncairn " + name + " --help\n\n" + help
		if got := output(t, append([]string{"help"}, words...)...); got != help {
			t.Errorf("cairn help %s says\n%s\ninstead of\n%s", name, got, help)
		}
		examples(t, n, help)
		help = joined(help)
		values := []*kong.Value{}
		flags := slices.DeleteFunc(slices.Clone(n.Flags), func(f *kong.Flag) bool { return f.Hidden })
		for _, f := range flags {
			values = append(values, f.Value)
		}
		for _, v := range append(values, n.Positional...) {
			if !strings.Contains(help, v.Name) || !strings.Contains(help, joined(helpWithDefault(v))) {
				t.Errorf("cairn %s --help is silent on %s", name, v.Name)
			}
			if v.HasDefault && v.Default != "" && !v.IsBool() && !strings.Contains(help, "(default "+v.Default+")") {
				t.Errorf("cairn %s --help does not tell the default of %s, %s", name, v.Name, v.Default)
			}
		}
		if !strings.Contains(manual, "\n.SS \"cairn "+escapeRoff(name)+"\"\n") {
			t.Errorf("the manual page lacks %s", name)
		}
		for _, f := range flags {
			if !strings.Contains(manual, escapeRoff("--"+f.Name)) {
				t.Errorf("the manual page lacks --%s of %s", f.Name, name)
			}
			if other := f.Tag.Get("needs"); other != "" && !slices.ContainsFunc(flags, func(f *kong.Flag) bool { return f.Name == other }) {
				t.Errorf("cairn %s: --%s needs --%s, which is not there", name, f.Name, other)
			}
		}
	}
	if *updateHelp {
		if err := os.WriteFile(helpFile, []byte(texts), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(helpFile); err != nil || string(want) != texts {
		t.Errorf("%v: a text has changed; go test ./cmd/cairn -run TestHelpOfAll -update-help writes %s", err, helpFile)
	}
	if got := output(t, "help"); got != output(t, "--help") {
		t.Errorf("cairn help says\n%s", got)
	}
	if got, want := output(t, "--version"), output(t, "version"); got != want || !strings.HasPrefix(got, "cairn ") {
		t.Errorf("--version says %q, version %q", got, want)
	}
	for words, want := range map[string]string{
		"nonsense": "unknown command nonsense\n", "play nonsense": "unexpected argument nonsense\n", "store nonsense": "unknown command nonsense\n",
		"paly": "unknown command paly; did you mean play or apply?\n", "lab puzzles verfy": "unknown command verfy; did you mean verify?\n",
		"perft": "“cairn perft” is now “cairn lab perft”\n",
	} {
		var out, errw bytes.Buffer
		args := append([]string{"--lang", "en", "help"}, strings.Fields(words)...)
		if code := run(args, strings.NewReader(""), &out, &errw); code != exitUsage || !strings.Contains(errw.String(), want) || out.Len() > 0 {
			t.Errorf("help %s: exit code %d\n%s%s", words, code, &out, &errw)
		}
	}
}

// TestManual has the manual page set by the real typesetter, without a warning.
func TestManual(t *testing.T) {
	if _, err := exec.LookPath("groff"); err != nil {
		t.Fatal("there is no groff here; make need installs it")
	}
	cmd := exec.Command("groff", "-man", "-ww", "-Tutf8", "-P-cbou")
	cmd.Stdin = strings.NewReader(output(t, "man"))
	var warnings bytes.Buffer
	cmd.Stderr = &warnings
	page, err := cmd.Output()
	if err != nil || warnings.Len() > 0 {
		t.Errorf("groff: %v\n%s", err, &warnings)
	}
	for _, want := range []string{
		"\nNAME\n       cairn - rules, records", `printf 'E3\nundo\nquit\n' | cairn play dvonn --plain`, "--multipv=N", "\nEXIT STATUS\n", "~/.local/state",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if t.Failed() {
		t.Logf("%s", page)
	}
}
