package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"cairn.example/games"
	"cairn.example/players"
	"cairn.example/record/formats"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

func (completionCmd) Help() string {
	return `This prints a script that completes commands, flags, games, players and formats with
the Tab key, by asking this program. To install it for every new shell:

  cairn completion bash > ~/.local/share/bash-completion/completions/cairn
  cairn completion zsh > ~/.zfunc/_cairn    # with fpath+=(~/.zfunc) before compinit
  cairn completion fish > ~/.config/fish/completions/cairn.fish`
}

func (c *completionCmd) Run(s *streams) error {
	fmt.Fprint(s.out, completionScripts[c.Shell])
	return nil
}

// completeCommand is the word after which a script hands over the words of the line, up to
// the one at the cursor. The answer is a candidate a line, its help after a tab, and
// filesToo where files are candidates too.
const (
	completeCommand = "__complete"
	filesToo        = ":files"
)

var completionScripts = map[string]string{
	"bash": `# Completion for bash, made by "cairn completion bash".

_cairn() {
  local cur=${COMP_WORDS[COMP_CWORD]} word IFS=$'\n'
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    if [[ $word == ':files' ]]; then
      compopt -o filenames 2>/dev/null
      if [[ $cur == '=' ]]; then cur=; fi
      COMPREPLY+=($(compgen -f -- "$cur"))
    else
      COMPREPLY+=("$word")
    fi
  done < <(command "${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}")
}

complete -F _cairn cairn
`,
	"zsh": `#compdef cairn
# Completion for zsh, made by "cairn completion zsh".

_cairn() {
  local word help files
  local -a found
  while IFS=$'\t' read -r word help; do
    if [[ $word == ':files' ]]; then files=1; else found+=("${word//:/\\:}:$help"); fi
  done < <(command $words[1] __complete "${(@)words[2,CURRENT]}")
  (( $#found )) && _describe -t words word found
  if [[ $files ]]; then
    compset -P '--*='
    _files
  fi
}

if [[ ${funcstack[1]} == _cairn ]]; then
  _cairn "$@"
else
  compdef _cairn cairn
fi
`,
	"fish": `# Completion for fish, made by "cairn completion fish".

function __cairn_complete
    set -l token (commandline -ct)
    for line in (command cairn __complete (commandline -opc)[2..-1] "$token")
        if test $line = :files
            set -l flag (string match -r '^--[^=]*=' -- "$token")
            for path in (__fish_complete_path (string replace -r '^--[^=]*=' '' -- "$token"))
                echo "$flag$path"
            end
        else
            echo $line
        end
    end
end

complete -c cairn -f -a '(__cairn_complete)'
`,
}

// candidates writes what the last of the words can become.
func candidates(w io.Writer, app *kong.Application, words []string) {
	cur := words[len(words)-1]
	node, args := app.Node, 0
	var valued *kong.Flag // the flag whose value comes next
	colon := false
	for _, word := range words[:len(words)-1] {
		// Bash parts words at "=" and ":", which are then words of their own.
		switch {
		case word == "=":
		case word == ":":
			colon = true
		case colon:
			colon = false
		case valued != nil:
			valued = nil
		case strings.HasPrefix(word, "-") && word != "-":
			if f := flagNamed(node, word); f != nil && !f.IsBool() {
				valued = f
			}
		case args == 0 && stepNamed(node, word) != nil:
			node = stepNamed(node, word)
		default:
			args++
		}
	}
	if cur == ":" || colon {
		return
	}
	if cur == "=" {
		cur = ""
	}
	offer := func(word, help string) {
		if strings.HasPrefix(word, cur) {
			help, _, _ = strings.Cut(help, "\n")
			fmt.Fprintf(w, "%s\t%s\n", word, help)
		}
	}
	values := func(v *kong.Value, lead string) {
		list, files := choices(app, v)
		for _, value := range list {
			offer(lead+value, "")
		}
		if files {
			fmt.Fprintln(w, filesToo)
		}
	}
	name, _, inWord := strings.Cut(cur, "=")
	switch f := flagNamed(node, name); {
	case valued != nil:
		values(valued.Value, "")
	case inWord && f != nil:
		values(f.Value, name+"=")
	case strings.HasPrefix(cur, "-"):
		for _, list := range node.AllFlags(true) {
			for _, f := range list {
				offer("--"+f.Name, helpWithDefault(f.Value))
				if f.Short != 0 {
					offer("-"+string(f.Short), helpWithDefault(f.Value))
				}
			}
		}
	case len(node.Children) > 0:
		for _, n := range node.Children {
			offer(n.Name, n.Help)
		}
	case len(node.Positional) > 0:
		p := node.Positional[min(args, len(node.Positional)-1)]
		if args < len(node.Positional) || p.IsCumulative() {
			values(p, "")
		}
	}
}

// stepNamed returns a step of a command, nil if there is none of that name.
func stepNamed(n *kong.Node, name string) *kong.Node {
	if i := slices.IndexFunc(n.Children, func(c *kong.Node) bool { return c.Name == name }); i >= 0 {
		return n.Children[i]
	}
	return nil
}

// flagNamed returns the flag of a command that a word with its dashes names, nil for none.
func flagNamed(n *kong.Node, word string) *kong.Flag {
	for _, list := range n.AllFlags(true) {
		for _, f := range list {
			if word == "--"+f.Name || f.Short != 0 && word == "-"+string(f.Short) {
				return f
			}
		}
	}
	return nil
}

// choices returns the values that a flag or an argument can have, and whether it can be a
// file.
func choices(app *kong.Application, v *kong.Value) (list []string, files bool) {
	if v.Enum != "" {
		return strings.Split(strings.TrimPrefix(v.Enum, ","), ","), false // an empty choice is that of leaving it out
	}
	if v.Flag != nil && v.Flag.PlaceHolder == "FILE" {
		return nil, true
	}
	switch v.Name {
	case "lang":
		return languages(), false
	case "game":
		return games.IDs(), false
	case "from", "to":
		return formats.Names(), false
	case "player", "a", "b":
		return players.Names(), false
	case "vs":
		return append([]string{"human"}, players.Names()...), false
	case "openings":
		return []string{"start", "full"}, true
	case "in", "file":
		return nil, true
	case "command":
		return names(app.Node), false
	}
	return nil, false
}

// names returns the names of all commands below n.
func names(n *kong.Node) (list []string) {
	for _, c := range n.Children {
		for _, name := range append([]string{c.Name}, names(c)...) {
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return list
}
