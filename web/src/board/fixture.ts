// Small boards for tests of the board: their geometry is that of the games, their moves are whatever a test says.
import type { Choices } from './selection.ts';
import type { Layout } from './types.ts';

/** A layout of columns like LYNGK's ("upright") or of rows like DVONN's ("lying"). */
export function layout(kind: 'upright' | 'lying'): Layout {
  const s3 = Math.sqrt(3) / 2;
  const cols: [number, number][] =
    kind === 'upright'
      ? [1, 4, 7, 6, 7, 6, 7, 4, 1].map((n) => [1, n])
      : [3, 4, 5, 5, 5, 5, 5, 5, 5, 4, 3].map((n, c) => [Math.max(1, c - 7), n]);
  const low = [6, 3, 0, 1, 0, 1, 0, 3, 6];
  const columns = cols.map(([first, n], c) => Array.from({ length: n }, (_, i) => `${'abcdefghijk'[c]}${first + i}`));
  const flat = columns.flat().map((name) => {
    const [c, r] = ['abcdefghijk'.indexOf(name.charAt(0)), Number(name.slice(1))];
    return kind === 'upright'
      ? { name, x: (c - 4) * s3, y: ((low[c] ?? 0) + 2 * (r - 1) - 6) / 2 }
      : { name, x: c - (r - 1) / 2 - 4, y: (r - 3) * s3 };
  });
  const turn = kind === 'upright' ? 30 : 0;
  const spots = flat.map((s) => ({
    ...s,
    next: [0, 1, 2, 3, 4, 5].map((d) => {
      const a = ((d * 60 + turn) * Math.PI) / 180;
      return flat.find((o) => Math.hypot(o.x - s.x - Math.cos(a), o.y - s.y - Math.sin(a)) < 0.01)?.name ?? null;
    }),
  }));
  return { spots, columns };
}

/** Red on b1 goes by red on b3 and d3 to e4; c1 is a plain target; claiming green lets g1 move to g2. */
export const choices: Choices = {
  stacks: { b1: 'R', b3: 'GR', d3: 'R', e4: 'BK', c1: 'K', g1: 'G', g2: 'I', i1: 'J' },
  moves: [
    { text: 'b1-c1', from: 'b1', to: 'c1' },
    { text: 'b1-e4', from: 'b1', to: 'e4' },
    { text: 'c1-g2', from: 'c1', to: 'g2' },
    { text: 'G,g1-g2', claim: 'G', from: 'g1', to: 'g2' },
    { text: 'G,b1-c1', claim: 'G', from: 'b1', to: 'c1' },
    { text: 'G,b1-e4', claim: 'G', from: 'b1', to: 'e4' },
  ],
  legs: {
    ',b1': { b1: ['b3', 'c1'], b3: ['d3', 'c1'], d3: ['b3', 'e4'] },
    'G,b1': { b1: ['b3', 'c1'], b3: ['d3', 'c1'], d3: ['b3', 'e4'] },
  },
  claim: '',
  active: true,
  askFirst: true,
};
