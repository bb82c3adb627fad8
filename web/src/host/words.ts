// What hosts can do about somebody, and what it is called.
import type { HostAction, HostPerson, NewAction } from '../../gen/api.ts';
import type { Texts } from '../i18n/index.ts';

/** One thing to do; the reason is asked for unless nothing changes for the person, or for the better. */
export interface Verb {
  readonly what: NewAction['what'];
  readonly days: number;
  readonly why: boolean;
}
const verb = (what: Verb['what'], days = 0, why = true): Verb => ({ what, days, why });

/** What can be done about somebody, of a report or without one: one after the other, from the mildest on. */
export function verbsFor(person: HostPerson, reported: boolean): readonly Verb[] {
  return [
    ...(reported ? [verb('nothing', 0, false)] : []),
    verb('warn'),
    ...(person.muted ? [verb('mute', 0, false)] : [verb('mute', 1), verb('mute', 7)]),
    verb('name'),
    ...(person.banned ? [verb('ban', 0, false)] : [verb('ban', 1), verb('ban', 30)]),
    ...(person.open ? [verb('close')] : []),
  ];
}

/** What it is called, on its button and in the list of what was done. */
export function sayVerb({ what, days }: Pick<Verb, 'what' | 'days'>, t: Texts['t']): string {
  if (what === 'mute') return days ? t('ui.host.do.mute', { n: days }) : t('ui.host.do.unmute');
  if (what === 'ban') return days ? t('ui.host.do.ban', { n: days }) : t('ui.host.do.unban');
  const names = {
    nothing: 'ui.host.do.nothing',
    warn: 'ui.host.do.warn',
    name: 'ui.host.do.name',
    close: 'ui.host.do.close',
  } as const;
  return t(names[what]);
}

/** The same of something that was done. The owner of the server chooses any time; it is said in whole days. */
export const sayAction = (a: HostAction, t: Texts['t']): string =>
  sayVerb({ what: a.what, days: a.until ? Math.max(1, Math.round((a.until - a.at) / 86_400_000)) : 0 }, t);

/** When something is, in short: "28 Nov, 14:05". */
export const moment = (at: number, lang: string): string =>
  new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }).format(at);
