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
    },
    start(program) {
      const module = new WebAssembly.Module(readFileSync(new URL('../simd.wasm', import.meta.url)));
      k = new WebAssembly.Instance(module, { go: { mem: program.exports.mem } }).exports;
    },
  };
}
