import { describe, expect, it } from 'vitest';
import { readSavedGame, readUnreadable } from './savedGame.ts';

describe('a saved game', () => {
  const log = { v: 1, terms: { v: 1, game: 'lyngk', players: [{}, {}], control: '-' }, events: [] };
  const saved = { log, seed: 's', hints: false, elapsed: 1200 };
  it('is read as it was written', () => {
    expect(readSavedGame(JSON.stringify(saved))).toEqual(saved);
  });
  it('is none where there is no log', () => {
    for (const s of [null, '', 'null', '[]', 'no JSON', '{"log":{}}', '{"log":{"terms":{"game":"lyngk"}}}'])
      expect(readSavedGame(s), String(s)).toBe(null);
  });
  it('leaves out what does not fit', () => {
    const odd = { log, seed: 7, hints: 'no', elapsed: -3 };
    expect(readSavedGame(JSON.stringify(odd))).toEqual({ log, seed: '', hints: true, elapsed: 0 });
  });
});

it('shows what was put aside, whatever became of it', () => {
  expect(readUnreadable(null)).toBe(null);
  expect(readUnreadable('{"text":"a","from":3}')).toEqual({ text: 'a', from: 3 });
  expect(readUnreadable('{"text":"a","from":null}')).toEqual({ text: 'a', from: null });
  for (const s of ['', 'a', '{"from":3}']) expect(readUnreadable(s)).toEqual({ text: s, from: null });
});
