// Archives for tests: a database in memory, and games of the toy.
import 'fake-indexeddb/auto';
import { toy } from '../rules/fixture.ts';
import type { LogEvent } from '../rules/types.ts';
import { Archive } from './archive.ts';
import { type Draft, type Entry, lineOf } from './entry.ts';
import { type Card, cardId, type Try, tryId } from './trained.ts';

let made = 0;
/** The name of a database that no other test has. */
export const freshName = (): string => `cairn-${++made}`;
export const freshArchive = (name = freshName()): Archive => new Archive(name);

const event = (move: string, i: number): LogEvent => ({ v: 1, kind: 'move', side: i % 2 ? 'second' : 'first', move });

/** The text of a saved game of the toy. */
export function saved(id: string, moves: readonly string[], more: object = {}): string {
  const terms = { v: 1, game: toy.id, start: '', players: [{}, { plays: 'level5' }], control: '-' };
  return JSON.stringify({
    ...{ id, begun: 1, log: { v: 1, terms, events: moves.map(event) }, seed: 's', hints: true, elapsed: 0 },
    ...more,
  });
}
export function entry(id: string, more: Partial<Entry> = {}): Entry {
  return {
    ...{ id, kind: 'game', game: toy.id, names: ['', ''], levels: [0, 5], me: 0, over: true, outcome: 'first' },
    ...{ why: 'normal', plies: 2, control: '-', stacks: 'a1:IB b2:R', line: lineOf(toy.id, 2, id) },
    ...{ begun: 1, changed: 1 },
    ...more,
  };
}
export const draft = (id: string, moves: readonly string[] = ['a', 'b'], more: Partial<Entry> = {}): Draft => ({
  entry: entry(id, { plies: moves.length, ...more }),
  text: saved(id, moves),
});
/** The moves in the text of a saved game. */
export function movesIn(text: string | undefined): string {
  const { log } = JSON.parse(text ?? '{"log":{"events":[]}}') as { log: { events: readonly LogEvent[] } };
  return log.events.map((e) => e.move ?? e.kind).join('');
}

export const oneTry = (game: string, puzzle: number, at: number, more: Partial<Try> = {}): Try => ({
  ...{ id: tryId(game, puzzle, at), game, puzzle, at, took: 5000, result: 'solved' },
  rating: { rating: 1500, deviation: 200, volatility: 0.06 },
  ...more,
});
export const oneCard = (game: string, puzzle: number, more: Partial<Card> = {}): Card => ({
  ...{ id: cardId(game, puzzle), game, puzzle, due: 5000, last: 1000, stability: 1, difficulty: 5 },
  ...{ elapsed: 0, scheduled: 1, steps: 0, reps: 1, lapses: 0, state: 2 },
  ...more,
});
