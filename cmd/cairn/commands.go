package main

import "slices"

// command is a subcommand, in a file of its own.
type command struct {
	name, help string
	new        func() any // what the parser fills; its method Run is the command
}

// commands are all of them, in the order in which they are listed.
var commands = []command{
	{"play", "Play a game in the terminal.", func() any { return new(playCmd) }},
	{"show", "Draw a position as text, or as an SVG or PNG picture.", func() any { return new(showCmd) }},
	{"moves", "List the legal moves of a position.", func() any { return new(movesCmd) }},
	{"apply", "Play moves and print the position they lead to.", func() any { return new(applyCmd) }},
	{"result", "Say whether a game is over, and who has won.", func() any { return new(resultCmd) }},
	{"why", "Explain why a move is illegal.", func() any { return new(whyCmd) }},
	{"perft", "Count the turn sequences of a given length.", func() any { return new(perftCmd) }},
	{"setup", "Print the start position of a seed.", func() any { return new(setupCmd) }},
	{"random", "Print random games as JSON lines, with all legal turns.", func() any { return new(randomCmd) }},
	{"verify", "Check test vectors and game records against the rules.", func() any { return new(verifyCmd) }},
	{"verify-setup", "Check that nobody chose the layout of a game at a table.", func() any { return new(verifySetupCmd) }},
	{"convert", "Convert game records between formats.", func() any { return new(convertCmd) }},
	{"games", "Ask many games at once: which, with what results, through which positions.", func() any { return new(gamesCmd) }},
	{"analyze", "Search a position for the best moves.", func() any { return new(analyzeCmd) }},
	{"solve", "Prove the result of a position.", func() any { return new(solveCmd) }},
	{"annotate", "Judge every move of recorded games.", func() any { return new(annotateCmd) }},
	{"bench", "Search fixed positions; print a signature and the speed.", func() any { return new(benchCmd) }},
	{"train", "Solve puzzles in the terminal.", func() any { return new(trainCmd) }},
	{"puzzles", "Find, verify and pack puzzles.", func() any { return new(puzzlesCmd) }},
	{"match", "Play a match of two engines.", func() any { return new(matchCmd) }},
	{"learn", "Train nets that estimate positions, by self-play.", func() any { return new(learnCmd) }},
	{"ugi", "Offer the engine to other programs in a text protocol.", func() any { return new(ugiCmd) }},
	{"codecup", "Play DVONN in the protocol of the CodeCup 2011.", func() any { return new(codecupCmd) }},
	{"serve", "Serve the page for browsers.", func() any { return new(serveCmd) }},
	{"store", "Back up, restore, check or export the tables of a server.", func() any { return new(storeCmd) }},
	{"admin", "Look after the people at the tables of a server.", func() any { return new(adminCmd) }},
	{"version", "Print the version of this program.", func() any { return new(versionCmd) }},

	{"help", "Show what a command does.", func() any { return new(helpCmd) }},
	{"completion", "Print a script that completes commands in a shell.", func() any { return new(completionCmd) }},
	{"licenses", "List the works that this program contains, and their licenses.", func() any { return new(licensesCmd) }},
	{"man", "Print the manual page.", func() any { return new(manCmd) }},
}

// commandsFor returns the commands that the parser needs to understand args: the one that
// these begin with, where one does. To read the fields of all of them would take longer
// than a short command does.
func commandsFor(args []string) []command {
	if len(args) == 1 && args[0] == "--version" {
		return nil
	}
	if len(args) == 0 || slices.Contains([]string{"help", "completion", "man"}, args[0]) {
		return commands // these tell of the others
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
	"loadtest": "go run ./cmd/cairn-chaos loadtest",
}
