package main

import "slices"

// command is a subcommand, in a file of its own.
type command struct {
	group, name, help string
	new               func() any // what the parser fills; its method Run is the command
	example           string     // where its own help has none
}

// commands are all of them, in the order in which they are listed.
var commands = []command{
	{"Play", "play", "Play a game in the terminal.", func() any { return new(playCmd) }, ""},
	{"Play", "train", "Solve puzzles in the terminal.", func() any { return new(trainCmd) }, ""},
	{"Play", "account", "Keep a name of your own at a server, sign in, and list your devices.", func() any { return new(accountCmd) }, ""},
	{"Study", "show", "Draw a position as text, or as an SVG or PNG picture.", func() any { return new(showCmd) }, ""},
	{"Study", "analyze", "Search a position for the best moves.", func() any { return new(analyzeCmd) }, ""},
	{"Study", "solve", "Prove the result of a position.", func() any { return new(solveCmd) }, ""},
	{"Study", "annotate", "Judge every move of recorded games.", func() any { return new(annotateCmd) }, ""},
	{"Records", "convert", "Convert game records between formats.", func() any { return new(convertCmd) }, ""},
	{"Records", "games", "Ask many games at once: which, with what results, through which positions.", func() any { return new(gamesCmd) }, ""},
	{"Records", "verify", "Check test vectors and game records against the rules.", func() any { return new(verifyCmd) }, ""},
	{"Engines", "match", "Play a match of two engines.", func() any { return new(matchCmd) }, ""},
	{"Engines", "ugi", "Offer the engine to other programs in a text protocol.", func() any { return new(ugiCmd) }, "cairn ugi --game dvonn --player level5"},
	{"Engines", "codecup", "Play DVONN in the protocol of the CodeCup 2011.", func() any { return new(codecupCmd) }, "cairn codecup --time 30"},
	{"Server", "serve", "Serve the page for browsers.", func() any { return new(serveCmd) }, ""},
	{"Server", "bot", "Let a program of yours play at a server.", func() any { return new(botCmd) }, ""},
	{"Server", "store", "Back up, restore, check or export the tables of a server.", func() any { return new(storeCmd) }, ""},
	{"Server", "admin", "Look after the people at the tables of a server.", func() any { return new(adminCmd) }, ""},
	{"Server", "verify-setup", "Check that nobody chose the layout of a game at a table.", func() any { return new(verifySetupCmd) }, "cairn verify-setup games.cairn"},
	{"For programmers", "setup", "Print the start position of a seed.", func() any { return new(setupCmd) }, "cairn setup lyngk --seed demo"},
	{"For programmers", "moves", "List the legal moves of a position.", func() any { return new(movesCmd) }, ""},
	{"For programmers", "apply", "Play moves and print the position they lead to.", func() any { return new(applyCmd) }, ""},
	{"For programmers", "result", "Say whether a game is over, and who has won.", func() any { return new(resultCmd) }, "cairn result dvonn full:demo"},
	{"For programmers", "why", "Explain why a move is illegal.", func() any { return new(whyCmd) }, ""},
	{"For programmers", "lab", "Measure and train the engine, make puzzles, count positions.", func() any { return new(labCmd) }, ""},
	{"This program", "help", "Show what a command does.", func() any { return new(helpCmd) }, "cairn help store backup"},
	{"This program", "man", "Print the manual page.", func() any { return new(manCmd) }, ""},
	{"This program", "completion", "Print a script that completes commands in a shell.", func() any { return new(completionCmd) }, ""},
	{"This program", "version", "Print the version of this program.", func() any { return new(versionCmd) }, "cairn version"},
	{"This program", "licenses", "List the works that this program contains, and their licenses.", func() any { return new(licensesCmd) }, ""},
}

// commandsFor returns the commands that the parser needs to understand args: the one that
// these begin with, where one does. To read the fields of all of them would take longer
// than a short command does.
func commandsFor(args []string) []command {
	if len(args) == 1 && args[0] == "--version" {
		return nil
	}
	if len(args) == 0 || slices.Contains([]string{"help", completeCommand, "man"}, args[0]) {
		return commands // these are about the others
	}
	for i, c := range commands {
		if c.name == args[0] {
			return commands[i : i+1]
		}
	}
	return commands
}

// newNames are the commands that had another name once, and what they are called now.
var newNames = map[string]string{
	"bench":    "cairn lab bench",
	"learn":    "cairn lab learn",
	"loadtest": "go run ./cmd/cairn-chaos loadtest",
	"perft":    "cairn lab perft",
	"puzzles":  "cairn lab puzzles",
	"random":   "cairn lab random",
}
