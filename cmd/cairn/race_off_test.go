//go:build !race

package main

// raceDetector tells whether these tests run under the race detector.
const raceDetector = false
