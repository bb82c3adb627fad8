import { describe, expect, it } from 'vitest';
import { readKept, readSavedGame, readUnreadable } from './savedGame.ts';

const whole = {
  game: 'lyngk',
  start: 'x',
  moves: ['a'],
  undone: ['b'],
  ending: { by: 'time', loser: 1 },
  names: ['Anna', ''],
  levels: [0, 3],
  seed: 's',
  control: { initial: 60000, increment: 0 },
  hints: false,
  takeback: true,
  clocks: [[60000, 60000]],
  left: [1, 2],
};

describe('a game saved before games were logs', () => {
  it('is read as it was written', () => {
    expect(readKept(JSON.stringify(whole))).toEqual(whole);
  });
  it('is none where there is nothing to play', () => {
    for (const s of [null, '', 'null', '7', '[]', '{}', '{"game":"lyngk"}', '{"game":1,"start":"x"}', 'no JSON'])
      expect(readKept(s), String(s)).toBe(null);
  });
  it('leaves out what does not fit', () => {
    const read = (part: object) => readKept(JSON.stringify({ ...whole, ...part }));
    expect(read({ ending: { by: 'resign', side: 0 } })?.ending).toBe(null);
    expect(read({ ending: { by: 'resignation', loser: 2 } })?.ending).toBe(null);
    expect(read({ ending: 'agreement' })?.ending).toBe(null);
    expect(read({ names: 'Anna' })?.names).toEqual(['', '']);
    expect(read({ levels: [11, '3'] })?.levels).toEqual([0, 0]);
    expect(read({ control: { initial: -1, increment: 0 } })?.control).toBe(null);
    expect(read({ control: { initial: 0, increment: 0 } })?.control).toBe(null);
    expect(read({ clocks: [[1, 2], null] })?.clocks).toEqual([]);
    expect(read({ left: [1] })?.left).toBe(null);
  });
  it('leaves a gap where a move cannot be read', () => {
    const moves = (moves: unknown) => readKept(JSON.stringify({ ...whole, moves }))?.moves;
    expect(moves(['a', 7, 'b'])).toEqual(['a', '', 'b']);
    expect(moves('a b')).toEqual(['']);
    expect(moves(undefined)).toEqual([]);
  });
  it('has the usual terms where it tells none', () => {
    const { hints, takeback, names, levels } = readKept('{"game":"lyngk","start":"x"}') ?? {};
    expect([hints, takeback, names, levels]).toEqual([true, true, ['', ''], [0, 0]]);
  });
});

describe('a saved game', () => {
  const log = { v: 1, terms: { v: 1, game: 'lyngk', players: [{}, {}], control: '-' }, events: [] };
  const saved = { log, seed: 's', hints: false, elapsed: 1200 };
  it('is read as it was written', () => {
    expect(readSavedGame(JSON.stringify(saved))).toEqual(saved);
  });
  it('is none where there is no log', () => {
    for (const s of [
      null,
      '',
      'null',
      '[]',
      'no JSON',
      '{"log":{}}',
      '{"log":{"terms":{"game":"lyngk"}}}',
      JSON.stringify(whole),
    ])
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
