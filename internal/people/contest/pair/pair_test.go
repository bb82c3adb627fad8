package pair_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"cairn.example/internal/people/contest/pair"
)

func Example() {
	strength := []int64{1500, 1490, 1700, 1250, 1300, 1710}
	apart := func(a, b int) int64 { d := strength[a] - strength[b]; return d * d }
	fmt.Println(pair.Pair(len(strength), apart))
	// Output: [[0 1] [2 5] [3 4]]
}

// costs are those of a graph.
type costs [][]int64

func (c costs) of(a, b int) int64 { return c[a][b] }

func newCosts(n int, next func() int64) costs {
	c := make(costs, n)
	for a := range c {
		c[a] = make([]int64, n)
	}
	for a := range c {
		for b := a + 1; b < n; b++ {
			c[a][b] = next()
			c[b][a] = c[a][b]
		}
	}
	return c
}

// least is the least cost of a matching, found by trying every one.
func (c costs) least(left []int) int64 {
	if len(left) == 0 {
		return 0
	}
	least := int64(1) << 62
	for i := 1; i < len(left); i++ {
		rest := append(append([]int(nil), left[1:i]...), left[i+1:]...)
		least = min(least, c[left[0]][left[i]]+c.least(rest))
	}
	return least
}

// sum checks that everybody is in one pair, and returns the cost of all.
func (c costs) sum(t *testing.T, pairs [][2]int) (sum int64) {
	t.Helper()
	seen := make([]bool, len(c))
	for _, p := range pairs {
		if p[0] >= p[1] || seen[p[0]] || seen[p[1]] {
			t.Fatalf("the pairs %v", pairs)
		}
		seen[p[0]], seen[p[1]] = true, true
		sum += c[p[0]][p[1]]
	}
	if 2*len(pairs) != len(c) {
		t.Fatalf("%d pairs of %d", len(pairs), len(c))
	}
	return sum
}

func numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// check holds the pairs against every other way to make pairs.
func check(t *testing.T, c costs) {
	t.Helper()
	pairs := pair.Pair(len(c), c.of)
	if got, want := c.sum(t, pairs), c.least(numbers(len(c))); got != want {
		t.Fatalf("%v cost %d, the least is %d\n%v", pairs, got, want, c)
	}
	if again := pair.Pair(len(c), c.of); fmt.Sprint(again) != fmt.Sprint(pairs) {
		t.Fatalf("%v, and then %v", pairs, again)
	}
}

// TestLeast tries every matching of small graphs, with few costs, so that many edges are
// tight at once, and with many.
func TestLeast(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 20_000
	if testing.Short() {
		rounds = 2000
	}
	for i := range rounds {
		n := 2 * (1 + rng.IntN(4))
		if i%20 == 0 {
			n = 10
		}
		most := []int64{1, 2, 3, 10, 100, 1 << 40}[rng.IntN(6)]
		check(t, newCosts(n, func() int64 { return rng.Int64N(2*most+1) - most }))
	}
}

func FuzzPair(f *testing.F) {
	f.Add(uint8(10), uint8(1), []byte("costs"))
	f.Add(uint8(8), uint8(200), []byte{})
	f.Fuzz(func(t *testing.T, n, modulus uint8, seed []byte) {
		var key [32]byte
		copy(key[:], seed)
		i := 0
		random := rand.New(rand.NewChaCha8(key))
		check(t, newCosts(int(n%6)*2, func() int64 {
			i++
			if i < len(seed) {
				return int64(seed[i]) % (int64(modulus) + 1)
			}
			return random.Int64N(int64(modulus) + 1)
		}))
	})
}

// TestLarge holds large graphs against a matching that is known to be the best: its edges
// cost what its ends pay, and every other edge costs no less.
func TestLarge(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{20, 64, 120} {
		for range 20 {
			pay := make([]int64, n)
			for i := range pay {
				pay[i] = rng.Int64N(1000)
			}
			order := rng.Perm(n)
			c := newCosts(n, func() int64 { return rng.Int64N(50) })
			var want int64
			for a := range n {
				for b := range n {
					c[a][b] += pay[a] + pay[b]
				}
			}
			for i := 0; i < n; i += 2 {
				a, b := order[i], order[i+1]
				c[a][b], c[b][a] = pay[a]+pay[b], pay[a]+pay[b]
				want += c[a][b]
			}
			if got := c.sum(t, pair.Pair(n, c.of)); got != want {
				t.Fatalf("%d people: cost %d, the least is %d", n, got, want)
			}
		}
	}
}

func TestOdd(t *testing.T) {
	for _, n := range []int{-2, 0, 1, 7} {
		if got := pair.Pair(n, func(int, int) int64 { return 0 }); got != nil {
			t.Errorf("%d: %v", n, got)
		}
	}
}

// BenchmarkPair pairs people by points, as a round of a contest does, and by costs that are
// unlike each other.
func BenchmarkPair(b *testing.B) {
	for _, n := range []int{40, 200} {
		rng := rand.New(rand.NewPCG(5, uint64(n)))
		points := make([]int64, n)
		for i := range points {
			points[i] = rng.Int64N(8)
		}
		byPoints := func(x, y int) int64 {
			d := points[x] - points[y]
			return 1000*d*d + int64(binary.BigEndian.Uint16([]byte{0, byte(x ^ y)}))
		}
		random := newCosts(n, func() int64 { return rng.Int64N(1 << 40) })
		for name, cost := range map[string]func(a, b int) int64{"points": byPoints, "random": random.of} {
			b.Run(fmt.Sprintf("%s-%d", name, n), func(b *testing.B) {
				for b.Loop() {
					if got := len(pair.Pair(n, cost)); got != n/2 {
						b.Fatalf("%d pairs", got)
					}
				}
			})
		}
	}
}
