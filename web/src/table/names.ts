// What people are called on the pages of tables, and how times there are said.
import type { Line, Person, Table } from '../../gen/api.ts';
import type { Texts } from '../i18n/index.ts';
import { PAGES } from '../places.ts';

/** Who uses this page; what goes on there is asked for again once it is somebody else. */
export interface Signed {
  me: Person | null;
  renew(): void;
}

/** Four digits that tell guests without a name apart. */
function guestNumber(id: string): string {
  let n = 0;
  for (const c of id) n = (n * 31 + (c.codePointAt(0) ?? 0)) % 9000;
  return String(1000 + n);
}
/** What a person is called: a name of their own, "Guest 4821", "Level 5: Scree". */
export function bareName(p: Person, { t }: Texts): string {
  const { kind, level = 0 } = p;
  if (kind === 'level') return t('level.full', { level, name: t(`level.${level}.name`) });
  return p.name || t('ui.table.guest', { number: guestNumber(p.id) });
}
/** What tells guests of the same name apart; "" for everybody else. */
export const guestMark = (p: Person): string => (p.kind || !p.name ? '' : `·${p.id.slice(-2)}`);
/** A person in a sentence: "Marta", who has an account, or "Marta ·42", a guest. */
export const nameOf = (p: Person, texts: Texts): string => [bareName(p, texts), guestMark(p)].filter(Boolean).join(' ');

/** A rating as it is shown: "1540", or "1540?" while it is of few games. */
export const ratingOf = ({ rating = 0, provisional }: { rating?: number; provisional?: boolean }): string =>
  `${Math.round(rating)}${provisional ? '?' : ''}`;
/** What a game has done to a rating: "+9", "−6". */
export const changeOf = (by: number): string => `${by < 0 ? '−' : '+'}${Math.abs(by)}`;
/** The rating of a player after a game, and by how much it is another one: "1509?" and "+9"; null before. */
export function ratedAt({ rating, seats }: Pick<Table, 'rating' | 'seats'>, side: 0 | 1): [string, string] | null {
  const r = rating?.[side];
  return r ? [ratingOf({ ...seats[side], rating: r[1] }), changeOf(r[1] - r[0])] : null;
}
/** The address of a person's page, "" for a guest, who has none. That of a level ends with what programs call it: "level5". */
export const profileOf = (p: Person, base: string): string =>
  p.kind ? `${base}${PAGES.profile}${encodeURIComponent(p.name)}` : '';

/** What tells a line of chat from all others. */
export const lineKey = (l: Line): string => `${l.room} ${l.number}`;

/** The delay of a connection, "48 ms". */
export const delayOf = (ms: number, lang: string): string =>
  new Intl.NumberFormat(lang, { style: 'unit', unit: 'millisecond', unitDisplay: 'short' }).format(ms);

/** When something was, that many milliseconds ago: "12 seconds ago". */
export function ago(ms: number, lang: string): string {
  const said = new Intl.RelativeTimeFormat(lang);
  const s = Math.max(1, Math.floor(ms / 1000));
  if (s < 60) return said.format(-s, 'second');
  if (s < 3600) return said.format(-Math.floor(s / 60), 'minute');
  return s < 86_400 ? said.format(-Math.floor(s / 3600), 'hour') : said.format(-Math.floor(s / 86_400), 'day');
}
/** The day of something: "today", "yesterday", "3 days ago". */
export function dayOf(at: number, lang: string): string {
  const midnight = new Date(at).setHours(0, 0, 0, 0);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - midnight) / 86_400_000);
  return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(-days, 'day');
}
/** A date, such as "Dec 12". */
export const dateOf = (at: number, lang: string): string =>
  new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short' }).format(at);
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
