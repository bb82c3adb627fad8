import { describe, expect, it } from 'vitest';
import { choices, layout } from './fixture.ts';
import { plan } from './geometry.ts';
import { type SceneInput, scene, steady } from './scene.ts';
import { empty } from './selection.ts';
import { fit } from './surface.ts';

const board = plan(layout('upright'), 0);
const f = fit(board, 'discs', 400, 0);
const view: SceneInput = { plan: board, pieces: 'discs', highest: 5, choices, selection: empty, marks: {} };

describe('a scene', () => {
  it('paints stacks from back to front', () => {
    const ys = scene(view, f).stacks.map((i) => i.y);
    expect(ys).toEqual([...ys].sort((a, b) => a - b));
    expect(ys).toHaveLength(Object.keys(choices.stacks).length);
  });
  it('marks targets of the stack in hand', () => {
    const marked = scene({ ...view, selection: { ...empty, path: ['b1'] } }, f).marks.map((i) => i.key);
    expect(marked.sort()).toEqual(['mark b1', 'mark b3', 'mark c1', 'mark d3', 'mark e4']);
  });
  it('marks where a move that is entered before its turn may go, unless one plays from memory', () => {
    const marks = { targets: ['b3', 'c3', 'z9'] };
    expect(scene({ ...view, marks }, f).marks.map((i) => i.key)).toEqual(['mark b3', 'mark c3']);
    expect(scene({ ...view, marks, blind: true }, f).marks).toEqual([]);
  });
  it('shows the head of an arrow above rings, which would hide it', () => {
    const marks = { arrows: [{ path: ['b1', 'b3'], kind: 'plan' as const }] };
    const keys = (pieces: 'discs' | 'rings'): string[] =>
      scene({ ...view, pieces, marks }, fit(board, pieces, 400, 0)).over.map((i) => i.key);
    expect(keys('rings')).toEqual(['arrow 0 head']);
    expect(keys('discs')).toEqual([]);
  });
  it('rings the stacks of a color that was claimed, below all other marks and only where they still stand', () => {
    const claimed = { letter: 'R', spots: ['b1', 'b3', 'z9'] };
    const rings = (v: Partial<SceneInput> = {}) =>
      scene({ ...view, marks: { claimed }, ...v }, f).marks.filter((i) => i.key.startsWith('claimed'));
    expect(rings().map((i) => i.key)).toEqual(['claimed b1', 'claimed b3']);
    expect(rings()[0]?.svg).toMatch(/class="claimed".*--red-face/);
    expect(rings({ selection: { ...empty, path: ['b1'] } }), 'a move in hand shows its own marks').toEqual([]);
    expect(rings({ blind: true })).toEqual([]);
  });
  it('names the spots that are spoken of where no coordinates do', () => {
    const named = (coords: boolean) => {
      const at = { ...f, coords };
      const { over } = scene({ ...view, marks: { named: ['b1', 'c3', 'z9'] } }, at);
      return over.map((i) => [i.key, /<text[^>]*>(\w+)</.exec(i.svg)?.[1]]);
    };
    expect(named(false)).toEqual([
      ['name b1', 'b1'],
      ['name c3', 'c3'],
    ]);
    expect(named(true)).toEqual([]);
  });
  it('of a game from memory has the board, what is in hand and the last move, and no piece', () => {
    const marks = { last: { path: ['b1', 'b3'] }, gone: { a1: 'RG' } };
    const flying = [{ stack: 'GR', at: { x: 0, y: 0 }, lift: 0.1 }];
    const moving = { stacks: { c1: 'R' }, flying, fading: [{ spot: 'a1', stack: 'K', alpha: 0.5 }], landed: true };
    const seen = (v: Partial<SceneInput>) => scene({ ...view, marks, blind: true, inspect: 'b1', ...v }, f);
    expect(seen({ moving })).toMatchObject({ stacks: [], over: [] });
    const { marks: marked, routes } = seen({ selection: { ...empty, path: ['b1'], over: 'b3' } });
    expect([marked.map((i) => i.key), routes]).toEqual([['mark b1'], []]);
    expect(seen({}).routes.map((i) => i.key)).toEqual(['last']);
  });
  it('draws a stack under way once, whatever its height in the air', () => {
    const fly = (lift: number): string | undefined =>
      scene(
        {
          ...view,
          moving: { stacks: {}, flying: [{ stack: 'GR', at: { x: 0, y: 0 }, lift }], fading: [], landed: false },
        },
        f,
      ).over.find((i) => i.key.startsWith('fly'))?.svg;
    expect(fly(0.1)).toBe(fly(0.16));
  });
});

it('keeps what has not changed', () => {
  const keep = steady();
  const a = keep(scene(view, f));
  const b = keep(scene({ ...view, selection: { ...empty, over: 'b1' } }, f));
  const lifted = (s: typeof a): (typeof a.stacks)[number] | undefined => s.stacks.find((i) => i.key === 'stack b1');
  expect(lifted(b)).not.toBe(lifted(a));
  expect(b.stacks.filter((i) => a.stacks.includes(i))).toHaveLength(a.stacks.length - 1);
});
