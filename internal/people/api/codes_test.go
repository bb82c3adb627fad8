package api

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// Every code has its sentence in every language: English as the code itself says
// it, with the same places to fill in everywhere.
func TestTexts(t *testing.T) {
	texts := map[string]string{}
	for code, text := range Messages() {
		texts[string(code)] = text
	}
	maps.Copy(texts, setup.Messages())
	for code, text := range play.Messages() {
		texts[string(code)] = text
	}
	if len(texts) < 80 {
		t.Fatalf("only %d codes", len(texts))
	}
	places := regexp.MustCompile(`\{[a-z]+\}`)
	plain := strings.NewReplacer("’", "'", "“", `"`, "”", `"`)
	for _, l := range i18n.Languages() {
		c := i18n.New(l.Code).Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
		for code, text := range texts {
			args := i18n.Args{}
			for _, place := range places.FindAllString(text, -1) {
				name := strings.Trim(place, "{}")
				args[name] = "<" + name + ">"
			}
			got := plain.Replace(c.T(code, args))
			for name := range args {
				if strings.Count(got, "<"+name+">") != 1 {
					t.Errorf("%s: %s does not tell %s: %q", l.Code, code, name, got)
				}
			}
			want := places.ReplaceAllStringFunc(text, func(place string) string { return "<" + strings.Trim(place, "{}") + ">" })
			if same := got == want; same != (l.Code == i18n.Fallback) {
				t.Errorf("%s: %s is %q, in English %q", l.Code, code, got, want)
			}
		}
	}
}

func TestStatus(t *testing.T) {
	for code, c := range codes {
		// Whatever a client sends, only trouble on the server's side is one of the server.
		trouble := slices.Contains([]Code{LiveBusy, LiveFull, LiveEnding, LiveInternal}, code)
		if c.status < 400 || c.status > 599 || (c.status >= 500) != trouble || c.text == "" {
			t.Errorf("%s: status %d, text %q", code, c.status, c.text)
		}
		if got := Refuse(code).Status(); got != c.status {
			t.Errorf("%s: %d, want %d", code, got, c.status)
		}
	}
	if got := (&Error{Code: string(play.Illegal)}).Status(); got != conflict {
		t.Errorf("a refusal of the game has status %d", got)
	}
}

func TestRefusal(t *testing.T) {
	rule := &game.Error{Code: "lyngk.x", Text: "no {way}", Args: map[string]string{"way": "<way>"}}
	err := fmt.Errorf("outside: %w", &play.Error{Code: play.Illegal, Text: "{move} is not possible", Args: map[string]string{"move": "a1-a2"}, Err: rule})
	got := Refusal(err)
	if got == nil || got.Code != string(play.Illegal) || got.Text != "a1-a2 is not possible" || got.Why == nil || got.Why.Code != "lyngk.x" {
		t.Fatalf("Refusal = %+v", got)
	}
	if want := "a1-a2 is not possible: no <way>"; got.Error() != want {
		t.Errorf("says %q, want %q", got, want)
	}
	if own := Refuse(TableRate, "seconds", "3"); Refusal(own) != own || own.Args["seconds"] != "3" || !strings.Contains(own.Text, "3 s") {
		t.Errorf("Refusal of an own error = %+v", own)
	}
	if Refusal(errors.New("fault")) != nil || Refusal(nil) != nil {
		t.Error("a fault is taken for a refusal")
	}
}
