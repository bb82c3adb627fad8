// Takes out of a module what Go's runtime reads only to print where a panic happened: lines, files and most names of
// functions. Nothing moves: what goes becomes zeros, which weigh nothing when compressed. How the table lies, and who reads
// it, is in runtime/symtab.go and runtime/runtime2.go (pcHeader, _func) of Go.
import { sections } from './leb.mjs';
import { segmentsOf } from './segments.mjs';

const DATA = 11;
/** How the table begins: its version, the size of an instruction and of an address. */
const HEADER = Buffer.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]);
const UNKNOWN_ARGS = -0x80000000;
/** How names begin by which the runtime tells its own goroutines. */
const OWN = 'runtime.';

/** The same module without them. A table in another form is an error. */
export function untraced(module) {
  const bytes = Buffer.from(module);
  for (const s of sections(bytes)) {
    if (s.id !== DATA) continue;
    for (const { data } of segmentsOf(bytes, s.body)) {
      const at = data.indexOf(HEADER);
      if (at < 0) continue;
      forget(data.subarray(at));
      return bytes;
    }
  }
  throw new Error('no table of functions as Go 1.26 writes it: adapt web/scripts/traces.mjs, or make build JUMPS=off');
}

/** Clears what nothing but a traceback reads in a table of functions. */
function forget(table) {
  const part = (n) => Number(table.readBigUInt64LE(8 * n));
  const [count, names, units, steps, functions] = [1, 4, 5, 7, 8].map(part);
  const nameAt = (offset) => {
    const from = names + offset;
    return table.toString('latin1', from, table.indexOf(0, from));
  };
  const kept = [OWN]; // the texts of the new names, the first of which begins behind an empty one
  let end = OWN.length + 2;
  const read = new Set(); // the tables of steps that the runtime needs: sizes of frames, what is live, ...
  const all = new Set();
  for (let i = 0; i < count; i++) {
    const at = functions + table.readUInt32LE(functions + 8 * i + 4);
    const name = nameAt(table.readInt32LE(at + 4));
    // The runtime knows some functions by name: what has a number of its own or takes arguments that it has to find.
    const known = table[at + 40] !== 0 || table.readInt32LE(at + 8) === UNKNOWN_ARGS;
    table.writeInt32LE(known ? end : name.startsWith(OWN) ? 1 : 0, at + 4);
    if (known) {
      kept.push(name);
      end += name.length + 1;
    }
    const numbers = table.readUInt32LE(at + 28);
    for (const field of [16, ...Array.from({ length: numbers }, (_, k) => 44 + 4 * k)]) {
      read.add(table.readUInt32LE(at + field));
    }
    for (const field of [20, 24]) all.add(table.readUInt32LE(at + field)); // of files and of lines
    table.fill(0, at + 20, at + 28);
    table.fill(0, at + 32, at + 40); // the unit, which leads to the files, and the first line
  }
  if (!read.size || end > units - names) throw new Error('a table of functions that holds no functions');
  table.fill(0, names, steps);
  table.write(`\0${kept.join('\0')}\0`, names, 'latin1');
  const starts = [...new Set([...read, ...all])].sort((a, b) => a - b);
  for (const [i, from] of starts.entries()) {
    if (from && !read.has(from)) table.fill(0, steps + from, Math.min(steps + (starts[i + 1] ?? Infinity), functions));
  }
}
