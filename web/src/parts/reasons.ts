// What speaks for a move that the engine suggests, in words.
import type { Reason } from '../engine/types.ts';
import type { Texts } from '../i18n/index.ts';

/** What speaks for a move, as a sentence: the two weightiest reasons. */
export function sayReasons(texts: Texts, reasons: readonly Reason[]): string {
  const known = reasons.filter((r) => texts.has(`reason.${r.key}`)).slice(0, 2);
  const said = known.map((r) => texts.t(`reason.${r.key}`, r.args));
  const [first, second] = said;
  if (first === undefined) return '';
  return texts.t('ui.hint.reason', {
    reason: second === undefined ? first : texts.t('list.and', { list: first, last: second }),
  });
}

/** What is expected after a move that is suggested, where nothing simple speaks for it; the line begins with the move. */
export function sayExpected(texts: Texts, move: string, line: readonly string[] = []): string {
  const after = line[0] === move ? line.slice(1, 3) : [];
  return after.length ? texts.t('ui.hint.line', { moves: after.join(', ') }) : '';
}
