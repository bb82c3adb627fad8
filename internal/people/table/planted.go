//go:build planted

package table

import "os"

// publishFirst is a fault that CAIRN_PLANTED=publish-first puts into a program built
// with the tag "planted": those who watch a table hear of events before they are
// stored. What looks for lost moves is tried against it.
func publishFirst() bool { return os.Getenv("CAIRN_PLANTED") == "publish-first" }
