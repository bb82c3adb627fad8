//go:build !purego

#include "textflag.h"

// Written by hand: avo writes for amd64 only. Each step of a loop handles 16
// numbers, of dense and convolve 8 counts. Go's assembler does not know SMAX, SMIN, SMLAL,
// SSHR, SADDW and SQXTN on vectors; they are spelled as words.

// func dotNEON(acc *int16, weights *int16, n int) int32
TEXT ·dotNEON(SB), NOSPLIT, $0-28
	MOVD acc+0(FP), R0
	MOVD weights+8(FP), R1
	MOVD n+16(FP), R2
	MOVD $255, R3
	VEOR V16.B16, V16.B16, V16.B16
	VDUP R3, V17.H8
	VEOR V18.B16, V18.B16, V18.B16
	VEOR V19.B16, V19.B16, V19.B16

dot:
	VLD1.P 32(R0), [V0.H8, V1.H8]
	VLD1.P 32(R1), [V2.H8, V3.H8]
	WORD   $0x4e706400 // SMAX V0.8H, V0.8H, V16.8H
	WORD   $0x4e706421 // SMAX V1.8H, V1.8H, V16.8H
	WORD   $0x4e716c00 // SMIN V0.8H, V0.8H, V17.8H
	WORD   $0x4e716c21 // SMIN V1.8H, V1.8H, V17.8H
	WORD   $0x0e628012 // SMLAL V18.4S, V0.4H, V2.4H
	WORD   $0x4e628013 // SMLAL2 V19.4S, V0.8H, V2.8H
	WORD   $0x0e638032 // SMLAL V18.4S, V1.4H, V3.4H
	WORD   $0x4e638033 // SMLAL2 V19.4S, V1.8H, V3.8H
	SUBS   $16, R2, R2
	BNE    dot
	VADD   V19.S4, V18.S4, V18.S4
	VADDV  V18.S4, V18
	VMOV   V18.S[0], R4
	MOVW   R4, ret+24(FP)
	RET

// func narrowNEON(to *int16, from *int32, n int)
TEXT ·narrowNEON(SB), NOSPLIT, $0-24
	MOVD to+0(FP), R0
	MOVD from+8(FP), R1
	MOVD n+16(FP), R2

narrow:
	VLD1.P 64(R1), [V0.S4, V1.S4, V2.S4, V3.S4]
	VUZP1  V1.H8, V0.H8, V4.H8
	VUZP1  V3.H8, V2.H8, V5.H8
	VST1.P [V4.H8, V5.H8], 32(R0)
	SUBS   $16, R2, R2
	BNE    narrow
	RET

// MULTIPLY adds 8 counts at R1, each times its row at R2, to the sums in V16 to V19, and
// moves R1 and R2 on. Its words are SMLAL and SMLAL2 of V0 to V3 with V8.H[0] to V8.H[7].
#define MULTIPLY \
	VLD1.P 16(R1), [V8.H8]; \
	VLD2.P 32(R2), [V0.H8, V1.H8]; \
	VLD2.P 32(R2), [V2.H8, V3.H8]; \
	WORD   $0x0f482010; \
	WORD   $0x4f482011; \
	WORD   $0x0f482052; \
	WORD   $0x4f482053; \
	WORD   $0x0f582030; \
	WORD   $0x4f582031; \
	WORD   $0x0f582072; \
	WORD   $0x4f582073; \
	VLD2.P 32(R2), [V0.H8, V1.H8]; \
	VLD2.P 32(R2), [V2.H8, V3.H8]; \
	WORD   $0x0f682010; \
	WORD   $0x4f682011; \
	WORD   $0x0f682052; \
	WORD   $0x4f682053; \
	WORD   $0x0f782030; \
	WORD   $0x4f782031; \
	WORD   $0x0f782072; \
	WORD   $0x4f782073; \
	VLD2.P 32(R2), [V0.H8, V1.H8]; \
	VLD2.P 32(R2), [V2.H8, V3.H8]; \
	WORD   $0x0f482810; \
	WORD   $0x4f482811; \
	WORD   $0x0f482852; \
	WORD   $0x4f482853; \
	WORD   $0x0f582830; \
	WORD   $0x4f582831; \
	WORD   $0x0f582872; \
	WORD   $0x4f582873; \
	VLD2.P 32(R2), [V0.H8, V1.H8]; \
	VLD2.P 32(R2), [V2.H8, V3.H8]; \
	WORD   $0x0f682810; \
	WORD   $0x4f682811; \
	WORD   $0x0f682852; \
	WORD   $0x4f682853; \
	WORD   $0x0f782830; \
	WORD   $0x4f782831; \
	WORD   $0x0f782872; \
	WORD   $0x4f782873

// func denseNEON(sums *int32, x *int16, rows *int16, n int)
TEXT ·denseNEON(SB), NOSPLIT, $0-32
	MOVD sums+0(FP), R0
	MOVD x+8(FP), R1
	MOVD rows+16(FP), R2
	MOVD n+24(FP), R3
	VLD1 (R0), [V16.S4, V17.S4, V18.S4, V19.S4]

dense:
	MULTIPLY
	SUBS   $8, R3, R3
	BNE    dense
	VST1   [V16.S4, V17.S4, V18.S4, V19.S4], (R0)
	RET

// func gatherNEON(to *int16, from *int16, near *int32, n int, seen int, width int)
TEXT ·gatherNEON(SB), NOSPLIT, $0-48
	MOVD to+0(FP), R0
	MOVD from+8(FP), R1
	MOVD near+16(FP), R2
	MOVD n+24(FP), R3
	MOVD seen+32(FP), R4
	MOVD width+40(FP), R5

row:
	MOVD R1, R6
	MOVD R5, R7

chunk:
	MOVD R2, R8
	MOVD R4, R9
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16

spot:
	MOVW.P 4(R8), R10
	ADD    R10<<1, R6, R10
	VLD1   (R10), [V2.H8, V3.H8]
	VADD   V2.H8, V0.H8, V0.H8
	VADD   V3.H8, V1.H8, V1.H8
	SUBS   $1, R9, R9
	BNE    spot
	VST1.P [V0.H8, V1.H8], 32(R0)
	ADD    $32, R6, R6
	SUBS   $16, R7, R7
	BNE    chunk
	MOVD   R8, R2
	SUBS   $1, R3, R3
	BNE    row
	RET

// func convolveNEON(out *int16, stride int, x *int16, rows *int16, bias *int32, n int, inputs int)
TEXT ·convolveNEON(SB), NOSPLIT, $0-56
	MOVD out+0(FP), R0
	MOVD stride+8(FP), R4
	MOVD x+16(FP), R1
	MOVD rows+24(FP), R5
	MOVD bias+32(FP), R6
	MOVD n+40(FP), R7
	MOVD inputs+48(FP), R8
	LSL  $1, R4, R4
	VLD1 (R6), [V20.S4, V21.S4, V22.S4, V23.S4]
	MOVD $4095, R9 // ConvMost
	VEOR V24.B16, V24.B16, V24.B16
	VDUP R9, V25.H8

convolve:
	VMOV V20.B16, V16.B16
	VMOV V21.B16, V17.B16
	VMOV V22.B16, V18.B16
	VMOV V23.B16, V19.B16
	MOVD R5, R2
	MOVD R8, R3

counts:
	MULTIPLY
	SUBS $8, R3, R3
	BNE  counts
	VLD1 (R0), [V0.H8, V1.H8]
	WORD $0x4f340610 // SSHR V16.4S, V16.4S, #12, which is convShift
	WORD $0x4f340631 // SSHR V17.4S, V17.4S, #12
	WORD $0x4f340652 // SSHR V18.4S, V18.4S, #12
	WORD $0x4f340673 // SSHR V19.4S, V19.4S, #12
	WORD $0x0e601210 // SADDW V16.4S, V16.4S, V0.4H
	WORD $0x4e601231 // SADDW2 V17.4S, V17.4S, V0.8H
	WORD $0x0e611252 // SADDW V18.4S, V18.4S, V1.4H
	WORD $0x4e611273 // SADDW2 V19.4S, V19.4S, V1.8H
	WORD $0x0e614a02 // SQXTN V2.4H, V16.4S
	WORD $0x4e614a22 // SQXTN2 V2.8H, V17.4S
	WORD $0x0e614a43 // SQXTN V3.4H, V18.4S
	WORD $0x4e614a63 // SQXTN2 V3.8H, V19.4S
	WORD $0x4e786442 // SMAX V2.8H, V2.8H, V24.8H
	WORD $0x4e786463 // SMAX V3.8H, V3.8H, V24.8H
	WORD $0x4e796c42 // SMIN V2.8H, V2.8H, V25.8H
	WORD $0x4e796c63 // SMIN V3.8H, V3.8H, V25.8H
	VST1 [V2.H8, V3.H8], (R0)
	ADD  R4, R0, R0
	SUBS $1, R7, R7
	BNE  convolve
	RET
