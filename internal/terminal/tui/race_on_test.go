//go:build race

package tui

// raceDetector reports whether these tests run under the race detector.
const raceDetector = true
