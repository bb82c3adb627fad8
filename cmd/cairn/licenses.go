package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"cairn.example/internal/show/i18n"
	"cairn.example/web"
)

type licensesCmd struct {
	Name  string `arg:"" optional:"" help:"List only works with this in their names, with the texts of their licenses."`
	Texts bool   `help:"Print the text of every license."`
	JSON  bool   `help:"Print a JSON array, texts included."`
}

func (licensesCmd) Help() string {
	return `This lists the works that are part of the program and the page: one line each, with
name, version, license and where it is used. The list is made when the page is
built, and holds only what is really linked. Try

  cairn licenses svelte`
}

// work is one entry of licenses.json, which web/scripts/licenses.mjs writes.
type work struct {
	Name    string   `json:"name"`
	Version string   `json:"version"` // "" for our own
	Kind    string   `json:"kind"`    // own, go, npm or font
	License string   `json:"license"` // an SPDX identifier
	Parts   []string `json:"parts"`   // program, page
	Text    string   `json:"text"`
}

// licenses returns the list of a built page; the error says that there is none.
func licenses(c *i18n.Catalog, page fs.FS) ([]work, error) {
	data, err := fs.ReadFile(page, "licenses.json")
	if err != nil {
		return nil, failure(errors.New(c.T("cli.licenses.missing")), c.T("cli.licenses.build", i18n.Args{"command": "make build"}))
	}
	var list []work
	err = json.Unmarshal(data, &list)
	return list, err
}

func (c *licensesCmd) Run(s *streams) error { return c.list(s, web.Files()) }

// list prints the works that a built page lists.
func (c *licensesCmd) list(s *streams, page fs.FS) error {
	list, err := licenses(s.catalog, page)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(w work) bool {
		return !strings.Contains(strings.ToLower(w.Name), strings.ToLower(c.Name))
	})
	switch {
	case len(list) == 0:
		return usageError(errors.New(s.catalog.T("cli.licenses.unknown", i18n.Args{"name": shown(c.Name)})), "")
	case c.JSON:
		return s.json(list)
	}
	for i, w := range list {
		if c.Name == "" && !c.Texts {
			fmt.Fprintf(s.out, "%s: %s (%s)\n", w.title(), w.License, strings.Join(w.Parts, ", "))
			continue
		}
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		fmt.Fprintf(s.out, "%s\n\n%s\n", w.title(), w.Text)
	}
	return nil
}

// title is name and version.
func (w work) title() string { return strings.TrimSpace(w.Name + " " + w.Version) }
