import { describe, expect, it } from 'vitest';
import type { GameRecord, Ply } from '../rules/types.ts';
import * as T from './tree.ts';

/** A game of letters: a position is the letters played so far. */
const ply = (before: string, move: string): Ply => ({
  move,
  side: (before.length % 2) as 0 | 1,
  position: before + move,
});
const replay = async (start: string, moves: readonly string[]) => {
  let at = start;
  const out: Ply[] = [];
  for (const m of moves) {
    if (m === '!') break;
    out.push(ply(at, m));
    at += m;
  }
  return out;
};
function grow(tree: T.Tree, at: number, moves: string): [T.Tree, number] {
  let t = tree;
  let here = at;
  for (const m of moves) [t, here] = T.add(t, here, ply(T.position(t, here), m));
  return [t, here];
}
const text = (t: T.Tree, ids: readonly number[]): string => ids.map((i) => T.node(t, i).ply?.move).join('');

describe('a tree of moves', () => {
  it('grows and finds what is there already', () => {
    const [a, end] = grow(T.plant(''), T.ROOT, 'abc');
    const [b, same] = grow(a, T.ROOT, 'abc');
    expect(same).toBe(end);
    expect(b).toBe(a);
    expect(text(a, T.main(a))).toBe('abc');
    expect(T.position(a, end)).toBe('abc');
  });
  it('keeps variations behind the line and promotes them', () => {
    const [a] = grow(T.plant(''), T.ROOT, 'abc');
    const at = T.main(a)[0] as number;
    const [b, end] = grow(a, at, 'xy');
    expect(text(b, T.main(b))).toBe('abc');
    expect(T.isMain(b, end)).toBe(false);
    expect(text(b, [T.branch(b, end)])).toBe('x');
    const c = T.promote(b, end);
    expect(text(c, T.main(c))).toBe('axy');
    expect(text(b, T.main(b)), 'the tree before is untouched').toBe('abc');
    expect(T.isMain(c, end)).toBe(true);
    expect(T.promote(c, end)).toBe(c);
  });
  it('promotes another first move', () => {
    const [a] = grow(T.plant(''), T.ROOT, 'abc');
    const [b, end] = grow(a, T.ROOT, 'xy');
    const c = T.promote(b, end);
    expect([text(c, T.main(c)), T.isMain(b, end), T.isMain(c, end)]).toEqual(['xy', false, true]);
  });
  it('promotes out of a variation of a variation', () => {
    const [a] = grow(T.plant(''), T.ROOT, 'abc');
    const [b, x] = grow(a, T.main(a)[0] as number, 'xy');
    const [c, end] = grow(b, T.node(b, x).parent, 'z');
    const d = T.promote(c, end);
    expect(text(d, T.main(d))).toBe('axz');
  });
  it('removes a move with all behind it, never the root', () => {
    const [a] = grow(T.plant(''), T.ROOT, 'abc');
    const [b, end] = grow(a, T.main(a)[1] as number, 'xyz');
    const c = T.remove(b, T.branch(b, end));
    expect(c.nodes.size).toBe(a.nodes.size);
    expect(text(c, T.main(c))).toBe('abc');
    expect(T.remove(c, T.ROOT)).toBe(c);
    const d = T.remove(c, T.main(c)[0] as number);
    expect(d.nodes.size).toBe(1);
  });
  it('steps along the line one is in', () => {
    const [a] = grow(T.plant(''), T.ROOT, 'abcd');
    const [b, x] = grow(a, T.main(a)[0] as number, 'xy');
    expect(text(b, T.line(b, T.branch(b, x)))).toBe('axy');
    expect(text(b, T.line(b, T.main(b)[0] as number))).toBe('abcd');
    expect(T.atPly(b, x, 2)).toBe(T.branch(b, x));
    expect(T.atPly(b, x, 99)).toBe(x);
    expect(T.atPly(b, x, 0)).toBe(T.ROOT);
  });
  it('finds a position, at its ply and on the main line first', () => {
    const [a] = grow(T.plant(''), T.ROOT, 'ab');
    expect(T.find(a, 'ab', 2)).toBe(T.main(a)[1]);
    expect(T.find(a, 'zz', 2)).toBe(-1);
    expect(T.find(a, '', 0)).toBe(T.ROOT);
  });
});

describe('records', () => {
  const record: GameRecord = {
    game: 'x',
    start: '',
    result: 'ongoing',
    note: { comment: 'before' },
    moves: [
      { text: 'a', note: { comment: 'first', clock: 1000, took: 5 } },
      {
        text: 'b',
        nags: [2],
        note: { eval: '0.4', commands: [{ name: 'mark', value: 'e3' }] },
        variations: [
          { moves: [{ text: 'x' }, { text: 'y', variations: [{ moves: [{ text: 'z' }] }] }] },
          { moves: [{ text: 'w' }] },
        ],
      },
      { text: 'c' },
    ],
  };
  it('come back as they were', async () => {
    const tree = await T.fromRecord(record, replay);
    const { moves: _, note: __, start: ___, ...head } = record;
    expect(T.toRecord(tree, head)).toEqual(record);
  });
  it('keep what is said before a variation', async () => {
    const tree = await T.fromRecord(
      {
        ...record,
        moves: [
          { text: 'a' },
          { text: 'b', variations: [{ note: { comment: 'or' }, moves: [{ text: 'x', note: { comment: 'why' } }] }] },
        ],
      },
      replay,
    );
    const x = [...tree.nodes.values()].find((n) => n.ply?.move === 'x');
    expect(x?.comment).toBe('or why');
  });
  it('are kept as far as they can be played', async () => {
    const tree = await T.fromRecord({ ...record, moves: [{ text: 'a' }, { text: '!' }, { text: 'c' }] }, replay);
    expect(text(tree, T.main(tree))).toBe('a');
  });
});
