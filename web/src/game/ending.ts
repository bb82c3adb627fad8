// How a game ended: what is said of it.
import { player, type SpeechContext, sayDecision, sayWinner } from '../parts/say.ts';
import type { End, View } from '../rules/types.ts';
import type { LoggedGame } from './loggedGame.svelte.ts';

/** How a game ended, where the board does not show it. */
export function sayEnding(s: SpeechContext, { why, by, outcome }: End): string {
  const { t } = s.texts;
  if (why === 'agreement') return t('result.by.agreement');
  if (why === 'time') return t('result.by.time', { player: player(s, by) });
  if (why === 'resignation') return t('result.by.resignation', { player: player(s, by) });
  if (why === 'abandoned') return t('result.by.abandoned', { player: player(s, by) });
  if (why === 'aborted') return t('result.by.aborted');
  if (why === 'adjudication') return t('result.by.adjudication');
  return sayWinner(s, outcome);
}

/** What decided the game. */
export const reasonOf = (s: SpeechContext, game: Pick<LoggedGame, 'ending' | 'me'>, last: View): string =>
  game.ending ? sayEnding(s, game.ending) : sayDecision(s, last, game.me);

/** Who has won; "you" for the only person at this board. */
export const verdictOf = (s: SpeechContext, { me, outcome }: Pick<LoggedGame, 'me' | 'outcome'>): string =>
  sayWinner(s, outcome, me);
