package tui

// message is a line of what has happened.
type message struct {
	text  string
	style style
}

// said is what the screen has said of what happened.
type said struct{ messages []message }

// tell shows a line of what has happened.
func (s *said) tell(look style, text string) {
	s.messages = append(s.messages, message{text, look})
	if len(s.messages) > 20 {
		s.messages = s.messages[len(s.messages)-20:]
	}
}

// clearMessages forgets what was said.
func (s *said) clearMessages() { s.messages = nil }

// warn shows why something cannot be done, once where the same is tried again.
func (s *said) warn(text string) {
	why := message{text, bad}
	if n := len(s.messages); n > 0 && s.messages[n-1] == why {
		return
	}
	s.tell(bad, text)
}
