package tui

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// command is something that can be done on a game screen. The tables of commands are where
// keys, typed words, menu, help and the line of keys come from. Of several rows with the
// same key or word the first one that does something counts; the others are other texts
// for it.
type command struct {
	keys  string // by which it is done, with blanks between
	words string // that are typed for it, likewise
	menu  string // its text in the menu; "" for a command that is not listed there
	foot  string // its text in the last line
	help  string // its text in the help, beside label
	label string // "" for the first key

	of   func(game.Position) bool // which games have it; nil for all
	when func(*gameScreen) bool   // whether the menu offers it now; nil for always
	now  func(*gameScreen) bool   // whether the last line does; nil is when
	do   doing
}

// doing does a command. By is the key or word that asked for it, rest what was typed behind
// the word.
type doing func(gs *gameScreen, by, rest string) tea.Cmd

// pressMsg is a click that means what a key means.
type pressMsg string

// goToMsg is a click on a move: it shows the position after that many plies.
type goToMsg int

// run is for commands that need no more.
func run(f func(*gameScreen) tea.Cmd) doing {
	return func(gs *gameScreen, _, _ string) tea.Cmd { return f(gs) }
}

// act is for commands that only change what is shown.
func act(f func(*gameScreen)) doing {
	return func(gs *gameScreen, _, _ string) tea.Cmd {
		f(gs)
		return nil
	}
}

// in is a command of one mode.
func in[M mode](f func(M) tea.Cmd) func(*gameScreen) tea.Cmd {
	return func(gs *gameScreen) tea.Cmd { return f(gs.mode.(M)) }
}

// is is a condition that one mode knows.
func is[M mode](f func(M) bool) func(*gameScreen) bool {
	return func(gs *gameScreen) bool { return f(gs.mode.(M)) }
}

func claims(p game.Position) bool {
	_, ok := p.(game.Claimer)
	return ok
}

func claimsNothing(p game.Position) bool { return !claims(p) }

func connects(p game.Position) bool {
	_, ok := p.(game.Connectivity)
	return ok
}

// moveCommands make a move. Rows that do nothing are for the help alone.
var moveCommands = sync.OnceValue(func() []command {
	return []command{
		{label: "← ↑ ↓ →", help: "tui.help.walk"},
		{label: "Shift", help: "tui.help.slant"},
		{
			keys: "enter space", label: "Enter", help: "tui.help.enter", foot: "ui.proceed", now: (*gameScreen).stopped,
			do: run(func(gs *gameScreen) tea.Cmd { return gs.tap(gs.focus) }),
		},
		{keys: "enter", foot: "ui.pass.now", now: choosing(func(c *choice) bool { return c.passes() })},
		{keys: "enter", foot: "tui.key.place", now: choosing(func(c *choice) bool { return c.placing() })},
		{keys: "enter", foot: "tui.key.land", now: choosing(func(c *choice) bool { return len(c.path) > 0 })},
		{keys: "enter", foot: "tui.key.take", now: choosing(func(c *choice) bool { return !c.passes() && !c.placing() && len(c.path) == 0 })},
		{keys: "tab", label: "Tab", help: "tui.help.tab", do: act(func(gs *gameScreen) { gs.jump(1) })},
		{keys: "shift+tab", do: act(func(gs *gameScreen) { gs.jump(-1) })},
		{
			keys: "esc", label: "Esc", help: "ui.keys.escape", foot: "ui.cancel", now: choosing(func(c *choice) bool { return len(c.path) > 0 }),
			do: run((*gameScreen).cancel),
		},
		{
			keys: "1 2 3 4 5 0", label: "1-5 0", help: "tui.help.claim", of: claims, foot: "tui.key.claim",
			now: choosing(func(c *choice) bool { return len(c.claims()) > 0 }),
			do: func(gs *gameScreen, by, _ string) tea.Cmd {
				n, _ := strconv.Atoi(by)
				gs.claim(n)
				return nil
			},
		},
		{label: "R,b1-b2", help: "tui.help.type_claim", of: claims},
		{label: "b4-b1-c3", help: "tui.help.type_route", of: claims},
		{label: "e3-f3", help: "tui.help.type", of: claimsNothing},
	}
})

// planCommands are those for the move, or for one that is prepared.
var planCommands = sync.OnceValue(func() []command {
	return []command{
		{keys: "esc", do: run(in(planning.escape))},
		{keys: "1 2 3 4 5 0", do: func(gs *gameScreen, by, _ string) tea.Cmd { return gs.mode.(planning).claimColor(by) }},
	}
})

// choosing is a condition of what is picked of a move, while the person is to move.
func choosing(f func(*choice) bool) func(*gameScreen) bool {
	return func(gs *gameScreen) bool { return gs.personToMove() && !gs.stopped() && f(&gs.choice) }
}

// stepCommands look at other positions of the game.
var stepCommands = sync.OnceValue(func() []command {
	return []command{
		{keys: "[ pgup", label: "[ ]  PgUp PgDn", help: "ui.keys.ply", do: run(func(gs *gameScreen) tea.Cmd { return gs.goTo(len(gs.steps) - 1) })},
		{
			keys: "] pgdown", foot: "tui.key.on", now: (*gameScreen).lookingBack,
			do: run(func(gs *gameScreen) tea.Cmd { return gs.goTo(len(gs.steps) + 1) }),
		},
		{keys: "home", label: "Home End", help: "ui.keys.ends", do: run(func(gs *gameScreen) tea.Cmd { return gs.goTo(0) })},
		{keys: "end", foot: "tui.key.end", now: (*gameScreen).lookingBack, do: run((*gameScreen).goToEnd)},
		{keys: "<", label: "< >", help: "tui.help.variation", do: run(func(gs *gameScreen) tea.Cmd { return gs.sibling(-1) })},
		{keys: ">", do: run(func(gs *gameScreen) tea.Cmd { return gs.sibling(1) })},
		{words: "goto go", do: func(gs *gameScreen, by, rest string) tea.Cmd {
			n, err := strconv.Atoi(rest)
			if err != nil || n < 0 {
				return gs.noCount(by, rest, 0)
			}
			return gs.goTo(n)
		}},
	}
})

// undoCommands take moves back and play them again.
func undoCommands(undo, redo func(*gameScreen) tea.Cmd) []command {
	return []command{
		{
			keys: "u", words: "undo u back", menu: "ui.back", foot: "ui.back", help: "tui.help.undo", label: "u y",
			when: func(gs *gameScreen) bool { return len(gs.steps) > 0 }, do: many(undo),
		},
		{
			keys: "y ctrl+y ctrl+r", words: "redo r", menu: "ui.redo",
			when: func(gs *gameScreen) bool { return len(gs.ahead) > 0 }, do: many(redo),
		},
	}
}

// engineCommands ask the engine.
var engineCommands = sync.OnceValue(func() []command {
	return []command{
		{
			keys: "t", words: "hint h", menu: "ui.hint", foot: "ui.hint", help: "tui.help.hint", label: "t .",
			when: (*gameScreen).personToMove, do: run((*gameScreen).hint),
		},
		{
			keys: "l", menu: "tui.menu.judge_off", foot: "tui.key.judge", help: "tui.help.judge",
			when: judging, now: always, do: run(func(gs *gameScreen) tea.Cmd { return gs.engine.toggle() }),
		},
		{keys: "l", menu: "tui.menu.judge_on", when: not(judging)},
		{keys: "+ =", label: "+ -", help: "tui.help.lines", do: run(func(gs *gameScreen) tea.Cmd { return gs.engine.moreLines(1) })},
		{keys: "-", do: run(func(gs *gameScreen) tea.Cmd { return gs.engine.moreLines(-1) })},
		{keys: ".", do: run((*gameScreen).best)},
	}
})

func judging(gs *gameScreen) bool { return gs.engine.on }

func always(*gameScreen) bool { return true }

func not(f func(*gameScreen) bool) func(*gameScreen) bool {
	return func(gs *gameScreen) bool { return !f(gs) }
}

// boardCommands change how the board is shown.
var boardCommands = sync.OnceValue(func() []command {
	return []command{
		{keys: "o", menu: "ui.hinges.long", help: "ui.hinges.long", of: connects, do: act(func(gs *gameScreen) { gs.hinges = !gs.hinges })},
		{keys: "v", menu: "ui.flip", help: "ui.flip", do: act(func(gs *gameScreen) { gs.turned = !gs.turned })},
		{keys: "z", menu: "ui.keys.zen", help: "ui.keys.zen", do: act(func(gs *gameScreen) { gs.zen = !gs.zen })},
	}
})

// motionCommands are the switch for moving pieces.
var motionCommands = sync.OnceValue(func() []command {
	return []command{
		{menu: "tui.menu.motion_off", when: motionOn, do: run((*gameScreen).switchMotion)},
		{menu: "tui.menu.motion_on", when: not(motionOn), do: run((*gameScreen).switchMotion)},
	}
})

func motionOn(gs *gameScreen) bool { return gs.Animate }

// textCommands say something about the position.
var textCommands = sync.OnceValue(func() []command {
	return []command{
		{words: "position pos", do: act(func(gs *gameScreen) {
			gs.clearMessages()
			gs.tell(plain, gs.pos().String())
		})},
		{words: "moves m", do: act(func(gs *gameScreen) {
			gs.clearMessages()
			gs.tell(plain, gs.t("cli.moves.title", i18n.Args{"n": len(gs.choice.options)}))
		})},
		{words: "lang", do: func(gs *gameScreen, _, rest string) tea.Cmd { return gs.setLanguage(rest) }},
	}
})

// The commands at the end of the menu.
var (
	saveCommand = command{
		keys: "s", words: "save s", menu: "ui.save", foot: "ui.save", help: "tui.help.save",
		do: func(gs *gameScreen, _, rest string) tea.Cmd {
			if rest == "" {
				return gs.push(newSaveDialog(gs))
			}
			return gs.save(rest, false)
		},
	}
	typeCommand = command{keys: ": /", label: ": /", help: "tui.help.command", do: act(func(gs *gameScreen) { gs.typed = &lineEditor{} })}
	menuCommand = command{
		keys: "m f10", words: "menu", foot: "ui.menu", help: "ui.menu",
		do: run(func(gs *gameScreen) tea.Cmd { return gs.push(gs.menu()) }),
	}
	helpCommand = command{
		keys: "? f1", words: "help ?", menu: "ui.help", foot: "ui.help",
		do: run(func(gs *gameScreen) tea.Cmd { return gs.push(newHelp(gs.app, gs.game())) }),
	}
	openCommand = command{words: "load open", menu: "tui.menu.open", do: func(gs *gameScreen, _, rest string) tea.Cmd {
		if rest == "" {
			return gs.leaving(func() tea.Cmd { return openFiles(gs.app) })
		}
		return gs.leaving(func() tea.Cmd { return loadFile(gs.app, rest) })
	}}
	startCommand = command{
		keys: "q", menu: "tui.menu.start", help: "tui.menu.start",
		do: run(func(gs *gameScreen) tea.Cmd { return gs.leaving(gs.home) }),
	}
	quitCommand = command{
		keys: "ctrl+c", words: "quit q exit", menu: "tui.menu.quit", help: "tui.help.quit", label: "Ctrl+C",
		do: run(func(gs *gameScreen) tea.Cmd { return gs.quit() }),
	}
)

// newCommand begins another game after a question.
func newCommand(another func(*gameScreen) tea.Cmd) command {
	return command{
		keys: "n", words: "new", menu: "ui.new", foot: "ui.new", help: "ui.new", now: (*gameScreen).over,
		do: run(func(gs *gameScreen) tea.Cmd {
			return gs.push(gs.confirm(gs.t("tui.sure.new"), func() tea.Cmd {
				return gs.leaving(func() tea.Cmd { return another(gs) })
			}))
		}),
	}
}

// endCommands are the end of the menu of a game of this computer.
func endCommands(another func(*gameScreen) tea.Cmd) []command {
	return []command{saveCommand, typeCommand, menuCommand, openCommand, newCommand(another), helpCommand, startCommand, quitCommand}
}

var (
	analyzeCommand = command{
		keys: "x", words: "analysis analyze", menu: "ui.result.analyze", foot: "ui.analysis", help: "tui.help.analysis",
		now: (*gameScreen).over, do: run(in((*homeMode).analyze)),
	}
	judgeAllCommand = command{keys: "w", menu: "ui.analysis.annotate", help: "ui.analysis.annotate", do: run(in((*analysisMode).judgeAll))}
)

// homeCommands are those of a game at home.
var homeCommands = sync.OnceValue(func() []command {
	return slices.Concat(planCommands(), moveCommands(), stepCommands(), engineCommands(),
		undoCommands(in((*homeMode).undo), in((*homeMode).redo)), boardCommands(), motionCommands(), []command{
			analyzeCommand,
			{words: "draw", menu: "ui.offer_draw", when: not((*gameScreen).over), do: run(in((*homeMode).offerDraw))},
			{words: "resign", menu: "ui.resign", when: not((*gameScreen).over), do: run(in((*homeMode).resign))},
			{words: "abort", menu: "tui.menu.abort", when: is((*homeMode).mayAbort), do: run(in((*homeMode).abort))},
			{words: "resume", menu: "ui.proceed", when: (*gameScreen).stopped, do: run(in(func(h *homeMode) tea.Cmd { return h.setPaused(false) }))},
			{words: "pause", menu: "ui.pause", when: is((*homeMode).clockRuns), do: run(in(func(h *homeMode) tea.Cmd { return h.setPaused(true) }))},
			{words: "level", do: func(gs *gameScreen, _, rest string) tea.Cmd { return gs.mode.(*homeMode).level(rest) }},
		}, textCommands(), endCommands(in((*homeMode).newGame)))
})

// analysisCommands are those of a game that is looked through.
var analysisCommands = sync.OnceValue(func() []command {
	return slices.Concat(moveCommands(), stepCommands(), engineCommands(),
		undoCommands(in((*analysisMode).undo), in((*analysisMode).redo)), boardCommands(), motionCommands(), []command{
			{
				keys: "x", words: "analysis analyze", menu: "ui.return", when: is(func(a *analysisMode) bool { return a.origin != nil }),
				do: run(in((*analysisMode).backToGame)),
			},
			judgeAllCommand,
			{keys: ";", do: run(in(func(a *analysisMode) tea.Cmd { return a.nextMistake(1) }))},
			{keys: ",", do: run(in(func(a *analysisMode) tea.Cmd { return a.nextMistake(-1) }))},
		}, textCommands(), endCommands(func(gs *gameScreen) tea.Cmd { return gs.home() }))
})

// puzzleCommands are those of a puzzle.
var puzzleCommands = sync.OnceValue(func() []command {
	return slices.Concat(moveCommands(), []command{
		{keys: "t", words: "hint h", menu: "ui.hint", foot: "ui.hint", when: unsolved, do: run(in((*puzzleMode).hint))},
		{keys: ".", words: "show", menu: "tui.train.show", foot: "tui.train.show", when: unsolved, do: run(in((*puzzleMode).showAnswer))},
		{
			keys: "n", words: "next skip new", menu: "tui.train.next", foot: "tui.train.next",
			when: is(func(p *puzzleMode) bool { return !p.task.Daily }), do: run(in((*puzzleMode).next)),
		},
	}, boardCommands(), textCommands(), []command{typeCommand, menuCommand, helpCommand, startCommand, quitCommand})
})

var unsolved = is(func(p *puzzleMode) bool { return !p.done() })

// claiming reports whether the game can be claimed now.
func claiming(t *tableMode) bool {
	n, ok := t.claimIn(t.Now())
	return ok && n == 0
}

// atTableCommands are those that only a game at a table of people has, or has otherwise.
var atTableCommands = sync.OnceValue(func() []command {
	return []command{
		{
			keys: "y ctrl+y ctrl+r", words: "accept yes", menu: "ui.accept", foot: "ui.accept", help: "tui.help.table.answer", label: "y n",
			when: is((*tableMode).answers), do: run(in(func(t *tableMode) tea.Cmd { return t.answerOffer(true) })),
		},
		{keys: "n", menu: "ui.decline", foot: "ui.decline", when: is((*tableMode).answers), do: run(in((*tableMode).declineOrNext))},
		{keys: "n", foot: "tui.key.next", now: is(func(t *tableMode) bool { return t.state.Over() && !t.answers() })},
		{words: "decline no", do: run(in(func(t *tableMode) tea.Cmd { return t.answerOffer(false) }))},
		{words: "withdraw", menu: "ui.table.withdraw", when: is((*tableMode).withdrawable), do: run(in((*tableMode).withdraw))},
		{keys: "w", menu: "ui.table.gone.win", foot: "ui.table.gone.win", help: "tui.help.table.win", when: is(claiming), do: run(in(func(t *tableMode) tea.Cmd {
			if _, away := t.claimIn(t.Now()); !away {
				return nil
			}
			return t.claimGame(false)
		}))},
		{words: "claim", do: func(gs *gameScreen, _, rest string) tea.Cmd {
			return gs.mode.(*tableMode).claimGame(strings.EqualFold(rest, "draw"))
		}},
		{menu: "ui.table.gone.draw", when: is(claiming), do: run(in(func(t *tableMode) tea.Cmd { return t.claimGame(true) }))},
		{
			keys: "u", words: "undo u back", menu: "tui.table.takeback", foot: "ui.back", help: "tui.help.table.takeback",
			when: is((*tableMode).mayTakeBack), now: is(func(t *tableMode) bool { return t.mayTakeBack() && len(t.steps) > 0 }),
			do: run(in((*tableMode).undo)),
		},
		{words: "draw", menu: "ui.offer_draw", when: is((*tableMode).playing), do: run(in((*tableMode).offerDraw))},
		{
			words: "more", menu: "ui.table.more_time", when: is(func(t *tableMode) bool { return t.playing() && t.traits().clocked }),
			do: func(gs *gameScreen, _, rest string) tea.Cmd { return gs.mode.(*tableMode).moreTime(rest) },
		},
		{
			words: "abort", menu: "ui.table.abort", when: is(func(t *tableMode) bool { return t.playing() && t.state.Ply() < t.state.Terms().Abort }),
			do: run(in(func(t *tableMode) tea.Cmd { return t.endIfSure("ui.table.sure.abort", play.Abort) })),
		},
		{
			words: "resign", menu: "ui.resign", when: is((*tableMode).playing),
			do: run(in(func(t *tableMode) tea.Cmd { return t.endIfSure("ui.sure.resign_you", play.Resign) })),
		},
		{menu: "ui.table.rematch.go", when: is(func(t *tableMode) bool { return t.agreed() && t.seated() }), do: run(in((*tableMode).nextGame))},
		{menu: "ui.table.rematch.watch", when: is(func(t *tableMode) bool { return t.agreed() && !t.seated() }), do: run(in((*tableMode).nextGame))},
		{words: "rematch", menu: "ui.rematch", when: is((*tableMode).rematchable), do: func(gs *gameScreen, _, rest string) tea.Cmd {
			return gs.mode.(*tableMode).rematch(strings.EqualFold(rest, "same"))
		}},
		{menu: "ui.duplicate", when: is((*tableMode).rematchable), do: run(in(func(t *tableMode) tea.Cmd { return t.rematch(true) }))},
		{
			keys: "x", words: "analysis analyze", menu: "ui.result.analyze", foot: "ui.analysis", when: is(func(t *tableMode) bool { return t.state.Over() }),
			do: run(in((*tableMode).analyze)),
		},
		{keys: "l + = - .", do: act(func(gs *gameScreen) { gs.mode.(*tableMode).silentEngine() })},
		{
			keys: "t", words: "say chat", menu: "ui.table.chat", foot: "ui.table.chat", help: "tui.help.table.chat",
			do: func(gs *gameScreen, _, rest string) tea.Cmd { return gs.mode.(*tableMode).chat(rest) },
		},
		{words: "mute", menu: "ui.table.mute", when: is(func(t *tableMode) bool { return t.opponent() != "" && !t.mutes(t.opponent()) }), do: muting(true)},
		{words: "unmute", menu: "tui.table.unmute", when: is(func(t *tableMode) bool { return t.opponent() != "" && t.mutes(t.opponent()) }), do: muting(false)},
	}
})

var lobbyCommand = command{keys: "q", words: "lobby", menu: "ui.lobby", foot: "ui.lobby", help: "tui.help.table.lobby", do: run(in((*tableMode).leaveTable))}

// tableCommands are those of a game at a table of people.
var tableCommands = sync.OnceValue(func() []command {
	return slices.Concat(planCommands(), atTableCommands(), moveCommands(), stepCommands(), boardCommands(), motionCommands(), textCommands(),
		[]command{saveCommand, typeCommand, menuCommand, helpCommand, lobbyCommand, quitCommand})
})
