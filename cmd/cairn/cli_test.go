package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"cairn":  main,
		"parent": parent,
	})
}

// TestScripts runs the command line as a user does: one script a subcommand,
// files inline. UPDATE_SCRIPTS=1 rewrites expected output.
func TestScripts(t *testing.T) {
	_, update := os.LookupEnv("UPDATE_SCRIPTS")
	vectors, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       update,
		RequireExplicitExec: true,
		Cmds:                serveCommands(),
		Setup: func(e *testscript.Env) error {
			e.Setenv("VECTORS", vectors+"/../../testdata/vectors")
			e.Values[slotKey{}] = new(slot)
			e.Setenv("NO_COLOR", "1")
			e.Setenv("LANG", "C.UTF-8")
			return nil
		},
	})
}
