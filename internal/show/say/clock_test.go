package say

import (
	"testing"
	"time"
)

func TestClock(t *testing.T) {
	for left, want := range map[time.Duration]string{
		0:                                   "0:00.0",
		-time.Second:                        "0:00.0",
		50 * time.Millisecond:               "0:00.0",
		9300 * time.Millisecond:             "0:09.3",
		9999 * time.Millisecond:             "0:09.9",
		10 * time.Second:                    "0:10",
		10*time.Second + time.Millisecond:   "0:11",
		4*time.Minute + 5*time.Second:       "4:05",
		time.Hour + 2*time.Minute:           "1:02:00",
		24*time.Hour - 500*time.Millisecond: "24:00:00",
		72 * time.Hour:                      "72:00:00",
	} {
		if got := Clock(left); got != want {
			t.Errorf("%v is shown as %q, want %q", left, got, want)
		}
	}
}
