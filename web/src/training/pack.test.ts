import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayOf, ofDay, puzzleGame } from './daily.ts';
import { puzzlePosition } from './daysShown.ts';
import { firstOf, GAMES, movesIn, readPack } from './pack.ts';

const packs = resolve(import.meta.dirname, '../../../internal/study/puzzle/packs');
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

describe('the first puzzles of a pack', () => {
  /** A server that sends a text in pieces of some size; how many of them were fetched. */
  function serving(text: string, size: number): { readonly sent: number } {
    const told = { sent: 0 };
    const bytes = new TextEncoder().encode(text);
    const body = (): ReadableStream<Uint8Array> => {
      let at = 0;
      return new ReadableStream(
        {
          pull(stream) {
            if (at >= bytes.length) return stream.close();
            stream.enqueue(bytes.slice(at, at + size));
            at += size;
            told.sent++;
          },
        },
        { highWaterMark: 0 },
      );
    };
    vi.stubGlobal('fetch', async () => new Response(body()));
    return told;
  }
  const pack = (n: number): string =>
    `cairn-puzzles 1 dvonn\n${Array.from({ length: n }, (_, i) => line(i + 1, { position: `p${i}` })).join('\n')}\n`;
  afterEach(() => vi.unstubAllGlobals());

  it('are all that is fetched of it', async () => {
    const told = serving(pack(1000), 100);
    const all = readPack('dvonn', pack(1000));
    expect(await firstOf('dvonn', 20)).toEqual(all.slice(0, 20));
    expect(told.sent).toBeLessThan(10);
  });
  it('are as many as there are, and pieces may end anywhere', async () => {
    for (const size of [1, 7, 10_000]) {
      serving(pack(3), size);
      expect((await firstOf('dvonn', 20)).length).toBe(3);
      serving(pack(30), size);
      expect((await firstOf('dvonn', 20)).map((p) => p.id)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    }
  });
  it('have the position of the day that the whole pack has', async () => {
    for (const date of ['2026-11-24', '2027-02-03', '2029-10-01', '2031-05-06']) {
      const day = dayOf(Date.parse(`${date}T12:00:00Z`));
      const text = readFileSync(resolve(packs, `${puzzleGame(day)}.txt`), 'utf8');
      serving(text, 1000);
      expect(await puzzlePosition(day)).toBe(ofDay(readPack(puzzleGame(day), text), day)?.position);
    }
  });
});
