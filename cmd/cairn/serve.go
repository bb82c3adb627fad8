package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"

	"cairn.example/game"
	"cairn.example/internal/people/server"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/web"
)

// defaultAddr is where the page is served without --addr; only this machine reaches
// it there. If its port is taken, one of the nextPorts ports above it is used.
const (
	defaultAddr = "127.0.0.1:8080"
	nextPorts   = 15
)

// shortestClaim is the least of --claim-after. Before a claim counts, other servers are asked who is there, and have to
// answer.
const shortestClaim = 5 * time.Second

type serveCmd struct {
	Addr string `help:"Listen only at this address. Port 0 is any free port; :8080 listens on all networks of this machine (default: ${defaultAddr}, or a free port if that one is taken)." placeholder:"HOST:PORT" env:"CAIRN_ADDR"`
	Open bool   `help:"Show the page in the browser."`
	Log  string `help:"Log messages of this level and above: debug (every request), info, warn or error." enum:"debug,info,warn,error" default:"info" env:"CAIRN_LOG"`
	JSON bool   `name:"log-json" help:"Write the log as JSON lines." env:"CAIRN_LOG_JSON"`

	Data     string        `help:"Keep the tables in this folder instead of your own." type:"path" placeholder:"DIR" env:"CAIRN_DATA" xor:"store"`
	Store    string        `help:"Keep the tables in this PostgreSQL database. Several servers can share it." placeholder:"URL" env:"CAIRN_STORE" xor:"store"`
	NoTables bool          `help:"Serve only the page: no tables, and nothing is stored." env:"CAIRN_NO_TABLES" xor:"store"`
	Bus      string        `help:"Notify other servers on the same database at once, over NATS. Without it they ask the database four times a second." placeholder:"URL" env:"CAIRN_BUS"`
	Host     []string      `help:"Another name of this server. Requests to any name but these, localhost and this machine's own are refused." placeholder:"NAME" env:"CAIRN_HOST"`
	Trusted  []string      `name:"trusted-proxy" help:"Trust proxies in this network to name the clients behind them." placeholder:"CIDR" env:"CAIRN_TRUSTED_PROXY"`
	TLSCert  string        `name:"tls-cert" help:"Encrypt connections with this certificate, a PEM file. It is reloaded when it changes." type:"path" placeholder:"FILE" env:"CAIRN_TLS_CERT" and:"tls"`
	TLSKey   string        `name:"tls-key" help:"The key of the certificate, a PEM file." type:"path" placeholder:"FILE" env:"CAIRN_TLS_KEY" and:"tls"`
	MaxLive  int           `least:"0" name:"max-live" help:"Refuse new live connections while this many are open; 0 refuses none." placeholder:"N" default:"50000" env:"CAIRN_MAX_LIVE"`
	Claim    time.Duration `name:"claim-after" help:"Let players claim the game of an opponent who has been away this long, at least 5s (default: 30 seconds to 10 minutes, depending on the clock). Correspondence games are never claimed." placeholder:"TIME" env:"CAIRN_CLAIM_AFTER"`
	PushHost string        `name:"push-host" help:"Also send notices to devices whose push service has this name or one below it. Needs --host, and goes to public addresses only." placeholder:"NAME" env:"CAIRN_PUSH_HOST"`
	Games    string        `help:"Let programs look positions up in this index of games at /api/explorer?of=file; \"cairn games index\" makes one." placeholder:"FILE" env:"CAIRN_GAMES"`
	Webhook  string        `help:"Post a line to this address, as Discord takes it, when somebody has waited 30 seconds for an opponent. Give it to one of several servers." placeholder:"URL" env:"CAIRN_WEBHOOK"`
	Contests string        `help:"Let hosts or all accounts make contests: hosts or accounts (default: hosts with --host, else accounts)." enum:"hosts,accounts," default:"" placeholder:"WHO" env:"CAIRN_CONTESTS"`
	Levels   *bool         `help:"Let the levels of the computer play at the tables, in a process of low priority (default: with two or more processors)." negatable:"" env:"CAIRN_LEVELS"`
	Admin    string        `help:"Serve metrics and profiles at this address. Choose one that only you can reach." placeholder:"HOST:PORT" env:"CAIRN_ADMIN"`
}

func (serveCmd) Help() string {
	return `The program itself serves the page and prints its address. People play each other at
tables; these are kept in a folder or in a database. Ctrl-C or SIGTERM ends it after
the requests in progress. When it runs again, players reconnect and continue.

To play on a phone in the same network:

  cairn serve --addr :8080

Phones can install the page and keep it for playing offline only if it is served
over https. Browsers on this machine can do so at once.`
}

// Run opens what the flags name, says where the page is, and serves until a signal ends it.
func (c *serveCmd) Run(s *streams) error {
	log, err := c.logger(s)
	if err != nil {
		return usageError(err, "")
	}
	o, err := c.options(s.catalog, log)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second Ctrl+C ends at once.
	context.AfterFunc(ctx, stop)

	var encryption *tls.Config
	if c.TLSCert != "" {
		if encryption, err = server.TLS(c.TLSCert, c.TLSKey); err != nil {
			return usageError(err, "")
		}
	}
	listener, err := c.listen(ctx, log)
	if err != nil {
		return failure(notListening(s.catalog, cmp.Or(c.Addr, defaultAddr), err), chooseElse(s.catalog, "--addr HOST:PORT", "--addr 127.0.0.1:0"))
	}
	defer listener.Close()
	urls := server.URLs(listener.Addr())
	for i, url := range urls {
		if encryption != nil {
			urls[i] = strings.Replace(url, "http:", "https:", 1)
		}
	}
	o.Addresses = reachable(listener.Addr(), urls)

	tables, err := c.tables(ctx, s.catalog, log)
	if err != nil {
		return err
	}
	defer tables.close(log)
	o.Explore, o.Contests, o.Host = tables.explore, tables.contests, tables.host
	o.Tables, o.Accounts, o.Notify, o.Results, o.Check = tables.service, tables.accounts, tables.notify, tables.results, tables.check
	// Nobody's clock runs out while clients are sent away, and none is charged for that.
	leave := sync.OnceValue(func() time.Duration { return tables.leave(log) })
	o.HandOver = leave
	handler, err := server.New(o)
	if err != nil {
		return err
	}
	tables.measure(handler.Metrics())
	if c.Admin != "" {
		if err := serveAdmin(ctx, c.Admin, handler.Admin(), log); err != nil {
			return failure(notListening(s.catalog, c.Admin, err), chooseElse(s.catalog, "--admin HOST:PORT"))
		}
	}
	if err := c.announce(ctx, s, urls, log); err != nil {
		return err
	}

	// What goes on at tables outlives the signal: clients hear of the end first.
	background, end := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	running.Go(func() { handler.Background(background) })
	c.tell(background, &running, s.catalog, tables, urls[0], log)
	if c.wantsLevels(tables) {
		running.Go(func() { tables.keepLevels(background, urls[0], log) })
	}
	serving, cut := context.WithCancel(ctx)
	running.Go(func() { tables.onFailure(background, cut) })
	context.AfterFunc(serving, func() { leave() })
	err = server.RunTLS(serving, listener, handler, log, encryption)
	cut()
	end()
	running.Wait()
	if lost := tables.err(); lost != nil {
		return failure(storeError(s.catalog, lost), "")
	}
	return err
}

// openCommand is the command that runs, so that other devices of the network reach the same tables. The password of a
// database, which a flag may hold, is not in it.
func openCommand(args []string, addr string) string {
	_, port, err := net.SplitHostPort(addr)
	if err != nil || port == "0" {
		port = "8080"
	}
	words := []string{"cairn", "serve", "--addr", ":" + port}
	if len(args) > 2 && args[1] == "serve" {
		for rest := args[2:]; len(rest) > 0; rest = rest[1:] {
			switch {
			case rest[0] == "--addr" && len(rest) > 1:
				rest = rest[1:]
			case strings.HasPrefix(rest[0], "--addr="):
			default:
				words = append(words, shellWord(rest[0]))
			}
		}
	}
	return strings.Join(words, " ")
}

// shellWord is a word of a command as a shell takes it.
func shellWord(word string) string {
	flag, value, has := strings.Cut(word, "=")
	if !has {
		flag, value = "", word
	} else {
		flag += "="
	}
	if u, err := url.Parse(value); err == nil && u.User != nil {
		value = u.Redacted()
	}
	word = flag + value
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:=,@%+~", r)
	}) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// options are those of the server that follow from the flags alone.
func (c *serveCmd) options(catalog *i18n.Catalog, log *slog.Logger) (server.Options, error) {
	o := server.Options{
		Files: web.Files(), Policy: web.Policy(), Log: log, Version: programVersion(), Hosts: c.Host, Command: openCommand(os.Args, c.Addr),
		Limits: server.DefaultLimits(),
	}
	var err error
	if o.Proxies, err = networks(c.Trusted); err != nil {
		return o, usageError(err, catalog.T("cli.serve.a_network"))
	}
	if c.PushHost != "" && len(c.Host) == 0 {
		return o, usageError(errors.New(catalog.T("cli.serve.push_host")), "")
	}
	if u, err := url.Parse(c.Webhook); c.Webhook != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		return o, usageError(errors.New(catalog.T("cli.serve.webhook")), "")
	}
	if c.Games != "" && c.NoTables {
		return o, flagConflict(catalog, "--games", "--no-tables")
	}
	o.Limits.Total = c.MaxLive
	if c.Claim != 0 && c.Claim < shortestClaim {
		return o, usageError(errors.New(catalog.T("cli.usage.shortest", i18n.Args{"flag": "--claim-after", "least": "5 s", "value": c.Claim.String()})), "")
	}
	if os.Getenv("GOGC") == "" {
		garbage := &garbageRoom{set: debug.SetGCPercent}
		garbage.fit(0)
		o.Count = garbage.fit
	}
	return o, nil
}

// announce prints the addresses of the page, and shows it in the browser where that was
// asked for.
func (c *serveCmd) announce(ctx context.Context, s *streams, urls []string, log *slog.Logger) error {
	if !web.Built() {
		log.Warn(`the page is not part of this program: run "make build"`)
	}
	fmt.Fprintln(s.out, s.catalog.T("cli.serve.at", i18n.Args{"url": urls[0]}))
	for _, url := range urls[1:] {
		fmt.Fprintln(s.out, s.catalog.T("cli.serve.network", i18n.Args{"url": url}))
	}
	if isTerminal(s.rawOut) {
		fmt.Fprintln(s.out, s.catalog.T("cli.serve.end"))
	}
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("print the address: %w", err)
	}
	if c.Open {
		if err := browse(ctx, urls[0]); err != nil {
			log.Warn("the browser could not be started", "error", err)
		}
	}
	return nil
}

// notListening says why the server cannot listen at an address, in the language of the
// catalog.
func notListening(c *i18n.Catalog, addr string, err error) error {
	var malformed *net.AddrError
	var unknown *net.DNSError
	var reason string
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		reason = c.T("cli.serve.taken")
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		reason = c.T("cli.serve.not_here")
	case errors.As(err, &malformed), errors.As(err, &unknown):
		reason = c.T("cli.serve.no_address", i18n.Args{"example": defaultAddr})
	default:
		reason = say.FileError(c, err)
	}
	return errors.New(c.T("cli.serve.cannot", i18n.Args{"addr": game.Shown(addr), "reason": reason}))
}

// chooseElse is the hint with flags that choose something else.
func chooseElse(c *i18n.Catalog, flags ...string) string {
	return c.T("cli.serve.choose", i18n.Args{"flags": c.List("list.or", flags)})
}

// networks reads networks, or single addresses.
func networks(texts []string) ([]netip.Prefix, error) {
	var list []netip.Prefix
	for _, text := range texts {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			a, addrErr := netip.ParseAddr(text)
			if addrErr != nil {
				return nil, err
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		list = append(list, p.Masked())
	}
	return list, nil
}

// reachable returns those of the addresses at which other devices find the server.
func reachable(addr net.Addr, urls []string) []string {
	tcp, ok := addr.(*net.TCPAddr)
	switch {
	case !ok || tcp.IP.IsLoopback():
		return nil
	case len(tcp.IP) == 0 || tcp.IP.IsUnspecified():
		return urls[1:] // the first is this machine for itself
	}
	return urls
}

// serveAdmin listens at the address for the host of the server until ctx ends.
func serveAdmin(ctx context.Context, addr string, h http.Handler, log *slog.Logger) error {
	l, err := server.Listen(ctx, addr, 0)
	if err != nil {
		return err
	}
	log.Info("metrics and profiles", "at", "http://"+l.Addr().String()+"/metrics")
	go func() {
		if err := server.Run(ctx, l, h, log); err != nil {
			log.Error("metrics and profiles", "error", err)
		}
	}()
	return nil
}

func (c *serveCmd) logger(s *streams) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Log)); err != nil {
		return nil, err
	}
	options := &slog.HandlerOptions{Level: level}
	if c.JSON {
		return slog.New(slog.NewJSONHandler(s.err, options)), nil
	}
	return slog.New(slog.NewTextHandler(s.err, options)), nil
}

// listen opens the address of --addr; without it the default one, or the next port
// that is free.
func (c *serveCmd) listen(ctx context.Context, log *slog.Logger) (net.Listener, error) {
	if c.Addr != "" {
		return server.Listen(ctx, c.Addr, 0)
	}
	l, err := server.Listen(ctx, defaultAddr, nextPorts)
	if err == nil && l.Addr().String() != defaultAddr {
		log.Info(defaultAddr+" is taken", "instead", l.Addr().String())
	}
	return l, err
}

// browse opens an address in the system's browser. The program it starts is not
// ended with this one, because it may be the browser itself.
func browse(ctx context.Context, url string) error {
	var name string
	var args []string
	switch {
	case os.Getenv("BROWSER") != "":
		name = os.Getenv("BROWSER")
	case runtime.GOOS == "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler"}
	case runtime.GOOS == "darwin":
		name = "open"
	default:
		name = "xdg-open"
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), name, append(args, url)...)
	if err := cmd.Start(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return fmt.Errorf("there is no %s; open %s yourself", name, url)
		}
		return err
	}
	go func() { _ = cmd.Wait() }() // so that no zombie process stays
	return nil
}

// garbageRoom decides how much garbage may gather before it is collected, in percent
// of what is in use. A collection takes a good part of two processors for a moment, and
// moves wait meanwhile; thousands of connections on the other hand are most of a
// server's memory. So the room shrinks as they come: a few thousand players get Go's
// usual 100, which is memory that a server has then, and half as many collections as
// with 50.
type garbageRoom struct {
	set    func(percent int) int // debug.SetGCPercent
	step   int                   // the one in force, of garbageSteps
	chosen bool                  // set was called
}

// garbageSteps are the numbers of connections from which on there is less room.
var garbageSteps = [...]struct{ connections, percent int }{{0, 100}, {many, 50}, {crowd, 20}}

// Numbers of connections.
const (
	many  = 6_000
	crowd = 12_000
)

// fit follows the number of connections. A step is left again only when a quarter of
// its connections have gone, so that it does not go back and forth around one number.
func (g *garbageRoom) fit(connections int) {
	step := g.step
	for step+1 < len(garbageSteps) && connections >= garbageSteps[step+1].connections {
		step++
	}
	for connections < garbageSteps[step].connections*3/4 {
		step--
	}
	if step != g.step || !g.chosen {
		g.step, g.chosen = step, true
		g.set(garbageSteps[step].percent)
	}
}
