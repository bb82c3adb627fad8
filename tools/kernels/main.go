// Command kernels writes the AVX2 kernels of packages nn and learn: the loops over slices
// of numbers that take most of the time of a net or of its training, with vector
// instructions. The functions in nn/kernel.go and internal/learn/convkernel.go in plain Go define
// what they compute.
//
//	cd tools/kernels && go run . -out ../../nn/avx2_amd64.s -stubs ../../nn/avx2_amd64.go -pkg nn
//	cd tools/kernels && go run . -out ../../internal/learn/avx2_amd64.s -stubs ../../internal/learn/avx2_amd64.go -pkg learn
package main

import (
	"flag"

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

// What nn/conv.go says of the numbers of a spot.
const (
	convShift = 12
	convMost  = 16*256 - 1
)

func main() {
	flag.Parse()
	ConstraintExpr("!purego")
	if flag.Lookup("pkg").Value.String() == "learn" {
		panel()
	} else {
		forNets()
	}
	Generate()
}

// forNets emits the kernels of package nn.
func forNets() {
	dot()
	narrow()
	dense()
	gather()
	convolve()
	cpuid()
	xgetbv()
}

// loop emits body for each step of n numbers.
func loop(name string, n Register, body func()) {
	SHRQ(Imm(4), n)
	Label(name)
	body()
	DECQ(n)
	JNZ(LabelRef(name))
}

// dot emits the sum of the products of clamped numbers and their weights.
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

// narrow emits the conversion of numbers of 32 bits to 16, the nearest where they do
// not fit.
func narrow() {
	TEXT("narrowAVX2", NOSPLIT, "func(to *int16, from *int32, n int)")
	Doc("narrowAVX2 does what narrowGo does for n numbers.")
	Pragma("noescape")
	to, from := Mem{Base: Load(Param("to"), GP64())}, Mem{Base: Load(Param("from"), GP64())}
	n := Load(Param("n"), GP64())
	v := YMM()
	loop("step", n, func() {
		VMOVDQU(from, v)
		VPACKSSDW(from.Offset(bytes), v, v) // the halves of both, in turn
		VPERMQ(Imm(0b11_01_10_00), v, v)
		VMOVDQU(v, to)
		ADDQ(Imm(bytes), to.Base)
		ADDQ(Imm(2*bytes), from.Base)
	})
	VZEROUPPER()
	RET()
}

// dense emits the sums of the counts x times their rows, 16 sums at a time.
func dense() {
	TEXT("denseAVX2", NOSPLIT, "func(sums *int32, x, rows *int16, n int)")
	Doc("denseAVX2 does what denseGo does for n counts.")
	Pragma("noescape")
	sums, x, rows := Mem{Base: Load(Param("sums"), GP64())}, Mem{Base: Load(Param("x"), GP64())}, Mem{Base: Load(Param("rows"), GP64())}
	n := Load(Param("n"), GP64())
	const pairs = lanes / 2
	acc := [4]VecVirtual{YMM(), YMM(), YMM(), YMM()}
	VMOVDQU(sums, acc[0])
	VMOVDQU(sums.Offset(bytes), acc[1])
	VPXOR(acc[2], acc[2], acc[2])
	VPXOR(acc[3], acc[3], acc[3])
	loop("step", n, func() {
		for i := range pairs {
			pair, a, b := YMM(), YMM(), YMM()
			VPBROADCASTD(x.Offset(4*i), pair)
			VPMADDWD(rows.Offset(2*i*bytes), pair, a)
			VPMADDWD(rows.Offset((2*i+1)*bytes), pair, b)
			VPADDD(a, acc[i%2*2], acc[i%2*2])
			VPADDD(b, acc[i%2*2+1], acc[i%2*2+1])
		}
		ADDQ(Imm(bytes), x.Base)
		ADDQ(U32(2*pairs*bytes), rows.Base)
	})
	VPADDD(acc[2], acc[0], acc[0])
	VPADDD(acc[3], acc[1], acc[1])
	VMOVDQU(acc[0], sums)
	VMOVDQU(acc[1], sums.Offset(bytes))
	VZEROUPPER()
	RET()
}

// gather emits the sums of rows of numbers that stand here and there.
func gather() {
	TEXT("gatherAVX2", NOSPLIT, "func(to, from *int16, near *int32, n, seen, width int)")
	Doc("gatherAVX2 does what gatherGo does for n rows.")
	Pragma("noescape")
	to, near := Mem{Base: Load(Param("to"), GP64())}, Mem{Base: Load(Param("near"), GP64())}
	from, n := Load(Param("from"), GP64()), Load(Param("n"), GP64())
	seen, width := Load(Param("seen"), GP64()), Load(Param("width"), GP64())
	chunk, row, left, at, k, sum := GP64(), GP64(), GP64(), GP64(), GP64(), YMM()
	Label("row")
	MOVQ(from, row)
	MOVQ(width, left)
	SHRQ(Imm(4), left)
	Label("chunk")
	MOVQ(near.Base, chunk)
	MOVQ(seen, k)
	VPXOR(sum, sum, sum)
	Label("spot")
	MOVLQSX(Mem{Base: chunk}, at)
	VPADDW(Mem{Base: row, Index: at, Scale: 2}, sum, sum)
	ADDQ(Imm(4), chunk)
	DECQ(k)
	JNZ(LabelRef("spot"))
	VMOVDQU(sum, to)
	ADDQ(Imm(bytes), to.Base)
	ADDQ(Imm(bytes), row)
	DECQ(left)
	JNZ(LabelRef("chunk"))
	MOVQ(chunk, near.Base)
	DECQ(n)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// convolve emits a layer of a convolutional net, 16 numbers a spot.
func convolve() {
	TEXT("convolveAVX2", NOSPLIT, "func(out *int16, stride int, x, rows *int16, bias *int32, n, inputs int)")
	Doc("convolveAVX2 does what convolveGo does for n spots.")
	Pragma("noescape")
	out, x := Mem{Base: Load(Param("out"), GP64())}, Mem{Base: Load(Param("x"), GP64())}
	rows, bias := Load(Param("rows"), GP64()), Mem{Base: Load(Param("bias"), GP64())}
	stride, n, inputs := Load(Param("stride"), GP64()), Load(Param("n"), GP64()), Load(Param("inputs"), GP64())
	SHLQ(Imm(1), stride)
	SHRQ(Imm(4), inputs)
	zero, most, low, high := YMM(), YMM(), YMM(), YMM()
	VPXOR(zero, zero, zero)
	c := GP32()
	MOVL(U32(convMost<<16|convMost), c)
	VMOVD(c, most.AsX())
	VPBROADCASTD(most.AsX(), most)
	VMOVDQU(bias, low)
	VMOVDQU(bias.Offset(bytes), high)
	const pairs = lanes / 2
	row, left := Mem{Base: GP64()}, GP64()
	Label("spot")
	MOVQ(rows, row.Base)
	MOVQ(inputs, left)
	acc := [4]VecVirtual{YMM(), YMM(), YMM(), YMM()}
	VMOVDQA(low, acc[0])
	VMOVDQA(high, acc[1])
	VPXOR(acc[2], acc[2], acc[2])
	VPXOR(acc[3], acc[3], acc[3])
	Label("step")
	for i := range pairs {
		pair, a, b := YMM(), YMM(), YMM()
		VPBROADCASTD(x.Offset(4*i), pair)
		VPMADDWD(row.Offset(2*i*bytes), pair, a)
		VPMADDWD(row.Offset((2*i+1)*bytes), pair, b)
		VPADDD(a, acc[i%2*2], acc[i%2*2])
		VPADDD(b, acc[i%2*2+1], acc[i%2*2+1])
	}
	ADDQ(Imm(bytes), x.Base)
	ADDQ(U32(2*pairs*bytes), row.Base)
	DECQ(left)
	JNZ(LabelRef("step"))
	before := YMM()
	for i := range 2 {
		VPADDD(acc[i+2], acc[i], acc[i])
		VPSRAD(Imm(convShift), acc[i], acc[i])
		VPMOVSXWD(out.Offset(i*bytes/2), before)
		VPADDD(before, acc[i], acc[i])
	}
	VPACKSSDW(acc[1], acc[0], acc[0])
	VPERMQ(Imm(0b11_01_10_00), acc[0], acc[0])
	VPMAXSW(zero, acc[0], acc[0])
	VPMINSW(most, acc[0], acc[0])
	VMOVDQU(acc[0], out)
	ADDQ(stride, out.Base)
	DECQ(n)
	JNZ(LabelRef("spot"))
	VZEROUPPER()
	RET()
}

// panel emits the sums of products of four rows of x with the rows of w.
func panel() {
	TEXT("panelAVX2", NOSPLIT, "func(y *float32, ys int, x *float32, xs, xn int, w *float32, ws, n int)")
	Doc("panelAVX2 does what panelGo does.")
	Pragma("noescape")
	y, x, w := Mem{Base: Load(Param("y"), GP64())}, Mem{Base: Load(Param("x"), GP64())}, Mem{Base: Load(Param("w"), GP64())}
	var strides [4]Register
	for i, name := range []string{"ys", "xs", "xn", "ws"} {
		strides[i] = Load(Param(name), GP64())
		SHLQ(Imm(2), strides[i]) // bytes of a number
	}
	ys, xs, xn, ws := strides[0], strides[1], strides[2], strides[3]
	n := Load(Param("n"), GP64())
	// rows returns the addresses of four rows.
	rows := func(m Mem, stride Register) [4]Mem {
		fourth := GP64()
		LEAQ(m.Idx(stride, 2), fourth)
		ADDQ(stride, fourth)
		return [4]Mem{m, m.Idx(stride, 1), m.Idx(stride, 2), {Base: fourth}}
	}
	yRows, xRows := rows(y, ys), rows(x, xs)
	var acc [8]VecVirtual
	for k, row := range yRows {
		acc[2*k], acc[2*k+1] = YMM(), YMM()
		VMOVUPS(row, acc[2*k])
		VMOVUPS(row.Offset(bytes), acc[2*k+1])
	}
	Label("step")
	low, high := YMM(), YMM()
	VMOVUPS(w, low)
	VMOVUPS(w.Offset(bytes), high)
	for k, row := range xRows {
		v, a := YMM(), YMM()
		VBROADCASTSS(row, v)
		VMULPS(low, v, a)
		VMULPS(high, v, v)
		VADDPS(a, acc[2*k], acc[2*k])
		VADDPS(v, acc[2*k+1], acc[2*k+1])
	}
	ADDQ(xn, xRows[0].Base)
	ADDQ(xn, xRows[3].Base)
	ADDQ(ws, w.Base)
	DECQ(n)
	JNZ(LabelRef("step"))
	for k, row := range yRows {
		VMOVUPS(acc[2*k], row)
		VMOVUPS(acc[2*k+1], row.Offset(bytes))
	}
	VZEROUPPER()
	RET()
}

// cpuid and xgetbv emit the questions whether processor and system know AVX2.
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
