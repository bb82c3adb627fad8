// What people are called on the pages of tables, and how times there are said.
import type { Line, Person } from '../../gen/api.ts';
import type { Texts } from '../i18n/index.ts';

/** Four digits that tell guests without a name apart. */
function guestNumber(id: string): string {
  let n = 0;
  for (const c of id) n = (n * 31 + (c.codePointAt(0) ?? 0)) % 9000;
  return String(1000 + n);
}
/** What a person is called: a name of their own, or "Guest 4821". */
export const nameOf = (p: Person, texts: Texts): string =>
  p.name || texts.t('ui.table.guest', { number: guestNumber(p.id) });

/** What tells a line of chat from all others. */
export const lineKey = (l: Line): string => `${l.room} ${l.number}`;

/** The delay of a connection, "48 ms". */
export const delayOf = (ms: number, lang: string): string =>
  new Intl.NumberFormat(lang, { style: 'unit', unit: 'millisecond', unitDisplay: 'short' }).format(ms);

/** When something was, so many milliseconds ago: "12 seconds ago". */
export function ago(ms: number, lang: string): string {
  const said = new Intl.RelativeTimeFormat(lang);
  const s = Math.max(1, Math.floor(ms / 1000));
  if (s < 60) return said.format(-s, 'second');
  if (s < 3600) return said.format(-Math.floor(s / 60), 'minute');
  return s < 86_400 ? said.format(-Math.floor(s / 3600), 'hour') : said.format(-Math.floor(s / 86_400), 'day');
}
/** A time that is left: "0:12", "4 min". */
export function timeLeft(ms: number, lang: string): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return `0:${String(s).padStart(2, '0')}`;
  const unit = (n: number, u: string): string =>
    new Intl.NumberFormat(lang, { style: 'unit', unit: u, unitDisplay: 'short' }).format(n);
  if (s < 3600) return unit(Math.floor(s / 60), 'minute');
  return s < 86_400 ? unit(Math.floor(s / 3600), 'hour') : unit(Math.floor(s / 86_400), 'day');
}
/** What a clock shows; days are days. */
export function longFace(ms: number, face: (ms: number) => string, lang: string): string {
  if (ms < 86_400_000) return face(ms);
  const unit = (n: number, u: string): string =>
    new Intl.NumberFormat(lang, { style: 'unit', unit: u, unitDisplay: 'narrow' }).format(n);
  const hours = Math.floor(ms / 3_600_000);
  return `${unit(Math.floor(hours / 24), 'day')} ${unit(hours % 24, 'hour')}`;
}
