// Package account gives people names of their own. A guest who keeps a name becomes an
// account: nobody else is called so, and a sign-in code, shown once, makes any device theirs.
// The code is password, means of recovery and way to a further device in one, and needs neither
// mail nor an encrypted connection.
//
// Guests, sessions, links and what a name may be are part of package table, because tables
// need them; this package has what an account has beyond that: the code, the list of devices,
// the profile, and the way out. It never joins two people: games name their players by id.
//
// A [Service] refuses with an [*api.Error]; any other error is a fault, of which the caller says
// "busy".
package account
