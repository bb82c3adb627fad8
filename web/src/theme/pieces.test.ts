// The sets of pieces to choose from: what the style sheet says is what pictures are painted with, and in each one pieces
// and marks differ as look.md asks of the first.
import { describe, expect, it } from 'vitest';
import { disc } from '../board/discs.ts';
import { LIVE, PIECE_NAMES, paintOf } from '../board/paint.ts';
import { colorRules, PIECES, variablesOf } from '../board/pieceSets.ts';
import { ciede2000, contrast, nearest, SIGHTS } from './colors.fixture.ts';

const css = colorRules();
const ownOf = (name: string): Record<string, string> => {
  const [, body = ''] = css.match(new RegExp(`\\[data-pieces="${name}"\\] \\{([^}]*)\\}`)) ?? [];
  return Object.fromEntries([...body.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, k = '', v = '']) => [k, v]));
};

it('differences are counted as Sharma and others publish them', () => {
  expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(ciede2000([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 4);
});

describe.each(PIECE_NAMES)('the set %s', (name) => {
  const { discs, rings } = PIECES[name];
  const faces = Object.values(discs).map((c) => c.face);

  it('is the same in styles and in pictures', () => {
    const changes = name === 'solid' ? {} : variablesOf(name);
    const lower = Object.entries(changes).map(([k, v]) => [k, v.toLowerCase()]);
    expect(ownOf(name)).toEqual(Object.fromEntries(lower));
  });
  it('has marks that can be read', () => {
    for (const { face, mark } of Object.values(discs)) expect(contrast(face, mark)).toBeGreaterThanOrEqual(5);
    for (const { face, ink } of Object.values(rings)) expect(contrast(face, ink)).toBeGreaterThanOrEqual(5);
  });
  it.each(SIGHTS)('has colors that people tell apart, with %s sight', (sight) => {
    expect(nearest(faces, sight)).toBeGreaterThanOrEqual(name === 'symbols' ? 25 : 21.8);
    expect(
      nearest(
        Object.values(rings).map((c) => c.face),
        sight,
      ),
    ).toBeGreaterThanOrEqual(23.1);
  });
  it('is drawn in a file without variables', () => {
    const file = disc('IBRGKJ', 40, paintOf('light', 'stone', PIECES[name]));
    expect(file).not.toMatch(/var\(|class="on-/);
    for (const face of faces.slice(-1)) expect(file).toContain(face);
  });
});

it('a page draws the first set, and lets the others take its place', () => {
  const live = disc('IB', 40, LIVE);
  expect(live).toContain(`var(--blue-face,${PIECES.solid.discs.B?.face})`);
  expect(live).toMatch(/class="on-face"/);
});
it('large marks are large in a file too', () => {
  const scale = (name: 'solid' | 'symbols'): number =>
    Number(
      /class="mark" transform="[^"]*scale\(([\d.]+)/.exec(disc('I', 40, paintOf('dark', 'stone', PIECES[name])))?.[1],
    );
  expect(scale('symbols')).toBeGreaterThan(scale('solid') * 1.2);
});
