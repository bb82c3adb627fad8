// The kernels of nets for Go programs in node, as web/src/engine/kernel.ts gives them to those in browsers.
import { readFileSync } from 'node:fs';

export function kernel() {
  let k;
  return {
    imports: {
      vectors: () => Number(k !== undefined),
      narrow: (to, from, n) => k.narrow(to, from, n),
      dot: (a, weights, n) => k.dot(a, weights, n),
      dense: (sums, x, rows, n) => k.dense(sums, x, rows, n),
      gather: (to, from, near, n, seen, width) => k.gather(to, from, near, n, seen, width),
      convolve: (out, stride, x, rows, bias, n, inputs) => k.convolve(out, stride, x, rows, bias, n, inputs),
    },
    start(program) {
      const module = new WebAssembly.Module(readFileSync(new URL('../simd.wasm', import.meta.url)));
      k = new WebAssembly.Instance(module, { go: { mem: program.exports.mem } }).exports;
    },
  };
}
