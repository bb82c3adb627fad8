// Command kernels writes the AVX2 kernels of package nn, whose plain-Go twins in
// nn/kernel.go define what they compute.
//
//	cd tools/kernels && go run . -out ../../nn/avx2_amd64.s -stubs ../../nn/avx2_amd64.go -pkg nn
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Each step of a loop handles a register of 16 numbers; slices have a multiple.
const (
	lanes = 16
	bytes = 2 * lanes
	clamp = 255
)

func main() {
	ConstraintExpr("!purego")
	update("addAVX2", "addAVX2 does what addGo does for n numbers.", func(row Mem, acc VecVirtual) { VPADDW(row, acc, acc) })
	update("subAVX2", "subAVX2 does what subGo does for n numbers.", func(row Mem, acc VecVirtual) { VPSUBW(row, acc, acc) })
	dot()
	cpuid()
	xgetbv()
	Generate()
}

// loop emits body for each step of n numbers.
func loop(name string, n Register, body func()) {
	SHRQ(Imm(4), n)
	Label(name)
	body()
	DECQ(n)
	JNZ(LabelRef(name))
}

func update(name, doc string, op func(row Mem, acc VecVirtual)) {
	TEXT(name, NOSPLIT, "func(acc, row *int16, n int)")
	Doc(doc)
	Pragma("noescape")
	acc, row := Mem{Base: Load(Param("acc"), GP64())}, Mem{Base: Load(Param("row"), GP64())}
	n := Load(Param("n"), GP64())
	v := YMM()
	loop("step", n, func() {
		VMOVDQU(acc, v)
		op(row, v)
		VMOVDQU(v, acc)
		ADDQ(Imm(bytes), acc.Base)
		ADDQ(Imm(bytes), row.Base)
	})
	VZEROUPPER()
	RET()
}

func dot() {
	TEXT("dotAVX2", NOSPLIT, "func(acc, weights *int16, n int) int32")
	Doc("dotAVX2 does what dotGo does for n numbers.")
	Pragma("noescape")
	acc, weights := Mem{Base: Load(Param("acc"), GP64())}, Mem{Base: Load(Param("weights"), GP64())}
	n := Load(Param("n"), GP64())
	zero, most, sum, v := YMM(), YMM(), YMM(), YMM()
	VPXOR(zero, zero, zero)
	VPXOR(sum, sum, sum)
	c := GP32()
	MOVL(U32(clamp<<16|clamp), c)
	VMOVD(c, most.AsX())
	VPBROADCASTD(most.AsX(), most)
	loop("step", n, func() {
		VMOVDQU(acc, v)
		VPMAXSW(zero, v, v)
		VPMINSW(most, v, v)
		VPMADDWD(weights, v, v) // products of 32 bits, added in pairs
		VPADDD(v, sum, sum)
		ADDQ(Imm(bytes), acc.Base)
		ADDQ(Imm(bytes), weights.Base)
	})
	half := XMM()
	VEXTRACTI128(Imm(1), sum, half)
	VPADDD(half, sum.AsX(), half)
	other := XMM()
	for _, order := range []Constant{Imm(0b01_00_11_10), Imm(0b10_11_00_01)} {
		VPSHUFD(order, half, other)
		VPADDD(other, half, half)
	}
	result := GP32()
	VMOVD(half, result)
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}

func cpuid() {
	TEXT("cpuid", NOSPLIT, "func(leaf, subleaf uint32) (a, b, c, d uint32)")
	Doc("cpuid executes the instruction of that name.")
	Load(Param("leaf"), EAX)
	Load(Param("subleaf"), ECX)
	CPUID()
	Store(EAX, Return("a"))
	Store(EBX, Return("b"))
	Store(ECX, Return("c"))
	Store(EDX, Return("d"))
	RET()
}

func xgetbv() {
	TEXT("xgetbv", NOSPLIT, "func() uint32")
	Doc("xgetbv returns the low half of extended control register 0.")
	XORL(ECX, ECX)
	XGETBV()
	Store(EAX, ReturnIndex(0))
	RET()
}
