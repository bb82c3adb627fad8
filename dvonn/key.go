package dvonn

// keys holds a number for each (height, spot, kind of stack); the key of a
// position is the exclusive or of those of its stacks, of sideKey when Second is
// to move, and of placingKey in the placing phase. Height comes first because
// low stacks are many: what is used often lies together.
var keys = newKeys()

// The kinds of stacks: who owns the top, plus holdsDvonn. A lone DVONN piece is
// a white-topped holder of height 1, which no other stack can be.
const holdsDvonn = 2

const (
	sideKey    = 0x9d39247e33776d41
	placingKey = 0x2af7398005aaa5c7
)

func newKeys() *[64][64][4]uint64 {
	var t [64][64][4]uint64
	state := uint64(0x6476_6f6e_6e20_3031)
	for h := 1; h <= Spots; h++ {
		for _, s := range layout.Spots {
			for k := range t[h][s] {
				t[h][s][k] = splitmix(&state)
			}
		}
	}
	return &t
}

// splitmix returns the next number of the generator of that name (Steele, Lea
// and Flood 2014).
func splitmix(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// kind returns the index of the stack on spot s in keys.
func (p *Position) kind(s uint) uint {
	return uint(p.tops[1]>>s&1) | uint(p.dvonn>>s&1)*holdsDvonn
}

// computeKey computes the key from nothing.
func (p *Position) computeKey() uint64 {
	var k uint64
	for occ := p.Occupied(); occ != 0; occ &= occ - 1 {
		s := lowest(occ)
		k ^= keys[p.height[s]&63][s][p.kind(s)]
	}
	if p.side != 0 {
		k ^= sideKey
	}
	if p.placing {
		k ^= placingKey
	}
	return k
}
