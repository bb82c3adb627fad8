package main

import (
	"errors"
	"fmt"
	"io"

	"cairn.example/internal/i18n"
	"cairn.example/internal/say"
	"cairn.example/record"
)

// unreadable says in the language of the catalog why a file cannot be read.
func unreadable(c *i18n.Catalog, name string, err error) error {
	return errors.New(say.Unreadable(c, name, err))
}

// unwritable does the same for a file that cannot be written.
func unwritable(c *i18n.Catalog, name string, err error) error {
	return errors.New(say.Unwritable(c, name, err))
}

// complain prints what is wrong with a game, while the games beside it go on.
func complain(w io.Writer, c *i18n.Catalog, err error) {
	fmt.Fprintln(w, "cairn:", say.Error(c, err))
}

// warn prints what could not be kept or looks wrong.
func warn(w io.Writer, c *i18n.Catalog, warnings []record.Warning) {
	for _, text := range say.Warnings(c, warnings) {
		fmt.Fprintln(w, c.T("cli.warning", i18n.Args{"text": text}))
	}
}
