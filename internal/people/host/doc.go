// Package host is what hosts of the server do about people: they look at reports, warn, mute, ban, take a name away or close
// tables. Everything that is done is an [Action], a row that stays: who did it, what, why and until when. The person sees
// all of that once, on the page, and may answer once; who had reported hears that a host has looked.
//
// A host is an account with a role, which only the owner of the server gives, at the command line. The owner's
// commands are carried out by the same [Service], under no host's name, and alone count against hosts.
//
// Nobody is banned without knowing it, no list of words decides, and nothing is done by a program alone. A mute and a ban
// end by themselves. Who is banned may sign in, read why and until when, watch, and end the games that have begun, as at a
// ban from playing at lichess: their opponents lose nothing by it.
package host
