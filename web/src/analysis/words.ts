// What the analysis page says: moves, values and reasons in words of the catalog.
import type { Translate } from '../board/types.ts';
import type { Texts } from '../i18n/index.ts';
import type { Ply } from '../rules/types.ts';
import type { Reason } from './thinker.ts';
import type { Value } from './value.ts';

/** A move as it is read, its claim left out: a chip shows it. */
export function moveShown(move: string, t: Translate): string {
  const text = move.split(',').pop() ?? '';
  return text === 'pass' ? t('ui.pass.title') : text.replace('-', '\u2009–\u2009');
}

/** "62 %", as the language writes it; never 0 or 100, which would look proved. */
export function percent(chance: number, lang: string): string {
  const n = Math.min(0.99, Math.max(0.01, chance));
  return new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 0 }).format(n);
}

/** "Anna to win: 62 %", or what is proved. */
export function sayValue(v: Value, names: readonly [string, string], texts: Texts): string {
  const { t, lang } = texts;
  if (v.proved === 'draw') return t('ui.analysis.proved_draw');
  if (v.proved) {
    const player = names[v.proved === 'first' ? 0 : 1];
    const by = v.margin;
    if (!by?.by || !texts.has(`ui.count.${by.key}`)) return t('ui.analysis.proved_win', { player });
    return t('ui.analysis.proved_margin', { player, margin: `${texts.number(by.by)} (${t(`ui.count.${by.key}`)})` });
  }
  const side = v.chance >= 0.5 ? 0 : 1;
  return t('ui.analysis.chance', { player: names[side], percent: percent(side ? 1 - v.chance : v.chance, lang) });
}

/** What speaks for a move; reasons the catalog has no words for are left out. */
export function sayReasons(reasons: readonly Reason[], texts: Texts): string {
  const said = reasons.filter((r) => texts.has(`reason.${r.key}`)).map((r) => texts.t(`reason.${r.key}`, r.args));
  return said.join(texts.lang === 'fr' ? '\u202f; ' : '; ');
}

export interface Numbered {
  /** The number of the pair of moves it belongs to. */
  readonly n: number;
  /** It is the second of its pair. */
  readonly second: boolean;
}

/** The number of a move after the one before it; a side that moves twice begins a new pair. */
export function number(before: Numbered | null, ply: Ply): Numbered {
  if (!before) return { n: 1, second: ply.side === 1 };
  return ply.side === 1 && !before.second ? { n: before.n, second: true } : { n: before.n + 1, second: ply.side === 1 };
}
