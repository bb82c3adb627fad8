package draw

type Size uint8

const (
	Small Size = iota
	Medium
	Large
)

type termSize struct{ unit, minStep, maxStep, width, lines int }
