// Time controls in the form of a record's tag: how people read them, and what follows from it. What kinds there are, which of
// them are slow, and which are offered is the rules' table (internal/play/control.go).
import table from '../../../internal/play/controls.json';
import type { Texts } from '../i18n/index.ts';

/** The controls that are offered, as a record writes them. */
export const CONTROLS: readonly string[] = table.presets.map((p) => p.text);
/** What people write for one that is offered, "5+3", and the other way round. */
export const shortOf = (control: string): string => table.presets.find((p) => p.text === control)?.short ?? control;
export const controlNamed = (short: string): string => table.presets.find((p) => p.short === short)?.text ?? '-';

interface Found {
  readonly kind: string;
  /** Seconds for the game or for each move, and what each move adds or waits. */
  readonly base: number;
  readonly increment: number;
  readonly slow: boolean;
}
function read(control: string): Found | null {
  for (const { kind, form, slow } of table.kinds) {
    const [found, first, second] = new RegExp(form).exec(control) ?? [];
    if (found === undefined) continue;
    const [base, increment] = [Number(first) || 0, Number(second) || 0];
    return { kind, base, increment, slow: slow !== null && base >= slow };
  }
  return null;
}

/** A span of seconds in the largest unit that has it whole: "12 hours", "1 minute". */
function spanOf(seconds: number, lang: string): string {
  const units = [
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const [unit, size] = units.find(([, n]) => seconds % n === 0) ?? units[2];
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
}
/** A control as people read it, "5+3", "3 days", "1 minute a move"; what a record of others has stays as it is. */
export function controlOf(control: string, texts: Texts): string {
  const c = read(control);
  if (!c) return control;
  if (c.kind === 'none') return texts.t('ui.start.clock.none');
  const days = c.base / 86_400;
  if (c.kind === 'permove') {
    if (Number.isInteger(days)) return texts.t('ui.table.days', { n: days });
    return texts.t('ui.table.each', { time: spanOf(c.base, texts.lang) });
  }
  return `${texts.number(Math.round(c.base / 6) / 10)}${c.kind === 'delay' ? 'd' : '+'}${c.increment}`;
}
/** A game of hours or days for a move, or without a clock: nobody sits before it all the time. */
export const isSlow = (control: string): boolean => read(control)?.slow ?? true;

/** Whether a control is one that a program offers, or between two of them: "60+1..1800+30". */
export function isWithin(control: string, offered: string): boolean {
  const [from = '', to = from] = offered.split('..');
  const [c, first, last] = [control, from, to].map(read);
  if (!c || !first || !last || c.kind !== first.kind || c.kind !== last.kind) return false;
  return c.base >= first.base && c.base <= last.base && c.increment >= first.increment && c.increment <= last.increment;
}
