// A game at home as a record, for a file.
import type { GameRecord } from '../rules/types.ts';
import type { LocalGame } from './localGame.svelte.ts';

export function recordOf(d: LocalGame, names: readonly [string, string]): GameRecord {
  const { control } = d.terms;
  const termination = d.over ? (d.ending?.by ?? 'normal') : undefined;
  return {
    game: d.info?.id ?? '',
    start: d.start,
    first: names[0],
    second: names[1],
    result: d.outcome,
    ...(termination ? { termination } : {}),
    ...(control ? { timeControl: `${control.initial / 1000}+${control.increment / 1000}` } : {}),
    moves: d.plies.map((p, i) => {
      const clock = d.clocks[i + 1]?.[p.side];
      return { text: p.move, ...(clock === undefined ? {} : { note: { clock: Math.round(clock) } }) };
    }),
  };
}
