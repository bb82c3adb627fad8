// Runs the browser build in node: questions from standard input, a line each, events to standard output, as the
// program does when built for any other system; the kernels of nets are those of browsers.
// node run.mjs wasm_exec.js engine.wasm
import { readFileSync, writeSync } from 'node:fs';
import { kernel } from '../../../../nn/testdata/kernel.mjs';
import { direct } from '../../../../web/scripts/jumps.mjs';
import { joined } from '../../../../web/scripts/segments.mjs';
import { untraced } from '../../../../web/scripts/traces.mjs';

const [loader, program] = process.argv.slice(2);
await import(loader);
const questions = readFileSync(0, 'utf8').split('\n').filter(Boolean);
let asked = 0;
// One after another, for only so many may wait.
const next = () => {
  if (asked === questions.length) process.exit(0);
  globalThis.cairnEngine(questions[asked++]);
};
globalThis.cairnEvent = (text) => {
  writeSync(1, `${text}\n`);
  const e = JSON.parse(text);
  if (e.best || e.error) setTimeout(next);
};
const go = new globalThis.Go();
const vectors = kernel();
go.importObject.kernel = vectors.imports;
const { instance } = await WebAssembly.instantiate(direct(untraced(joined(readFileSync(program)))), go.importObject);
vectors.start(instance);
go.run(instance);
next();
