import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GAMES, movesIn, readPack } from './pack.ts';

const packs = resolve(import.meta.dirname, '../../../internal/puzzle/packs');
const line = (id: number, more: Partial<Record<string, string>> = {}): string =>
  [id, more.position ?? 'x', more.line ?? 'a1-b2', more.result ?? 'win', more.themes ?? 'five', '1500'].join('\t');

describe('a pack', () => {
  it('that the program comes with is read whole', () => {
    for (const game of GAMES) {
      const text = readFileSync(resolve(packs, `${game}.txt`), 'utf8');
      const pack = readPack(game, text);
      expect(pack.length, game).toBe(text.trim().split('\n').length - 1);
      expect(pack.length, game).toBeGreaterThan(10);
      for (const p of pack) {
        expect(p.line.length % 2, `${game} ${p.id}`).toBe(1);
        expect([p.themes.length > 0, p.rating > 400, p.rating < 3000]).toEqual([true, true, true]);
      }
    }
  });
  it('has the steps of each solution, with all that is right', () => {
    const text = `cairn-puzzles 1 lyngk\n${line(1, { line: 'R,a1-b2|a1-b2 c3-d4 e5-f6', result: 'draw', themes: 'five,long' })}\n`;
    const [p] = readPack('lyngk', text);
    expect(p).toMatchObject({ game: 'lyngk', id: 1, result: 'draw', themes: ['five', 'long'], rating: 1500 });
    expect(p?.line).toEqual([['R,a1-b2', 'a1-b2'], ['c3-d4'], ['e5-f6']]);
    expect(p && movesIn(p)).toBe(2);
  });
  it('of another version or game, and damaged lines, are refused', () => {
    const read = (text: string) => () => readPack('lyngk', text);
    expect(read(`cairn-puzzles 2 lyngk\n${line(1)}\n`)).toThrow(/no pack/);
    expect(read(`cairn-puzzles 1 dvonn\n${line(1)}\n`)).toThrow(/no pack/);
    expect(read('<html>')).toThrow(/no pack/);
    for (const wrong of [line(2), line(1, { result: 'loss' }), 'x', `${line(1)}\tmore`])
      expect(read(`cairn-puzzles 1 lyngk\n${wrong}\n`), wrong).toThrow(/line 2/);
  });
});
