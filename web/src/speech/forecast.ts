// What the move under the pointer would do: what it would cut off, and what that does to the score.
import type { Selection } from '../board/selection.ts';
import type { Translate } from '../board/types.ts';
import { listed } from '../i18n/index.ts';
import type { GameInfo, Move, View } from '../rules/types.ts';

/** The move that what is in hand would make where the pointer is. */
export function aimOf(view: View, hand: Selection, claim: string): Move | undefined {
  const from = hand.path[0];
  const to = hand.draft?.to ?? hand.over;
  if (!from || !to) return undefined;
  return view.moves.find((m) => m.from === from && m.to === to && (m.claim ?? '') === claim);
}

export interface Forecast {
  readonly cuts: readonly string[];
  readonly text: string;
}

/** Null where a move cuts nothing off. */
export function forecastOf(info: GameInfo, view: View, aim: Move | undefined, t: Translate): Forecast | null {
  if (!aim?.cuts?.length || !aim.from || !aim.to || !aim.leaves) return null;
  const cuts = t('ui.forecast.cuts', { from: aim.from, to: aim.to, spots: listed(t, aim.cuts) });
  const score = t('ui.forecast.score', {
    first: t(`side.${info.sides[0]}`),
    a: view.standing?.[0][0]?.n ?? 0,
    b: aim.leaves[0],
    second: t(`side.${info.sides[1]}`),
    c: view.standing?.[1][0]?.n ?? 0,
    d: aim.leaves[1],
  });
  return { cuts: aim.cuts, text: `${cuts} ${score}` };
}
