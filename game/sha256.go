package game

import "math/bits"

// sum256 returns the SHA-256 of data (FIPS 180-4). Package crypto/sha256 does
// the same, with a module of certified cryptography behind it that makes the
// first download of the browser page 95 KB larger; layouts keep no secrets.
func sum256(data []byte) [32]byte {
	h := [8]uint32{
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	}
	length := uint64(len(data)) * 8
	data = append(append([]byte(nil), data...), 0x80)
	for len(data)%64 != 56 {
		data = append(data, 0)
	}
	for shift := 56; shift >= 0; shift -= 8 {
		data = append(data, byte(length>>shift))
	}
	for ; len(data) > 0; data = data[64:] {
		block256(&h, data[:64])
	}
	var sum [32]byte
	for i, word := range h {
		sum[4*i], sum[4*i+1], sum[4*i+2], sum[4*i+3] = byte(word>>24), byte(word>>16), byte(word>>8), byte(word)
	}
	return sum
}

// bigEndian reads a number of four bytes. Package encoding/binary, which does the
// same, links reflection into the browser's rules.
func bigEndian(b []byte) uint32 {
	return uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
}

func block256(h *[8]uint32, block []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = bigEndian(block[4*i:])
	}
	rotate := bits.RotateLeft32
	for i := 16; i < 64; i++ {
		x, y := w[i-15], w[i-2]
		s0 := rotate(x, -7) ^ rotate(x, -18) ^ x>>3
		s1 := rotate(y, -17) ^ rotate(y, -19) ^ y>>10
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	v := *h
	for i, k := range rounds256 {
		a, e := v[0], v[4]
		s1 := rotate(e, -6) ^ rotate(e, -11) ^ rotate(e, -25)
		choice := e&v[5] ^ ^e&v[6]
		t1 := v[7] + s1 + choice + k + w[i]
		s0 := rotate(a, -2) ^ rotate(a, -13) ^ rotate(a, -22)
		majority := a&v[1] ^ a&v[2] ^ v[1]&v[2]
		v = [8]uint32{t1 + s0 + majority, a, v[1], v[2], v[3] + t1, e, v[5], v[6]}
	}
	for i := range h {
		h[i] += v[i]
	}
}

// rounds256 are the first 32 bits of the fractional parts of the cube roots of
// the first 64 primes.
var rounds256 = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
