// Package message holds what the page and its workers tell each other: the
// questions, the answers and the events of the rules, the records and the
// engine, as plain values that JSON carries.
//
// The TypeScript types of the page are made from this package by tygo
// (web/scripts/messages.mjs writes web/gen/messages.ts), so comments here are
// comments there. A test holds that every answer has the type that [Answers]
// promises for its question.
//
// It refuses to compute: what stands in a message is worked out by the programs
// beside it.
package message
