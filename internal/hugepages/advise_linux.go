package hugepages

import (
	"syscall"
	"unsafe"
)

// size is that of a huge page, a power of two.
const size = 2 << 20

// Advise asks for huge pages for the memory of table. What lies before the first whole
// page and behind the last one stays as it is.
func Advise[T any](table []T) {
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(table))), uintptr(len(table))*unsafe.Sizeof(*new(T)))
	before := -uintptr(unsafe.Pointer(unsafe.SliceData(memory))) & (size - 1)
	if uintptr(len(memory)) < before+size {
		return
	}
	memory = memory[before:]
	_ = syscall.Madvise(memory[:len(memory)&^(size-1)], syscall.MADV_HUGEPAGE) // a refusal costs speed only
}
