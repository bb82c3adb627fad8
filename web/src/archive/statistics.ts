// What a person's games come to: results by game and by level, how games end, and accuracy over time.
import type { Entry } from './entry.ts';
import { isGameAmong, levelOf, resultOf } from './search.ts';

export interface Tally {
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}
export interface Row extends Tally {
  readonly key: string;
}
export interface Point {
  readonly at: number;
  readonly accuracy: number;
  /** The mean of this game and the three before it. */
  readonly mean: number;
}
export interface Statistics {
  /** All games that were begun. */
  readonly games: number;
  readonly total: Tally;
  /** By rule set, the most played first. */
  readonly byGame: readonly Row[];
  /** By the computer's level, the weakest first; people last, as level 0. */
  readonly byLevel: readonly Row[];
  /** How often games ended in which way, the most frequent first. */
  readonly endings: readonly { readonly why: string; readonly n: number }[];
  readonly accuracy: readonly Point[];
  /** Over all judged games, in percent; null without any. */
  readonly meanAccuracy: number | null;
}

const MEAN = 4;

function tallied(rows: Map<string, Tally>, key: string, result: keyof Tally): void {
  const row = rows.get(key) ?? { won: 0, drawn: 0, lost: 0 };
  rows.set(key, { ...row, [result]: row[result] + 1 });
}
const sum = (t: Tally): number => t.won + t.drawn + t.lost;
const rows = (m: ReadonlyMap<string, Tally>, order: (a: Row, b: Row) => number): readonly Row[] =>
  [...m].map(([key, t]) => ({ key, ...t })).sort(order);

/** Whether it became a game: not one that was given up before both sides had moved. */
const isPlayed = ({ over, why, plies }: Entry): boolean => !over || plies > 1 || why === 'normal' || why === '';

/** The statistics of games; deleted ones and those that were given up at once do not count. */
export function statistics(entries: readonly Entry[]): Statistics {
  const isGame = isGameAmong(entries);
  const games = entries.filter((e) => isGame(e) && e.deleted === undefined && isPlayed(e));
  const [total, byGame, byLevel] = [new Map<string, Tally>(), new Map<string, Tally>(), new Map<string, Tally>()];
  const endings = new Map<string, number>();
  const judged: { at: number; accuracy: number }[] = [];
  for (const e of games) {
    if (e.over) endings.set(e.why || 'normal', (endings.get(e.why || 'normal') ?? 0) + 1);
    const own = e.me === null ? null : e.accuracy?.[e.me];
    if (e.over && typeof own === 'number') judged.push({ at: e.changed, accuracy: own });
    const result = resultOf(e);
    if (e.me === null || result === 'open' || result === 'none') continue;
    tallied(total, '', result);
    tallied(byGame, e.game, result);
    tallied(byLevel, String(levelOf(e)), result);
  }
  judged.sort((a, b) => a.at - b.at);
  const mean = (list: readonly { accuracy: number }[]): number =>
    list.reduce((n, p) => n + p.accuracy, 0) / list.length;
  const level = (key: string): number => Number(key) || 99;
  return {
    games: games.length,
    total: total.get('') ?? { won: 0, drawn: 0, lost: 0 },
    byGame: rows(byGame, (a, b) => sum(b) - sum(a)),
    byLevel: rows(byLevel, (a, b) => level(a.key) - level(b.key)),
    endings: [...endings].map(([why, n]) => ({ why, n })).sort((a, b) => b.n - a.n),
    accuracy: judged.map((p, i) => ({ ...p, mean: mean(judged.slice(Math.max(0, i - MEAN + 1), i + 1)) })),
    meanAccuracy: judged.length ? Math.round(mean(judged)) : null,
  };
}
