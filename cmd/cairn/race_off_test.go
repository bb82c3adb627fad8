//go:build !race

package main

// raceDetector reports whether these tests run under the race detector.
const raceDetector = false
