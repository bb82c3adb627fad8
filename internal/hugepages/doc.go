// Package hugepages asks the system to hold large tables in large pages of memory.
//
// A table that is read at random misses the processor's buffer of page addresses at
// nearly every access where pages are of 4 kB. With pages of 2 MB it seldom does. It is
// a hint: a system that knows no such pages, or has none left, goes on as before.
package hugepages
