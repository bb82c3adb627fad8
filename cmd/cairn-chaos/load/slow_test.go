package load

import (
	"net"
	"testing"
	"time"
)

// TestOpenEnds tells the connections that the other end holds open from those it has
// closed.
func TestOpenEnds(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var near, far [2]net.Conn
	for i := range near {
		if near[i], err = net.Dial("tcp", l.Addr().String()); err != nil {
			t.Fatal(err)
		}
		defer near[i].Close()
		if far[i], err = l.Accept(); err != nil {
			t.Fatal(err)
		}
		defer far[i].Close()
	}
	address := "http://" + l.Addr().String()
	open, known := openEnds(address)
	if !known {
		t.Skip("this system does not tell of its connections")
	}
	if !open[near[0].LocalAddr().String()] || !open[near[1].LocalAddr().String()] {
		t.Errorf("open are %v", open)
	}
	if err := far[0].Close(); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(10 * time.Second); open[near[0].LocalAddr().String()] && time.Now().Before(until); {
		open, _ = openEnds(address)
	}
	if open[near[0].LocalAddr().String()] || !open[near[1].LocalAddr().String()] {
		t.Errorf("after one was closed, open are %v", open)
	}
}

// TestOther: a forged id is that of no table there is.
func TestOther(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"vvvv87zu", "aaaaaaa2", "bbbbbbb2", "a2345678"} {
		if got := other(id); got == id || len(got) != len(id) {
			t.Errorf("%s becomes %s", id, got)
		}
	}
}
