import { afterEach, describe, expect, it, vi } from 'vitest';
import { joined } from '../../scripts/segments.mjs';
import { untraced } from '../../scripts/traces.mjs';
import { lazily } from './compile.ts';

afterEach(() => vi.unstubAllGlobals());

/** A module with a memory of one page, exported, that begins with these bytes at these addresses. */
function module(segments: readonly (readonly [number, readonly number[]])[]): Buffer {
  const data = segments.flatMap(([at, bytes]) => [0, 0x41, ...sleb(at), 0x0b, bytes.length, ...bytes]);
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[5, 3, 1, 0, 1],
    ...[7, 5, 1, 1, 0x6d, 2, 0],
    ...[11, data.length + 1, segments.length, ...data],
  ]);
}
const sleb = (n: number): number[] => (n < 64 ? [n] : [(n & 127) | 128, ...sleb(n >> 7)]);
const memory = (bytes: Buffer): Uint8Array => {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)));
  return new Uint8Array((instance.exports.m as WebAssembly.Memory).buffer);
};

describe('the programs of the workers', () => {
  const plain = module([
    [8, [1, 2]],
    [12, [3]],
    [100, [4, 5, 6]],
    [5000, [7]],
  ]);
  it('have fewer segments and the same memory', () => {
    const after = joined(plain);
    expect(Buffer.compare(memory(after), memory(plain))).toBe(0);
    expect(memory(after)[102]).toBe(6);
    // Behind the other sections, the number and the length of this one: how many are left. One is too far off to be joined.
    expect([plain[22], after[22]]).toEqual([4, 2]);
  });
  it('are not touched where they are written in a way that is not known', () => {
    expect(() => joined(Buffer.from([...plain, 12, 1, 4]))).toThrow('counts its segments');
    expect(() =>
      joined(
        module([
          [8, [1, 2, 3]],
          [9, [1]],
        ]),
      ),
    ).toThrow('overlap');
    expect(() => untraced(plain)).toThrow('JUMPS=off');
  });
  it('are compiled once, whatever type the host sends, and fetched again after a failure', async () => {
    const told: number[] = [];
    let down = true;
    const fetched = vi.fn(async () =>
      down
        ? new Response('', { status: 404 })
        : new Response(new Uint8Array(plain), { headers: { 'content-type': 'text/plain' } }),
    );
    vi.stubGlobal('fetch', fetched);
    const lazy = lazily('x.wasm');
    const program = () => lazy((bytes) => told.push(bytes));
    await expect(program()).rejects.toThrow('404');
    down = false;
    const [a, b] = await Promise.all([program(), program()]);
    expect(a).toBe(b);
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(told.at(-1)).toBe(plain.length);
  });
});
