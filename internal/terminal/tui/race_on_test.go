//go:build race

package tui

// raceDetector tells whether these tests run under the race detector.
const raceDetector = true
