// What the analysis page says: moves and values in words of the catalog.
import type { Translate } from '../board/types.ts';
import { listed, type Texts } from '../i18n/index.ts';
import type { Ply, Refusal, Side } from '../rules/types.ts';
import { moveShown, type Numbered, number, numberText } from '../speech/moveList.ts';
import { sayRefusal } from '../speech/say.ts';
import * as T from './tree.ts';
import { seenFrom, share, type Value } from './value.ts';

/** What glyphs mean, in the catalog. */
export const GLYPH_KEYS: Readonly<Record<number, string>> = {
  1: 'ui.analysis.glyph.1',
  2: 'ui.analysis.glyph.2',
  3: 'ui.analysis.glyph.3',
  4: 'ui.analysis.glyph.4',
  5: 'ui.analysis.glyph.5',
  6: 'ui.analysis.glyph.6',
};

/** What is wrong with what somebody brings to be read. */
export function sayUnread(texts: Texts, r: Refusal): string {
  if (r.code === 'ui.failed' || r.code.startsWith('ui.keep.')) return sayRefusal(texts, r); // the text is not at fault
  if (r.code === 'ui.import.unknown' || r.code === 'record.format') return texts.t('ui.import.unknown');
  return texts.t('ui.import.error', { reason: sayRefusal(texts, r) });
}

/** What a format has no room for, by the codes of its warnings. */
const LOST: Readonly<Record<string, string>> = {
  'record.unsupported_tag': 'ui.export.lost.tags',
  'record.unsupported_command': 'ui.export.lost.times',
  'record.unsupported_comment': 'ui.export.lost.comments',
  'record.unsupported_glyph': 'ui.export.lost.marks',
  'record.unsupported_taken_back': 'ui.export.lost.variations',
  'record.unsupported_variation': 'ui.export.lost.variations',
};
/** What of a game its file does not hold, and what else there is to say of it. */
export function sayLost(texts: Texts, warnings: readonly Refusal[]): string {
  const lost = [...new Set(warnings.flatMap((w) => LOST[w.code] ?? []))].map((key) => texts.t(key));
  const others = warnings.filter((w) => !LOST[w.code]).slice(0, 3);
  const what = lost.length ? [texts.t('ui.export.lost', { what: listed(texts.t, lost) })] : [];
  return [...what, ...others.map((w) => sayRefusal(texts, w))].join(' ');
}

/** "62 %", as the language writes it, with that many decimals; never 0 or 100, which would look proved. */
export function percent(chance: number, lang: string, digits = 0): string {
  const least = 10 ** -(digits + 2);
  return share(Math.min(1 - least, Math.max(least, chance)), lang, digits);
}
/** The one number of a value everywhere: the chance to win of the side it is seen from, in percent; what is proved is 0 or 100. */
export function valueText(v: Value, lang: string, digits = 0): string {
  if (v.proved === 'draw') return `=\u2009${share(0.5, lang)}`;
  return v.proved ? share(v.chance, lang) : percent(v.chance, lang, digits);
}

/**
 * How many decimals tell the lines apart that differ: one at most, and two where the game is so good as decided, since
 * there all lines are close to 0 or 100 percent.
 */
export function digitsOf(values: readonly Value[]): number {
  const open = [...new Set(values.filter((v) => !v.proved).map((v) => v.chance))];
  const most = open.some((c) => c > 0.985 || c < 0.015) ? 2 : 1;
  for (let digits = 0; digits < most; digits++)
    if (new Set(open.map((c) => percent(c, 'en', digits))).size === open.length) return digits;
  return open.length > 1 ? most : 0;
}

/** "Your chance to win: 62 %", of the first side where none of them is you, or what is proved. */
export function sayValue(
  v: Value,
  names: readonly [string, string],
  texts: Texts,
  digits = 0,
  me: Side | null = null,
): string {
  const { t, lang } = texts;
  if (v.proved === 'draw') return t('ui.analysis.proved_draw');
  if (v.proved) {
    const side = v.proved === 'first' ? 0 : 1;
    const [player, you] = [names[side], side === me];
    const by = v.margin;
    if (!by?.by || !texts.has(`ui.count.${by.key}`))
      return t(you ? 'ui.analysis.proved_win.you' : 'ui.analysis.proved_win', { player });
    const margin = `${texts.number(by.by)} (${t(`ui.count.${by.key}`)})`;
    return t(you ? 'ui.analysis.proved_margin.you' : 'ui.analysis.proved_margin', { player, margin });
  }
  const { chance } = seenFrom(me ?? 0, v);
  return t(me === null ? 'ui.analysis.chance' : 'ui.analysis.chance.you', {
    player: names[0],
    percent: percent(chance, lang, digits),
  });
}

/** A place of a tree as the moves number it: "8… g2 – f2"; the start by its name. */
export function placeName(
  tree: T.Tree,
  id: number,
  t: Translate,
  shown = ({ move }: Ply): string => moveShown(move, t),
): string {
  let num: Numbered | null = null;
  for (const at of T.way(tree, id)) {
    const { ply } = T.node(tree, at);
    if (ply) num = number(num, ply);
  }
  const { ply } = T.node(tree, id);
  return num && ply ? `${numberText(num)} ${shown(ply)}` : t('a11y.start');
}
