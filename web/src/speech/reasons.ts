// What speaks for a move that the engine suggests, in words.
import { colorOf } from '../board/names.ts';
import type { Pieces } from '../board/types.ts';
import type { Reason } from '../engine/types.ts';
import type { Texts } from '../i18n/index.ts';
import type { Ply } from '../rules/types.ts';

type Said = Pick<Reason, 'key' | 'args'>;

/** A reason as the end of a sentence. */
function clause(texts: Texts, { key, args = {} }: Said): string {
  const { loss } = args;
  const share = new Intl.NumberFormat(texts.lang, { style: 'percent' });
  return texts.t(`reason.${key}`, loss === undefined ? args : { ...args, loss: share.format(Number(loss) / 100) });
}

/** The two weightiest of the reasons that the catalog has words for. */
export const known = <R extends Said>(texts: Texts, reasons: readonly R[]): R[] =>
  reasons.filter((r) => texts.has(`reason.${r.key}`)).slice(0, 2);

/** What speaks for a move, a sentence each; the first begins with the move if there is one. */
export function sayReasons(texts: Texts, reasons: readonly Said[], move = ''): string[] {
  return known(texts, reasons).map((r, i) => {
    const reason = clause(texts, r);
    return i || !move ? texts.t(i ? 'ui.hint.also' : 'ui.hint.reason', { reason }) : `${move} ${reason}.`;
  });
}

/** The engine's line after a move that it suggests, where nothing simple speaks for the move. */
export function sayExpected(texts: Texts, pieces: Pieces, plies: readonly Ply[]): string {
  const moves = plies.map(({ move, path = [], claim }) => {
    const way = path.join('\u00a0–\u00a0') || move; // lines break between moves
    return claim ? `${texts.t(`color.${colorOf(claim, pieces)}.name`)}, ${way}` : way;
  });
  return moves.length ? texts.t('ui.hint.line', { moves: moves.join('; ') }) : texts.t('ui.hint.best');
}
