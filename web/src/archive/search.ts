// Which games of the archive are meant: by rule set, opponent, result, time and words. Plain data in, plain data out.
import { levelName, levelNamed } from '../game/levels.ts';
import type { Texts } from '../i18n/index.ts';
import type { Entry, Shape } from './entry.ts';
import type { Study } from './study.ts';

export type Result = 'won' | 'drawn' | 'lost' | 'open' | 'none';

export interface Query {
  /** The id of a rule set, 'analysis' for the analyses, "" for everything. */
  readonly game: string;
  /** "level5" or "name:moss"; "" for anybody. */
  readonly opponent: string;
  readonly result: '' | Exclude<Result, 'none'> | 'deleted';
  /** No older than that many days; 0 for any time. */
  readonly days: number;
  /** Words, each of which must be found. */
  readonly words: string;
}
const DAY = 86_400_000;

export const everything: Query = { game: '', opponent: '', result: '', days: 0, words: '' };

/** How a game stands for the person whose archive it is; 'none' where two people shared the device, or without a result. */
export function resultOf({ over, outcome, me }: Pick<Entry, 'over' | 'outcome' | 'me'>): Result {
  if (!over) return 'open';
  if (outcome === 'draw') return 'drawn';
  if (outcome === 'ongoing' || me === null) return 'none';
  return (outcome === 'first') === (me === 0) ? 'won' : 'lost';
}

/** Tells games from analyses: an analysis counts where it is of a game of one's own that is not among the entries itself. */
export function isGameAmong(entries: readonly Entry[]): (entry: Entry) => boolean {
  const kept = new Set(entries.flatMap((e) => (e.kind === 'game' ? [e.id] : [])));
  return ({ id, kind, me }) => kind === 'game' || (me !== null && !kept.has(id.split('.', 1).join()));
}

/** The level played against, 0 for a person. */
export const levelOf = ({ me, levels }: Pick<Entry, 'me' | 'levels'>): number =>
  me === null ? 0 : (levels[1 - me] as number);

/** Who a game was played against, as a query names them; "" in games of two people and analyses. */
export function opponentOf(entry: Entry): string {
  if (entry.me === null) return '';
  const level = levelOf(entry);
  return level ? levelName(level) : `name:${entry.names[1 - entry.me] ?? ''}`;
}

export function nameOf(entry: Entry, side: 0 | 1, { t }: Texts, shape?: Shape): string {
  const level = entry.levels[side];
  if (entry.names[side]) return entry.names[side];
  if (level) return t(`level.${level}.name`);
  return t(`side.${shape?.sides[side] ?? side + 1}`);
}

/** A game with what it is found by. */
export interface Indexed {
  readonly entry: Entry;
  /** All its words, folded. They are put together when a search first asks for them. */
  readonly words: string;
  readonly result: Result;
  readonly opponent: string;
  readonly isGame: boolean;
  /** An analysis, or a game that stands for the analysis of it, too. */
  readonly analyzed: boolean;
}

/** Letters that are no letter with a sign, and are typed as others by who does not have them. */
const LIKE: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };
const folded = (s: string): string =>
  s
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđßæœı]/g, (c) => LIKE[c] ?? c);

/** A function that remembers what it has returned; games have few different names, days and rule sets. */
function remembered<K, V>(of: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = of(key);
      known.set(key, value);
    }
    return value;
  };
}

/** The games ready to be searched, in their order; of those in analyzed there is an analysis. */
export function indexed(
  entries: readonly Entry[],
  texts: Texts,
  shapes: ReadonlyMap<string, Shape> = new Map(),
  analyzed: ReadonlySet<string> = new Set(),
): readonly Indexed[] {
  const long = new Intl.DateTimeFormat(texts.lang, { dateStyle: 'long' });
  const word = remembered(folded);
  const game = remembered((id: string) => word(texts.has(`game.${id}`) ? texts.t(`game.${id}`) : id));
  const date = remembered((day: number) => {
    const iso = new Date(day * DAY).toISOString().slice(0, 10);
    const [year, month, date] = iso.split('-').map(Number) as [number, number, number];
    return folded(`${long.format(new Date(year, month - 1, date))} ${iso}`);
  });
  const wordsOf = (entry: Entry): string => {
    const shape = shapes.get(entry.game);
    const who = `${word(nameOf(entry, 0, texts, shape))} ${word(nameOf(entry, 1, texts, shape))}`;
    const day = Math.floor((entry.changed - new Date(entry.changed).getTimezoneOffset() * 60_000) / DAY);
    return `${who} ${game(entry.game)} ${date(day)} ${entry.table ?? ''}`;
  };
  const isGame = isGameAmong(entries);
  return entries.map((entry) => {
    let words: string | undefined;
    return {
      entry,
      get words() {
        words ??= wordsOf(entry);
        return words;
      },
      result: entry.over || entry.kind === 'game' ? resultOf(entry) : 'none', // nobody plays on in an analysis
      opponent: opponentOf(entry),
      isGame: isGame(entry),
      analyzed: entry.kind === 'analysis' || analyzed.has(entry.id),
    };
  });
}

/** The games that are meant; deleted ones only where they are asked for. */
export function found(all: readonly Indexed[], q: Query, now: number): readonly Indexed[] {
  const words = folded(q.words).split(/\s+/).filter(Boolean);
  const since = q.days ? now - q.days * DAY : 0;
  return all.filter((one) => {
    const { entry, result, opponent } = one;
    if ((entry.deleted !== undefined) !== (q.result === 'deleted')) return false;
    if (q.game === 'analysis' ? !one.analyzed : q.game && (entry.game !== q.game || !one.isGame)) return false;
    if (q.opponent && q.opponent !== opponent) return false;
    if (q.result && q.result !== 'deleted' && (!one.isGame || q.result !== result)) return false;
    if (entry.changed < since) return false;
    return words.every((w) => one.words.includes(w));
  });
}

/** The studies that are meant: they have no opponent and no result, and are found by all that is written in them. */
export function foundStudies(all: readonly Study[], q: Query, now: number): readonly Study[] {
  if (!['', 'analysis'].includes(q.game) || q.opponent || !['', 'deleted'].includes(q.result)) return [];
  const words = folded(q.words).split(/\s+/).filter(Boolean);
  const since = q.days ? now - q.days * DAY : 0;
  return all.filter(({ name, chapters, changed, deleted }) => {
    if ((deleted !== undefined) !== (q.result === 'deleted') || changed < since) return false;
    const has = folded([name, ...chapters.map((c) => `${c.name} ${c.note ?? ''}`)].join(' '));
    return words.every((w) => has.includes(w));
  });
}

/** Everybody played against, levels first, then names. */
export function opponents(all: readonly Indexed[]): readonly string[] {
  const seen = new Set(all.filter((i) => i.entry.deleted === undefined).map((i) => i.opponent));
  seen.delete('');
  const rank = (o: string): number => levelNamed(o) || 99;
  return [...seen].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}
