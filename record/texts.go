//go:build !norecords

package record

import (
	"bytes"
	"fmt"
	"maps"

	"cairn.example/game"
)

// Texts are the English sentences of errors and warnings by their codes, with
// {name} for each argument: no capital, no full stop. A package has one table,
// so that all of its sentences can be translated.
type Texts map[string]string

// Error makes the error of a code at a place; the pairs of name and value fill
// its sentence.
func (t Texts) Error(place Place, code string, pairs ...string) *Error {
	return &Error{Place: place, Code: code, Text: t[code], Args: args(pairs)}
}

// Warning makes a warning as [Texts.Error] makes an error.
func (t Texts) Warning(place Place, code string, pairs ...string) Warning {
	return Warning(*t.Error(place, code, pairs...))
}

func args(pairs []string) map[string]string {
	if len(pairs) == 0 {
		return nil
	}
	m := make(map[string]string, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return m
}

// Messages returns the sentences of this package: each needs a translation
// wherever errors are translated.
func Messages() Texts { return maps.Clone(texts) }

var texts = Texts{
	// What a file is.
	"record.empty":    "the file is empty",
	"record.format":   "unknown format of records; known formats: {formats}",
	"record.gzip":     "the gzip data is damaged; the file must be copied or packed again",
	"record.gzip_cut": "the gzip data is cut short; the file must be copied or packed again",
	"record.tar":      "the tar archive is damaged or cut short; it must be copied or packed again",
	"record.vectors":  "the file holds test vectors, not records; cairn verify checks them",
	"record.binary":   "the file holds binary data; records are text, which may be gzipped or in a tar archive",
	"record.number":   "there is no game {n}; the last one is {last}",
	"record.long":     "the record is longer than {n} bytes",
	"record.charset":  "the text says that its charset is {charset}, but it was read as {as}",
	"record.encoding": "the text is not UTF-8 and was read as Latin-1",

	// What the rules say.
	"record.no_game":          "no game named; known games: {games}",
	"record.game":             "unknown game {game}; known games: {games}",
	"record.no_start":         "{game} has many start positions and the record has none; give one",
	"record.start":            "bad start position",
	"record.seed":             "the start position is not the one that the seed {seed} determines",
	"record.illegal":          "{move} is illegal",
	"record.kept":             "{move} is illegal, and only the moves before it are kept",
	"record.route":            "the route {route} does not lead where {move} goes",
	"record.result":           "there is no result {n}",
	"record.result_word":      "{game} has no result {word}; it is ignored",
	"record.result_wrong":     "the record says {said}, but by the rules the game ended {is}",
	"record.result_over":      "the record says that the game goes on, but by the rules it ended {is}",
	"record.mark":             "the end mark {mark} contradicts the tag Result ({result}); the tag counts",
	"record.termination":      "there is no termination {word}",
	"record.termination_word": "the termination {word} is not supported and is ignored",
	"record.unfinished":       "the record says that the game ended normally ({said}), but it goes on after the last move",
	"record.agreement":        "a game that ends by agreement is a draw, but the record says {said}",
	"record.aborted":          "an aborted game has no result, but the record says {said}",

	// Our own format.
	"record.tag_start":       "after the bracket comes the name of a tag, such as Game",
	"record.tag_value":       "the tag {name} has no value in quotes",
	"record.tag_end":         "the tag {name} does not end in ]",
	"record.tag_twice":       "the tag {name} is given twice; {value} is ignored",
	"record.tag_again":       "the tag {name} is given more than once; all its values are kept",
	"record.tag_name":        "{name} can't name a further tag; its value {value} is ignored",
	"record.command_name":    "{name} can't name a command; its argument {arg} is ignored",
	"record.command_value":   "{arg} is no value for {name}; it is kept but has no effect",
	"record.quote":           "the text in quotes does not end on its line",
	"record.escape":          "a backslash can't stand alone here; write two",
	"record.comment":         "the comment that begins here does not end",
	"record.character":       "{character} has no meaning here",
	"record.glyph":           "{text} is no glyph after a move",
	"record.glyph_number":    "a glyph number goes from $0 to $255 and follows a move",
	"record.variation":       "a variation has no move before it",
	"record.variation_empty": "an empty variation is ignored",
	"record.variation_end":   "the variation that begins here does not end",
	"record.paren":           "no variation is open that this ) could end",
	"record.depth":           "variations are nested more than {n} deep",
	"record.after_mark":      "the record goes on after its result mark {mark}",
	"record.no_mark":         "the moves end without a result mark; the record may be cut short",

	// JSON.
	"record.json_object":    "not a JSON object: a game is one object",
	"record.json_character": "not a JSON object: character {n} of the line, {character}, does not belong there",
	"record.json_end":       "not a JSON object: it does not end",
	"record.json_after":     "not a JSON object: {text} stands after its end",
	"record.json_field":     "the field {name} is missing",
	"record.json_list":      "{name} is not a list of texts",
	"record.json_text":      "{name} is not a text",
	"record.json_tags":      "{name} is not an object",
	"record.json_twice":     "the field {name} is given twice; {value} is ignored",
	"record.json_unknown":   "the field {name} is not supported; {value} is ignored",
	"record.json_tag":       "the tag {name} is not a text; {value} is read as text",
	"record.json_times":     "times is ignored: it is not a list with one whole number of milliseconds for each move",
	"record.json_notes":     "notes are ignored, since they are not a list of what is said before the first move and after each",
	"record.json_surrogate": "{name} contains half a character; it is replaced by �",

	// What a format does not support.
	"record.unsupported_comment":    "{format} does not support comments",
	"record.unsupported_command":    "{format} does not support times, evaluations or other commands",
	"record.unsupported_glyph":      "{format} does not support glyphs",
	"record.unsupported_taken_back": "{format} does not support moves that were taken back before the first one",
	"record.unsupported_variation":  "{format} does not support variations",
	"record.unsupported_tag":        "{format} does not support the tag {name} ({value})",
}

// The errors below are those that readers of several formats share.

// ErrFormat returns the error of a file that looks like none of the formats.
func ErrFormat(place Place, formats string) *Error {
	return texts.Error(place, "record.format", "formats", formats)
}

// ErrVectors returns the error of a file of test vectors where records are wanted.
func ErrVectors(place Place) *Error { return texts.Error(place, "record.vectors") }

// ErrText returns the error of a file that begins with head, which is of no
// known format, where the file holds no text that could be read; else nil.
func ErrText(place Place, head []byte) error {
	switch {
	case len(bytes.TrimSpace(bytes.TrimPrefix(head, byteOrderMark))) == 0:
		return texts.Error(place, "record.empty")
	case bytes.IndexByte(head, 0) >= 0:
		return texts.Error(place, "record.binary")
	}
	return nil
}

// ErrLong returns the error of a record that is longer than the options allow.
func ErrLong(place Place, opt Options) *Error {
	return texts.Error(place, "record.long", "n", fmt.Sprint(opt.MaxBytes()))
}

// WarnCommand returns the warning about a command that is not [Command.Readable].
func WarnCommand(place Place, c Command) Warning {
	return texts.Warning(place, "record.command_value", "name", c.Name, "arg", game.Quoted(words(c.Arg)))
}

// WarnEncoding returns the warning about a text that [Decode] took for Latin-1.
func WarnEncoding(place Place) Warning { return texts.Warning(place, "record.encoding") }
