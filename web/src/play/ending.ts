// How a game ended: what is said of it, and what may come next.
import { player, type Scene, sayDecision, sayWinner } from '../parts/say.ts';
import type { View } from '../rules/types.ts';
import type { LocalGame } from './localGame.svelte.ts';
import type { Ending } from './savedGame.ts';

/** How a game ended that the board does not tell. */
export function sayEnding(s: Scene, e: NonNullable<Ending>): string {
  const { t } = s.texts;
  if (e.by === 'agreement') return t('result.by.agreement');
  return t(e.by === 'time' ? 'result.by.time' : 'result.by.resignation', { player: player(s, e.loser) });
}

/** What decided the game. */
export const reasonOf = (s: Scene, d: Pick<LocalGame, 'ending'>, last: View): string =>
  d.ending ? sayEnding(s, d.ending) : sayDecision(s, last);

/** Who has won, told to the only person at the table as "you". */
export function verdictOf(s: Scene, d: Pick<LocalGame, 'me' | 'outcome'>): string {
  const { me, outcome } = d;
  if (me === null || outcome === 'draw') return sayWinner(s, outcome);
  return s.texts.t((outcome === 'first') === (me === 0) ? 'result.you_win' : 'result.you_lose');
}

/** The next level, for who has just beaten this one; 0 for nobody. */
export function strongerThan(d: Pick<LocalGame, 'me' | 'outcome' | 'terms'>): number {
  const { me, outcome } = d;
  if (me === null || outcome !== (me === 0 ? 'first' : 'second')) return 0;
  const level = d.terms.levels[me === 0 ? 1 : 0];
  return level < 10 ? level + 1 : 0;
}
