package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/bot"
	"cairn.example/internal/people/client"
	"cairn.example/internal/show/i18n"
	saytables "cairn.example/internal/show/say/tables"
)

type botCmd struct {
	Server    string   `help:"The server, such as http://192.168.1.20:8080." placeholder:"URL" required:""`
	TokenFile string   `name:"token-file" help:"The file with the program's key; - reads it from standard input." placeholder:"FILE" required:"" type:"path"`
	Player    string   `help:"Play as this player of ours, such as level5." placeholder:"NAME" xor:"player"`
	UGI       string   `name:"ugi" help:"Play by this program, which speaks the protocol of \"cairn ugi\"." placeholder:"COMMAND" xor:"player"`
	Game      []string `help:"Play this game (default: all). May be given several times." placeholder:"GAME"`
	Clock     []string `help:"Play by these clocks, as a record writes them, or by all between two." default:"60+0..10800+180,1/86400..1/1209600" placeholder:"FROM..TO"`
	Casual    bool     `help:"Play no rated games."`
	Most      int      `help:"Play at most this many live games at once." default:"4" placeholder:"N"`
	Each      int      `name:"games-per-person" help:"Begin at most this many games a day with one person; 0 is any number." default:"10" placeholder:"N"`

	House bool `hidden:"" help:"Play as the levels of the server that starts this."`
}

func (botCmd) Help() string {
	return `A program of your account plays at the server with whoever asks, until Ctrl-C. Make it, and
its key, on the page under your name or by "cairn account bots"; keep the key in a file that
only you can read. One search runs at a time, those of live games first. After a lost
connection it goes on by itself. Try

  cairn account bots Walker --server http://192.168.1.20:8080 > key.txt
  cairn bot --server http://192.168.1.20:8080 --token-file key.txt --player level5
  cairn bot --server http://192.168.1.20:8080 --token-file key.txt --ugi './engine --threads 2'`
}

func (c *botCmd) Run(ctx context.Context, s *streams) error {
	if c.Player == "" && c.UGI == "" && !c.House {
		return usageError(errors.New(s.catalog.T("cli.bot.player")), "")
	}
	log := slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if c.House {
		return c.house(ctx, s, log)
	}
	offers, err := c.offers()
	if err != nil {
		return err
	}
	token, err := c.token(s)
	if err != nil {
		return failure(err, "")
	}
	thinker, err := c.thinker(ctx)
	if err != nil {
		return failure(err, "")
	}
	session, err := client.NewSession(c.Server, client.Options{Token: token})
	if err != nil {
		return usageError(err, "")
	}
	me, _, err := session.Me(ctx)
	if err == nil {
		fmt.Fprintln(s.out, s.catalog.T("cli.bot.stands", i18n.Args{"person": saytables.PersonName(s.catalog, me), "url": session.Address()}))
		_ = s.out.Flush() // who reads it waits
		err = (&bot.Bot{Session: session, Thinker: thinker, Desk: new(bot.Desk), Offers: offers, Most: c.Most, Each: c.Each, Log: log}).Run(ctx)
	}
	err = errors.Join(client.Refusal(err), thinker.Close())
	if ctx.Err() != nil || err == nil {
		return context.Cause(ctx)
	}
	return failure(err, "")
}

// offers are what the program plays.
func (c *botCmd) offers() ([]api.Offer, error) {
	if len(c.Game) == 0 {
		return []api.Offer{{Controls: c.Clock, Rated: !c.Casual}}, nil
	}
	var offers []api.Offer
	for _, name := range c.Game {
		g, err := gameArg{name}.lookup()
		if err != nil {
			return nil, err
		}
		offers = append(offers, api.Offer{Game: g.ID(), Controls: c.Clock, Rated: !c.Casual})
	}
	return offers, nil
}

// token reads the key from its file.
func (c *botCmd) token(s *streams) (string, error) {
	if c.TokenFile == "-" {
		text, err := bufio.NewReader(s.in).ReadString('\n')
		return strings.TrimSpace(text), errors.Join(err)
	}
	text, err := os.ReadFile(c.TokenFile)
	return strings.TrimSpace(string(text)), err
}

func (c *botCmd) thinker(ctx context.Context) (bot.Thinker, error) {
	if c.UGI != "" {
		return bot.NewProgram(ctx, strings.Fields(c.UGI))
	}
	return bot.NewLevel(c.Player)
}

// houseMost is how many live games the levels of a server play at once, all together.
const houseMost = 32

// house plays as the levels of the server that has started this process, at low priority, until that ends: standard input
// gives a level and its key a line, and ends with the server. One search runs at a time.
func (c *botCmd) house(ctx context.Context, s *streams, log *slog.Logger) error {
	lowPriority()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	offers, err := c.offers()
	if err != nil {
		return err
	}
	// The address is this machine's own, to which a certificate may have another name.
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy, transport.TLSClientConfig = nil, &tls.Config{InsecureSkipVerify: true}
	desk := new(bot.Desk)
	seat := func(line string) error {
		name, token, _ := strings.Cut(line, " ")
		thinker, err := bot.NewLevel(name)
		if err != nil {
			return err
		}
		session, err := client.NewSession(c.Server, client.Options{Token: token, Transport: transport})
		if err != nil {
			return err
		}
		b := &bot.Bot{Session: session, Thinker: thinker, Desk: desk, Offers: offers, Most: houseMost, Each: c.Each, Log: log}
		go func() { cancel(b.Run(ctx)) }()
		return nil
	}
	ended := make(chan error, 1)
	go func() {
		lines := bufio.NewScanner(s.in)
		for lines.Scan() {
			if err := seat(lines.Text()); err != nil {
				ended <- err
				return
			}
		}
		ended <- lines.Err() // the server has ended
	}()
	select {
	case err = <-ended:
	case <-ctx.Done(): // without a level the server starts all of them again
		err = context.Cause(ctx)
	}
	if err != nil {
		return failure(err, "")
	}
	return nil
}
