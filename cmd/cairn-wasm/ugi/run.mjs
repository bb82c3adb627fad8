// Runs cmd/cairn-wasm/ugi in Node: node run.mjs PROGRAM.wasm [GAME]. Its clock shows the processor time of this process,
// so that a loaded machine decides nothing.
import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { kernel } from '../../../nn/testdata/kernel.mjs';
import { direct } from '../../../web/scripts/jumps.mjs';

const [program, ...args] = process.argv.slice(2);
if (!program) {
  console.error('usage: node run.mjs PROGRAM.wasm [GAME]');
  process.exit(2);
}
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
Object.defineProperty(globalThis, 'performance', { value: { now: processorTime } });
globalThis.fs = fs;
globalThis.path = path;
globalThis.crypto ??= crypto.webcrypto;
const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
await import(path.join(goroot, 'lib/wasm/wasm_exec.js'));
const go = new globalThis.Go();
go.argv = [program, ...args];
go.exit = process.exit;
const vectors = kernel();
go.importObject.kernel = vectors.imports;
const { instance } = await WebAssembly.instantiate(direct(fs.readFileSync(program)), go.importObject);
vectors.start(instance);
await go.run(instance);
