package tui

import (
	tea "charm.land/bubbletea/v2"

	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// unsavedText says where the game could not be saved and why, "" where it is saved.
func (gs *gameScreen) unsavedText() string {
	if gs.unsaved == nil {
		return ""
	}
	return say.Unwritable(gs.Catalog, gs.SavedGames.dir, gs.unsaved)
}

// leaving does what leaves the game. Where it could not be saved it would be lost, so it is
// tried once more, and then one is asked.
func (gs *gameScreen) leaving(do func() tea.Cmd) tea.Cmd {
	if gs.unsaved != nil {
		gs.dirty = true
		if saved, id, number, r := gs.savedState(); r != nil {
			gs.unsaved = saved.Save(id, number, r)
		}
	}
	if gs.unsaved == nil {
		return do()
	}
	gs.sure = gs.confirm(gs.t("tui.sure.unsaved", i18n.Args{"reason": gs.unsavedText()}), do)
	return gs.push(gs.sure)
}

// quit ends the program; who says so again where the game would be lost is not asked again.
func (a *app) quit() tea.Cmd {
	gs := a.gameScreen()
	if gs == nil || gs.sure != nil && a.top() == screen(gs.sure) {
		return tea.Quit
	}
	return gs.leaving(func() tea.Cmd { return tea.Quit })
}
