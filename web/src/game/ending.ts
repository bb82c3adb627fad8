// How a game ended: what is said of it.

import type { End, Side, View } from '../rules/types.ts';
import { player, type SpeechContext, sayDecision, sayWinner } from '../speech/say.ts';
import type { LoggedGame } from './loggedGame.svelte.ts';

/** How a game ended, where the board does not show it; `me` is the only person at this board. */
function sayEnding(s: SpeechContext, { why, by, outcome }: End, me: Side | null): string {
  const { t } = s.texts;
  const who = by === me && !s.names[by] ? t('player.you') : player(s, by);
  const key = `result.by.${why}`;
  if (by === me && s.texts.has(`${key}.you`)) return t(`${key}.you`);
  if (s.texts.has(key)) return t(key, { player: who });
  return sayWinner(s, outcome);
}

/** What decided the game. */
export const reasonOf = (s: SpeechContext, game: Pick<LoggedGame, 'ending' | 'me'>, last: View): string =>
  game.ending ? sayEnding(s, game.ending, game.me) : sayDecision(s, last, game.me);

/** Who has won; "you" for the only person at this board. */
export const verdictOf = (s: SpeechContext, { me, outcome }: Pick<LoggedGame, 'me' | 'outcome'>): string =>
  sayWinner(s, outcome, me);
