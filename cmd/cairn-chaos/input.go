package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/client"
)

func mangle(ctx context.Context, c *chaos) (result, error) {
	o := load.MangleOptions{Messages: 1_000_000, Pairs: 60}
	if c.small {
		o.Messages, o.Pairs = 20_000, 20
	}
	s, _, err := c.server(ctx, "mangle", load.ServerOptions{})
	if err != nil {
		return result{}, err
	}
	defer s.Kill()
	ledger := load.NewLedger()
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: s.Address, Seed: c.seed, Control: "300+3", Live: client.LiveOptions{Observer: ledger}})
	if err != nil {
		return result{}, err
	}
	defer crowd.Close()
	r, err := load.Mangle(ctx, crowd, ledger, o)
	if err != nil {
		return result{}, err
	}
	var sent int64
	for _, n := range r.Sent {
		sent += n
	}
	ok := sent >= int64(o.Messages) && len(r.Findings) == 0 && r.Nameless == 0 && r.Silent == 0 && r.Checked > int64(o.Messages)/2 && r.Acknowledged > 0 && r.Refused > 0
	return passed(ok, "%d sent %v in %s: of %d counted %d had no answer; %d acknowledged, %d refused (%d codes, %d without), %d busy, %d connections closed, %d findings%s",
		sent, r.Sent, r.Took.Round(time.Second), r.Checked, r.Silent, r.Acknowledged, r.Refused, len(r.Codes), r.Nameless, r.Busy, r.Closed, len(r.Findings), firstFinding(r.Findings)), nil
}

// malformed sends broken bodies to every call that has one.
func malformed(ctx context.Context, c *chaos) (result, error) {
	each := 100_000
	if c.small {
		each = 1000
	}
	s, _, err := c.server(ctx, "malformed", load.ServerOptions{})
	if err != nil {
		return result{}, err
	}
	defer s.Kill()
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: s.Address, Seed: c.seed})
	if err != nil {
		return result{}, err
	}
	defer crowd.Close()
	r, err := load.Bodies(ctx, crowd, each)
	if err != nil {
		return result{}, err
	}
	var sent, faults int64
	for _, n := range r.Sent {
		sent += n
	}
	for status, n := range r.Statuses {
		if status >= 500 {
			faults += n
		}
	}
	text := ""
	if len(r.Wrong) > 0 {
		text = " (" + r.Wrong[0] + ")"
	}
	ok := r.Wrongs == 0 && faults == 0 && sent+r.Cut >= int64(5*each) && r.Codes["live.message"] > sent/4
	return passed(ok, "%d bodies to %d calls in %s: %d refused with one of %d codes, %d were good after all, %d cut off for their length, %d with 5xx, %d without a code%s",
		sent, len(r.Sent), r.Took.Round(time.Second), sent-r.Taken-r.Wrongs, len(r.Codes), r.Taken, r.Cut, faults, r.Wrongs, text), nil
}

// races lets people do at the same moment what excludes each other, and plays at a
// program built with the race detector, where there is one.
func races(ctx context.Context, c *chaos) (result, error) {
	pairs, lasting := 24, 20*time.Second
	if c.small {
		pairs, lasting = 8, 4*time.Second
	}
	text, ok, err := c.racing(ctx, "races", load.ServerOptions{}, pairs, lasting)
	if err != nil {
		return result{}, err
	}
	if c.race == "" {
		return passed(ok, "%s; no program with the race detector was named", text), nil
	}
	lasting = 30 * time.Second
	if c.small {
		lasting = 5 * time.Second
	}
	reports := filepath.Join(c.data, "race-report")
	old, _ := filepath.Glob(reports + "*")
	for _, name := range old {
		_ = os.Remove(name)
	}
	// Half of the time with such sets, half with a steady load of all that people do.
	under, clean, err := c.racing(ctx, "race-detector", load.ServerOptions{Binary: c.race, Env: []string{"GORACE=log_path=" + reports + " atexit_sleep_ms=0"}}, 8, lasting)
	if err != nil {
		return result{}, err
	}
	found, err := filepath.Glob(reports + "*")
	if err != nil {
		return result{}, err
	}
	return passed(ok && clean && len(found) == 0, "%s; under the race detector %s, %d reports", text, under, len(found)), nil
}

// racing races at a server, and then plays at it in the usual way for as long.
func (c *chaos) racing(ctx context.Context, name string, o load.ServerOptions, pairs int, lasting time.Duration) (string, bool, error) {
	s, _, err := c.server(ctx, name, o)
	if err != nil {
		return "", false, err
	}
	defer s.Kill()
	ledger := load.NewLedger()
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: s.Address, Seed: c.seed, Control: "300+3", Live: client.LiveOptions{Observer: ledger}})
	if err != nil {
		return "", false, err
	}
	defer crowd.Close()
	r, err := load.Races(ctx, crowd, ledger, pairs, lasting)
	if err != nil {
		return "", false, err
	}
	if o.Binary != "" {
		playing := load.PlayOn(ctx, crowd, ledger, pairs, true)
		err := sleep(ctx, lasting)
		playing.Stop()
		if err != nil {
			return "", false, err
		}
		judge, err := crowd.Guest(ctx)
		if err != nil {
			return "", false, err
		}
		if err := playing.Compare(ctx, judge, playing.Marks()); err != nil {
			return "", false, err
		}
	}
	if err := s.Stop(20 * time.Second); err != nil {
		return "", false, fmt.Errorf("%s: %w", name, err)
	}
	findings := ledger.Findings()
	ok := len(findings) == 0 && r.NoCodes == 0 && r.Acknowledged > 0 && r.Refused > 0
	return fmt.Sprintf("%d plies at %d tables, each a race of two tabs with the opponent: %d acknowledged, %d refused with %d codes (%s), %d without, %d findings%s",
		r.Rounds, r.Tables, r.Acknowledged, r.Refused, len(r.Codes), strings.Join(slices.Sorted(maps.Keys(r.Codes)), " "), r.NoCodes, len(findings), firstFinding(findings)), ok, nil
}
