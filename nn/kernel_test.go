package nn

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

// compare runs the kernel in use and its plain-Go twin on the same numbers.
func compare(t *testing.T, a, b []int16) {
	t.Helper()
	if x, y := dot(a, b), dotGo(a, b); x != y {
		t.Fatalf("dot of %d numbers: %d, in plain Go %d", len(a), x, y)
	}
}

// The kernel agrees with its twin, extreme numbers included.
func TestKernels(t *testing.T) {
	t.Logf("vector kernels: %q", Vectors())
	rng := rand.New(rand.NewPCG(5, 5))
	extremes := []int16{math.MinInt16, -1, 0, 1, MaxCount - 1, MaxCount, MaxCount + 1, math.MaxInt16}
	for n := Lanes; n <= 1024; n += Lanes {
		a, b := make([]int16, n+2*Lanes), make([]int16, n+2*Lanes)
		for i := range a {
			a[i], b[i] = int16(rng.Uint32()), int16(rng.Uint32())
			if rng.IntN(3) == 0 {
				a[i], b[i] = extremes[rng.IntN(len(extremes))], extremes[rng.IntN(len(extremes))]
			}
		}
		compare(t, a[Lanes:n+Lanes], b[Lanes:n+Lanes])
	}
	all := make([]int16, 2048)
	for _, x := range extremes {
		for i := range all {
			all[i] = x
		}
		compare(t, all, all)
	}
}

func FuzzKernels(f *testing.F) {
	f.Add(make([]byte, 128), make([]byte, 64))
	f.Add([]byte("some bytes of which numbers are made, and some more of them, 64!"), []byte{255, 127, 0, 128})
	f.Fuzz(func(t *testing.T, x, y []byte) {
		n := len(x) / 2 / Lanes * Lanes
		if n == 0 || len(y) == 0 {
			return
		}
		a, b := make([]int16, n), make([]int16, n)
		for i := range a {
			a[i] = int16(binary.LittleEndian.Uint16(x[2*i:]))
			b[i] = int16(uint16(y[2*i%len(y)]) | uint16(y[(2*i+1)%len(y)])<<8)
		}
		compare(t, a, b)
	})
}

func BenchmarkKernels(b *testing.B) {
	x, y := make([]int16, 256), make([]int16, 256)
	for i := range x {
		x[i], y[i] = int16(i), int16(i*7)
	}
	for _, k := range []struct {
		name string
		run  func()
	}{
		{"dot/" + Vectors(), func() { dot(x, y) }},
		{"dot/go", func() { dotGo(x, y) }},
	} {
		b.Run(k.name, func(b *testing.B) {
			for b.Loop() {
				k.run()
			}
		})
	}
}
