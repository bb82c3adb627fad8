// The basic blocks of functions that Go has compiled to WebAssembly. Go writes a function as one loop: at its head a
// table leads to the block whose number is in the first parameter (local 0, PC_B in Go's compiler), and a jump sets that
// number and goes back to the head (preprocess in cmd/internal/obj/wasm of Go's compiler).
import { reader } from './leb.mjs';

const [BLOCK, LOOP, IF, END, BR, BR_IF, BR_TABLE, RETURN] = [0x02, 0x03, 0x04, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f];
const [UNREACHABLE, CALL, CALL_INDIRECT, LOCAL_GET, LOCAL_SET, I32_CONST] = [0x00, 0x10, 0x11, 0x20, 0x21, 0x41];

/** How many numbers follow an instruction, of those that nothing else can follow. */
const NUMBERS = new Map([
  ...[UNREACHABLE, 0x01, 0x05, END, RETURN, 0x1a, 0x1b].map((op) => [op, 0]), // nop, else, drop, select
  ...[BR, BR_IF, CALL, 0x3f, 0x40, 0x42].map((op) => [op, 1]), // the size of the memory, a long constant
  [CALL_INDIRECT, 2],
]);
for (let op = 0x20; op <= 0x26; op++) NUMBERS.set(op, 1); // variables and tables
for (let op = 0x28; op <= 0x3e; op++) NUMBERS.set(op, 2); // memory
for (let op = 0x45; op <= 0xc4; op++) NUMBERS.set(op, 0); // arithmetic
/** The same for those that begin with 0xfc, from 8 on: memory in bulk. */
const BULK = [2, 1, 2, 1];

/** The instruction at r: its number, what is said with it, and the bytes it takes. */
function instruction(r) {
  const at = r.at;
  const op = r.byte();
  let value;
  if (op === BLOCK || op === LOOP || op === IF || op === I32_CONST) value = r.signed();
  else if (op === BR_TABLE) value = Array.from({ length: r.unsigned() + 1 }, r.unsigned);
  else if (op === 0x43) r.at += 4;
  else if (op === 0x44) r.at += 8;
  else if (op === 0xfc) {
    const kind = r.unsigned();
    if (kind >= 8 + BULK.length) throw new Error(`instruction 0xfc ${kind} is not known`);
    for (let n = kind < 8 ? 0 : BULK[kind - 8]; n > 0; n--) r.unsigned();
  } else {
    const numbers = NUMBERS.get(op);
    if (numbers === undefined) throw new Error(`instruction 0x${op.toString(16)} is not known`);
    if (numbers > 0) value = r.unsigned();
    if (numbers > 1) r.unsigned();
  }
  return { op, value, at, end: r.at };
}
const opens = ({ op }) => op === BLOCK || op === LOOP || op === IF;

/** Whether instruction i reads local 0 just after something else was put there: Go does so to call a function by its address. */
const readsOther = (list, i) => list[i - 1].op === I32_CONST && list[i - 2].op === LOCAL_SET && list[i - 2].value === 0;

/**
 * The blocks of the function whose body lies at these bytes, or undefined where it is not written as described above.
 * - head, tail: where its loop begins, and what follows the end of the loop begins;
 * - table: for each number the index of its block, which may have several; the last one holds for all greater numbers, too;
 * - blocks: of each its bytes `from` and `to`; `falls`, whether the next one follows it; `calls`, whether it calls a function; and its
 *   jumps. Each takes the bytes `from` to `to` and lies in `depth` inner blocks. It leads to the block with the index
 *   `target`, or leaves the loop: then `op` and `out` are its instruction and how many blocks around the loop it stays in.
 */
export function blocksOf(bytes, from, to) {
  const r = reader(bytes, from);
  for (let locals = r.unsigned(); locals > 0; locals--) {
    r.unsigned();
    r.byte();
  }
  const list = [];
  while (r.at < to) list.push(instruction(r));
  const loop = list.findIndex(({ op }) => op === LOOP);
  if (loop < 0 || list.slice(0, loop).some(({ op }) => op === IF || op === END)) return undefined;
  let i = loop + 1;
  while (list[i].op === BLOCK) i++;
  const count = i - loop - 1;
  const [number, choice, end] = list.slice(i, i + 3);
  if (number.op !== LOCAL_GET || number.value !== 0 || choice.op !== BR_TABLE || end.op !== END) return undefined;
  if (choice.value.some((depth) => depth >= count)) return undefined;
  i += 3;
  const table = choice.value;
  const blocks = [];
  while (blocks.length < count) {
    const around = count - blocks.length; // blocks, and the loop
    const b = blockAt(list, i, around, table);
    if (!b) return undefined;
    blocks.push({ ...b, id: blocks.length });
    i = b.next;
  }
  return { head: list[loop].at, tail: list[i].at, table, blocks };
}

/** The block that begins with instruction i and ends with the end of what lies around it. */
function blockAt(list, i, around, table) {
  const b = { from: list[i].at, jumps: [], calls: false };
  let depth = 0;
  let at = i;
  for (; depth > 0 || list[at].op !== END; at++) {
    const { op, value, end } = list[at];
    if (opens(list[at])) depth++;
    else if (op === END) depth--;
    else if (op === CALL || op === CALL_INDIRECT) b.calls = true;
    else if (op === BR_TABLE || (op === LOCAL_GET && value === 0 && !readsOther(list, at))) return undefined;
    else if ((op === BR || op === BR_IF) && value >= depth) {
      const out = value - depth - around;
      if (out >= 0) {
        b.jumps.push({ from: list[at].at, to: end, depth, op, out });
        continue;
      }
      const [constant, set] = [list[at - 2], list[at - 1]];
      const sets = constant.op === I32_CONST && constant.value >= 0 && set.op === LOCAL_SET && set.value === 0;
      if (out < -1 || op !== BR || !sets) return undefined;
      b.jumps.push({ from: constant.at, to: end, depth, target: table[Math.min(constant.value, table.length - 1)] });
    }
  }
  const last = list[at - 1].op;
  b.falls = ![BR, RETURN, UNREACHABLE].includes(last);
  return { ...b, to: list[at].at, next: at + 1 };
}
