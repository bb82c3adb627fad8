// What a game on the board of a day is called elsewhere: with the end of the day while it lasts, in the time of this device.
import type { Texts } from '../i18n/index.ts';

/** The id of the game on the board of a date, such as "2026-11-22", and back; days are counted in UTC. */
export const idOfDay = (date: string): string => `daily-${date}`;
export const dayOfId = (id: string): string => /^daily-(\d{4}-\d\d-\d\d)$/.exec(id)?.[1] ?? '';
const DAY = 24 * 3600 * 1000;

/** "Daily board, until 1:00 AM"; "" for a game on another board. */
export function dayName(id: string | undefined, now: number, { t, lang }: Texts): string {
  const start = Date.parse(dayOfId(id ?? ''));
  if (Number.isNaN(start)) return '';
  const end = start + DAY;
  if (now >= end)
    return t('ui.daily.of', {
      date: new Intl.DateTimeFormat(lang, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(start),
    });
  return t('ui.daily.until', {
    time: new Intl.DateTimeFormat(lang, { hour: 'numeric', minute: '2-digit' }).format(end),
  });
}
