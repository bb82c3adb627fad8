// Runs the tests of this package as browsers would, with their vector kernels or without:
// node run.mjs wasm_exec.js nn.test.wasm simd|plain ARGUMENTS
import { readFileSync } from 'node:fs';
import { kernel } from './kernel.mjs';

const [loader, program, vectors, ...rest] = process.argv.slice(2);
await import(loader);
const go = new globalThis.Go();
const k = kernel();
go.importObject.kernel = k.imports;
go.argv = [program, ...rest];
go.exit = (code) => process.exit(code);
const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject);
if (vectors === 'simd') k.start(instance);
await go.run(instance);
