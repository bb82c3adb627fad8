// What the pages of contests say in figures and short words, and what a contest asks of its reader now. Plain functions; nothing
// of the page is known here.
import type {
  Contest,
  ContestBoard,
  ContestBrief,
  ContestGame,
  ContestOptions,
  ContestStanding,
  ContestView,
  Entrant,
  Person,
  Result,
} from '../../gen/api.ts';
import { controlOf, isSlow } from '../game/control.ts';
import { capital, type Texts } from '../i18n/index.ts';
import { dayOf } from '../table/names.ts';
import { noName } from '../table/refusal.ts';

/** Points with fractions as one sign: "1½", "½", "0"; Sonneborn-Berger has quarters. */
export function points(n: number): string {
  const whole = Math.floor(n);
  const rest = ['', '¼', '½', '¾'][Math.round((n - whole) * 4)] ?? '';
  return rest && !whole ? rest : `${whole}${rest}`;
}
/** "1 : 0", "½ : ½"; a dash before there is a result. */
export const scoreOf = (b: ContestBoard): string => (b.result ? b.result.points.map(points).join(' : ') : '–');
/** How a board ended for one side of it. */
export const worth = (own: number, games: number): 'won' | 'drawn' | 'lost' =>
  own * 2 > games ? 'won' : own * 2 === games ? 'drawn' : 'lost';

const unit = (n: number, u: string, lang: string): string =>
  new Intl.NumberFormat(lang, { style: 'unit', unit: u, unitDisplay: 'short' }).format(n);
/** A span in its two largest units: "2 hr, 15 min" has no comma here, "1 day 6 hr". */
export function span(ms: number, lang: string): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const parts = [
    ['day', Math.floor(minutes / 1440)],
    ['hour', Math.floor(minutes / 60) % 24],
    ['minute', minutes % 60],
  ] as const;
  const first = parts.findIndex(([, n]) => n > 0);
  return parts
    .slice(first, first + 2)
    .filter(([, n]) => n)
    .map(([u, n]) => unit(n, u, lang))
    .join(' ');
}
/** How long somebody waits: "12s", "1:05". */
export const seconds = (ms: number, lang: string): string =>
  ms < 60_000
    ? new Intl.NumberFormat(lang, { style: 'unit', unit: 'second', unitDisplay: 'narrow' }).format(
        Math.max(0, Math.floor(ms / 1000)),
      )
    : countdown(ms);
/** What a clock on a wall shows: "0:48", "4:10", "1:02:03". */
export function countdown(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  return s < 3600
    ? `${Math.floor(s / 60)}:${two(s % 60)}`
    : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
const asked = (lang: string, o: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(lang, o);
/** The time of a day in the zone of the reader: "19:30". */
export const timeOf = (at: number, lang: string): string => asked(lang, { timeStyle: 'short' }).format(at);
/** A day and a time in the zone of the reader: "Tue, Nov 24, 19:30". */
export const dateOf = (at: number, lang: string): string =>
  asked(lang, { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }).format(at);
/** The same, with today and tomorrow by their names. */
export function whenOf(at: number, lang: string, now = Date.now()): string {
  const days = (new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000;
  return days < 0 || days > 1.1 ? dateOf(at, lang) : `${capital(dayOf(at, lang))}, ${timeOf(at, lang)}`;
}
/** When one says to be there: a quarter of an hour before the start; nowhere where games go over days. */
export const checkIn = (o: ContestOptions, { t, lang }: Texts): string =>
  isSlow(o.control) ? '' : t('ui.contest.check.from', { time: timeOf(o.starts - 900_000, lang) });
/** The day of an instant here, as a field for dates has it: "2026-11-24". */
export const localDay = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
/** "LYNGK 10+5 · 5 rounds · Rated" */
export function summaryOf(o: ContestOptions, texts: Texts): string {
  const { t } = texts;
  const of = [
    `${t(`game.${o.game}`)} ${controlOf(o.control, texts)}`,
    isArena(o)
      ? t('ui.contest.arena.of', { time: span(60_000 * (o.minutes ?? 0), texts.lang) })
      : t('ui.contest.rounds', { n: o.rounds }),
    ...(isDuplicate(o) ? [t('ui.contest.format.duplicate')] : []),
    isWood(o) ? t('ui.contest.wood') : t(o.rated ? 'ui.rated' : 'ui.casual'),
  ];
  return of.join(' · ');
}
/** "17 Nov" */
export const shortDate = (at: number, lang: string): string =>
  asked(lang, { month: 'short', day: 'numeric' }).format(at);
/** "every Tuesday" is said with this name of the day. */
export const weekday = (at: number, lang: string): string => asked(lang, { weekday: 'long' }).format(at);
/** Past contests by the month in which they began, in the order in which they come. */
export function byMonth(
  past: readonly ContestBrief[],
  lang: string,
): readonly (readonly [string, readonly ContestBrief[]])[] {
  const months = new Map<string, ContestBrief[]>();
  for (const c of past) {
    const name = asked(lang, { month: 'long', year: 'numeric' }).format(c.options.starts);
    months.set(name, [...(months.get(name) ?? []), c]);
  }
  return [...months];
}

/** The plies that a player is taken to make, and what pairing and sitting down take, in seconds. */
const [MOVES, BETWEEN] = [30, 120];
/** About how long a contest lasts in milliseconds, to a quarter of an hour; 0 where games go over days. */
export function lengthOf({ control, rounds, games, pause = 0, minutes = 0, format }: ContestOptions): number {
  if (format === 'arena') return 60_000 * minutes;
  const [, base, more] = /^([\d.]+)[+d]([\d.]+)$/.exec(control) ?? [];
  if (!base) return 0;
  const seconds = rounds * (2 * games * (Number(base) + MOVES * Number(more)) + Math.max(pause, BETWEEN));
  return Math.ceil(seconds / 900) * 900_000;
}

export const entrantOf = (c: Contest, id: string): Entrant | undefined => c.entrants.find((e) => e.person.id === id);
/** Somebody of the contest, without the rating; who is unknown keeps the id. */
export const personOf = (c: Contest, id: string): Person =>
  entrantOf(c, id)?.person ?? (c.filler?.id === id ? c.filler : { id, name: '' });
/** The points of somebody before a round, from 0. */
export function pointsBefore(c: Contest, id: string, round: number): number {
  if (isArena(c.options)) return c.standings.find((s) => s.person === id)?.points ?? 0;
  const sheet = c.standings.find((s) => s.person === id)?.sheet ?? [];
  return sheet.slice(0, round).reduce((n, e) => n + (e.points ?? 0), 0);
}
/** How many boards of the last round lack a result, and how many there are. */
export function playing(c: Contest): readonly [open: number, all: number] {
  const boards = c.rounds.at(-1)?.boards ?? [];
  return [boards.filter((b) => !b.result).length, boards.length];
}
/** The game of a board that is under way, or was last. */
export const gameOf = (b: ContestBoard): ContestGame | undefined =>
  b.games?.find((g) => g.phase === 'playing') ?? b.games?.at(-1);
/** Who takes part, and has not left. */
export const taking = (c: Contest): readonly Entrant[] => c.entrants.filter((e) => !e.left);
/** The table without those who had left before they played. */
export const standingsOf = (c: Contest): readonly ContestStanding[] =>
  c.standings.filter((s) => !entrantOf(c, s.person)?.left || s.sheet.some((e) => e.what !== 'left'));
/** The days of some weeks at noon, from the Monday of the week of an instant on. */
export function weeksFrom(at: number, weeks: number): readonly number[] {
  const noon = new Date(at);
  noon.setHours(12, 0, 0, 0);
  const monday = noon.getDate() - ((noon.getDay() + 6) % 7);
  return Array.from({ length: 7 * weeks }, (_, i) => new Date(noon).setDate(monday + i));
}
/** The tables at which somebody played in a contest. */
export const tablesOf = (c: Contest, who: string): readonly string[] =>
  c.rounds.flatMap((r) =>
    r.boards.filter((b) => b.first === who || b.second === who).flatMap((b) => b.games?.map((g) => g.table) ?? []),
  );
export interface Rated {
  readonly before: number;
  readonly after: number;
}
/** What rated games did to somebody's rating, from the first to the last of them; null where none was. */
export function changeOf(results: readonly Result[], who: string): Rated | null {
  const rated = results.filter((r) => r.rating).sort((a, b) => a.ended - b.ended);
  const of = (r: Result | undefined) => r?.rating?.[r.first.id === who ? 0 : 1];
  const [first, last] = [of(rated[0]), of(rated.at(-1))];
  return first && last ? { before: first[0], after: last[1] } : null;
}
export const isDuplicate = (o: ContestOptions): boolean => o.format === 'duplicate';
export const byMatchpoints = (o: ContestOptions): boolean => o.scoring === 'matchpoints';
/** What it is called, with what changes how one plays there. */
export const titleOf = (o: ContestOptions, { t }: Texts): string =>
  byMatchpoints(o) ? t('ui.contest.title.matchpoints', { title: o.title }) : o.title;
/** A part in percent, to the tenth. */
export const percent = (n: number, lang: string): string =>
  new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 }).format(n / 100);
/** Points as a table has them: in percent where matchpoints count. */
export const figureOf = (o: ContestOptions, n: number, lang: string): string =>
  byMatchpoints(o) ? percent(n, lang) : points(n);
/** By how much a board of a duplicate round was won, in what the rules count. */
export function marginOf(b: ContestBoard, { t }: Texts): string {
  const { key, n, order } = b.margin ?? { order: [0], n: [0, 0] };
  if (key) return t(`count.${key}`, { first: n[0], second: n[1] });
  return Math.abs(order[0] ?? 0) > 1 ? t('ui.contest.given_up') : '';
}
export const isArena = (o: ContestOptions): boolean => o.format === 'arena';
/** The boards of an arena under way, with their numbers from 1. */
export const running = (c: Contest): readonly (readonly [number, ContestBoard])[] =>
  (c.rounds[0]?.boards ?? []).map((b, i) => [i + 1, b] as const).filter(([, b]) => !b.result);
/** Those who look for an opponent in an arena now, who has waited longest first. */
export const looking = (c: Contest): readonly Entrant[] =>
  c.entrants.filter((e) => e.looks).sort((a, b) => (a.looks ?? 0) - (b.looks ?? 0));
/** To take part, and that programs do so too. */
export const joinText = (o: ContestOptions, { t }: Texts): string =>
  t(o.programs ? 'ui.contest.join.programs' : 'ui.contest.join');
export const isWood = (o: ContestOptions): boolean => o.boards === 'wood';

/** The one thing that a contest asks of its reader, or says to them. */
export type Asks =
  /** The reader can join, or cannot. */
  | { readonly kind: 'join' }
  | { readonly kind: 'closed' }
  /** The reader has joined, and nothing is to be done before check-in. */
  | { readonly kind: 'joined' }
  | { readonly kind: 'check' }
  | { readonly kind: 'checked' }
  /** A board of the reader: at a table, or of wood. */
  | { readonly kind: 'board'; readonly board: number; readonly table?: string }
  | { readonly kind: 'bye' }
  | { readonly kind: 'back' }
  /** In an arena: the next opponent is looked for, or the time is over. */
  | { readonly kind: 'looks' }
  | { readonly kind: 'time' }
  /** Nothing is asked: the round goes on at other boards, or the next one is about to begin. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'over' };
export function asks({ contest: c, you }: ContestView): Asks {
  if (c.phase === 'over' || c.phase === 'lapsed') return { kind: 'over' };
  if (!you.entered) {
    return { kind: c.canJoin && (!you.why || noName(you.why.code)) ? 'join' : 'closed' }; // joining leads to a name
  }
  if (c.phase === 'open') {
    if (you.checked) return { kind: 'checked' };
    const called = c.next?.what === 'start' || c.next?.what === 'lapse';
    return { kind: called && !isSlow(c.options.control) ? 'check' : 'joined' };
  }
  if (you.board) return { kind: 'board', board: you.board, ...(you.table && { table: you.table }) };
  if (isArena(c.options) && c.next?.what !== 'end') return { kind: 'time' };
  if (you.away) return { kind: 'back' };
  if (isArena(c.options)) return { kind: 'looks' };
  return { kind: you.bye && playing(c)[0] ? 'bye' : 'wait' };
}

/** Somebody has a board in the round: not who has come since it began, or was away then. */
export const sits = (c: Contest, who: string): boolean =>
  !!c.rounds.at(-1)?.boards.some((b) => b.first === who || b.second === who);

/** What breaks ties, as the columns of a table: its key in the texts, and its figure. */
export const TIES = [
  ['direct', (s: ContestStanding) => s.direct],
  ['buchholz', (s: ContestStanding) => s.buchholz],
  ['sonneborn', (s: ContestStanding) => s.sonneborn],
  ['second', (s: ContestStanding) => s.secondWon],
] as const;
/** That of an arena, in whole numbers. */
export const STRENGTH = [['strength', (s: ContestStanding) => s.strength ?? 0]] as const;
export type Tie = (typeof TIES)[number][0] | 'strength' | 'points';

/** A round of somebody's sheet in words, with the other one's name where they met. */
export function sheetLine(
  c: Contest,
  who: string,
  round: number,
  name: (p: Person) => string,
  { t, lang }: Texts,
): string {
  const e = c.standings.find((s) => s.person === who)?.sheet[round];
  if (!e) return '';
  const arena = isArena(c.options);
  const board = e.board ? c.rounds[arena ? 0 : round]?.boards[e.board - 1] : undefined;
  const other = board ? name(personOf(c, board.first === who ? board.second : board.first)) : '';
  const n = figureOf(c.options, e.points ?? 0, lang);
  if (e.what !== 'game') return t(`ui.contest.sheet.${e.what}`, { player: other, points: n });
  if (!board?.result) return t('ui.contest.sheet.plays', { player: other, board: e.board ?? 0 });
  const own = board.result.points[board.first === who ? 0 : 1];
  return t(`ui.contest.sheet.${worth(own, c.options.games)}`, { player: other, points: n });
}

/** Two people of a pairing exchange their places: at boards, or with somebody who has a bye. */
export function swapped(
  boards: readonly (readonly [string, string])[],
  byes: readonly string[],
  [a, b]: readonly [string, string],
): { boards: [string, string][]; byes: string[] } {
  const other = (id: string): string => (id === a ? b : id === b ? a : id);
  return { boards: boards.map(([x, y]) => [other(x), other(y)]), byes: byes.map(other) };
}

/** Rows in pages that are as full as each other, so that the last one is no single line. */
export function pagesOf<T>(rows: readonly T[], most: number): readonly (readonly T[])[] {
  const pages = Math.ceil(rows.length / most);
  const size = Math.ceil(rows.length / pages);
  return Array.from({ length: pages }, (_, i) => rows.slice(i * size, (i + 1) * size));
}
