// What the judge says of a move that gave something away. A record holds it in no language, as a command beside which the
// same may stand in words for other programs (record/remark.go); the page words it in the reader's.
import type { Texts } from '../i18n/index.ts';
import { GLYPHS } from '../speech/moveList.ts';
import { sayReasons } from '../speech/reasons.ts';
import type { Reason } from './thinker.ts';
import type { Annotation } from './tree.ts';
import { MARKS, type Mark, share } from './value.ts';

interface Remark {
  readonly mark: Mark;
  readonly better: string;
  /** What the move cost of the chance to win, in percent. */
  readonly cost: number;
  readonly reasons: readonly Pick<Reason, 'key' | 'args'>[];
}
type Said = Pick<Annotation, 'comment' | 'commands'>;

const NAME = 'remark';
const lengthOf = (text: string | undefined): number => [...(text ?? '')].length;

/** The first remark that can be read; worded where the comment is that in words, and no remark where those were changed. */
function read({ comment, commands = [] }: Said): (Remark & { readonly worded: boolean }) | null {
  for (const { name, value } of commands) {
    const [sign, better = '', cost = '', length = '', ...why] = value.split(' ');
    const mark = MARKS.find((m) => GLYPHS[m] === sign);
    if (name !== NAME || !mark || !/^\d{1,3}$/.test(cost) || Number(cost) > 100 || !/^\d{1,7}$/.test(length)) continue;
    const worded = Number(length) > 0;
    if (worded && Number(length) !== lengthOf(comment)) continue;
    const reasons: { key: string; args: Record<string, string> }[] = [];
    for (const word of why) {
      const [key = '', arg] = word.split(/=(.*)/s);
      const last = reasons.at(-1);
      if (arg === undefined || !last) reasons.push({ key, args: {} });
      else last.args[key] = arg;
    }
    return { mark, better, cost: Number(cost), reasons, worded };
  }
  return null;
}

/** "Blunder: a1-b2 is better, this costs 31% of the chance to win. a1-b2 completes a stack of 5 on b2." */
export function sayRemark(texts: Texts, { mark, better, cost, reasons }: Remark): string {
  const { t, lang } = texts;
  const args = { mark: t(`ui.analysis.glyph.${mark}`), move: better, loss: share(cost / 100, lang) };
  return [t('ui.analysis.remark', args), ...sayReasons(texts, reasons, better)].join(' ');
}

/** What stands beside a move for people: its comment, and the remark in the reader's language. */
function commentOf(texts: Texts, said: Said): string {
  const { comment } = said;
  const remark = read(said);
  if (!remark) return comment ?? '';
  return [remark.worded ? '' : comment, sayRemark(texts, remark)].filter(Boolean).join(' ');
}

/** Takes the remark away, with the comment where that is the remark in words. */
export function withoutRemark(said: Said): Said {
  const { comment, commands } = said;
  return { comment: read(said)?.worded ? undefined : comment, commands: commands?.filter((c) => c.name !== NAME) };
}

/** Puts a remark in the place of the one there was. Its words become the comment unless there is another one. */
export function withRemark(texts: Texts, said: Said, remark: Remark): Said {
  const { comment, commands = [] } = withoutRemark(said);
  const words = comment ? '' : sayRemark(texts, remark);
  const reasons = remark.reasons.flatMap(({ key, args = {} }) => {
    const names = Object.keys(args).sort();
    return [key, ...names.map((name) => `${name}=${args[name]}`)];
  });
  const value = [GLYPHS[remark.mark], remark.better, remark.cost, lengthOf(words), ...reasons].join(' ');
  return { comment: words || comment, commands: [...commands, { name: NAME, value }] };
}

/** The places of a tree with what stands beside them for people as their comments. */
export function inLanguage<N extends Said>(texts: Texts, nodes: ReadonlyMap<number, N>): ReadonlyMap<number, N> {
  if (![...nodes.values()].some(read)) return nodes;
  return new Map([...nodes].map(([id, n]) => [id, read(n) ? { ...n, comment: commentOf(texts, n) } : n]));
}
