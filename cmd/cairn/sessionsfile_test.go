package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn.example/internal/people/client"
	"cairn.example/internal/show/i18n"
)

// Somebody who is new at a server hears why, and where the file of the old session is.
func TestSessionsError(t *testing.T) {
	file := client.SessionsFile(filepath.Join(t.TempDir(), "servers.json"))
	if err := os.WriteFile(file.Path, []byte("null"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := client.SignIn(t.Context(), file, "http://127.0.0.1:1", "")
	text := sessionsError(i18n.New("en"), err).Error()
	if !strings.Contains(text, "servers.json, which holds who you are at servers, is damaged; it was moved to servers.json.damaged.") {
		t.Errorf("a damaged file: %s", text)
	}
	if err := sessionsError(i18n.New("en"), &client.SessionsError{Path: file.Path, Err: os.ErrPermission}); !strings.Contains(err.Error(), "servers.json") {
		t.Errorf("a file that cannot be read: %v", err)
	}
	other := errors.New("no answer")
	if err := sessionsError(i18n.New("en"), other); err != other {
		t.Errorf("another error becomes %v", err)
	}
}
