package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

func (completionCmd) Help() string {
	return `This prints a script that completes commands, flags, games, players and formats with
the Tab key. To install it for every new shell:

  cairn completion bash > ~/.local/share/bash-completion/completions/cairn
  cairn completion zsh > ~/.zfunc/_cairn    # with fpath+=(~/.zfunc) before compinit
  cairn completion fish > ~/.config/fish/completions/cairn.fish`
}

func (c *completionCmd) Run(s *streams, ctx *kong.Context) error {
	script := map[string]func(grammar) string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}[c.Shell]
	fmt.Fprint(s.out, script(newGrammar(ctx.Model)))
	return nil
}

// words returns what a flag is called, with its dashes.
func (f flagInfo) words() []string {
	list := []string{"--" + f.long}
	if f.short != 0 {
		list = append(list, "-"+string(f.short))
	}
	return list
}

// bashCompletion returns a script for bash. Nothing but bash is needed for it.
func bashCompletion(g grammar) string {
	var b strings.Builder
	// An action is what completes a value.
	action := func(c choices) string {
		var todo []string
		if len(c.values) > 0 {
			todo = append(todo, "list '"+strings.Join(c.values, " ")+"'")
		}
		if c.files {
			todo = append(todo, "files")
		}
		if len(todo) == 0 {
			return ":"
		}
		for i := range todo {
			todo[i] = "_cairn_" + todo[i]
		}
		return strings.Join(todo, "; ")
	}
	flags := func(list []flagInfo) string {
		var words []string
		for _, f := range list {
			words = append(words, f.words()...)
		}
		return strings.Join(words, " ")
	}
	patterns := func(command string, f flagInfo) string {
		var list []string
		for _, w := range f.words() {
			list = append(list, fmt.Sprintf("'%s %s'", command, w))
		}
		return strings.Join(list, "|")
	}
	type one struct {
		command string
		flagInfo
	}
	var valued []one // flags with a value
	for _, c := range g.all() {
		for _, f := range append(slices.Clone(g.flags), c.flags...) {
			if f.value != "" {
				valued = append(valued, one{c.name, f})
			}
		}
	}
	for _, f := range g.flags {
		if f.value != "" {
			valued = append(valued, one{"", f})
		}
	}

	b.WriteString(`# Completion for bash, made by "cairn completion bash".

_cairn_list() { # candidates from a list of words
  COMPREPLY+=($(compgen -W "$1" -- "$cur"))
}

_cairn_files() {
  local IFS=$'\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY+=($(compgen -f -- "$cur"))
}

_cairn_valued() { # whether a value follows a flag of a command
  case "$1 $2" in
`)
	for _, f := range valued {
		fmt.Fprintf(&b, "    %s) return 0 ;;\n", patterns(f.command, f.flagInfo))
	}
	b.WriteString(`  esac
  return 1
}

_cairn_step() { # whether it is a command with its step
  case "$1" in
`)
	for _, c := range g.commands {
		for _, step := range c.steps {
			fmt.Fprintf(&b, "    '%s') return 0 ;;\n", step.name)
		}
	}
	b.WriteString(`  esac
  return 1
}

_cairn() {
  local cur=${COMP_WORDS[COMP_CWORD]} command= flag= colon= word i n=0
  COMPREPLY=()
  # "=" and ":" are words of their own here, wherever they stand.
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $word == '=' ]]; then
      continue
    elif [[ $word == ':' ]]; then
      colon=1
    elif [[ $colon ]]; then
      colon=
    elif [[ $flag ]]; then
      flag=
    elif [[ $word == -?* ]]; then
      if _cairn_valued "$command" "$word"; then flag=$word; fi
    elif [[ ! $command ]]; then
      command=$word
    elif [[ $n == 0 ]] && _cairn_step "$command $word"; then
      command="$command $word"
    else
      n=$((n + 1))
    fi
  done
  if [[ $cur == ':' || $colon ]]; then return; fi
  if [[ $cur == '=' ]]; then cur=; fi

  if [[ $flag ]]; then
    case "$command $flag" in
`)
	for _, f := range valued {
		fmt.Fprintf(&b, "      %s) %s ;;\n", patterns(f.command, f.flagInfo), action(f.choices))
	}
	b.WriteString("    esac\n    return\n  fi\n  if [[ $cur == -* ]]; then\n    case $command in\n")
	for _, c := range g.all() {
		fmt.Fprintf(&b, "      '%s') _cairn_list '%s' ;;\n", c.name, flags(append(slices.Clone(g.flags), c.flags...)))
	}
	fmt.Fprintf(&b, "      '') _cairn_list '%s' ;;\n", flags(g.flags))
	b.WriteString("    esac\n    return\n  fi\n  case \"$command $n\" in\n")
	fmt.Fprintf(&b, "    ' 0') _cairn_list '%s' ;;\n", strings.Join(steps(g.commands), " "))
	for _, c := range g.all() {
		if len(c.steps) > 0 {
			fmt.Fprintf(&b, "    '%s 0') _cairn_list '%s' ;;\n", c.name, strings.Join(steps(c.steps), " "))
		}
		for i, a := range c.args {
			if a.values == nil && !a.files {
				continue
			}
			place := fmt.Sprintf("'%s %d'", c.name, i)
			if a.repeated {
				place = fmt.Sprintf("'%s '*", c.name)
			}
			fmt.Fprintf(&b, "    %s) %s ;;\n", place, action(a.choices))
		}
	}
	b.WriteString("  esac\n}\n\ncomplete -F _cairn cairn\n")
	return b.String()
}

// zshCompletion returns a script for zsh, for a folder of fpath or to be sourced.
func zshCompletion(g grammar) string {
	var b strings.Builder
	quote := func(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
	escape := strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `:`, `\:`).Replace
	action := func(what string, c choices) string {
		var todo []string
		if len(c.values) > 0 {
			todo = append(todo, "("+strings.Join(c.values, " ")+")")
		}
		if c.files {
			todo = append(todo, "_files")
		}
		switch len(todo) {
		case 0:
			return ":" + escape(what) + ": "
		case 1:
			return ":" + escape(what) + ":" + todo[0]
		}
		return ":" + escape(what) + ":{compadd " + strings.Join(c.values, " ") + "; _files}"
	}
	flag := func(f flagInfo) string {
		text := "[" + escape(f.help) + "]"
		equals := ""
		if f.value != "" {
			text += action(f.value, f.choices)
			equals = "="
		}
		if f.short == 0 {
			return quote("--" + f.long + equals + text)
		}
		short := ""
		if f.value != "" {
			short = "+"
		}
		return fmt.Sprintf("'(-%c --%s)'{-%c%s,--%s%s}%s", f.short, f.long, f.short, short, f.long, equals, quote(text))
	}
	b.WriteString("#compdef cairn\n# Completion for zsh, made by \"cairn completion zsh\".\n\n_cairn() {\n  local curcontext=$curcontext state line\n  typeset -A opt_args\n  _arguments -C \\\n")
	for _, f := range g.flags {
		fmt.Fprintf(&b, "    %s \\\n", flag(f))
	}
	b.WriteString("    '1:command:->command' \\\n    '*::argument:->argument'\n  case $state in\n    command)\n      local -a commands\n      commands=(\n")
	for _, c := range g.commands {
		fmt.Fprintf(&b, "        %s\n", quote(c.name+":"+strings.ReplaceAll(c.help, ":", `\:`)))
	}
	b.WriteString("      )\n      _describe -t commands command commands\n      ;;\n    argument)\n      case $line[1] in\n")
	// arguments completes what follows a command, or a step of one.
	arguments := func(indent string, c commandInfo) {
		fmt.Fprintf(&b, "%s_arguments", indent)
		for _, f := range append(slices.Clone(g.flags), c.flags...) {
			fmt.Fprintf(&b, " \\\n%s  %s", indent, flag(f))
		}
		for i, a := range c.args {
			place := fmt.Sprint(i + 1)
			switch {
			case a.repeated:
				place = "*"
			case a.optional:
				place += ":"
			}
			fmt.Fprintf(&b, " \\\n%s  %s", indent, quote(place+action(a.name, a.choices)))
		}
		b.WriteString("\n")
	}
	for _, c := range g.commands {
		fmt.Fprintf(&b, "        %s)\n", c.name)
		if len(c.steps) == 0 {
			arguments("          ", c)
		} else {
			b.WriteString("          if (( CURRENT == 2 )); then\n            local -a steps\n            steps=(\n")
			for _, step := range c.steps {
				fmt.Fprintf(&b, "              %s\n", quote(step.step()+":"+strings.ReplaceAll(step.help, ":", `\:`)))
			}
			b.WriteString("            )\n            _describe -t steps step steps\n          else\n            shift words\n            (( CURRENT-- ))\n            case $words[1] in\n")
			for _, step := range c.steps {
				fmt.Fprintf(&b, "              %s)\n", step.step())
				arguments("                ", step)
				b.WriteString("                ;;\n")
			}
			b.WriteString("            esac\n          fi\n")
		}
		b.WriteString("          ;;\n")
	}
	b.WriteString("      esac\n      ;;\n  esac\n}\n\nif [[ ${funcstack[1]} == _cairn ]]; then\n  _cairn \"$@\"\nelse\n  compdef _cairn cairn\nfi\n")
	return b.String()
}

// fishCompletion returns a script for fish.
func fishCompletion(g grammar) string {
	var b strings.Builder
	quote := func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
	}
	values := func(c choices) string {
		text := ""
		if c.files {
			text += " -F"
		}
		if len(c.values) > 0 {
			text += " -a " + quote(strings.Join(c.values, " "))
		}
		return text
	}
	flag := func(condition string, f flagInfo) {
		fmt.Fprintf(&b, "complete -c cairn%s -l %s", condition, f.long)
		if f.short != 0 {
			fmt.Fprintf(&b, " -s %c", f.short)
		}
		if f.value != "" {
			b.WriteString(" -r")
			if !f.files {
				b.WriteString(" -f")
			}
		}
		fmt.Fprintf(&b, "%s -d %s\n", values(f.choices), quote(f.help))
	}
	var grouped, valued []string // commands with steps; flags with a value that may stand before a step
	early := slices.Clone(g.flags)
	for _, c := range g.commands {
		if len(c.steps) > 0 {
			grouped = append(grouped, c.name)
			early = append(early, c.flags...)
		}
	}
	for _, f := range early {
		if f.value != "" {
			valued = append(valued, f.words()...)
		}
	}
	slices.Sort(valued)
	valued = slices.Compact(valued)
	b.WriteString(`# Completion for fish, made by "cairn completion fish".

function __cairn_command --description 'print the command on the line with its step, fail without one'
    set -l words (commandline -opc)
    set -e words[1]
    set -l value no
    set -l command
    for word in $words
        if test $value = yes
            set value no
        else if contains -- $word ` + strings.Join(valued, " ") + `
            set value yes
        else if not string match -q -- '-*' $word
            if not set -q command[1]
                set command $word
                if not contains -- $word ` + strings.Join(grouped, " ") + `
                    break
                end
            else
                set command "$command $word"
                break
            end
        end
    end
    set -q command[1]; and echo $command
end

function __cairn_in --description 'whether the line has this command'
    test (__cairn_command; or echo -) = "$argv"
end

complete -c cairn -f
`)
	for _, f := range g.flags {
		flag("", f)
	}
	for _, c := range g.commands {
		fmt.Fprintf(&b, "complete -c cairn -n 'not __cairn_command' -a %s -d %s\n", c.name, quote(c.help))
	}
	for _, c := range g.all() {
		condition := fmt.Sprintf(" -n '__cairn_in %s'", c.name)
		for _, step := range c.steps {
			fmt.Fprintf(&b, "complete -c cairn%s -a %s -d %s\n", condition, step.step(), quote(step.help))
		}
		for _, f := range c.flags {
			flag(condition, f)
		}
		var all choices // fish does not count arguments
		for _, a := range c.args {
			for _, v := range a.values {
				if !slices.Contains(all.values, v) {
					all.values = append(all.values, v)
				}
			}
			all.files = all.files || a.files
		}
		if text := values(all); text != "" {
			fmt.Fprintf(&b, "complete -c cairn%s%s\n", condition, text)
		}
	}
	return b.String()
}
