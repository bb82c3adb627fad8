// The vector kernels of the nets: a small WebAssembly module that works in the memory of a Go program (nn/simd.wasm,
// written by tools/kernels/simd). Go compiles no vector instructions for browsers, so its program asks for them here.
import file from '../../../nn/simd.wasm?url&inline';
import type { Imported } from '../rules/program.ts';

interface Kernel extends WebAssembly.Exports {
  narrow(to: number, from: number, n: number): void;
  dot(a: number, weights: number, n: number): number;
  dense(sums: number, x: number, rows: number, n: number): void;
  gather(to: number, from: number, near: number, n: number, seen: number, width: number): void;
  convolve(out: number, stride: number, x: number, rows: number, bias: number, n: number, inputs: number): void;
}

/**
 * What the engine's program imports as "kernel". In a browser without vector instructions nothing starts, and the
 * program computes the same by itself.
 */
export function kernel(): Imported {
  let k: Kernel | undefined;
  return {
    imports: {
      kernel: {
        vectors: () => Number(k !== undefined),
        narrow: (to: number, from: number, n: number) => k?.narrow(to, from, n),
        dot: (a: number, weights: number, n: number) => k?.dot(a, weights, n),
        dense: (sums: number, x: number, rows: number, n: number) => k?.dense(sums, x, rows, n),
        gather: (to: number, from: number, near: number, n: number, seen: number, width: number) =>
          k?.gather(to, from, near, n, seen, width),
        convolve: (out: number, stride: number, x: number, rows: number, bias: number, n: number, inputs: number) =>
          k?.convolve(out, stride, x, rows, bias, n, inputs),
      },
    },
    start(program) {
      const bytes = Uint8Array.from(atob(file.slice(file.indexOf(',') + 1)), (c) => c.charCodeAt(0));
      if (!WebAssembly.validate(bytes)) return;
      const made = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
        go: { mem: program.exports.mem as WebAssembly.Memory },
      });
      k = made.exports as Kernel;
    },
  };
}
