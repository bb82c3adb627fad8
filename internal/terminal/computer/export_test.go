package computer

import "cairn.example/engine"

// SetHintLimits replaces the limits of hints, so that no test depends on time.
func SetHintLimits(l engine.Limits) { hintLimits = l }
