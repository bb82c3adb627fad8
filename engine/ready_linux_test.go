package engine

import (
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// TestHashIsResident: the system has given the whole memory of a new hash, so that no search
// waits for it.
func TestHashIsResident(t *testing.T) {
	h := newHash(40)
	page := os.Getpagesize()
	start := uintptr(unsafe.Pointer(&h.buckets[0])) &^ (uintptr(page) - 1)
	end := uintptr(unsafe.Pointer(&h.buckets[len(h.buckets)-1]))
	resident := make([]byte, (end-start)/uintptr(page)+1)
	if _, _, errno := syscall.Syscall(syscall.SYS_MINCORE, start, end-start, uintptr(unsafe.Pointer(&resident[0]))); errno != 0 {
		t.Skipf("mincore: %v", errno)
	}
	missing := 0
	for _, r := range resident {
		if r&1 == 0 {
			missing++
		}
	}
	if missing > len(resident)/100 { // a system that is short of memory may have taken some back
		t.Errorf("%d of %d pages are missing", missing, len(resident))
	}
}
