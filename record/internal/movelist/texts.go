package movelist

import (
	"maps"

	"cairn.example/record"
)

// Messages returns the sentences of the errors and warnings of this package by
// their codes: each needs a translation wherever errors are translated.
func Messages() record.Texts { return maps.Clone(texts) }

var texts = record.Texts{
	"movelist.game":   "{format} has no game {game}, it has {games}",
	"movelist.write":  "{format} has no game {game}, it has {games}; the format cairn (.cairn) holds every game",
	"movelist.move":   "{word} is no move",
	"movelist.word":   "the word {word} says nothing about the game and is ignored",
	"movelist.remark": "remarks after the last game are ignored",
}
