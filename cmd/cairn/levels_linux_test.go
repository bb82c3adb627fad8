package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/people/settle"
)

// childOf returns the process that a process has started; 0 for none.
func childOf(t *testing.T, parent int) int {
	t.Helper()
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		f := strings.Fields(rest)
		if len(f) > 16 && f[1] == strconv.Itoa(parent) && f[0] != "Z" {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
			return pid
		}
	}
	return 0
}

// isIdle reports whether every thread of a process gets only the processor time that no other wants.
func isIdle(pid int) bool {
	threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	return len(threads) > 0 && !slices.ContainsFunc(threads, func(thread os.DirEntry) bool {
		id, _ := strconv.Atoi(thread.Name())
		a, err := unix.SchedGetAttr(id, 0)
		return err != nil || a.Policy != unix.SCHED_IDLE
	})
}

// eventually waits until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(what)
		}
	}
}

// TestLevelsOfServer: the levels play at the tables of a server in a child process of low priority, which is started again
// when it is killed and ends with the server, however that ends.
func TestLevelsOfServer(t *testing.T) {
	t.Parallel()
	s, err := startServing([]string{"CAIRN_LEVELS=true"}, "--addr", "127.0.0.1:0", "--log", "warn")
	if err != nil {
		t.Fatal(err)
	}
	defer s.cancel()
	person, err := client.NewSession(s.url, client.Options{})
	if err == nil {
		_, err = person.Guest(t.Context(), "Paul")
	}
	if err != nil {
		t.Fatal(err)
	}
	level := settle.LevelID(1)
	ask := func(o api.Options) (made api.Table) {
		eventually(t, "no level plays", func() bool {
			made, err = person.CreateWith(t.Context(), o, level)
			return err == nil
		})
		return made
	}
	// The level moves first, and answers once.
	made := ask(api.Options{Game: "dvonn", Side: "second", Control: "300+3"})
	moved := func() bool {
		v, err := person.Table(t.Context(), made.ID)
		return err == nil && strings.Contains(string(v.Log), `"kind":"move"`)
	}
	eventually(t, "the level does not move", moved)

	first := childOf(t, s.cmd.Process.Pid)
	if first == 0 {
		t.Fatal("there is no child")
	}
	eventually(t, "the child takes time from others", func() bool { return isIdle(first) })
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	level = settle.LevelID(2)
	made = ask(api.Options{Game: "lyngk", Side: "second", Control: "300+3"})
	eventually(t, "the level does not move again", moved)
	second := childOf(t, s.cmd.Process.Pid)
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait()
	eventually(t, "the child outlives the server", func() bool { return second == 0 || syscall.Kill(second, 0) != nil })
}
