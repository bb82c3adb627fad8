package engine

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"
)

// TestHugePagesChangeNothing: tables of all lengths are left as they were.
func TestHugePagesChangeNothing(t *testing.T) {
	for _, n := range []int{0, 1, hugePage - 1, hugePage, hugePage + 1, 3 * hugePage} {
		bytes := make([]byte, n)
		for i := range bytes {
			bytes[i] = byte(i)
		}
		adviseHugePages(bytes)
		for i := range bytes {
			if bytes[i] != byte(i) {
				t.Fatalf("byte %d of %d has changed", i, n)
			}
		}
	}
}

// TestHugePages looks up what the system has noted for the memory of a table.
func TestHugePages(t *testing.T) {
	table := make([][8]uint64, 8<<20/64)
	middle := uintptr(unsafe.Pointer(&table[len(table)/2]))
	adviseHugePages(table)
	flags, told := flagsOf(t, middle)
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil || !told {
		t.Skip("this system has no huge pages, or tells nothing of them")
	}
	if !strings.Contains(flags+" ", " hg ") {
		t.Errorf("the flags of the table are%s, without hg", flags)
	}
}

// flagsOf returns the flags of the mapping with that address, if the system tells them.
func flagsOf(t *testing.T, address uintptr) (flags string, told bool) {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return "", false
	}
	defer f.Close()
	inside, found := false, false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var from, to uintptr
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &from, &to); n == 2 {
			inside = from <= address && address < to
			found = found || inside
		}
		if flags, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && inside {
			return flags, true
		}
	}
	if !found {
		t.Errorf("no mapping has the address %x", address)
	}
	return "", false
}
