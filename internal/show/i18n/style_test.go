package i18n

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// typed is what people type and programs read: it keeps its straight marks.
var typed = regexp.MustCompile(`\{\w+(:\w+)?\}|\b(1:0|0:1|0:0|RK:-)|\(;`)

var (
	spaced   = regexp.MustCompile(` [:;!?]`)
	unspaced = regexp.MustCompile(`[^\x{202f}][:;!?»]|«[^\x{202f}]`) // in French
)

// TestTypography holds every text against the marks of its language.
func TestTypography(t *testing.T) {
	const narrow = "\u202f"
	quotes := map[string]string{"de": "„“", "en": "“”", "es": "«»", "fr": "«»", "it": "«»", "nl": "‘’", "pl": "„”"}
	all := "„“”«»‘’"
	for _, l := range Languages() {
		for key, m := range load(l.Code) {
			for _, original := range m.texts() {
				text := typed.ReplaceAllString(original, "x")
				complain := func(why string) { t.Errorf("%s: %s: %s: %q", l.Code, key, why, original) }
				if strings.ContainsAny(text, `'"`) {
					complain("a straight quotation mark or apostrophe")
				}
				if strings.Contains(text, "...") || strings.Contains(text, "  ") || strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && r != '\u202f' && (unicode.IsSpace(r) || unicode.IsControl(r)) }) {
					complain("dots for …, or a doubled, wide or other space")
				}
				for _, mark := range all {
					if strings.ContainsRune(text, mark) && mark != '’' && !strings.ContainsRune(quotes[l.Code], mark) {
						complain("quotation marks of another language")
					}
				}
				if l.Code == "fr" {
					if unspaced.MatchString(text) || strings.HasPrefix(text, ":") {
						complain("no narrow no-break space at : ; ! ? « or »")
					}
				} else {
					if strings.Contains(text, narrow) || spaced.MatchString(text) {
						complain("a space before a mark")
					}
					if l.Code == "es" && strings.ContainsRune(text, '?') != strings.ContainsRune(text, '¿') || strings.ContainsRune(text, '!') != strings.ContainsRune(text, '¡') && l.Code == "es" {
						complain("an unpaired ¿ or ¡")
					}
				}
				if strings.ContainsRune(text, '…') && (strings.Contains(text, " …") != (l.Code == "de" || l.Code == "en" || l.Code == "nl")) {
					complain("the space before …")
				}
			}
		}
	}
}

// foreign are words that mean a thing of these games and are not its term in
// the language.
var foreign = map[string]string{
	"de": `Turm|Türme|Brett|Spielbrett|Kasten|Marker|beansprucht|Sie\b|Ihre?n?\b|Punktzahl|Startstellung|Startaufstellung|Anordnung|\bsteig(t|en)\b|Sechser|\b([Ss]chreib|[Nn]enn|[Ww]ähl)\b|keinen Zug (zurückzunehmen|wiederherzustellen)|von Punkt zu Punkt`,
	"en": `tower|pile|square|colour|disc|token|grey|cancelled`,
	"es": `\bpiezas?\b|casilla|torre\b|montón|montones|usted|adversario|contrincante|punto de color|\bsuben?\b|subir|vale[nr]? por|\brival|[Tt]ablas\b|[Jj]ugada\b|anfitri|[Aa]notación|suceso|[Dd]esconect|pilas? (nunca )?mueven?\b|posición inicial|líneas? alternativa|se sigue(n)? de l|\bvais\b|[Pp]asad |sentaos|las \{time\}`,
	"fr": `hauteur|\bcases?\b|\bpions?\b|\btours? de pièces|jeton|échiquier|\btu\b|\bton\b|opposant|\bmonte(nt|r)?\b|n’importe pas|l’hôte\b|[Cc]ôtés (tirés|échangés)|[Rr]ôles|\b([Ll]a|[Uu]ne|[Ll]es|[Dd]es|[Qq]uelle) (rouge|bleue|verte|noire|blanche)s?\b|\bcoup(e|es|ée|ées)\b|\bde \{player\}|[Cc]lassement|Visez avec|\b([Nn]omme|[Cc]hoisis une?|[Dd]ésignes)\b|Demander (la nulle|le gain)`,
	"it": `torre\b|torri\b|gettone|scacchiera|tabellone|pezzi\b|pezzo\b|avversari[oa]? nemic|Lei\b|mazz[oi]|\bsal(e|gono|ire)\b|\bst(a|are|anno) per\b|\b[Pp]att[ae]\b|la cima|una cima neutrale|5 colori|è nata|(pila|pile|jolly|pedina|pedine) (non )?muov(e|ono)\b|[Aa]nnulla(re|ta)? (questa |la )?partita|\b[Ss]ala\b|[Ll]ati scambiati|\bsegue da|che seguono da|[Ss]u \{spot\}|alle \{time\}|\b[Vv]ia \{|che alleni`,
	"nl": `toren|steen\b|stenen\b|vakje|speelveld|\bu\b|\buw\b|tegenstander|schijf|klim(men|t)|[Oo]nbeslist|kan (nog )?zetten|zette\b|\b(mag|mogen) overslaan|beginstelling|het verslag zegt|\bEnkele DVONN|[Cc]ommando|: maar één zet|\bsloeg over|vanaf een punt`,
	"pl": `wież[aęy]|pionk|żeton|szachownic|Pan\b|Pani\b|granitow(ego|e) pion[^ók]|rywal|wspina|punkty LYNGK|punktem\.|od punktu|na pierwszego piona|własnego piona|Znajdź piona|gospodarz|[Pp]ozycj[aęi] początkow|[Uu]stawienie początkowe|go porusza?[cć]|go poruszyć|poruszyć \{n\} stosów|[Zz]apomnij mnie|zapomni cię|Dobra gra|Twoje imię|, potem rusz|[a-z] Twoj|za zgodą$`,
}

// TestTerms finds words that stand where the rulebook has another one, and the
// wrong form of address.
func TestTerms(t *testing.T) {
	for _, l := range Languages() {
		wrong := regexp.MustCompile(foreign[l.Code])
		for key, m := range load(l.Code) {
			for _, text := range m.texts() {
				if found := wrong.FindString(text); found != "" {
					t.Errorf("%s: %s says %q: %q; see the glossary for the term", l.Code, key, found, text)
				}
			}
		}
	}
}

// TestEnglishTics finds what makes English read like a translation: words that
// have a plainer one, and long forms where people speak. What the libraries say
// of files is left to them.
func TestEnglishTics(t *testing.T) {
	tics := regexp.MustCompile(`(?i)\b(nobody|somebody|anybody|everybody|begins?|began|begun|mend(s|ed)?|anew|afresh|whoever)\b|\b(can|could|is|are|does|do|did|has|have|was|were) ?not\b|(is|are) no \{?[a-z]+\}?( of|;|$)`)
	libraries := regexp.MustCompile(`^(record|boardspace|movelist|match|learn)\.`)
	for key, m := range load(Fallback) {
		for _, text := range m.texts() {
			if tic := tics.FindString(text); tic != "" && !libraries.MatchString(key) {
				t.Errorf("%s says %q: %q", key, tic, text)
			}
		}
	}
}

// TestTermsAreUsed checks messages that are nothing but a term against the
// glossary.
func TestTermsAreUsed(t *testing.T) {
	catalogs := map[string]map[string]message{}
	for _, l := range Languages() {
		catalogs[l.Code] = load(l.Code)
	}
	terms := map[string]Term{}
	for _, term := range Glossary() {
		terms[term.Key] = term
	}
	for key, term := range map[string]string{
		"game.lyngk": "game.lyngk", "game.dvonn": "game.dvonn", "game.lyngk6": "game.lyngk6",
		"color.ivory.name": "color.ivory.name", "color.blue.name": "color.blue.name", "color.red.name": "color.red.name",
		"color.green.name": "color.green.name", "color.black.name": "color.black.name",
		"color.ivory.piece": "color.ivory.piece", "color.blue.piece": "color.blue.piece", "color.red.piece": "color.red.piece",
		"color.green.piece": "color.green.piece", "color.black.piece": "color.black.piece",
		"color.joker.name": "joker", "color.dvonn.noun": "dvonn.piece", "color.white.noun": "dvonn.white_piece", "color.black.noun": "dvonn.black_piece",
		"color.white.side": "dvonn.white", "color.black.side": "dvonn.black", "side.w": "dvonn.white", "side.b": "dvonn.black",
		"say.obstacle": "obstacle", "say.target": "ui.target", "draw.mark.target": "ui.target", "draw.mark.blocked": "dvonn.blocked",
		"ui.settings": "ui.settings", "ui.help": "ui.help", "ui.glossary": "ui.glossary", "ui.analysis": "ui.analysis", "ui.hint": "ui.hint",
		"ui.learn": "ui.learn", "ui.training": "ui.training", "ui.play": "ui.play", "ui.language": "ui.language", "ui.theme": "ui.theme",
		"ui.rematch": "ui.rematch", "ui.cancel": "ui.cancel", "ui.confirm": "ui.confirm", "ui.close": "ui.close", "ui.import": "ui.import",
		"ui.export": "ui.export", "ui.copy": "ui.copy", "ui.accept": "ui.accept", "ui.decline": "ui.decline",
		"ui.start.opponent": "player.opponent", "ui.start.level": "ui.level", "ui.start.clock": "ui.clock", "ui.start.layout": "start_position",
		"ui.editor.placing": "dvonn.placing_phase", "ui.editor.stacking": "dvonn.stacking_phase", "ui.editor.score": "score", "ui.editor.phase": "dvonn.phase",
		"ui.settings.sound": "ui.sound", "ui.settings.volume": "ui.volume", "ui.analysis.engine": "ui.engine",
		"result.by.stacks": "tie_break", "result.by.time": "ui.time_out",
	} {
		for _, l := range Languages() {
			text := strings.ToLower(strings.Join(catalogs[l.Code][key].texts(), " "))
			if !slices.ContainsFunc(terms[term].Forms[l.Code], func(form string) bool { return strings.Contains(text, strings.ToLower(form)) }) {
				t.Errorf("%s: %s is %q, the term is %q", l.Code, key, text, terms[term].Forms[l.Code])
			}
		}
	}
}

// texts returns all texts of the message.
func (m message) texts() []string {
	if m.plural == nil {
		return []string{m.text}
	}
	var out []string
	for _, category := range categories {
		if text, ok := m.plural[category]; ok {
			out = append(out, text)
		}
	}
	return out
}

// TestPolishResults: the present tense of wygrywać and przegrywać says of a game that it still goes on.
func TestPolishResults(t *testing.T) {
	for key, m := range load("pl") {
		if !strings.HasPrefix(key, "result.") {
			continue
		}
		for _, text := range m.texts() {
			if lower := strings.ToLower(text); strings.Contains(lower, "wygrywa") || strings.Contains(lower, "przegrywa") {
				t.Errorf("%s: a finished game in the present tense: %q", key, text)
			}
		}
	}
}
