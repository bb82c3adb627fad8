import { beforeEach, describe, expect, it } from 'vitest';
import type { GameInfo, Rules, View } from '../rules/types.ts';
import { Device, moveText } from './device.svelte.ts';

const info: GameInfo = { id: 'toy', name: 'Toy', highest: 5, pieces: [], sides: ['1', '2'], claims: true, full: false };
const view = (position: string): View => ({
  position,
  side: (position.length % 2) as 0 | 1,
  outcome: position.length > 5 ? 'first' : 'ongoing',
  stacks: {},
  moves: [],
});
/** A game whose position is the text of its moves; "x" is refused. */
const rules = {
  layout: async () => ({ spots: [], columns: [] }),
  view: async (_: string, p: string) => view(p),
  play: async (_: string, p: string, m: string) => {
    if (m === 'x') throw new Error('refused');
    const ply = {
      move: m,
      path: ['a', m],
      side: (p.length % 2) as 0 | 1,
      position: p + m,
      gone: m === 'f' ? { b: 'RGBKI' } : undefined,
    };
    return { ply, view: view(p + m) };
  },
  replay: async (_: string, start: string, moves: string[]) => {
    const plies = moves.map((m, i) => ({
      move: m,
      side: (i % 2) as 0 | 1,
      position: start + moves.slice(0, i + 1).join(''),
    }));
    return { plies, view: view(start + moves.join('')) };
  },
} as unknown as Rules;

async function started(): Promise<Device> {
  const d = new Device(rules);
  await d.begin(info, '', { names: ['Anna', 'Ben'] });
  return d;
}

beforeEach(() => localStorage.clear());

describe('a game on one device', () => {
  it('plays, takes back and plays again', async () => {
    const d = await started();
    for (const m of ['a', 'b', 'c']) await d.play(m);
    expect(d.position).toBe('abc');
    await d.undo();
    await d.undo();
    expect([d.position, d.undone]).toEqual(['a', ['b', 'c']]);
    await d.redo();
    expect([d.position, d.undone]).toEqual(['ab', ['c']]);
    await d.play('d');
    expect([d.position, d.undone]).toEqual(['abd', []]);
  });
  it('stays as it was when a move is refused', async () => {
    const d = await started();
    await d.play('a');
    await expect(d.play('x')).rejects.toThrow();
    expect([d.position, d.busy]).toEqual(['a', false]);
  });
  it('plays nothing while somebody looks back, or after the end', async () => {
    const d = await started();
    for (const m of 'abc') await d.play(m);
    await d.look(1);
    await d.play('z');
    expect(d.plies).toHaveLength(3);
    await d.look(99);
    for (const m of 'defg') await d.play(m);
    expect([d.position, d.outcome]).toEqual(['abcdef', 'first']);
  });
  it('is taken up again with all that was kept', async () => {
    const d = await started();
    for (const m of 'abc') await d.play(m);
    await d.undo();
    d.finish({ by: 'resignation', loser: 1 });
    const e = new Device(rules);
    expect(await e.resume([info])).toBe(true);
    expect([e.position, e.undone, e.names, e.outcome]).toEqual(['ab', ['c'], ['Anna', 'Ben'], 'first']);
    await e.undo(); // takes the resignation back first
    expect([e.position, e.outcome]).toEqual(['ab', 'ongoing']);
  });
  it('is not taken up when nothing fits', async () => {
    const d = new Device(rules);
    expect(await d.resume([info])).toBe(false);
    localStorage.setItem('cairn.device', '{"game":"other"}');
    expect(await d.resume([info])).toBe(false);
    localStorage.setItem('cairn.device', 'no JSON');
    expect(await d.resume([info])).toBe(false);
  });
  it('tells what each side has taken', async () => {
    const d = await started();
    for (const m of 'af') await d.play(m);
    expect(d.taken()).toEqual([[], ['RGBKI']]);
    await d.look(1);
    expect(d.taken()).toEqual([[], []]);
  });
  it('keeps the way that was traced by hand', async () => {
    const d = await started();
    await d.play('c', { path: ['a', 'b', 'c'] });
    expect(d.last?.path).toEqual(['a', 'b', 'c']);
  });
});

it('writes moves', () => {
  expect(moveText({ claim: 'R', from: 'b1', to: 'b2' })).toBe('R,b1-b2');
  expect(moveText({ to: 'e3' })).toBe('e3');
});
