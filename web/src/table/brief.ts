// What lists say of one's own tables: the opponent, how the game stands, and which comes first.
import type { Brief, Ratings } from '../../gen/api.ts';
import { waits } from '../device/people.svelte.ts';
import type { Texts } from '../i18n/index.ts';
import { nameOf, timeLeft } from './names.ts';

/** It is the turn of the person who asks. */
export const myTurn = (b: Brief): boolean => b.phase === 'playing' && b.turn === b.you;

const rank = (b: Brief): number => (waits(b) ? 0 : b.phase === 'playing' ? 1 : b.phase === 'open' ? 2 : 3);
/** When the time of who waits runs out, in milliseconds since 1970. */
const until = (b: Brief): number => (waits(b) && b.deadline) || Number.MAX_SAFE_INTEGER;
/**
 * Those where it is one's turn first, by what is left of the time, then games, open seats and games that are over, each the
 * latest first.
 */
export const inOrder = (tables: readonly Brief[]): readonly Brief[] =>
  tables
    .filter((b) => b.phase !== 'closed')
    .sort((a, b) => rank(a) - rank(b) || until(a) - until(b) || b.updated - a.updated);

/** The level that is rated nearest to who asks for the ratings of a pool; undefined while they have none. */
export const levelNear = ({ rows, you }: Ratings): number | undefined => {
  const far = (rating: number): number => Math.abs(rating - (you?.rating ?? 0));
  return you && rows.filter((r) => r.person.level).sort((a, b) => far(a.rating) - far(b.rating))[0]?.person.level;
};

/** The name of the other player, or that the seat is free. */
export function opponentOf(b: Brief, texts: Texts): string {
  const other = b.you === 'first' ? b.seats[1] : b.you === 'second' ? b.seats[0] : (b.seats[1] ?? null);
  return other ? nameOf(other, texts) : texts.t('ui.table.free');
}
/** Whose turn it is and how long for, that somebody is waited for, or how it ended; now is in milliseconds. */
export function standing(b: Brief, texts: Texts, now: number): string {
  const { t, lang } = texts;
  if (b.phase === 'open') return t('ui.table.waiting');
  if (b.phase === 'over') {
    if (waits(b)) return t('ui.lobby.rematch');
    if (!b.outcome) return t('result.by.aborted');
    return t(b.outcome === 'draw' ? 'result.draw' : b.outcome === b.you ? 'result.you_win' : 'result.you_lose');
  }
  const left = b.deadline ? ` · ${timeLeft(b.deadline - now, lang)}` : '';
  return t(myTurn(b) ? 'ui.your_turn' : 'ui.lobby.their_turn') + left;
}
