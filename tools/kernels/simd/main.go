// Command simd writes the kernels of dense and convolutional nets for browsers: a
// WebAssembly module of its own, with vector instructions, which Go's compiler does not
// emit. It works in the memory of the Go program that uses it and exports narrow, dot,
// dense, gather and convolve. The functions in nn/kernel.go in plain Go define what they
// compute.
//
//	cd tools/kernels && go run ./simd >../../nn/simd.wasm
package main

import (
	"os"
	"slices"
)

// The instructions used, by their names in the text form.
const (
	loop     = 0x03
	brIf     = 0x0d
	end      = 0x0b
	localGet = 0x20
	localSet = 0x21
	localTee = 0x22
	i32Const = 0x41
	i32Add   = 0x6a
	i32Sub   = 0x6b
	i32Shl   = 0x74
	i32Load  = 0x28

	i32   = 0x7f
	v128  = 0x7b
	empty = 0x40

	v128Load        = 0
	v128Load32Splat = 9
	v128Store       = 11
	v128Const       = 12
	i16x8Splat      = 16
	i32x4Extract    = 27
	i16x8Narrow     = 133 // i16x8.narrow_i32x4_s
	i16x8Add        = 142
	i16x8Min        = 150 // signed
	i16x8Max        = 152 // signed
	i32x4ExtendLow  = 167 // i32x4.extend_low_i16x8_s
	i32x4ExtendHigh = 168 // i32x4.extend_high_i16x8_s
	i32x4Shr        = 172 // signed
	i32x4Add        = 174
	i32x4Dot        = 186 // i32x4.dot_i16x8_s
)

// clamp is the largest number that dot multiplies.
const clamp = 255

// What nn/conv.go says of the numbers of a spot.
const (
	convShift = 12
	convMost  = 16*256 - 1
)

// code is the body of a function.
type code []byte

func number(n int) []byte { // unsigned LEB128
	var b []byte
	for {
		low := byte(n & 127)
		if n >>= 7; n == 0 {
			return append(b, low)
		}
		b = append(b, low|128)
	}
}

func signed(n int) []byte { // signed LEB128
	var b []byte
	for {
		low := byte(n & 127)
		n >>= 7
		if n == 0 && low&64 == 0 || n == -1 && low&64 != 0 {
			return append(b, low)
		}
		b = append(b, low|128)
	}
}

func (c *code) emit(b ...byte)    { *c = append(*c, b...) }
func (c *code) get(local byte)    { c.emit(localGet, local) }
func (c *code) set(local byte)    { c.emit(localSet, local) }
func (c *code) constant(n int)    { c.emit(append([]byte{i32Const}, signed(n)...)...) }
func (c *code) vector(op int)     { c.emit(append([]byte{0xfd}, number(op)...)...) }
func (c *code) lane(op, n int)    { c.vector(op); c.emit(byte(n)) }
func (c *code) memory(op, at int) { c.vector(op); c.emit(append([]byte{0}, number(at)...)...) } // no alignment promised

// load pushes 128 bits from the address in a local, plus at.
func (c *code) load(local byte, at int) {
	c.get(local)
	c.memory(v128Load, at)
}

// step adds by to the address in a local.
func (c *code) step(local byte, by int) {
	c.get(local)
	c.constant(by)
	c.emit(i32Add)
	c.set(local)
}

// repeat emits a loop whose body is done n/by times, n being a local that counts down.
func (c *code) repeat(n byte, by int, body func()) {
	c.emit(loop, empty)
	body()
	c.get(n)
	c.constant(by)
	c.emit(i32Sub, localTee, n, brIf, 0, end)
}

// function is an exported function. Its parameters are integers of 32 bits, its other
// locals integers, then vectors.
type function struct {
	name     string
	params   int
	result   bool
	integers int
	vectors  int
	body     code
}

// zero pushes a vector of zeros.
func (c *code) zero() {
	c.vector(v128Const)
	c.emit(make([]byte, 16)...)
}

// clampTo changes the vector on top so that its numbers of 16 bits are from 0 to most.
func (c *code) clampTo(most int) {
	c.zero()
	c.vector(i16x8Max)
	c.constant(most)
	c.vector(i16x8Splat)
	c.vector(i16x8Min)
}

// move sets a local to the value of another.
func (c *code) move(to, from byte) {
	c.get(from)
	c.set(to)
}

// narrow converts n numbers of 32 bits to 16.
func narrow() function {
	const to, from, n = 0, 1, 2
	var c code
	c.repeat(n, 8, func() {
		c.get(to)
		c.load(from, 0)
		c.load(from, 16)
		c.vector(i16x8Narrow)
		c.memory(v128Store, 0)
		c.step(to, 16)
		c.step(from, 32)
	})
	return function{"narrow", 3, false, 0, 0, c}
}

// dot returns the sum of the products of n clamped numbers and their weights.
func dot() function {
	const acc, weights, n, sum = 0, 1, 2, 3
	var c code
	c.repeat(n, 8, func() {
		c.load(acc, 0)
		c.clampTo(clamp)
		c.load(weights, 0)
		c.vector(i32x4Dot)
		c.get(sum)
		c.vector(i32x4Add)
		c.set(sum)
		c.step(acc, 16)
		c.step(weights, 16)
	})
	for lane := range 4 {
		c.get(sum)
		c.lane(i32x4Extract, lane)
		if lane > 0 {
			c.emit(i32Add)
		}
	}
	return function{"dot", 3, true, 0, 1, c}
}

// multiply adds n counts at x, each times its row, to the 16 sums in four locals from acc on.
func (c *code) multiply(x, rows, n, pair, acc byte) {
	const pairs = 4 // of counts in a step
	c.repeat(n, 2*pairs, func() {
		for k := range pairs {
			c.get(x)
			c.memory(v128Load32Splat, 4*k)
			c.set(pair)
			for i := range byte(4) {
				c.load(rows, 64*k+16*int(i))
				c.get(pair)
				c.vector(i32x4Dot)
				c.get(acc + i)
				c.vector(i32x4Add)
				c.set(acc + i)
			}
		}
		c.step(x, 4*pairs)
		c.step(rows, 64*pairs)
	})
}

// dense adds n counts, each times its row, to 16 sums. Rows of two counts are interleaved.
func dense() function {
	const sums, x, rows, n, pair, acc = 0, 1, 2, 3, 4, 5
	var c code
	for i := range byte(4) {
		c.load(sums, 16*int(i))
		c.set(acc + i)
	}
	c.multiply(x, rows, n, pair, acc)
	for i := range byte(4) {
		c.get(sums)
		c.get(acc + i)
		c.memory(v128Store, 16*int(i))
	}
	return function{"dense", 4, false, 0, 5, c}
}

// gather adds up rows of from, width numbers each: seen for each of n rows of to.
func gather() function {
	const to, from, near, n, seen, width, row, left, at, k, sum = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
	var c code
	c.repeat(n, 1, func() {
		c.move(row, from)
		c.move(left, width)
		c.repeat(left, 8, func() {
			c.move(at, near)
			c.move(k, seen)
			c.zero()
			c.set(sum)
			c.repeat(k, 1, func() {
				c.get(at)
				c.emit(i32Load, 0, 0)
				c.constant(1)
				c.emit(i32Shl)
				c.get(row)
				c.emit(i32Add)
				c.memory(v128Load, 0)
				c.get(sum)
				c.vector(i16x8Add)
				c.set(sum)
				c.step(at, 4)
			})
			c.get(to)
			c.get(sum)
			c.memory(v128Store, 0)
			c.step(to, 16)
			c.step(row, 16)
		})
		c.move(near, at)
	})
	return function{"gather", 6, false, 4, 1, c}
}

// convolve computes 16 numbers of a layer at each of n spots.
func convolve() function {
	const out, stride, x, rows, bias, n, inputs, row, left, pair, acc = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
	var c code
	c.repeat(n, 1, func() {
		for i := range byte(4) {
			c.load(bias, 16*int(i))
			c.set(acc + i)
		}
		c.move(row, rows)
		c.move(left, inputs)
		c.multiply(x, row, left, pair, acc)
		for half := range byte(2) {
			c.load(out, 16*int(half))
			c.set(pair) // what is added
			c.get(out)
			for k, extend := range []int{i32x4ExtendLow, i32x4ExtendHigh} {
				c.get(acc + 2*half + byte(k))
				c.constant(convShift)
				c.vector(i32x4Shr)
				c.get(pair)
				c.vector(extend)
				c.vector(i32x4Add)
			}
			c.vector(i16x8Narrow)
			c.clampTo(convMost)
			c.memory(v128Store, 16*int(half))
		}
		c.get(stride)
		c.constant(1)
		c.emit(i32Shl)
		c.get(out)
		c.emit(i32Add)
		c.set(out)
	})
	return function{"convolve", 7, false, 2, 5, c}
}

// text is a length and bytes.
func text(b []byte) []byte { return append(number(len(b)), b...) }

// module returns the file of a module with functions and the memory go.mem.
func module(list []function) []byte {
	section := func(id byte, items ...[]byte) []byte {
		return append([]byte{id}, text(append(number(len(items)), slices.Concat(items...)...))...)
	}
	var types, functions, exports, bodies [][]byte
	for i, f := range list {
		t := append([]byte{0x60}, text(slices.Repeat([]byte{i32}, f.params))...)
		if f.result {
			t = append(t, 1, i32)
		} else {
			t = append(t, 0)
		}
		types = append(types, t)
		functions = append(functions, number(i))
		exports = append(exports, append(append(text([]byte(f.name)), 0), number(i)...))
		locals := append(append([]byte{2}, append(number(f.integers), i32)...), append(number(f.vectors), v128)...)
		bodies = append(bodies, text(append(append(locals, f.body...), end)))
	}
	memory := append(append(text([]byte("go")), text([]byte("mem"))...), 2, 0, 1)
	return slices.Concat([]byte("\x00asm\x01\x00\x00\x00"),
		section(1, types...), section(2, memory), section(3, functions...), section(7, exports...), section(10, bodies...))
}

func main() {
	os.Stdout.Write(module([]function{narrow(), dot(), dense(), gather(), convolve()}))
}
