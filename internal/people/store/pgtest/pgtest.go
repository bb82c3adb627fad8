package pgtest

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
)

// Server is a server that runs until [Server.Stop], or until the process ends that
// started it.
type Server struct {
	bin, dir string
	user     []string // what a command begins with to run as the server's user

	server *exec.Cmd
	hold   io.Closer // while it is open the server runs
	log    bytes.Buffer
	count  atomic.Int64
}

// Start makes a new server with an empty database.
func Start() (_ *Server, err error) {
	s := &Server{}
	if s.bin, err = programs(); err != nil {
		return nil, err
	}
	if s.dir, err = os.MkdirTemp("", "cairn-pg-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.Stop()
		}
	}()
	if os.Getuid() == 0 {
		// PostgreSQL refuses to run as root.
		s.user = []string{"runuser", "-u", "postgres", "--"}
		if err := run("chown", "postgres", s.dir); err != nil {
			return nil, err
		}
	}
	initdb := append(s.user[:len(s.user):len(s.user)], filepath.Join(s.bin, "initdb"), "-D", filepath.Join(s.dir, "data"), "-U", "cairn", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")
	if err := run(initdb...); err != nil {
		return nil, err
	}
	return s, s.Begin()
}

// programs returns the folder with the server's programs.
func programs() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", errors.New(`there is no PostgreSQL server: "make need" installs it, or tells which package to install`)
	}
	return filepath.Dir(found[len(found)-1]), nil
}

func run(args ...string) error {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = os.TempDir() // a folder that the server's user may enter
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", args[0], err, out)
	}
	return nil
}

// Begin starts the server, after [Server.End] again.
func (s *Server) Begin() error {
	// The shell ends the server when its own input ends, with this process at the latest.
	const script = `"$@" </dev/null & server=$!; read -r _; kill -INT $server; wait $server`
	args := append(s.user[:len(s.user):len(s.user)], "sh", "-c", script, "sh", filepath.Join(s.bin, "postgres"), "-D", filepath.Join(s.dir, "data"), "-k", s.dir,
		"-c", "listen_addresses=", "-c", "shared_buffers=16MB", "-c", "max_connections=200", "-c", "jit=off")
	s.server = exec.Command(args[0], args[1:]...)
	s.server.Dir = os.TempDir()
	s.server.Stdout, s.server.Stderr = &s.log, &s.log
	in, err := s.server.StdinPipe()
	if err != nil {
		return err
	}
	if err := s.server.Start(); err != nil {
		return err
	}
	s.hold = in
	db, err := sql.Open("pgx", s.URL(""))
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		err := db.PingContext(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return errors.Join(fmt.Errorf("the server does not start: %w", err), s.End(), errors.New(s.log.String()))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// End ends the server; its data stays.
func (s *Server) End() error {
	if s.server == nil {
		return nil
	}
	s.hold.Close()
	err := s.server.Wait()
	s.server = nil
	return err
}

// Stop ends the server and removes its data.
func (s *Server) Stop() {
	// Whether it ended in order is nobody's concern any more.
	_ = s.End()
	os.RemoveAll(s.dir)
}

// Socket is the folder with the server's socket, which is named .s.PGSQL.5432.
func (s *Server) Socket() string { return s.dir }

// URL is the address of the database, of a schema in it unless that is "".
func (s *Server) URL(schema string) string {
	q := url.Values{"host": {s.dir}}
	if schema != "" {
		q.Set("search_path", schema)
	}
	return "postgres://cairn@/postgres?" + q.Encode()
}

// New returns the address of a new, empty schema, which serves a test as a database.
func (s *Server) New(t testing.TB) string {
	t.Helper()
	schema := fmt.Sprint("test", s.count.Add(1))
	if err := s.Make(t.Context(), schema); err != nil {
		t.Fatal(err)
	}
	return s.URL(schema)
}

// Make makes a new, empty schema.
func (s *Server) Make(ctx context.Context, schema string) error {
	db, err := sql.Open("pgx", s.URL(""))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "CREATE SCHEMA "+schema)
	return errors.Join(err, db.Close())
}

// Shared is the server of a test program, started when it is first asked for.
type Shared struct {
	once   sync.Once
	server *Server
	err    error
}

// Server returns the server.
func (s *Shared) Server(t testing.TB) *Server {
	t.Helper()
	s.once.Do(func() { s.server, s.err = Start() })
	if s.err != nil {
		t.Fatal(s.err)
	}
	return s.server
}

// Main runs the tests and stops the server after them.
func (s *Shared) Main(m *testing.M) int {
	code := m.Run()
	if s.server != nil {
		s.server.Stop()
	}
	return code
}
