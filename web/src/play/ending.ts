// How a game ended: what is said of it, and what may come next.
import { player, type Scene, sayDecision, sayWinner } from '../parts/say.ts';
import type { End, View } from '../rules/types.ts';
import type { LocalGame } from './localGame.svelte.ts';

/** How a game ended that the board does not tell. */
export function sayEnding(s: Scene, { why, by, outcome }: End): string {
  const { t } = s.texts;
  if (why === 'agreement') return t('result.by.agreement');
  if (why === 'time') return t('result.by.time', { player: player(s, by) });
  if (why === 'resignation') return t('result.by.resignation', { player: player(s, by) });
  return sayWinner(s, outcome);
}

/** What decided the game. */
export const reasonOf = (s: Scene, game: Pick<LocalGame, 'ending'>, last: View): string =>
  game.ending ? sayEnding(s, game.ending) : sayDecision(s, last);

/** Who has won, told to the only person at the table as "you". */
export function verdictOf(s: Scene, d: Pick<LocalGame, 'me' | 'outcome'>): string {
  const { me, outcome } = d;
  if (me === null || outcome === 'draw') return sayWinner(s, outcome);
  return s.texts.t((outcome === 'first') === (me === 0) ? 'result.you_win' : 'result.you_lose');
}

/** The next level, for who has just beaten this one; 0 for nobody. */
export function strongerThan(d: Pick<LocalGame, 'me' | 'outcome' | 'options'>): number {
  const { me, outcome } = d;
  if (me === null || outcome !== (me === 0 ? 'first' : 'second')) return 0;
  const level = d.options.levels[me === 0 ? 1 : 0];
  return level < 10 ? level + 1 : 0;
}
