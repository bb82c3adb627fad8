// Package table is people playing each other: seats, sessions, presence, chat,
// watchers, and the layout that nobody could choose. The game itself is
// internal/play; what happened at a table is an append-only log of events in a
// [Store]. No process owns a table: the one that appends under the right sequence
// number has it.
//
// A [Service] is all tables as one process sees them. [Service.Run] does what
// happens without anybody's doing. A live connection is a [Session]: its client's
// messages go to [Session.Do], and what happens comes back to its [Subscriber].
// The table messages in do.go says how each type of message is carried out.
//
// A service has parts with a lock each, which know each other by env in service.go:
// [Tables] in memory, each a liveTable; the [Lobby]; [Presence], who has a connection
// here; [Peers], the other processes; [Accounts], names and sessions.
//
// # The way of a move
//
// The edge finds the person from the session and calls the table. Under the table's
// lock: a message id that is already stored is acknowledged again; a stale ply gets
// a refusal, and what is new was sent before; then the game's own code decides about
// move and clock, on a copy; [Store.Append] makes the event durable; only then the
// copy is taken over, acknowledged and published. On failure nothing has changed.
// do.go is these steps from top to bottom.
//
// A refusal counts only on a state that was just read, because another process may
// have appended what makes the message right. It is remembered for a while, so that a
// late double of the message is refused again. Where the store does not know whether it
// has stored something, the message id is looked up before anything is answered; while
// that is not possible either, the client has to send it again.
//
// # Time
//
// The clock is the store's, in whole milliseconds. A ply lasts from when the event before
// it went out to a mover who watches, or else was stored, to when the message with the next
// one came in; time in which no process served ([Store.Served]) is charged to nobody, and neither is the time in
// which the store could not take a message that is sent again. What the messages of
// the mover travel longer is given back: never more than was measured, at most a
// second for a move, of a quota that regains 100 ms with each move. What is no move counts
// like one here: once the own time is over, an offer or a yes comes too late, but for what
// it travelled, which is of the same quota. An offer of the opponent, which may come while
// the move is on its way, takes nothing of that away: it is not charged the last second.
//
// The flag is an event like a move and goes through the same append. A sweep finds
// it, or the first message that comes; it waits for the lag that was measured,
// or could be given back where none was, and takes the time of the deadline, whenever it is found. Where several processes
// serve, it waits until each of them was heard of after the deadline ([Store.Heard]), a
// second where all is well: one that was killed is missed only after some seconds, and
// then its people are given back what they needed to reach another one.
//
// A forced pass is sent by the client, after a moment in which the player may look
// at the board. Where it does not come, the server passes after 15 seconds, or when
// the time would be over if that is sooner: nobody waits for who is away and has no
// choice, and nobody loses on time with nothing but a pass.
//
// # Who is here
//
// A player whose connections watch the table is here. Who has left may be beaten by
// a claim after a while: half a minute to five minutes by the clock, ten minutes
// without one, never where days are given for a move, and not before the second
// move, when the game can be aborted. What is not known permits nothing: for a
// minute after the start of a process, after the bus was down and after another
// process has died, who is not here may be just coming back.
//
// # Rooms
//
// Players and watchers write in rooms of their own. Players read what the watchers
// have written when the game is over; watchers never read what players write to
// each other. Nobody learns nonces and the server's secret before the start.
// To mute somebody is the reader's own business, on the page; the host of the
// server mutes for all ([PersonRow].Muted).
//
// # Rematch
//
// To offer one makes a table with a seat kept for the opponent, so that the
// server's share of its layout is published before anybody gives a nonce for it; to
// accept is to sit down there. Its id follows from the message that offered, so
// that the same message never makes two.
//
// # What it refuses
//
// It knows no HTTP and no socket, keeps no name in the log, sends no text but the
// English sentence of a refusal, and decides nothing about the rules.
package table
