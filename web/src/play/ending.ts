// What may come after the end of a game against the computer.
import { STRONGEST } from '../game/levels.ts';
import type { LocalGame } from './localGame.svelte.ts';

/** The next level, if the person has just beaten this one; else 0. */
export function strongerThan(d: Pick<LocalGame, 'me' | 'outcome' | 'options'>): number {
  const { me, outcome } = d;
  if (me === null || outcome !== (me === 0 ? 'first' : 'second')) return 0;
  const level = d.options.levels[me === 0 ? 1 : 0];
  return level < STRONGEST ? level + 1 : 0;
}
