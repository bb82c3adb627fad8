package server

import (
	"context"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
)

// need says who may make a call.
type need int

const (
	anybody  need = iota
	somebody      // with a session
	hosting       // as a host of the server
)

// A route is one HTTP call. The table of all is [routes]; the tests of who may do
// what are made from it.
type route struct {
	method  string
	pattern string // below /api/
	need    need
	// perAddress is the limit that it counts against beside that of all calls, nil for none.
	perAddress func(*counted) *counter
	// program says which tokens of programs may make it.
	program program
	// live is the handshake of the live connection: a GET that opens the way to changes.
	live   bool
	handle func(*Server, *call) (any, error)
}

// A counter counts what each address does against one limit.
type counter struct {
	limit rate.Limit
	rate.Buckets
}

// counted are the counters of all limits.
type counted struct {
	guests, links, tables, connections, calls, games, people counter
}

func newCounted(l Limits) *counted {
	return &counted{
		guests: counter{limit: l.Guests}, links: counter{limit: l.Links}, connections: counter{limit: l.Connections},
		tables: counter{limit: l.Tables}, calls: counter{limit: l.Calls}, games: counter{limit: l.Games},
		people: counter{limit: l.People},
	}
}

// routes returns the table of HTTP calls, the live connection's handshake among
// them.
func routes() []route {
	return []route{
		{method: "GET", pattern: "server", program: readable, handle: (*Server).getServer},
		{method: "GET", pattern: "me", program: readable, handle: (*Server).getMe},
		{method: "POST", pattern: "me", handle: reading((*Server).postMe)},
		{method: "POST", pattern: "me/links", need: somebody, handle: (*Server).postLink},
		{method: "POST", pattern: "me/use", perAddress: func(c *counted) *counter { return &c.links }, handle: reading((*Server).postUse)},
		{method: "POST", pattern: "me/look", perAddress: func(c *counted) *counter { return &c.links }, handle: reading((*Server).postLook)},
		{method: "DELETE", pattern: "me/session", handle: (*Server).deleteSession},
		{method: "POST", pattern: "me/claim", need: somebody, handle: reading((*Server).postClaim)},
		{method: "POST", pattern: "me/signin", perAddress: func(c *counted) *counter { return &c.links }, handle: reading((*Server).postSignIn)},
		{method: "POST", pattern: "me/code", need: somebody, handle: reading((*Server).postCode)},
		{method: "GET", pattern: "me/passkeys", need: somebody, handle: getPasskeys},
		{method: "POST", pattern: "me/passkeys/begin", need: somebody, handle: postPasskeyBegin},
		{method: "POST", pattern: "me/passkeys/finish", need: somebody, handle: postPasskeyFinish},
		{method: "DELETE", pattern: "me/passkeys/{id}", need: somebody, handle: deletePasskey},
		{method: "POST", pattern: "passkeys/begin", perAddress: func(c *counted) *counter { return &c.links }, handle: postSignInBegin},
		{method: "POST", pattern: "passkeys/finish", perAddress: func(c *counted) *counter { return &c.links }, handle: postSignInFinish},
		{method: "GET", pattern: "me/sessions", need: somebody, handle: (*Server).getSessions},
		{method: "DELETE", pattern: "me/sessions", need: somebody, handle: (*Server).deleteSessions},
		{method: "DELETE", pattern: "me/sessions/{id}", need: somebody, handle: (*Server).deleteOneSession},
		{method: "GET", pattern: "me/export", need: somebody, handle: (*Server).getExport},
		{method: "GET", pattern: "me/kept", need: somebody, handle: getKept},
		{method: "POST", pattern: "me/kept", need: somebody, handle: postKept},
		{method: "DELETE", pattern: "me/kept", need: somebody, handle: deleteKept},
		{method: "GET", pattern: "me/archive", need: somebody, handle: getArchive},
		{method: "DELETE", pattern: "me", need: somebody, handle: reading((*Server).deleteMe)},
		{method: "GET", pattern: "me/blocks", need: somebody, handle: getBlocks},
		{method: "PUT", pattern: "me/blocks/{id}", need: somebody, handle: putBlock},
		{method: "DELETE", pattern: "me/blocks/{id}", need: somebody, handle: deleteBlock},
		{method: "GET", pattern: "people", program: readable, need: somebody, handle: (*Server).getPeople},
		{method: "GET", pattern: "people/{id}", program: readable, perAddress: func(c *counted) *counter { return &c.people }, handle: (*Server).getPerson},
		{method: "GET", pattern: "me/notices", need: somebody, handle: getNotices},
		{method: "PUT", pattern: "me/notices", need: somebody, handle: reading(putNotices)},
		{method: "GET", pattern: "me/away", need: somebody, handle: getAway},
		{method: "PUT", pattern: "me/away", need: somebody, handle: reading(putAway)},
		{method: "POST", pattern: "me/notices/seen", need: somebody, handle: reading(postSeen)},
		{method: "POST", pattern: "me/push", need: somebody, handle: reading(postPush)},
		{method: "DELETE", pattern: "me/push", need: somebody, handle: reading(deletePush)},
		{method: "POST", pattern: "me/push/test", need: somebody, handle: reading(postPushTest)},
		{method: "POST", pattern: "me/calendar", need: somebody, handle: postCalendar},
		{method: "GET", pattern: "me/calendar.ics", handle: getCalendar},
		{method: "GET", pattern: "feed.atom", program: readable, handle: getFeed},
		{method: "POST", pattern: "me/host", need: somebody, perAddress: func(c *counted) *counter { return &c.links }, handle: reading(postHost)},
		{method: "GET", pattern: "me/actions", need: somebody, handle: getActions},
		{method: "POST", pattern: "me/actions/{id}", need: somebody, handle: reading(postAcknowledged)},
		{method: "POST", pattern: "people/{id}/reports", need: somebody, handle: reading(postReportOf)},
		{method: "GET", pattern: "host", need: hosting, handle: getHost},
		{method: "GET", pattern: "host/people", need: hosting, handle: getHostPeople},
		{method: "POST", pattern: "host/people/{id}", need: hosting, handle: reading(postHostAction)},
		{method: "POST", pattern: "host/reports/{id}", need: hosting, handle: postHostLook},
		{method: "POST", pattern: "host/tables", need: hosting, handle: reading(postHostTables)},
		{method: "GET", pattern: "me/bots", need: somebody, handle: getBots},
		{method: "POST", pattern: "me/bots", need: somebody, handle: reading(postBot)},
		{method: "DELETE", pattern: "me/bots/{id}", need: somebody, handle: deleteBot},
		{method: "POST", pattern: "me/bots/{id}/tokens", need: somebody, handle: reading(postToken)},
		{method: "DELETE", pattern: "me/bots/{id}/tokens/{token}", need: somebody, handle: deleteToken},
		{method: "GET", pattern: "lobby", program: readable, handle: (*Server).getLobby},
		{method: "GET", pattern: "tables", program: readable, need: somebody, handle: (*Server).getTables},
		{method: "POST", pattern: "tables", program: playable, need: somebody, perAddress: func(c *counted) *counter { return &c.tables }, handle: reading((*Server).postTable)},
		{method: "GET", pattern: "tables/{id}", program: readable, handle: (*Server).getTable},
		{method: "GET", pattern: "tables/{id}/record", program: readable, handle: (*Server).getRecord},
		{method: "GET", pattern: "tables/{id}/qr.svg", program: readable, handle: (*Server).getQR},
		{method: "POST", pattern: "tables/{id}/reports", need: somebody, handle: reading((*Server).postReport)},
		{method: "GET", pattern: "people/{id}/results", program: readable, perAddress: func(c *counted) *counter { return &c.people }, handle: getResults},
		{method: "GET", pattern: "ratings/{game}/{speed}", program: readable, perAddress: func(c *counted) *counter { return &c.people }, handle: getRatings},
		{method: "GET", pattern: "games", program: readable, perAddress: func(c *counted) *counter { return &c.games }, handle: getGames},
		{method: "GET", pattern: "explorer", program: readable, perAddress: func(c *counted) *counter { return &c.games }, handle: getExplorer},
		{method: "GET", pattern: "contests", program: readable, perAddress: func(c *counted) *counter { return &c.people }, handle: getContests},
		{method: "POST", pattern: "contests", need: somebody, handle: reading(postContest)},
		{method: "GET", pattern: "contests/{id}", program: readable, handle: getContest},
		{method: "POST", pattern: "contests/{id}/{action}", program: playable, need: somebody, handle: reading(postContestAction)},
		{method: "GET", pattern: "contests/{id}/results.csv", program: readable, handle: getContestResults},
		{method: "GET", pattern: "contests/{id}/records", program: readable, perAddress: func(c *counted) *counter { return &c.games }, handle: getContestRecords},
		{method: "GET", pattern: "contests/{id}/qr.svg", program: readable, handle: getContestQR},
		{method: "GET", pattern: "contests.ics", program: readable, handle: getContestsCalendar},
		{method: "POST", pattern: "verify", program: playable, handle: (*Server).postVerify},
		{method: "GET", pattern: "live", program: readable, live: true, perAddress: func(c *counted) *counter { return &c.connections }, handle: (*Server).getLive},
	}
}

// call is one HTTP call under way.
type call struct {
	w      http.ResponseWriter
	r      *http.Request
	from   netip.Addr
	secure bool
	who    session
	cookie string // the name of the session's
	// answered says that the handler has written the answer itself.
	answered bool
}

func (c *call) ctx() context.Context { return c.r.Context() }

// api returns the handler of everything below /api/.
func (s *Server) api() http.Handler {
	mux := http.NewServeMux()
	byPattern := map[string]map[string]*route{}
	for _, rt := range routes() {
		if s.tables == nil && rt.pattern != "server" {
			continue
		}
		methods := byPattern[rt.pattern]
		if methods == nil {
			methods = map[string]*route{}
			byPattern[rt.pattern] = methods
		}
		methods[rt.method] = &rt
	}
	for pattern, methods := range byPattern {
		mux.HandleFunc("/api/"+pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, pattern, methods) })
	}
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		code := api.LivePath
		if s.tables == nil {
			code = api.LiveNoTables
		}
		answer(w, r, s.log, nil, api.Refuse(code))
	})
	return mux
}

// serve makes a call: whatever is refused to everybody first, then who it is, then
// what it asks.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, pattern string, methods map[string]*route) {
	begin := time.Now()
	rec := &recorder{ResponseWriter: w}
	c := &call{w: rec, r: r}
	v, err := s.dispatch(c, methods)
	if !c.answered {
		answer(rec, r, s.log, v, err)
	}
	if err != nil {
		e, fault := refusal(err)
		s.metrics.refusals.WithLabelValues(e.Code).Inc()
		if fault {
			s.metrics.faults.Inc()
		}
	}
	s.metrics.called(pattern, r.Method, rec.status, time.Since(begin))
}

// dispatch finds the route of a call, and who makes it, and lets the route answer.
func (s *Server) dispatch(c *call, methods map[string]*route) (v any, err error) {
	r := c.r
	if s.tables != nil && !s.hosts.allow(r.Host) {
		name := game.Shown(hostName(r.Host))
		s.strangeHost(name)
		return nil, api.Refuse(api.LiveHost, "host", name)
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	rt := methods[method]
	if rt == nil {
		var allowed []string
		for _, m := range []string{"GET", "POST", "PUT", "DELETE"} {
			if methods[m] != nil {
				allowed = append(allowed, m)
			}
		}
		list := strings.Join(allowed, ", ")
		c.w.Header().Set("Allow", list)
		return nil, api.Refuse(api.LiveMethod, "methods", list)
	}
	token, isProgram := bearer(r)
	// No page of another site can send the token of a program.
	if !isProgram && (s.origins.Check(r) != nil || !ownOrigin(r.Header.Get("Origin"), r.Host) || rt.live && !fromOwnPage(r)) {
		return nil, api.Refuse(api.LiveOrigin)
	}
	c.from, c.secure = s.proxies.client(r)
	if err := s.limitAddress(c.from, "calls", &s.counted.calls); err != nil {
		return nil, err
	}
	if rt.perAddress != nil {
		counter := rt.perAddress(s.counted)
		if err := s.limitAddress(c.from, rt.pattern, counter); err != nil {
			return nil, err
		}
		defer func() { s.forgive(c.from, counter, err) }()
	}
	if s.tables != nil {
		if isProgram {
			c.who, err = c.program(s.tables, token)
		} else {
			c.who, err = c.session(s.tables)
		}
		if err == nil {
			err = c.mayCall(rt)
		}
		if err != nil {
			return nil, err
		}
	}
	if rt.need == somebody && !c.who.known() {
		return nil, api.Refuse(api.MeNeeded)
	}
	if rt.need == hosting {
		if err := s.host.May(c.who.SignedIn); err != nil {
			return nil, err
		}
	}
	return rt.handle(s, c)
}

// limitAddress counts against the limit of an address, unless it is this machine. What is
// refused counts against none of its networks.
func (s *Server) limitAddress(from netip.Addr, name string, c *counter) error {
	networks := networksOf(from)
	for i, n := range networks {
		wait := c.Take(c.limit.Times(n.times), n.prefix.String(), time.Now())
		if wait > 0 {
			c.giveBack(networks[:i])
			s.metrics.limited.WithLabelValues(name).Inc()
			return api.Refuse(api.LiveRate, "seconds", strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10))
		}
	}
	return nil
}

// forgive takes back what was counted against the limit of an address where the call was not
// carried out for the server's fault. The limit of all calls is not forgiven: a server in
// trouble needs it.
func (s *Server) forgive(from netip.Addr, c *counter, err error) {
	if err == nil {
		return
	}
	if e, _ := refusal(err); e.Status() < http.StatusInternalServerError {
		return
	}
	c.giveBack(networksOf(from))
}

func (c *counter) giveBack(networks []network) {
	for _, n := range networks {
		c.Return(c.limit.Times(n.times), n.prefix.String())
	}
}
