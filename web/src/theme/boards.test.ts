// The boards to choose from: what the style sheet says is what pictures are painted with, and each passes the contrast
// that look.md asks of the first, in both themes.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BOARD_NAMES, BOARDS, DISCS, OUT, RINGS, tokensOf } from '../board/paint.ts';
import { colorRules } from '../board/pieceSets.ts';
import { contrast } from './colors.fixture.ts';

const css = readFileSync(resolve(import.meta.dirname, 'theme.css'), 'utf8') + colorRules();

const rounded = (n: number): number => Math.round(10 * n) / 10;

/** What the rules of theme.css with this selector among theirs set, as name and value. */
function declared(selector: string): [string, string][] {
  const out: [string, string][] = [];
  for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const names = selectors.replace(/\/\*[\s\S]*?\*\//g, '').split(',');
    if (!names.some((s) => s.trim() === selector)) continue;
    for (const [, name = '', value = ''] of body.matchAll(/([\w-]+):\s*([^;]*);/g)) out.push([name, value]);
  }
  return out;
}
/** The variables with these rules that have a value in each theme, as it is in one. */
function variables(selector: string, theme: 'light' | 'dark'): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of declared(selector)) {
    const [, light, dark] = /^var\(--light, ([^)]+)\) var\(--dark, ([^)]+)\)$/.exec(value) ?? [];
    if (light && dark) out[name.slice(2)] = theme === 'light' ? light : dark;
  }
  return out;
}
const lower = (colors: object): Record<string, string> =>
  Object.fromEntries(Object.entries(colors).map(([k, v]) => [k, String(v).toLowerCase()]));

it('contrast is counted as the standard does', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(rounded(contrast('#777777', '#FFFFFF'))).toBe(4.5);
});

it('a theme is the same whether it was chosen or is the system’s', () => {
  const dark = [
    ['color-scheme', 'dark'],
    ['--light', ''],
    ['--dark', 'initial'],
  ];
  expect(declared(':root[data-theme="dark"]')).toEqual(dark);
  expect(declared(':root:not([data-theme="light"])')).toEqual(dark);
  expect(declared(':root').slice(0, 3)).toEqual([
    ['color-scheme', 'light'],
    ['--light', 'initial'],
    ['--dark', ''],
  ]);
});

describe.each(BOARD_NAMES)('the board %s', (name) => {
  it('is the same in styles and in pictures', () => {
    for (const theme of ['light', 'dark'] as const)
      expect(variables(`[data-board="${name}"]`, theme)).toEqual(lower(BOARDS[name][theme]));
  });
  it.each(['light', 'dark'] as const)('can be read in the %s theme', (theme) => {
    const paint = tokensOf(theme, name);
    const on = (color: string): number => rounded(contrast(color, paint.board));
    // look.md: groove 3.0 and 3.2, spots 3.5 and 3.8, coordinates 4.8 and 5.9, cues 10.4 and 10.0.
    expect(on(paint.groove)).toBeGreaterThanOrEqual(3);
    expect(on(paint.spot)).toBeGreaterThanOrEqual(3.5);
    expect(on(paint.coord)).toBeGreaterThanOrEqual(4.8);
    expect(on(paint.cue)).toBeGreaterThanOrEqual(10);
    // The line round a piece sets it off from the board, whatever its color: the dark one, or the light one outside it.
    expect(on(theme === 'light' ? OUT : paint.halo)).toBeGreaterThanOrEqual(6.8);
  });
});

it('without a choice the first board holds', () => {
  for (const theme of ['light', 'dark'] as const)
    expect(variables(':root', theme)).toMatchObject(lower(BOARDS.stone[theme]));
});

it('the line round pieces is seen against every piece that is not dark itself', () => {
  const faces = [...Object.values(DISCS), ...Object.values(RINGS)].filter(({ face }) => contrast(face, OUT) > 1.5);
  expect(faces.length).toBeGreaterThanOrEqual(7);
  for (const { face } of faces) expect(contrast(face, OUT)).toBeGreaterThanOrEqual(2);
});
