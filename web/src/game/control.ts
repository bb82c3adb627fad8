// The control of a clock from the form of a record's tag: how people read it, and what follows from it.
import type { Texts } from '../i18n/index.ts';

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
  const each = /^1\/(\d+)$/.exec(control);
  const days = Number(each?.[1] ?? 0) / 86_400;
  if (days && Number.isInteger(days)) return texts.t('ui.table.days', { n: days });
  if (each) return texts.t('ui.table.each', { time: spanOf(Number(each[1]), texts.lang) });
  const clock = /^(\d+)([+d])(\d+)$/.exec(control);
  if (!clock) return control === '-' ? texts.t('ui.start.clock.none') : control;
  return `${texts.number(Math.round(Number(clock[1]) / 6) / 10)}${clock[2]}${clock[3]}`;
}
/** A game of hours or days for a move, or without a clock: nobody sits before it all the time. */
export function isSlow(control: string): boolean {
  const each = /^1\/(\d+)$/.exec(control);
  return each ? Number(each[1]) >= 3600 : !/^\d+[+d]/.test(control);
}
