package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/show/i18n"
	"cairn.example/internal/study/puzzle/packs"
	"cairn.example/internal/study/training"
)

// TestTrainingUnkept solves puzzles where nothing can be written: what was solved counts
// while the program runs, and that it does not longer is said once.
func TestTrainingUnkept(t *testing.T) {
	pack, err := packs.Of("lyngk")
	if err != nil {
		t.Fatal(err)
	}
	file := &trainingFile{path: filepath.Join(t.TempDir(), "training.json")}
	if err := os.Mkdir(file.path+".lock", 0o700); err != nil { // no lock can be had
		t.Fatal(err)
	}
	record := func(i int) error {
		return file.Change(func(p *training.Progress) { p.Record("lyngk", &pack[i], true, time.Now()) })
	}
	var unkept *training.UnkeptError
	if err := record(0); !errors.As(err, &unkept) {
		t.Fatalf("the first change: %v", err)
	} else if said := trainingError(i18n.New("en"), file.path, err).Error(); !strings.Contains(said, "only until you leave") || !strings.Contains(said, "can’t write") {
		t.Errorf("said: %s", said)
	}
	if err := record(1); err != nil {
		t.Errorf("the second change: %v", err)
	}
	p, err := file.Read()
	if err != nil {
		t.Fatal(err)
	}
	if tried, _ := p.Tried("lyngk"); tried != 2 {
		t.Errorf("%d of 2 count", tried)
	}
}

// TestTrainingFile changes the file from many sides at once, and damages it.
func TestTrainingFile(t *testing.T) {
	pack, err := packs.Of("lyngk")
	if err != nil {
		t.Fatal(err)
	}
	file := &trainingFile{path: filepath.Join(t.TempDir(), "deep", "training.json")}
	var wait sync.WaitGroup
	for i := range 12 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			if err := file.Change(func(p *training.Progress) { p.Record("lyngk", &pack[i], true, time.Now()) }); err != nil {
				t.Error(err)
			}
		}()
	}
	wait.Wait()
	p, err := file.Read()
	if tried, _ := p.Tried("lyngk"); err != nil || tried != 12 {
		t.Errorf("%d of 12 are kept, %v", tried, err)
	}
	if err := os.WriteFile(file.path, p.Text()[:100], 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = file.Read()
	if said := trainingError(i18n.New("en"), file.path, err).Error(); !strings.Contains(said, "is damaged; it was moved to training.json.damaged,") {
		t.Errorf("said: %s", said)
	}
	if p, err := file.Read(); err != nil || len(p.Games) != 0 {
		t.Errorf("after that: %+v, %v", p, err)
	}
	aside, err := filepath.Glob(file.path + ".damaged*")
	if err != nil || len(aside) != 1 {
		t.Errorf("aside: %v, %v", aside, err)
	}
}
