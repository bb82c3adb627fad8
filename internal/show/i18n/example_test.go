package i18n_test

import (
	"fmt"

	"cairn.example/internal/show/i18n"
)

func Example() {
	c := i18n.New("pl_PL.UTF-8")
	fmt.Println(c.T("say.targets", i18n.Args{"n": 4}))
	fmt.Println(c.T("say.claims", i18n.Args{"player": "Mira", "color": "red"}))
	// Output:
	// 4 cele
	// Mira przejmuje kontrolę nad czerwonym.
}
