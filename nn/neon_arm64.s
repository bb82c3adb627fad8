//go:build !purego

#include "textflag.h"

// Written by hand: avo writes for amd64 only. Each step of a loop handles 16
// numbers. Go's assembler does not know SMAX, SMIN and SMLAL on vectors; they are
// spelled as words.

// func addNEON(acc *int16, row *int16, n int)
TEXT ·addNEON(SB), NOSPLIT, $0-24
	MOVD acc+0(FP), R0
	MOVD row+8(FP), R1
	MOVD n+16(FP), R2

add:
	VLD1   (R0), [V0.H8, V1.H8]
	VLD1.P 32(R1), [V2.H8, V3.H8]
	VADD   V2.H8, V0.H8, V0.H8
	VADD   V3.H8, V1.H8, V1.H8
	VST1.P [V0.H8, V1.H8], 32(R0)
	SUBS   $16, R2, R2
	BNE    add
	RET

// func subNEON(acc *int16, row *int16, n int)
TEXT ·subNEON(SB), NOSPLIT, $0-24
	MOVD acc+0(FP), R0
	MOVD row+8(FP), R1
	MOVD n+16(FP), R2

sub:
	VLD1   (R0), [V0.H8, V1.H8]
	VLD1.P 32(R1), [V2.H8, V3.H8]
	VSUB   V2.H8, V0.H8, V0.H8
	VSUB   V3.H8, V1.H8, V1.H8
	VST1.P [V0.H8, V1.H8], 32(R0)
	SUBS   $16, R2, R2
	BNE    sub
	RET

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
