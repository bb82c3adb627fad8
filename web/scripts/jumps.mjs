// Gives functions that Go has compiled to WebAssembly their loops back. Go writes each as one loop around a table of its
// blocks, and every jump goes through that table: a browser's compiler sees no loop of the program, and a processor has to
// guess where each jump leads (go.dev/issue/65440). Here a jump to a later block leads there at once, and each loop of the program is a loop
// of its own. The table at the head of the function is left for its start and for resuming it. A loop has a table of
// its own only if it can be entered elsewhere than at its first block: by a jump, or because the function is resumed there.
// As in N. Ramsey, "Beyond Relooper" (ICFP 2022), a loop begins at a block that is jumped back to. In place of the
// dominators used there, the order in which Go writes blocks says what the loop holds: all up to the last block that
// jumps back to its first.
import { blocksOf } from './blocks.mjs';
import { reader, section, sections, signed, unsigned } from './leb.mjs';

const CODE = 10;
const [BLOCK, LOOP, END, BR, BR_IF, BR_TABLE, EMPTY] = [0x02, 0x03, 0x0b, 0x0c, 0x0d, 0x0e, 0x40];
const [LOCAL_GET, LOCAL_SET, I32_CONST, I32_EQ, I32_SUB] = [0x20, 0x21, 0x41, 0x46, 0x6b];

const holds = (loop, at) => at >= loop.from && at <= loop.to;

/**
 * Where the blocks of a function stand, and its loops: each block gets its place `at`, the places of those that may
 * follow it (`successors`), its own `loop` where it is the first of one, and the innermost loop `within` that it is in but not the
 * first of. A loop is an interval of places; those of two loops are apart or one in the other.
 */
function findLoops(order) {
  const place = [];
  for (const [at, b] of order.entries()) place[b.id] = at;
  const last = new Map();
  for (const [at, b] of order.entries()) {
    const next = b.falls ? place[b.id + 1] : undefined;
    const successors = b.jumps.flatMap((j) => (j.target === undefined ? [] : [place[j.target]]));
    Object.assign(b, { at, next, successors: next === undefined ? successors : [...successors, next] });
    for (const to of b.successors) if (to <= at) last.set(to, Math.max(last.get(to) ?? 0, at));
  }
  const loops = [];
  let open = [];
  for (const [at, b] of order.entries()) {
    open = open.filter((l) => l.to >= at);
    b.within = open.at(-1);
    b.loop = last.has(at) ? { from: at, to: last.get(at), table: false } : undefined;
    if (!b.loop) continue;
    for (const l of open) l.to = Math.max(l.to, b.loop.to);
    open.push(b.loop);
    loops.push(b.loop);
  }
  return loops;
}

/**
 * The blocks in an order in which loops begin where they are entered. Go puts the condition of a loop behind its body and jumps
 * there first; here the condition comes first, unless the loop is entered elsewhere as well.
 */
function arranged(blocks) {
  const order = [...blocks];
  const seen = new Set();
  for (;;) {
    const loops = findLoops(order).sort((a, b) => a.to - a.from - (b.to - b.from));
    const loop = loops.find((l) => !seen.has(order[l.from]));
    if (!loop) return order;
    const body = order.slice(loop.from, loop.to + 1);
    seen.add(order[loop.from]);
    const enters = new Set(
      order.filter((b) => !holds(loop, b.at)).flatMap((b) => b.successors.filter((to) => holds(loop, to))),
    );
    const [first] = enters;
    if (enters.size !== 1 || first === loop.from) continue;
    // If the last block leads to what is behind all blocks, it has to stay the last.
    if (blocks.at(-1).falls && body.includes(blocks.at(-1))) continue;
    seen.add(order[first]);
    const split = first - loop.from;
    order.splice(loop.from, body.length, ...body.slice(split), ...body.slice(0, split));
  }
}

/** Writes the loop of a function that has these blocks. */
class Writer {
  parts = [];
  labels = []; // what is open around the next instruction

  constructor(bytes, { table, blocks }) {
    // Besides its start, a function is entered where a return address leads: behind a call, or where the stack had to grow
    // before the function began, to the block with that call. A recovered panic goes on at the block that calls deferreturn.
    for (const [i, b] of blocks.entries()) b.resumes = b.calls || blocks[i - 1]?.calls === true;
    Object.assign(this, { bytes, table, order: arranged(blocks) });
    this.places = table.map((id) => blocks[id].at); // by number
    this.blocks = blocks;
    for (const b of this.order) {
      for (const to of b.successors) this.markTables(to, b.at);
      if (b.resumes) this.markTables(b.at, -1);
    }
  }

  /** A loop that is entered elsewhere than at its first block, from some place, needs a table. */
  markTables(to, from) {
    for (let l = this.order[to].within; l && !holds(l, from); l = this.order[l.from].within) l.table = true;
  }

  put(...bytes) {
    this.parts.push(Buffer.from(bytes));
  }
  open(op, label) {
    this.put(op, EMPTY);
    this.labels.push(label);
  }
  close() {
    this.put(END);
    this.labels.pop();
  }
  depth(label) {
    const i = this.labels.lastIndexOf(label);
    if (i < 0) throw new Error(`${label} is not open`);
    return this.labels.length - 1 - i;
  }
  setNumber(at) {
    this.put(I32_CONST, ...signed(this.table.indexOf(this.order[at].id)), LOCAL_SET, 0);
  }

  /** Where to go first from a place to reach another: to the outermost loop that is around the other alone. */
  entry(to, from) {
    let at = to;
    for (let l = this.order[to].within; l && !holds(l, from); l = this.order[l.from].within) at = l.from;
    return at;
  }

  /** Jumps from the block at `from`, out of `depth` inner blocks. */
  jump(from, to, depth) {
    const back = to <= from;
    const entry = back ? to : this.entry(to, from);
    if (this.order[entry].loop?.table) this.setNumber(to);
    this.put(BR, ...unsigned(depth + this.depth(back ? `loop ${to}` : `block ${entry}`)));
  }

  block(at) {
    const b = this.order[at];
    let from = b.from;
    for (const j of b.jumps) {
      this.parts.push(this.bytes.subarray(from, j.from));
      if (j.target === undefined) this.put(j.op, ...unsigned(j.depth + this.labels.length + j.out));
      else this.jump(at, this.blocks[j.target].at, j.depth);
      from = j.to;
    }
    this.parts.push(this.bytes.subarray(from, b.to));
    if (b.next !== undefined && b.next !== at + 1) this.jump(at, b.next, 0);
  }

  /** Goes on at the block whose number is in local 0: of the whole function, or within a loop. */
  dispatch(loop) {
    const within = (to) => `block ${this.entry(to, loop?.from ?? -1)}`;
    const rest = loop ? `first ${loop.from}` : within(this.places.at(-1));
    const label = (to) => (!loop ? within(to) : holds(loop, to) && to !== loop.from ? within(to) : rest);
    let names = this.places.map(label);
    let low = 0;
    if (loop) {
      // The first block is where nearly all jumps lead.
      this.put(
        LOCAL_GET,
        0,
        I32_CONST,
        ...signed(this.table.indexOf(this.order[loop.from].id)),
        I32_EQ,
        BR_IF,
        ...unsigned(this.depth(rest)),
      );
      low = names.findIndex((n) => n !== rest);
      names = names.slice(low, names.findLastIndex((n) => n !== rest) + 1);
    } else names.pop();
    this.put(LOCAL_GET, 0);
    if (low > 0) this.put(I32_CONST, ...signed(low), I32_SUB);
    this.put(BR_TABLE, ...unsigned(names.length));
    for (const name of [...names, rest]) this.put(...unsigned(this.depth(name)));
  }

  /** Writes a loop of the program, or without one the whole function. */
  body(loop) {
    const mine = this.order.filter((b) => b.within === loop).map((b) => b.at);
    for (const at of mine.toReversed()) this.open(BLOCK, `block ${at}`);
    if (!loop) this.dispatch();
    else {
      if (loop.table) {
        this.open(BLOCK, `first ${loop.from}`);
        this.dispatch(loop);
        this.close();
      }
      this.block(loop.from);
    }
    for (const at of mine) {
      const own = this.order[at].loop;
      if (own?.table && this.order[at - 1]?.next === at) this.setNumber(at);
      this.close();
      if (!own) this.block(at);
      else {
        this.open(LOOP, `loop ${at}`);
        this.body(own);
        this.close();
      }
    }
  }

  whole() {
    this.open(LOOP, 'function'); // so that jumps out of it stay what they are
    this.body();
    this.close();
    return Buffer.concat(this.parts);
  }
}

/** The version of Go whose functions were looked at, and the least share of a module's code that has their form. */
const VERIFIED = 'go1.26';
const LEAST = 0.85;
const REMEDY =
  'Without this step the module is right and its searches take a quarter longer: make build JUMPS=off. See docs/wasm.md';

/** Fails where too little of a module was rewritten; returns a warning where another Go compiled it. */
export function checkRewriting(name, share, version) {
  const percent = (n) => `${(100 * n).toFixed(1)} %`;
  if (share < LEAST) {
    throw new Error(
      `${name}: ${percent(share)} of the code got direct jumps, at least ${percent(LEAST)} should. ${version} writes functions in another form than ${VERIFIED}: adapt web/scripts/blocks.mjs. ${REMEDY}`,
    );
  }
  if (version === VERIFIED || version.startsWith(`${VERIFIED}.`)) return undefined;
  return `${name}: direct jumps were verified with ${VERIFIED}, not with ${version}. Run "go test ./cmd/cairn-wasm/engine" and play a game; then name ${version} in web/scripts/jumps.mjs. ${REMEDY}`;
}

/** The body of a function with direct jumps; undefined where it has another form than blocks.mjs describes. */
function functionBody(bytes, from, to) {
  const f = blocksOf(bytes, from, to);
  if (!f) return undefined;
  return Buffer.concat([bytes.subarray(from, f.head), new Writer(bytes, f).whole(), bytes.subarray(f.tail, to)]);
}

/** The same module with direct jumps, and the share of its code that has them now. Other functions stay as they are. */
export function rewrite(bytes) {
  const out = [bytes.subarray(0, 8)];
  let [code, rewritten] = [0, 0];
  for (const s of sections(bytes)) {
    if (s.id !== CODE) {
      out.push(s.bytes);
      continue;
    }
    const r = reader(bytes, s.body);
    const count = r.unsigned();
    const bodies = [unsigned(count)];
    for (let i = 0; i < count; i++) {
      const size = r.unsigned();
      const written = functionBody(bytes, r.at, r.at + size);
      const body = written ?? bytes.subarray(r.at, r.at + size);
      bodies.push(unsigned(body.length), body);
      r.at += size;
      code += size;
      if (written) rewritten += size;
    }
    out.push(section(CODE, Buffer.concat(bodies)));
  }
  const module = Buffer.concat(out);
  if (!WebAssembly.validate(module)) throw new Error('a module whose jumps were made direct is not valid');
  return { module, share: code && rewritten / code };
}

/** The same module with direct jumps. */
export const direct = (bytes) => rewrite(bytes).module;
