package main

import "time"

// processorClock is a clock that shows the processor time of this process. It stands still
// where the system does not tell it, which is asked first.
func processorClock() time.Time {
	t, _ := processorTime()
	return time.Unix(0, 0).Add(t)
}
