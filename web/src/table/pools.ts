// The pools of games in which people have ratings. Pages on which nothing is rated do without.
import type { Options } from '../../gen/api.ts';
import { isSlow } from '../game/control.ts';
import { familyOf } from '../games.ts';
import type { Texts } from '../i18n/index.ts';

/** What a pool of ratings is called: "LYNGK live", from "lyngk/live". */
export function poolName(pool: string, { t }: Texts): string {
  const [game, speed] = pool.split('/');
  return t(`ui.pool.${speed}`, { game: t(`game.${game}`) });
}
/** The pool in which a game by such terms counts. */
export const poolOf = (o: Options): string => `${familyOf(o.game).id}/${isSlow(o.control) ? 'days' : 'live'}`;
