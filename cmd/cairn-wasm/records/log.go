package main

import (
	"errors"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/internal/play"
)

var errNoGame = errors.New("there is no game in the question")

// recordOf returns the record of a log.
func recordOf(log *message.Log) (*message.GameRecord, error) {
	if log == nil {
		return nil, errNoGame
	}
	l, err := log.ToLog()
	if err != nil {
		return nil, err
	}
	r, err := play.Record(l)
	if err != nil {
		return nil, err
	}
	return message.FromRecord(r), nil
}

// logOf returns the log of a record's main line.
func logOf(info *message.GameRecord) (*message.Converted, error) {
	r, err := info.ToRecord()
	if err != nil {
		return nil, err
	}
	l, err := play.FromRecord(r)
	return converted(l, err)
}

// converted is a log, and the move at which it ends because of an error.
func converted(l play.Log, err error) (*message.Converted, error) {
	var refused *play.Error
	if err != nil && (!errors.As(err, &refused) || refused.Event == 0) {
		return nil, err
	}
	c := &message.Converted{Log: message.FromLog(l)}
	if err != nil {
		n := refused.Event - 1
		c.Failed, c.Why = &n, message.GameRefusal(err)
	}
	return c, nil
}
