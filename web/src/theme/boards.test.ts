// The boards to choose from: what is written in theme.css is what pictures are painted with, and each passes the contrast
// that look.md asks of the first, in both themes.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BOARD_NAMES, BOARDS, DISCS, OUT, RINGS, tokensOf } from '../board/paint.ts';
import { contrast } from './colors.fixture.ts';

const css = readFileSync(resolve(import.meta.dirname, 'theme.css'), 'utf8');

const rounded = (n: number): number => Math.round(10 * n) / 10;

/** The variables that the rules of theme.css with this selector among theirs set. */
function variables(selector: string, text = css): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [, selectors = '', body = ''] of text.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const names = selectors.replace(/\/\*[\s\S]*?\*\//g, '').split(',');
    if (!names.some((s) => s.trim() === selector)) continue;
    for (const [, name = '', value = ''] of body.matchAll(/--(\w+): ([^;]+);/g)) out[name] = value;
  }
  return out;
}
const lower = (colors: object): Record<string, string> =>
  Object.fromEntries(Object.entries(colors).map(([k, v]) => [k, String(v).toLowerCase()]));

it('contrast is counted as the standard does', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(rounded(contrast('#777777', '#FFFFFF'))).toBe(4.5);
});

const dark = css.slice(css.indexOf('@media (prefers-color-scheme: dark)'));
describe.each(BOARD_NAMES)('the board %s', (name) => {
  it('is the same in styles and in pictures, chosen on a page or shown in one', () => {
    const { light, dark: night } = BOARDS[name];
    expect(variables(`[data-board="${name}"]`)).toEqual(lower(light));
    for (const [root, text] of [
      [':root[data-theme="dark"]', css],
      [':root:not([data-theme="light"])', dark],
    ] as const)
      for (const way of ['', ' ']) expect(variables(`${root}${way}[data-board="${name}"]`, text)).toEqual(lower(night));
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
  expect(variables(':root')).toMatchObject(lower(BOARDS.stone.light));
  expect(variables(':root[data-theme="dark"]')).toMatchObject(lower(BOARDS.stone.dark));
  expect(variables(':root:not([data-theme="light"])', dark)).toMatchObject(lower(BOARDS.stone.dark));
});

it('the line round pieces is seen against every piece that is not dark itself', () => {
  const faces = [...Object.values(DISCS), ...Object.values(RINGS)].filter(({ face }) => contrast(face, OUT) > 1.5);
  expect(faces.length).toBeGreaterThanOrEqual(7);
  for (const { face } of faces) expect(contrast(face, OUT)).toBeGreaterThanOrEqual(2);
});
