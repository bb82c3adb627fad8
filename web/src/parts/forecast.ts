// What the move under the pointer would do: what it would cut off, and what that does to the score.
import type { Selection } from '../board/selection.ts';
import type { Stacks, Translate } from '../board/types.ts';
import type { GameInfo, Move, Side, View } from '../rules/types.ts';

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
  if (!aim?.cuts?.length || !aim.from || !aim.to) return null;
  const after: Record<string, string> = { ...view.stacks };
  after[aim.to] = (after[aim.to] ?? '') + (after[aim.from] ?? '');
  delete after[aim.from];
  for (const c of aim.cuts) delete after[c];
  const count = (s: Stacks, side: Side): number =>
    Object.values(s).reduce((n, w) => n + (w.endsWith(info.pieces[side]?.letter ?? '?') ? w.length : 0), 0);
  const cuts = t('ui.forecast.cuts', { n: aim.cuts.length, from: aim.from, to: aim.to, spots: aim.cuts.join(', ') });
  const score = t('ui.forecast.score', {
    first: t(`side.${info.sides[0]}`),
    a: count(view.stacks, 0),
    b: count(after, 0),
    second: t(`side.${info.sides[1]}`),
    c: count(view.stacks, 1),
    d: count(after, 1),
  });
  return { cuts: aim.cuts, text: `${cuts} ${score}` };
}
