package engine

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a huge page, a power of two.
const hugePage = 2 << 20

// adviseHugePages asks the system to hold table in huge pages. A table that is read at
// random misses the processor's buffer of page addresses at nearly every access where
// pages are of 4 kB, and seldom where they are of 2 MB. It is a hint: a system without
// such pages goes on as before. What lies before the first whole
// page and behind the last one stays as it is.
func adviseHugePages[T any](table []T) {
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(table))), uintptr(len(table))*unsafe.Sizeof(*new(T)))
	before := -uintptr(unsafe.Pointer(unsafe.SliceData(memory))) & (hugePage - 1)
	if uintptr(len(memory)) < before+hugePage {
		return
	}
	memory = memory[before:]
	_ = syscall.Madvise(memory[:len(memory)&^(hugePage-1)], syscall.MADV_HUGEPAGE) // a refusal costs speed only
}
