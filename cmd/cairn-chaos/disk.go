package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/client"
	"cairn.example/internal/people/store"
)

// disk lets the disk below SQLite be full for longer than anybody's clock runs, lets
// it fail, and fills a small file system, while people play.
func disk(ctx context.Context, c *chaos) (result, error) {
	if _, err := exec.LookPath("strace"); err != nil {
		return notRun("there is no strace, by which calls are made to fail"), nil
	}
	parts := []func(context.Context, *chaos) (result, error){diskFull, diskBroken, diskSmall}
	results, err := c.each(ctx, parts)
	if err != nil {
		return result{}, err
	}
	ok := true
	var texts []string
	for _, r := range results {
		ok = ok && r.verdict != "FAILED"
		texts = append(texts, r.measured)
	}
	return passed(ok, "%s", strings.Join(texts, "; ")), nil
}

// each runs the parts of an experiment that mostly wait at the same time.
func (c *chaos) each(ctx context.Context, parts []func(context.Context, *chaos) (result, error)) ([]result, error) {
	results, errs := make([]result, len(parts)), make([]error, len(parts))
	var all sync.WaitGroup
	for i, part := range parts {
		all.Go(func() { results[i], errs[i] = part(ctx, c) })
	}
	all.Wait()
	return results, errors.Join(errs...)
}

// storeFiles are the files that SQLite writes in a folder.
func storeFiles(dir string) []string {
	file := store.DefaultFile(dir)
	return []string{file, file + "-wal"}
}

// players is a server with people who play at it.
type players struct {
	server  *load.Server
	dir     string
	ledger  *load.Ledger
	crowd   *load.Crowd
	playing *load.Playing
	again   func(ctx context.Context) error // starts the server again
}

// play starts a server on a folder and lets people play at it.
func (c *chaos) play(ctx context.Context, dir, name string) (*players, error) {
	addr, err := load.FreeAddr()
	if err != nil {
		return nil, err
	}
	p := &players{dir: dir, ledger: load.NewLedger()}
	p.again = func(ctx context.Context) (err error) {
		p.server, err = c.on(ctx, dir, name, load.ServerOptions{Addr: addr})
		return err
	}
	if err := p.again(ctx); err != nil {
		return nil, err
	}
	p.crowd, err = load.NewCrowd(load.CrowdOptions{
		Address: p.server.Address, Seed: c.seed, Control: "300+3",
		Live: client.LiveOptions{Observer: p.ledger, LongestWait: 100 * time.Millisecond, ResendAfter: time.Second},
	})
	if err != nil {
		p.server.Kill()
		return nil, err
	}
	p.playing = load.PlayOn(ctx, p.crowd, p.ledger, 12, true)
	return p, nil
}

func (p *players) close() {
	p.playing.Stop()
	p.crowd.Close()
	p.server.Kill()
}

// acked waits until more further messages have been acknowledged and returns how long
// that took.
func (p *players) acked(ctx context.Context, more int64, within time.Duration) (time.Duration, error) {
	begun := time.Now()
	for at := p.ledger.Counts().Acknowledged; p.ledger.Counts().Acknowledged < at+more; {
		select {
		case <-p.server.Ended():
			return 0, fmt.Errorf("the server has ended: %w", p.server.Err())
		default:
		}
		if time.Since(begun) > within {
			return 0, fmt.Errorf("nothing was acknowledged for %s", within)
		}
		if err := sleep(ctx, 5*time.Millisecond); err != nil {
			return 0, err
		}
	}
	return time.Since(begun), nil
}

// compare holds all tables against what was acknowledged and returns what is wrong.
func (p *players) compare(ctx context.Context) ([]load.Finding, error) {
	judge, err := p.crowd.Guest(ctx)
	if err != nil {
		return nil, err
	}
	err = p.playing.Compare(ctx, judge, p.playing.Marks())
	return p.ledger.Findings(), err
}

// said asks for something to be stored and returns the code of the refusal, "" where
// it was stored.
func (p *players) said(ctx context.Context) (string, error) {
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	s, err := client.NewSession(p.server.Address, client.Options{})
	if err != nil {
		return "", err
	}
	_, err = s.Guest(ctx, "")
	refused := new(client.Refused)
	if errors.As(err, &refused) {
		return refused.Reason.Code, nil
	}
	return "", err
}

// diskFull lets no write succeed for longer than the clocks of a game run.
func diskFull(ctx context.Context, c *chaos) (result, error) {
	const full, clock, grace = 12 * time.Second, "8+0", 2 * time.Second
	dir, err := c.dir("disk-full")
	if err != nil {
		return result{}, err
	}
	p, err := c.play(ctx, dir, "disk-full")
	if err != nil {
		return result{}, err
	}
	defer p.close()
	short, err := load.NewCrowd(load.CrowdOptions{Address: p.server.Address, Seed: c.seed, Control: clock})
	if err != nil {
		return result{}, err
	}
	defer short.Close()
	pair, err := short.Pair(ctx)
	if err != nil {
		return result{}, err
	}
	defer pair.Close()
	if err := short.Sit(ctx, pair, 0); err != nil {
		return result{}, err
	}
	r := rand.New(rand.NewPCG(c.seed, 1))
	for range 4 { // the first plies cost nothing
		if err := moveOnce(ctx, pair, r); err != nil {
			return result{}, err
		}
	}
	if _, err := p.acked(ctx, 100, 20*time.Second); err != nil {
		return result{}, err
	}
	before := leftOf(pair.Tables[0])
	fault, err := load.Inject(p.server.PID(), "ENOSPC", []string{"pwrite64"}, storeFiles(dir))
	if err != nil {
		return result{}, err
	}
	defer fault.End()
	begun := time.Now()
	if err := sleep(ctx, time.Second); err != nil { // what was stored before is still acknowledged
		return result{}, err
	}
	at := p.ledger.Counts().Acknowledged
	code, err := p.said(ctx)
	if err != nil {
		return result{}, err
	}
	moved := make(chan error, 1)
	go func() { moved <- moveOnce(ctx, pair, r) }()
	if err := sleep(ctx, time.Until(begun.Add(full))); err != nil {
		return result{}, err
	}
	early := p.ledger.Counts().Acknowledged - at
	fault.End()
	again, err := p.acked(ctx, 100, 20*time.Second)
	if err != nil {
		return passed(false, "the disk had room again, and %v", err), nil
	}
	var charged time.Duration
	if err := <-moved; err != nil {
		return passed(false, "a move made while the disk was full: %v", err), nil
	}
	after := leftOf(pair.Tables[0])
	charged = before[0] + before[1] - after[0] - after[1]
	// A disk that has room again and again none: the server goes on each time.
	shortly := 20
	if c.small {
		shortly = 5
	}
	for n := range shortly {
		if fault, err = load.Inject(p.server.PID(), "ENOSPC", []string{"pwrite64"}, storeFiles(dir)); err != nil {
			return result{}, err
		}
		if err := sleep(ctx, 300*time.Millisecond); err != nil {
			fault.End()
			return result{}, err
		}
		fault.End()
		if _, err := p.acked(ctx, 20, 20*time.Second); err != nil {
			return passed(false, "full for a moment for the %d. time, and then: %v", n+1, err), nil
		}
	}
	findings, err := p.compare(ctx)
	if err != nil {
		return result{}, err
	}
	return passed(early == 0 && code == "live.full" && charged <= grace && again <= 10*time.Second && len(findings) == 0,
		"full for %s: %d acknowledged meanwhile, a call is refused with %q, a clock of 8 s was charged %s, play goes on after %s and after each of %d moments without room, %d findings%s",
		full, early, code, charged.Round(time.Millisecond), again.Round(time.Millisecond), shortly, len(findings), firstFinding(findings)), nil
}

func firstFinding(list []load.Finding) string {
	if len(list) == 0 {
		return ""
	}
	return " (" + list[0].String() + ")"
}

// diskBroken lets writes and syncs fail: the server must end and say why, and its
// successor must have all that was acknowledged.
func diskBroken(ctx context.Context, c *chaos) (result, error) {
	syncs, writes := []string{"fsync", "fdatasync"}, []string{"pwrite64"}
	faults := []struct {
		calls []string
		fault string
	}{{syncs, "EIO"}, {writes, "EIO"}, {writes, "EROFS"}, {syncs, "ENOSPC"}}
	rounds := 3
	if c.small {
		rounds = 1
	}
	dir, err := c.dir("disk-broken")
	if err != nil {
		return result{}, err
	}
	p, err := c.play(ctx, dir, "disk-broken")
	if err != nil {
		return result{}, err
	}
	defer p.close()
	ended := 0
	for n := range rounds * len(faults) {
		f := faults[n%len(faults)]
		if _, err := p.acked(ctx, 50, 30*time.Second); err != nil {
			return passed(false, "after %d faults %v", n, err), nil
		}
		fault, err := load.Inject(p.server.PID(), f.fault, f.calls, storeFiles(dir))
		if err != nil {
			return result{}, err
		}
		select {
		case <-p.server.Ended():
			ended++
		case <-time.After(20 * time.Second):
			fault.End()
			return passed(false, "the server goes on after %v have failed with %s", f.calls, f.fault), nil
		case <-ctx.Done():
			fault.End()
			return result{}, ctx.Err()
		}
		fault.End()
		if p.server.Err() == nil {
			return passed(false, "the server ended after %s of %v as if nothing had happened", f.fault, f.calls), nil
		}
		if err := p.again(ctx); err != nil {
			return result{}, err
		}
		if _, err := p.compare(ctx); err != nil {
			return result{}, err
		}
	}
	counts := p.ledger.Counts()
	findings := p.ledger.Findings()
	return passed(len(findings) == 0 && counts.Acknowledged > 0,
		"%d failed writes and syncs (EIO, EROFS, ENOSPC of a sync): the server ended each time with an error, %d acknowledged, %d findings%s",
		ended, counts.Acknowledged, len(findings), firstFinding(findings)), nil
}

// diskSmall fills a file system of a few megabytes, where this may be done.
func diskSmall(ctx context.Context, c *chaos) (result, error) {
	_ = exec.CommandContext(ctx, "umount", "-l", filepath.Join(c.data, "disk-small")).Run() // what a run that was killed has left
	dir, err := c.dir("disk-small")
	if err != nil {
		return result{}, err
	}
	if out, err := exec.CommandContext(ctx, "mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", dir).CombinedOutput(); err != nil {
		return notRun("no small file system could be mounted (%s)", strings.TrimSpace(string(out))), nil
	}
	defer func() {
		_ = exec.Command("umount", "-l", dir).Run()
	}()
	p, err := c.play(ctx, dir, "disk-small")
	if err != nil {
		return result{}, err
	}
	defer p.close()
	if _, err := p.acked(ctx, 200, 20*time.Second); err != nil {
		return result{}, err
	}
	filler := filepath.Join(dir, "filler")
	if err := fill(filler); err != nil {
		return result{}, err
	}
	// What SQLite's files have room for is still taken.
	var code string
	var meanwhile int64
	for until := time.Now().Add(20 * time.Second); code == "" && time.Now().Before(until); {
		at := p.ledger.Counts().Acknowledged
		if err := sleep(ctx, 200*time.Millisecond); err != nil {
			return result{}, err
		}
		meanwhile += p.ledger.Counts().Acknowledged - at
		if code, err = p.said(ctx); err != nil {
			return passed(false, "on a full file system: %v", err), nil
		}
		_ = fill(filler)
	}
	if err := sleep(ctx, 2*time.Second); err != nil {
		return result{}, err
	}
	if err := os.Remove(filler); err != nil {
		return result{}, err
	}
	again, err := p.acked(ctx, 100, 20*time.Second)
	if err != nil {
		return passed(false, "the file system has room again, and %v", err), nil
	}
	findings, err := p.compare(ctx)
	if err != nil {
		return result{}, err
	}
	return passed(code == "live.full" && len(findings) == 0, "a file system of 16 MB filled: %d still had room, then %q, play goes on %s after there is room, %d findings%s",
		meanwhile, code, again.Round(time.Millisecond), len(findings), firstFinding(findings)), nil
}

// fill writes to the end of a file until there is no room.
func fill(name string) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	for size := 1 << 20; size > 0; {
		n, err := f.Write(make([]byte, size))
		if n == 0 && err == nil {
			return io.ErrShortWrite
		}
		if err != nil {
			size /= 2
		}
	}
	return nil
}
