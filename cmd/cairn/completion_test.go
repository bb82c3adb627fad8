package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// shell is how one shell is started and told what it needs for the test: its
// completions, and a command cairn that prints its arguments in brackets.
type shell struct {
	command []string
	setup   string
}

var shells = map[string]shell{
	"bash": {
		[]string{"bash", "--norc", "--noprofile", "-i"},
		"source <(command cairn completion bash)\ncairn() { printf '<%s>' \"$@\"; echo; }\n",
	},
	"zsh": {
		[]string{"zsh", "-f", "-i"},
		"autoload -Uz compinit\ncompinit -u -D\nsource <(command cairn completion zsh)\ncairn() { printf '<%s>' \"$@\"; echo; }\n",
	},
	"fish": {
		[]string{"fish", "--no-config", "-i"},
		"command cairn completion fish | source\nfunction cairn; printf '<%s>' $argv; echo; end\n",
	},
}

// TestCompletion types words that are cut off, with the Tab key after them, into
// real shells at a real terminal, and holds what the command then gets.
func TestCompletion(t *testing.T) {
	withoutRaceDetector(t)
	if runtime.GOOS == "windows" {
		t.Skip("none of these shells is there")
	}
	dir := t.TempDir()
	for _, name := range []string{"games.cairn", "other.sgf"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, sh := range shells {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Fatal("there is no " + name + " here; make need installs it")
			}
			script, err := exec.Command("cairn", "completion", name).Output()
			if err != nil {
				t.Fatal(err)
			}
			check := exec.Command(name, "-n")
			check.Stdin = bytes.NewReader(script)
			if out, err := check.CombinedOutput(); err != nil || len(out) > 0 {
				t.Fatalf("the script is not sound: %v\n%s", err, out)
			}

			cmd := exec.Command(sh.command[0], sh.command[1:]...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir, "TERM=xterm", "LC_ALL=C.UTF-8", "HISTFILE=")
			terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: 200})
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				terminal.Close()
				cmd.Process.Kill()
				cmd.Wait()
			}()
			screen := &buffer{more: make(chan struct{}, 1)}
			go func() {
				b := make([]byte, 4096)
				for {
					n, err := terminal.Read(b)
					screen.Write(b[:n])
					if err != nil {
						return
					}
				}
			}()
			typed := func(text, want string) {
				t.Helper()
				if _, err := terminal.WriteString(text); err != nil {
					t.Fatal(err)
				}
				screen.until(t, want)
			}
			typed(sh.setup+"echo set''up\n", "setup")
			for text, want := range map[string]string{
				"cairn pla\tdv\t--vs gre\t":                        "<play><dvonn><--vs><greedy>",
				"cairn pla\tdv\t--vs=gre\t":                        "<play><dvonn><--vs=greedy>",
				"cairn --lang p\tser\t--lo":                        "<--lang><pl><serve><--lo>",
				"cairn com\tfi\t":                                  "<completion><fish>",
				"cairn help sol\t":                                 "<help><solve>",
				"cairn help store bac\t":                           "<help><store><backup>",
				"cairn sto\tba\tga\t--dat\t":                       "<store><backup><games.cairn><--data>",
				"cairn admin ban x --f\t":                          "<admin><ban><x><--for>",
				"cairn lab lea\tga\trun --ne\t":                    "<lab><learn><gate><run><--net>",
				"cairn lab puz\tver\tlyngk6 --sa\t":                "<lab><puzzles><verify><lyngk6><--sample>",
				"cairn verify ga\tot\t":                            "<verify><games.cairn><other.sgf>",
				"cairn convert ga\t--to cod\t-o ot\t":              "<convert><games.cairn><--to><codecup><-o><other.sgf>",
				"cairn show lyngk6 start:7 --color nev\t":          "<show><lyngk6><start:7><--color><never>",
				"cairn match dv\tuc\tgree\t--openings ful\t--cp\t": "<match><dvonn><uct><greedy><--openings><full><--cpu>",
				"cairn analyze dv\tstart: --multi":                 "<analyze><dvonn><start:><--multi>",
			} {
				typed(text+"\r", want+"\r\n")
			}
		})
	}
}

// TestCompletionOffersAll holds that commands, flags and values of every kind are offered,
// with their help.
func TestCompletionOffersAll(t *testing.T) {
	withoutRaceDetector(t)
	for words, want := range map[string]string{
		" ana": "analyze\tSearch a position", " com": "completion\t", " lab lea": "learn\t", " help res": "restore\t",
		" analyze dvonn start: --mul": "--multipv\t", " lab perft --di": "--divide\t", " play -": "--version\t", " lab bench -": "-h\t",
		" moves lyngk-": "lyngk-captured\t", " convert x --to cod": "codecup\t", " match dvonn gre": "greedy\t", " play --vs=level1": "--vs=level10\t",
		" play --board al": "always\t", " verify a ": filesToo, " match dvonn a b --openings ": "full\t\n" + filesToo,
	} {
		if got := output(t, append([]string{completeCommand}, strings.Split(words, " ")[1:]...)...); !strings.Contains(got, want) {
			t.Errorf("%s is offered %q, not %q", words, got, want)
		}
	}
	for _, words := range []string{" analyze", " show lyngk6 start :", " show lyngk6 start : 7", " moves dvonn start: x", " play dvonn dv"} {
		if got := output(t, append([]string{completeCommand}, strings.Split(words, " ")[1:]...)...); strings.Count(got, "\n") > 1 || strings.Contains(got, "dvonn") {
			t.Errorf("%s is offered %q", words, got)
		}
	}
}
