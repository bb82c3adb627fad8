// Package i18n holds every text people read, in the languages of
// languages.json. The catalog is JSON (catalog/en.json and its siblings), one
// flat object a language, and the browser application reads the very same files.
//
// # Vocabulary
//
// A message is a text, or an object of texts by plural category ("one", "few",
// "many", "other"), chosen by the argument n. A placeholder {name} is replaced
// by the argument of that name; numbers are written as the language writes
// them, everything else stays as it is. A placeholder with a form,
// {color:adj}, names a color: the argument is the English name ("red") and the
// text comes from the message color.red.adj. The forms are
//
//	name   the color as a noun in running text
//	label  the same as a label of its own, on a button
//	claim  what follows the verb "claim"
//	layer  in a list of the layers of a stack
//	noun   with the word for piece (DVONN)
//	piece  in front of or behind "piece", indefinite, as a subject
//	adj    with "piece" after a definite article, as an object
//	side   the player of this color (DVONN)
//
// Messages of errors about rules, records and matches are keyed by the code of the error.
// The beginning of any other key says where its text is shown: ui. on the page, a11y. by screen
// readers on the page, say. by screen readers everywhere, cli. in line play and other commands, tui. on the full
// screen, draw. beside drawn boards, term. in the glossary. docs/translating.md tells translators the rest.
//
// # Example
//
//	c := i18n.New("pl")
//	fmt.Println(c.T("say.targets", i18n.Args{"n": 4})) // 4 cele
//
// # What it refuses
//
// It decides nothing about games and knows no rules, colors or codes beyond
// their names as texts. It keeps no state and reads no environment by itself.
// A missing message or argument is never hidden: the English text is shown and
// the function given to [Catalog.Report] is called, and the tests of this
// package fail on any key that is missing, unused, empty or inconsistent.
package i18n
