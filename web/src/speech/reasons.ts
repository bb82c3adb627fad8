// What speaks for a move that the engine suggests, in words.
import { colorOf } from '../board/names.ts';
import type { Pieces } from '../board/types.ts';
import type { Reason } from '../engine/types.ts';
import type { Texts } from '../i18n/index.ts';
import type { Ply } from '../rules/types.ts';

/** What speaks for a move, as the end of a sentence: the two weightiest reasons of those that the catalog has words for. */
export function reasonText(texts: Texts, reasons: readonly Reason[]): string {
  const known = reasons.filter((r) => texts.has(`reason.${r.key}`)).slice(0, 2);
  const [first = '', second] = known.map((r) => texts.t(`reason.${r.key}`, r.args));
  return second === undefined ? first : texts.t('list.and', { list: first, last: second });
}

/** The same as a sentence. */
export function sayReasons(texts: Texts, reasons: readonly Reason[]): string {
  const reason = reasonText(texts, reasons);
  return reason && texts.t('ui.hint.reason', { reason });
}

/** The engine's line after a move that it suggests, where nothing simple speaks for the move. */
export function sayExpected(texts: Texts, pieces: Pieces, plies: readonly Ply[]): string {
  const moves = plies.map(({ move, path = [], claim }) => {
    const way = path.join('\u00a0–\u00a0') || move; // lines break between moves
    return claim ? `${texts.t(`color.${colorOf(claim, pieces)}.name`)}, ${way}` : way;
  });
  return moves.length ? texts.t('ui.hint.line', { moves: moves.join('; ') }) : texts.t('ui.hint.best');
}
