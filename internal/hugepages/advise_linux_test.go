package hugepages

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"
)

// TestAdvise looks up what the system has noted for the memory of a table, and that
// tables of all lengths are left as they were.
func TestAdvise(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("this system has no huge pages")
	}
	table := make([][8]uint64, 8<<20/64)
	middle := uintptr(unsafe.Pointer(&table[len(table)/2]))
	Advise(table)
	if flags := flagsOf(t, middle); !strings.Contains(flags+" ", " hg ") {
		t.Errorf("the flags of the table are%s, without hg", flags)
	}
	for _, n := range []int{0, 1, size - 1, size, size + 1, 3 * size} {
		bytes := make([]byte, n)
		for i := range bytes {
			bytes[i] = byte(i)
		}
		Advise(bytes)
		for i := range bytes {
			if bytes[i] != byte(i) {
				t.Fatalf("byte %d of %d has changed", i, n)
			}
		}
	}
}

// flagsOf returns the flags of the mapping with that address.
func flagsOf(t *testing.T, address uintptr) string {
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	inside := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var from, to uintptr
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &from, &to); n == 2 {
			inside = from <= address && address < to
		}
		if flags, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && inside {
			return flags
		}
	}
	t.Skip("this system tells no flags of memory")
	return ""
}
