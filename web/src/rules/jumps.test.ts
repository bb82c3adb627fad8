import { describe, expect, it } from 'vitest';
import { checkRewriting, direct, rewrite } from '../../scripts/jumps.mjs';

const [BLOCK, LOOP, IF, END, BR, BR_IF, BR_TABLE, RETURN] = [0x02, 0x03, 0x04, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f];
const [GET, SET, GLOBAL_GET, GLOBAL_SET, CONST, SUB, DROP] = [0x20, 0x21, 0x23, 0x24, 0x41, 0x6b, 0x1a];
const [CALL, CALL_INDIRECT] = [0x10, 0x11];
const [TRACE, FUEL] = [0, 1];

const leb = (n: number): number[] => (n < 128 ? [n] : [(n & 127) | 128, ...leb(n >> 7)]);
const constant = (n: number): number[] => [CONST, ...(n < 0 ? [n + 128] : n < 64 ? [n] : [(n & 127) | 128, n >> 7])];
const section = (id: number, content: readonly number[]): number[] => [id, ...leb(content.length), ...content];
const list = (items: readonly (readonly number[])[]): number[] => [...leb(items.length), ...items.flat()];
const sized = (body: readonly number[]): number[] => [...leb(body.length), ...body];

/**
 * A block of a function: where it jumps if a bit of what was done is set, whether it calls, what follows, how many numbers it
 * has, and other instructions that it begins with.
 */
interface Block {
  readonly jumps: readonly number[];
  readonly calls?: 'directly' | 'indirectly' | undefined;
  readonly last: 'falls' | 'returns' | number;
  readonly numbers?: number;
  readonly code?: readonly number[];
}

/** For each number the index of its block. As in a function of Go, the last number is of the last block. */
const numbered = (blocks: readonly Block[]): number[] =>
  blocks.flatMap(({ numbers = 1 }, id) => Array.from({ length: numbers }, () => id));

/**
 * A module with a function of these blocks, written as Go writes them. Each block adds its index to a global "trace" and
 * takes one of "fuel"; the function returns 1 where a call, with which its block ends, says that it is to be resumed
 * later, 7 behind its last block, else 0.
 */
function module(blocks: readonly Block[]): Buffer {
  const table = numbered(blocks);
  const code = blocks.flatMap(({ jumps, calls, last, code = [] }, id) => {
    const around = blocks.length - 1 - id; // blocks that are open, before the loop
    const jump = (to: number, depth: number) => [...constant(table.indexOf(to)), SET, 0, BR, ...leb(depth + around)];
    // Go keeps the function to call in local 0 while it pushes the number of the block to begin with.
    const call =
      calls === 'indirectly'
        ? [...constant(1), SET, 0, ...constant(0), GET, 0, CALL_INDIRECT, 0, 0]
        : [...constant(0), CALL, 1];
    return [
      ...[END, GLOBAL_GET, TRACE, ...constant(31), 0x6c, ...constant(id + 1), 0x6a, GLOBAL_SET, TRACE],
      ...[GLOBAL_GET, FUEL, ...constant(1), SUB, GLOBAL_SET, FUEL],
      ...[GLOBAL_GET, FUEL, 0x45, IF, 0x40, ...constant(0), RETURN, END],
      ...code,
      ...jumps.flatMap((to, i) => [
        ...[GLOBAL_GET, TRACE, ...constant(3 + i), 0x76, ...constant(1), 0x71, IF, 0x40],
        ...[...jump(to, 1), END],
      ]),
      ...(calls ? [...call, BR_IF, ...leb(around + 1)] : []),
      ...(last === 'falls' ? [] : last === 'returns' ? [...constant(0), RETURN] : jump(last, 0)),
    ];
  });
  const f = [
    ...[0, BLOCK, 0x40, LOOP, 0x40, ...blocks.flatMap(() => [BLOCK, 0x40]), GET, 0],
    ...[BR_TABLE, ...leb(table.length - 1), ...table.flatMap(leb), ...code],
    ...[END, ...constant(7), RETURN, END, ...constant(1), END],
  ];
  // The function that is called says every other time that it is to be resumed.
  const called = [0, GLOBAL_GET, TRACE, ...constant(1), 0x71, END];
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([[0x60, 1, 0x7f, 1, 0x7f]])),
    ...section(3, list([[0], [0]])),
    ...section(4, list([[0x70, 0, 2]])),
    ...section(5, list([[0, 1]])),
    ...section(6, list([TRACE, FUEL].map(() => [0x7f, 1, CONST, 0, END]))),
    ...section(
      7,
      list([
        [1, 0x66, 0, 0],
        [1, 0x74, 3, TRACE],
        [1, 0x75, 3, FUEL],
      ]),
    ),
    ...section(9, list([[0, CONST, 0, END, ...list([[0], [1]])]])),
    ...section(10, list([sized(f), sized(called)])),
  ]);
}

/** What a function does from a number on: what it returns, its trace, and what is left of its fuel. */
function runs(bytes: Buffer, from: number): readonly number[] {
  const e = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports as {
    f: (n: number) => number;
    t: WebAssembly.Global<'i32'>;
    u: WebAssembly.Global<'i32'>;
  };
  e.u.value = 200;
  return [e.f(from), e.t.value, e.u.value];
}

/** How many instructions of a module lead to one of many blocks, by a number that they read or have subtracted from. */
const tables = (bytes: Buffer): number =>
  bytes.filter((b, i) => b === BR_TABLE && ((bytes[i - 2] === GET && bytes[i - 1] === 0) || bytes[i - 1] === SUB))
    .length;

const falls = (...jumps: number[]): Block => ({ jumps, last: 'falls' });
const calls: Block = { jumps: [], calls: 'indirectly', last: 'falls' };
const does = (...code: number[]): Block => ({ jumps: [], last: 'falls', code });
const goes = (last: 'returns' | number, ...jumps: number[]): Block => ({ jumps, last });

describe('functions with direct jumps', () => {
  it('do the same as before, from wherever they can be resumed', () => {
    let seed = 1;
    const random = (n: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * n);
    };
    for (let round = 0; round < 1000; round++) {
      const count = 2 + random(13);
      // Some functions jump anywhere; those that Go writes seldom do.
      const wild = random(4) === 0;
      const target = (id: number) => (wild ? random(count) : Math.max(0, Math.min(count - 1, id - 3 + random(8))));
      const blocks = Array.from({ length: count }, (_, id): Block => {
        const jumps = Array.from({ length: random(3) }, () => target(id));
        const numbers = 1 + random(2);
        const call = random(8);
        if (call < 2) return { jumps, calls: call === 0 ? 'directly' : 'indirectly', last: 'falls', numbers };
        const kind = random(10);
        const last = kind === 9 ? 'returns' : kind < 3 ? target(id) : 'falls';
        return { jumps, last, numbers };
      });
      const before = module(blocks);
      const after = direct(before);
      const again = direct(after);
      // A function begins with its first block, and is resumed at a block that calls or behind it.
      for (const [number, id] of numbered(blocks).entries()) {
        if (id > 0 && !blocks[id]?.calls && !blocks[id - 1]?.calls) continue;
        const expected = runs(before, number);
        expect(runs(after, number), JSON.stringify({ blocks, number })).toEqual(expected);
        if (!again.equals(after)) expect(runs(again, number), JSON.stringify({ blocks, number })).toEqual(expected);
      }
    }
  }, 60_000);
  it('have one table alone where no loop is entered in its middle', () => {
    // for cond { body }: Go jumps to the condition, which stands last.
    const loop = [goes(2), falls(), falls(1), goes('returns')];
    expect(tables(direct(module(loop)))).toBe(1);
    expect(runs(direct(module(loop)), 0)).toEqual(runs(module(loop), 0));
    // The same with a call in its body, behind which it may be resumed.
    const calling = [goes(2), calls, falls(1), goes('returns')];
    expect(tables(direct(module(calling)))).toBe(2);
  });
  it('keep instructions whose bytes could be taken for others', () => {
    const code = [
      ...[0x42, END, DROP, 0x42, ...[0x8b, 0x8b, 0x8b, 0x8b, 0x8b, 0x8b, 0x8b, 0x8b, 0x8b, 0x7f], DROP],
      ...[0x43, END, END, END, END, 0xfc, 0, DROP, 0x44, 0, 0, 0, 0, 0, 0, BLOCK, 0x40, 0xfc, 6, DROP], // constants, converted to integers
      ...[...constant(0), 0x28, 2, END, DROP, 0x3f, 0, DROP], // load, memory.size
      ...[...constant(0), ...constant(0), ...constant(END), 0xfc, 10, 0, 0], // memory.copy
      ...[...constant(0), ...constant(0), ...constant(END), 0xfc, END, 0], // memory.fill
    ];
    const before = module([goes(2), does(...code), falls(1), goes('returns')]);
    expect(direct(before)).not.toEqual(before);
    expect(direct(before).includes(Buffer.from(code))).toBe(true);
    expect(runs(direct(before), 0)).toEqual(runs(before, 0));
  });
  it('are left alone where they are written in another way', () => {
    const blocks = [goes(2), falls(), falls(1), goes('returns')];
    expect(direct(module(blocks))).not.toEqual(module(blocks));
    const others = [
      does(GET, 0, DROP), // reads the number
      does(BLOCK, 0x40, ...constant(0), BR_TABLE, 0, 0, END), // has a table of its own
      does(...constant(0), IF, 0x40, BR, 1, END), // jumps without a number
      does(...constant(0), IF, 0x40, BR, 3, END),
      does(...constant(0), IF, 0x40, ...constant(0), SET, 0, BR, 1, END), // jumps to another block than the loop
      does(...constant(-1), SET, 0, ...constant(0), IF, 0x40, ...constant(-1), SET, 0, BR, 3, END),
    ];
    for (const other of others) {
      const before = module([goes(2), other, falls(1), goes('returns')]);
      expect(direct(before), JSON.stringify(other)).toEqual(before);
    }
    const empty = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    expect(direct(empty)).toEqual(empty);
    expect(rewrite(empty).share).toBe(0);
    empty[4] = 2; // a version that there is not
    expect(() => direct(empty)).toThrow('not valid');
  });
  it('are counted, and a build fails without most of them', () => {
    const loop = module([goes(2), falls(), falls(1), goes('returns')]);
    expect(rewrite(loop).share).toBeGreaterThan(0.85);
    expect(rewrite(module([does(GET, 0, DROP)])).share).toBe(0);
    expect(checkRewriting('rules', 0.851, 'go1.26.8')).toBeUndefined();
    expect(checkRewriting('rules', 0.851, 'go1.260')).toContain('go1.26, not with go1.260');
    expect(() => checkRewriting('rules', 0.849, 'go1.26.8')).toThrow('JUMPS=off');
  });
});
