package table

// mostRefusals is how many messages of a table are remembered that were refused.
const mostRefusals = 64

// refusals are the last messages at a table that were refused, and why. What somebody was
// told no is not carried out when a double of the message comes late, to a game that has gone
// on: whoever wants it still sends another message. The zero value is ready to use.
//
// They are not stored. A double that reaches another process, or this one after a start, is
// looked at as if it came first.
type refusals struct {
	why  map[string]error
	keys []string // the oldest first
}

// find returns why a message was refused, nil if it was not.
func (r *refusals) find(key string) error { return r.why[key] }

// note remembers the answer to a message where it is a refusal, and returns it.
func (r *refusals) note(key string, err error) error {
	if key == "" || err == nil || !refused(err) {
		return err
	}
	if r.why == nil {
		r.why = map[string]error{}
	}
	if _, known := r.why[key]; !known {
		if len(r.keys) >= mostRefusals {
			delete(r.why, r.keys[0])
			r.keys = append(r.keys[:0], r.keys[1:]...)
		}
		r.keys = append(r.keys, key)
	}
	r.why[key] = err
	return err
}
