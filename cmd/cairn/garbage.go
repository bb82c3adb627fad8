package main

// garbageRoom decides how much garbage may gather before it is collected, in percent
// of what is in use. A collection takes a good part of two processors for a moment, and
// moves wait meanwhile; thousands of connections on the other hand are most of a
// server's memory. So the room shrinks as they come: a few thousand players get Go's
// usual 100, which is memory that a server has then, and half as many collections as
// with 50.
type garbageRoom struct {
	set    func(percent int) int // debug.SetGCPercent
	step   int                   // the one in force, of garbageSteps
	chosen bool                  // set was called
}

// garbageSteps are the numbers of connections from which on there is less room.
var garbageSteps = [...]struct{ connections, percent int }{{0, 100}, {many, 50}, {crowd, 20}}

// Numbers of connections.
const (
	many  = 6_000
	crowd = 12_000
)

// fit follows the number of connections. A step is left again only when a quarter of
// its connections have gone, so that it does not go back and forth around one number.
func (g *garbageRoom) fit(connections int) {
	step := g.step
	for step+1 < len(garbageSteps) && connections >= garbageSteps[step+1].connections {
		step++
	}
	for connections < garbageSteps[step].connections*3/4 {
		step--
	}
	if step != g.step || !g.chosen {
		g.step, g.chosen = step, true
		g.set(garbageSteps[step].percent)
	}
}
