package main

// garbageRoom decides how much garbage may gather before it is collected, in percent
// of what is in use. Thousands of connections that do nothing are most of a server's
// memory: with half of the usual 100 they take a seventh less, and collecting is
// little work. A crowd is given less room still, since there what is in use is much.
type garbageRoom struct {
	set     func(percent int) int // debug.SetGCPercent
	percent int                   // as it was set last
}

const (
	usualRoom   = 50
	crowdedRoom = 20
	crowd       = 12_000 // connections
)

// fit follows the number of connections.
func (g *garbageRoom) fit(connections int) {
	percent := g.percent
	switch {
	case connections >= crowd:
		percent = crowdedRoom
	case connections < crowd*3/4 || percent == 0: // not back and forth around one number
		percent = usualRoom
	}
	if percent != g.percent {
		g.percent = percent
		g.set(percent)
	}
}
