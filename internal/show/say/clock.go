package say

import (
	"fmt"
	"time"
)

// hurry is the time below which tenths of a second are shown.
const hurry = 10 * time.Second

// Clock writes a time left as clocks show it: "4:05", below ten seconds "0:09.3",
// from an hour on "1:02:05". From ten seconds on a second counts until it is over.
func Clock(left time.Duration) string {
	if left < hurry {
		tenths := max(left, 0) / (100 * time.Millisecond)
		return fmt.Sprintf("0:%02d.%d", tenths/10, tenths%10)
	}
	s := int((left + time.Second - time.Millisecond) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
