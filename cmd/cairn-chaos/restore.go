package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/client"
)

// restore makes a backup while people play, loses the server, restores the backup
// into an empty folder, and lets the games under way be finished there.
func restore(ctx context.Context, c *chaos) (result, error) {
	s, dir, err := c.server(ctx, "restore", load.ServerOptions{})
	if err != nil {
		return result{}, err
	}
	defer func() { s.Kill() }()
	ledger := load.NewLedger()
	crowd, err := load.NewCrowd(load.CrowdOptions{
		Address: s.Address, Seed: c.seed, Control: "300+3", Live: client.LiveOptions{Observer: ledger, LongestWait: 100 * time.Millisecond},
	})
	if err != nil {
		return result{}, err
	}
	defer crowd.Close()
	playing := load.PlayOn(ctx, crowd, ledger, 24, true)
	defer playing.Stop()

	// These go on slowly, so that they are under way when the backup is made.
	own, stop := context.WithCancel(ctx)
	defer stop()
	var games sync.WaitGroup
	defer games.Wait()
	var pairs []*load.Pair
	for n := range 6 {
		pair, err := crowd.Pair(ctx)
		if err != nil {
			return result{}, err
		}
		defer pair.Close()
		if err := crowd.Sit(ctx, pair, int64(n)); err != nil {
			return result{}, err
		}
		pairs = append(pairs, pair)
		games.Go(func() {
			_ = pair.Play(own, func(i int, p *load.Player) {
				p.Rand, p.Ledger = crowd.Random(int64(1000+2*n+i)), ledger
				p.Wait = func(context.Context) error { time.Sleep(400 * time.Millisecond); return nil }
			})
		})
	}
	if err := sleep(ctx, 3*time.Second); err != nil {
		return result{}, err
	}

	// What is acknowledged before the backup begins is in it.
	marks := playing.Marks()
	for _, p := range pairs {
		marks[p.ID] = ledger.Mark(p.ID)
	}
	before := ledger.Counts().Acknowledged
	file, begun := filepath.Join(c.data, "restore.backup.gz"), time.Now()
	_ = os.Remove(file)
	if _, err := c.cairn(ctx, "store", "backup", file, "--data", dir); err != nil {
		return result{}, err
	}
	took := time.Since(begun)
	meanwhile := ledger.Counts().Acknowledged - before
	if err := sleep(ctx, 500*time.Millisecond); err != nil {
		return result{}, err
	}
	s.Kill()
	stop()
	games.Wait()
	playing.Stop()

	empty, err := c.dir("restored")
	if err != nil {
		return result{}, err
	}
	if _, err := c.cairn(ctx, "store", "restore", file, "--data", empty); err != nil {
		return result{}, err
	}
	checked, err := c.cairn(ctx, "store", "check", "--data", empty)
	if err != nil {
		return passed(false, "the restored store is not whole: %s", checked), nil
	}
	if s, err = c.on(ctx, empty, "restored", load.ServerOptions{}); err != nil {
		return result{}, err
	}
	judge, err := client.NewSession(s.Address, client.Options{})
	if err != nil {
		return result{}, err
	}
	if err := playing.Compare(ctx, judge, marks); err != nil {
		return result{}, err
	}
	finished, why := 0, ""
	for n, p := range pairs {
		if err := finish(ctx, s.Address, p, crowd, int64(n)); err != nil {
			why = fmt.Sprintf(" (table %s: %v)", p.ID, err)
			continue
		}
		finished++
	}
	findings := ledger.Findings()
	text := ""
	if len(findings) > 0 {
		text = "; first: " + findings[0].String()
	}
	return passed(len(findings) == 0 && meanwhile > 0 && before > 0 && finished == len(pairs),
		"%d acknowledged at %d tables before the backup, %d during the %s it took; restored: %d findings%s, %d of %d games under way finished by their players' sessions%s",
		before, len(marks), meanwhile, took.Round(time.Millisecond), len(findings), text, finished, len(pairs), why), nil
}

// finish lets the people of a pair go on at another server, by their sessions, until
// the game is over.
func finish(ctx context.Context, address string, p *load.Pair, crowd *load.Crowd, n int64) error {
	ctx, stop := context.WithTimeout(ctx, 40*time.Second)
	defer stop()
	again := &load.Pair{ID: p.ID}
	defer again.Close()
	for i, s := range p.Sessions {
		session, err := client.NewSession(address, client.Options{Cookie: s.Cookie()})
		if err != nil {
			return err
		}
		again.Sessions[i], again.Lives[i] = session, session.Live(client.LiveOptions{})
		again.Tables[i] = again.Lives[i].Watch(p.ID)
		if err := again.Tables[i].Wait(ctx, func(v *client.View) bool { return v.Known }); err != nil {
			return err
		}
	}
	if err := again.Play(ctx, func(i int, p *load.Player) { p.Rand = crowd.Random(2000 + 2*n + int64(i)) }); err != nil {
		return err
	}
	return again.Tables[0].Wait(ctx, func(v *client.View) bool { return v.State != nil && v.State.Over() })
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
