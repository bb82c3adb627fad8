package i18n

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// families are the beginnings of keys that the program completes while it runs,
// with where the rest comes from.
var families = map[string]string{
	"boardspace.":         "the codes of errors in records of that site",
	"color.":              "{color:form} placeholders and the color names of the games",
	"count.":              "the keys of game.Count",
	"date.month.":         "the number of the month",
	"draw.":               "the keys of internal/show/draw, with draw. in front",
	"dvonn.":              "the codes of rule errors",
	"game.":               "game ids",
	"glossary.group.":     "the groups of the glossary page",
	"lesson.dvonn.":       "the lessons' data, which a test of the page holds against the catalog",
	"lesson.lyngk.":       "the lessons' data, which a test of the page holds against the catalog",
	"lesson.lyngk6.":      "the lessons' data, which a test of the page holds against the catalog",
	"learn.":              "the codes of errors in runs of training",
	"match.":              "the codes of errors in matches",
	"cli.match.reason.":   "the reasons why games of a match end",
	"level.":              "the numbers of the levels",
	"live.":               "the codes of refusals of a live connection",
	"lyngk.":              "the codes of rule errors",
	"cli.count.":          "the keys of game.Count",
	"cli.rules.":          "game ids",
	"account.":            "the codes of refusals about an account",
	"cli.serve.contest.":  "what the webhook tells of a contest",
	"contest.":            "the codes of refusals about a contest",
	"host.":               "the codes of refusals about what hosts do",
	"me.":                 "the codes of refusals about a person",
	"movelist.":           "the codes of errors in lists of moves",
	"reason.":             "the reasons that the think packages give",
	"notice.":             "the kinds of notices, which a test of the page holds against the catalog",
	"play.":               "the codes of refusals in a game",
	"push.":               "the codes of refusals about devices",
	"ui.notices.kind.":    "the kinds of notices that can be switched",
	"puzzle.theme.":       "the themes of puzzles",
	"record.":             "the codes of errors in records",
	"result.by.":          "the keys of game.Decision, and the ways in which games end",
	"rules.1.":            "the clauses of the rules page, which a test of the page holds against the catalog",
	"rules.2.":            "the clauses of the rules page, which a test of the page holds against the catalog",
	"rules.lyngk.":        "the chapter of its rules",
	"rules.dvonn.":        "the chapter of its rules",
	"say.piece.":          "the color names of DVONN",
	"setup.":              "the codes of what is wrong with the draw of a layout",
	"side.":               "the names that games give to sides",
	"table.":              "the codes of refusals at a table",
	"term.":               "what the terms of the glossary mean, which a test holds against it",
	"tui.format.":         "the names of the record formats",
	"ui.analysis.tab.":    "the tabs of the analysis",
	"ui.archive.against.": "how a game of the archive stands",
	"ui.archive.fault.":   "what is wrong with a file of games",
	"ui.archive.result.":  "the results to search for",
	"ui.archive.stopped.": "what was stopped, an import or an export",
	"ui.archive.time.":    "the times to search in",
	"ui.account.by.":      "what a device came in by",
	"ui.account.keep.":    "why one is asked to keep the name",
	"ui.account.name.":    "how a name stands that one types",
	"ui.archive.why.":     "the ways in which games end",
	"ui.archive.working.": "what is under way, an import or an export",
	"ui.contest.format.":  "how people meet in a contest",
	"ui.contest.i.":       "how a board ended for who says so",
	"ui.contest.screen.":  "what counts down on a big screen",
	"ui.contest.sheet.":   "what a round was for somebody",
	"ui.contest.tab.":     "the tabs of a contest",
	"ui.contest.tie.":     "what breaks ties",
	"ui.contest.you.":     "what a contest asks of its reader",
	"ui.count.":           "the keys of game.Count",
	"ui.counts.":          "the key of the first game.Count",
	"ui.keep.":            "why games cannot be kept",
	"ui.front.":           "the games and their kinds on the first page",
	"ui.lobby.tab.":       "the tabs of the lobby",
	"ui.menu.":            "the groups of what menus offer",
	"ui.table.side.":      "who begins at a table",
	"ui.pool.":            "the speeds of the pools of ratings",
	"ui.profile.":         "how games ended for a person",
	"ui.settings.board.":  "the boards",
	"ui.settings.pieces.": "the sets of pieces",
	"ui.start.preset.":    "the sets of choices that many people want",
	"ui.start.side.":      "who begins",
	"ui.theme.":           "the themes",
	"ui.unrated.":         "why a game does not count",
	"ui.run.over.":        "why a run against the clock ended",
	"ui.mistakes.":        "what became of a move tried where one was a mistake",
	"ui.training.board.":  "how the game on the board of a day ended",
	"ui.training.daily.":  "the puzzle and the board of a day",
	"ui.training.proved.": "what is proved of a puzzle",
	"ui.training.result.": "what a try was worth",
	"ui.training.task.":   "what a puzzle asks for",
}

// TestColonsAreOfTheLanguage finds texts that code joins with a colon. French has
// a space before it, so [Catalog.Labeled] does that.
func TestColonsAreOfTheLanguage(t *testing.T) {
	joined := regexp.MustCompile(`\+ ?": "`)
	for _, folder := range []string{"../../terminal/tui", "../say", "../../terminal/line", "../../terminal/line/online", "../../terminal/line/puzzles", "../report"} {
		sources, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(sources) == 0 {
			t.Fatal(folder, err)
		}
		for _, path := range sources {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(string(source), "\n") {
				// A file is named as compilers name it.
				if joined.MatchString(line) && !strings.Contains(line, "File") && !strings.HasSuffix(path, "_test.go") {
					t.Errorf("%s: %s", path, strings.TrimSpace(line))
				}
			}
		}
	}
}

// TestEveryMessageIsUsed looks for each key as a string in the program or the
// page. A message that neither uses must be removed.
func TestEveryMessageIsUsed(t *testing.T) {
	used := map[string]bool{}
	quoted := regexp.MustCompile("[\"'`]([a-z0-9]+\\.[A-Za-z0-9_.\\-]+)[\"'`]")
	files := 0
	for _, root := range []string{"../../../cmd", "../../../internal", "../../../players", "../../../web/src", "../../../web/scripts"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name := d.Name()
			if strings.HasSuffix(name, "_test.go") || filepath.Base(path) == "en.ts" {
				return nil
			}
			switch filepath.Ext(name) {
			case ".go", ".ts", ".svelte", ".js", ".mjs", ".html":
			default:
				return nil
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files++
			for _, m := range quoted.FindAllSubmatch(source, -1) {
				used[string(m[1])] = true
			}
			return nil
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if files < 10 {
		t.Fatalf("only %d files were looked at", files)
	}
	english := load(Fallback)
	isUsed := func(key string) bool {
		for family := range families {
			if strings.HasPrefix(key, family) {
				return true
			}
		}
		return used[key]
	}
	for _, key := range slices.Sorted(maps.Keys(english)) {
		if !isUsed(key) {
			t.Errorf("nothing uses %s: remove it from the catalogs or use it", key)
		}
	}
}
