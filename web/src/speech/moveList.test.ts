import { describe, expect, it } from 'vitest';
import { Folds } from '../widgets/folds.svelte.ts';
import {
  chain,
  cutMoves,
  inWords,
  itemsOf,
  type MoveNode,
  moveShown,
  numbered,
  rowsOf,
  variationsIn,
  wayTo,
} from './moveList.ts';

const game = (sides: string) => [...sides].map((s, i) => ({ side: Number(s) as 0 | 1, move: `m${i}` }));
/** A tree from "id parent side", with what else a place has. */
function tree(lines: readonly string[], more: Readonly<Record<number, Partial<MoveNode>>> = {}) {
  const nodes = new Map<number, MoveNode>([[0, { id: 0, parent: -1, children: [], ...more[0] }]]);
  for (const line of lines) {
    const [id, parent, side] = line.split(' ').map(Number) as [number, number, 0 | 1];
    const above = nodes.get(parent) as MoveNode;
    nodes.set(parent, { ...above, children: [...above.children, id] });
    nodes.set(id, { id, parent, ply: { side, move: `m${id}` }, children: [], ...more[id] });
  }
  return nodes;
}
/** 1 2 3 4 are the main line; 5 6 vary 2, 7 varies 6, 8 varies 3. */
const varied = ['1 0 0', '2 1 1', '3 2 0', '4 3 1', '5 1 1', '6 5 0', '7 5 0', '8 2 0'];

describe('rows', () => {
  it('have two plies each, and a side that moves twice keeps its column', () => {
    expect(rowsOf(chain(game('0101')))).toEqual([
      { kind: 'moves', n: 1, ply: 0, first: 1, second: 2 },
      { kind: 'moves', n: 2, ply: 2, first: 3, second: 4 },
    ]);
    expect(rowsOf(chain(game('1001')))).toEqual([
      { kind: 'moves', n: 1, ply: 0, second: 1 },
      { kind: 'moves', n: 2, ply: 1, first: 2 },
      { kind: 'moves', n: 3, ply: 2, first: 3, second: 4 },
    ]);
    expect(rowsOf(chain([]))).toEqual([]);
    expect(rowsOf(new Map())).toEqual([]);
  });
  it('have comments and variations under them, which part a pair', () => {
    const nodes = tree(varied, { 0: { comment: 'A start.' }, 1: { comment: 'Good.' } });
    expect(rowsOf(nodes)).toEqual([
      { kind: 'comment', id: 0, text: 'A start.' },
      { kind: 'moves', n: 1, ply: 0, first: 1 },
      { kind: 'comment', id: 1, text: 'Good.' },
      { kind: 'moves', n: 1, ply: 1, second: 2 },
      { kind: 'variation', id: 5, before: { n: 1, second: false } },
      { kind: 'moves', n: 2, ply: 2, first: 3 },
      { kind: 'variation', id: 8, before: { n: 1, second: true } },
      { kind: 'moves', n: 2, ply: 3, second: 4 },
    ]);
  });
});

describe('a variation', () => {
  it('flows, with numbers where they are needed and variations of its own', () => {
    const nodes = tree(varied);
    const items = itemsOf(nodes, { id: 5, before: { n: 1, second: false } });
    expect(items).toEqual([
      { id: 5, num: { n: 1, second: true }, fresh: true, variations: [] },
      {
        id: 6,
        num: { n: 2, second: false },
        fresh: true,
        variations: [{ id: 7, before: { n: 1, second: true } }],
      },
    ]);
  });
  it('writes the number again behind a comment', () => {
    const fresh = (more: Readonly<Record<number, Partial<MoveNode>>>) =>
      itemsOf(tree(['1 0 0', '2 1 1'], more), { id: 1, before: null }).map((i) => i.fresh);
    expect([fresh({}), fresh({ 1: { comment: 'So.' } })]).toEqual([
      [true, false],
      [true, true],
    ]);
  });
});

describe('folds', () => {
  const nodes = tree(varied);
  it('are the variations, and one is folded and unfolded', () => {
    expect(variationsIn(nodes)).toEqual([5, 8, 7]);
    const folds = new Folds();
    folds.toggle(5);
    expect([folds.has(5), folds.has(8), folds.any]).toEqual([true, false, true]);
    folds.toggle(5);
    expect([folds.has(5), folds.any]).toEqual([false, false]);
  });
  it('hide all variations but those on the way to the place shown, and none the second time', () => {
    expect(wayTo(nodes, 7)).toEqual([1, 5, 7]);
    const folds = new Folds();
    folds.toggleAll(nodes, 6);
    expect([5, 7, 8].map((id) => folds.has(id))).toEqual([false, true, true]);
    folds.toggleAll(nodes, 6);
    expect(folds.any).toBe(false);
  });
  it('open for the place that is shown', () => {
    const folds = new Folds();
    folds.toggleAll(nodes, 0);
    folds.reveal(nodes, 4);
    expect([5, 7, 8].map((id) => folds.has(id))).toEqual([true, true, true]);
    folds.reveal(nodes, 7);
    expect([5, 7, 8].map((id) => folds.has(id))).toEqual([false, false, true]);
    folds.clear();
    expect(folds.any).toBe(false);
  });
});

it('a ply has the number of its row', () => {
  const plies = game('0101010101010101');
  expect([0, 1, 14, 15].map((i) => numbered(plies, i))).toEqual(['1. m0', '1… m1', '8. m14', '8… m15']);
  expect(numbered(plies, -1)).toBe('');
  expect(numbered([], 0)).toBe('');
});

it('a move is read without its claim, and a pass by its name', () => {
  const t = (key: string) => `<${key}>`;
  expect(['B,e2-g6', 'e2', 'pass'].map((m) => moveShown(m, t))).toEqual(['e2\u2009–\u2009g6', 'e2', '<ui.pass.title>']);
});

it('moves in a text are words where no disc can stand', () => {
  const t = (key: string): string => `<${key}>`;
  expect(inWords('Better: R,b1-b2 (stops e4-f5).', 'discs', t)).toBe(
    'Better: <color.red.name>, b1\u2009–\u2009b2 (stops e4\u2009–\u2009f5).',
  );
  expect(inWords('pass', 'rings', t)).toBe('<ui.pass.title>');
  expect(numbered(game('01'), 1, ({ move }) => `[${move}]`)).toBe('1… [m1]');
});

it('a text is cut at the moves in it, whose claims are shown beside them', () => {
  const t = (key: string): string => `<${key}>`;
  const cut = (text: string) => cutMoves(text, t).filter((p) => p.shown);
  const claim = '';
  expect(cut('Better: R,b1-b2 (stops e4-f5).')).toEqual([
    { claim, shown: 'Better: ' },
    { claim: 'R', shown: 'b1\u2009–\u2009b2' },
    { claim, shown: ' (stops ' },
    { claim, shown: 'e4\u2009–\u2009f5' },
    { claim, shown: ').' },
  ]);
  expect(cut('g7-f6-a1-e2')).toEqual([{ claim, shown: 'g7\u2009–\u2009f6\u2009–\u2009a1\u2009–\u2009e2' }]);
  expect(cut('pass')).toEqual([{ claim, shown: '<ui.pass.title>' }]);
  const words = 'A well-known line, b4 before k11; see 3-5.';
  expect(cut(words)).toEqual([{ claim, shown: words }]);
});
