package load

import (
	"fmt"
	"strings"
	"testing"
)

const (
	walFile = "/data/cairn.db-wal"
	commit  = `\0\0\0\3\0\0\0\t01234567\1\2\3\4\5\6\7\0`
	inside  = `\0\0\0\3\0\0\0\00001234567\1\2\3\4\5\6\7\0`
	message = "0123456789abcdefx1"
)

// lines of a trace, as strace writes them.
func header(pid int, text string) string {
	return fmt.Sprintf(`%d pwrite64(7<%s>, "%s", 24, 4152) = 24`, pid, walFile, text)
}

func page(pid int, text string) string {
	return fmt.Sprintf(`%d pwrite64(7<%s>, "\r\0\0%s\0\0", 4096, 4176) = 4096`, pid, walFile, text)
}

func ack(pid int, id string) string {
	return fmt.Sprintf(`%d write(9<TCP:[127.0.0.1:8080->127.0.0.1:40000]>, "\201{\"type\":\"ack\",\"id\":\"%s\",\"seq\":7}", 60) = 60`, pid, id)
}

// segment is a write to PostgreSQL's log.
func segment(at int, text string) string {
	n := len(unescape(text, len(text)))
	return fmt.Sprintf(`5 pwrite64(4</pg/pg_wal/000000010000000000000001>, "%s", %d, %d) = %d`, text, n, at, n)
}

const segmentSynced = `5 fdatasync(4</pg/pg_wal/000000010000000000000001>) = 0`

func synced(pid int) string { return fmt.Sprintf(`%d fdatasync(7<%s>) = 0`, pid, walFile) }

// TestReadTrace tells a server that keeps the order from those that do not.
func TestReadTrace(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		lines   []string
		durable int
	}{
		"in order":         {[]string{header(1, inside), page(1, message), header(1, commit), page(1, "x"), synced(1), ack(2, message)}, 1},
		"one frame":        {[]string{header(1, commit), page(1, message), synced(1), ack(2, message)}, 1},
		"no sync":          {[]string{header(1, commit), page(1, message), ack(2, message)}, 0},
		"sync too late":    {[]string{header(1, commit), page(1, message), ack(2, message), synced(1)}, 0},
		"sync of another":  {[]string{header(1, commit), page(1, message), `1 fdatasync(8</data/other>) = 0`, ack(2, message)}, 0},
		"sync that failed": {[]string{header(1, commit), page(1, message), `1 fdatasync(7<` + walFile + `>) = -1 EIO (Input/output error)`, ack(2, message)}, 0},
		"never written":    {[]string{synced(1), ack(2, message)}, 0},
		"written after":    {[]string{ack(2, message), header(1, commit), page(1, message), synced(1)}, 0},
		"sync before the frame that commits": {
			[]string{header(1, inside), page(1, message), synced(1), header(1, commit), page(1, "x"), ack(2, message)}, 0,
		},
		"sync begun before the write ended": {[]string{
			`1 fdatasync(7<` + walFile + `> <unfinished ...>`, header(3, commit), page(3, message), `1 <... fdatasync resumed>) = 0`, ack(2, message),
		}, 0},
		"sync not ended": {[]string{
			header(1, commit), page(1, message), `1 fdatasync(7<` + walFile + `> <unfinished ...>`, ack(2, message), `1 <... fdatasync resumed>) = 0`,
		}, 0},
		"sync ended in two lines": {[]string{
			header(1, commit), page(1, message), `1 fdatasync(7<` + walFile + `> <unfinished ...>`, `1 <... fdatasync resumed>) = 0`, ack(2, message),
		}, 1},
		"acknowledgement begun too early": {[]string{
			header(1, commit), page(1, message), strings.Replace(ack(2, message), ") = 60", " <unfinished ...>", 1), synced(1), `2 <... write resumed>) = 60`,
		}, 0},
		"PostgreSQL": {[]string{
			segment(8192, strings.Repeat(`\0`, 23)+`\n`+message), segmentSynced, ack(2, message),
		}, 1},
		"PostgreSQL, on two pages": {[]string{
			segment(8192, strings.Repeat("x", 8180)+message[:12]+strings.Repeat(`\0`, 24)+message[12:]), segmentSynced, ack(2, message),
		}, 1},
		"PostgreSQL, in two writes": {[]string{
			segment(8192, strings.Repeat("x", 8180)+message[:12]), segment(16384, strings.Repeat(`\0`, 24)+message[12:]), segmentSynced, ack(2, message),
		}, 1},
		"PostgreSQL, in two writes in the other order": {[]string{
			segment(16384, strings.Repeat(`\0`, 24)+message[12:]), segment(8192, strings.Repeat("x", 8180)+message[:12]), segmentSynced, ack(2, message),
		}, 1},
		"PostgreSQL, behind the header of a segment": {[]string{
			segment(0, strings.Repeat(`\0`, 40)+strings.Repeat("x", 8140)+message[:12]), segment(8192, strings.Repeat(`\0`, 24)+message[12:]), segmentSynced, ack(2, message),
		}, 1},
		"PostgreSQL, a page written again": {[]string{
			segment(8192, strings.Repeat("x", 100)+message[:12]+strings.Repeat(`\0`, 8080)), segment(8192, strings.Repeat("x", 100)+message), segmentSynced, ack(2, message),
		}, 1},
		"PostgreSQL, half of it synced": {[]string{
			segment(8192, strings.Repeat("x", 8180)+message[:12]), segmentSynced, segment(16384, strings.Repeat(`\0`, 24)+message[12:]), ack(2, message),
		}, 0},
		"PostgreSQL without waiting": {[]string{
			ack(2, message), segment(8192, `\21\321\0`+strings.Repeat("x", 30)+message), segmentSynced,
		}, 0},
		"between server and database": {[]string{
			`2 write(6<TCP:[127.0.0.1:40001->127.0.0.1:5432]>, "B\0` + message + `", 90) = 90`, ack(2, message),
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			order, err := ReadTrace(strings.NewReader(strings.Join(tt.lines, "\n")))
			if err != nil {
				t.Fatal(err)
			}
			if never := name == "never written" || name == "between server and database"; never != (order.Unread == 1) {
				t.Errorf("%+v: told as never written", order)
			}
			if order.Acks != 1 || order.Durable != tt.durable || len(order.Early) != 1-tt.durable {
				t.Errorf("%+v, want 1 acknowledgement, %d durable", order, tt.durable)
			}
		})
	}
}
