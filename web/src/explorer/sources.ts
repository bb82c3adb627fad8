// Whose games are looked through: one's own on this device, those of a file that was opened, the public ones of the server.
import type { Explored as PublicGames, Table } from '../../gen/api.ts';
import type { Playing } from '../../gen/messages.ts';
import type { Archive } from '../archive/archive.ts';
import { asOne } from '../archive/asOne.ts';
import type { Entry } from '../archive/entry.ts';
import { titleOf } from '../archive/title.ts';
import { analysisOf } from '../archive/ways.ts';
import type { Texts } from '../i18n/index.ts';
import { type GameRecord, LoadError, type Log, type Outcome, type RecordEntry, type Rules } from '../rules/types.ts';
import { type Answer, Collection } from './collection.ts';
import { KeptShelves, PassingShelves, type Shelved } from './shelf.ts';

export type Kind = 'own' | 'file' | 'server' | 'hosted';

/** A game where the position was on the board. */
export interface Seen {
  readonly key: string;
  readonly title: string;
  readonly outcome: Outcome;
  readonly plies: number;
  /** Milliseconds since 1970, 0 where it is not known. */
  readonly at: number;
  /** What it went on by. */
  readonly move: string;
  readonly href: string;
  /** Opens it, in place of an address. */
  readonly open?: () => void;
  /** Its last position is drawn, where it is known. */
  readonly entry?: Entry;
}

export interface Source {
  readonly kind: Kind;
  /** How many games of a rule set there are; null where nobody says. */
  size(game: string): Promise<number | null>;
  explore(game: string, position: string): Promise<Answer>;
  seen(answer: Answer, texts: Texts): Promise<readonly Seen[]>;
}

/** How many games are named. */
const NAMED = 6;

/** A game that was played, or the record of one: not what somebody has only tried out. */
const isGame = (e: Entry): boolean =>
  e.deleted === undefined && e.plies > 0 && (e.kind === 'game' || e.over || e.names.some(Boolean));

/** What the records need of a game as it is kept: of an analysis its main line. */
export function playingIn(text: string): Playing | null {
  try {
    const { log, record } = JSON.parse(text) as Playing;
    if (log) return { log };
    return record ? { record: mainLine(record) } : null;
  } catch {
    return null; // not ours
  }
}
const mainLine = ({ game, start, result, moves }: GameRecord): GameRecord => ({
  ...{ game, start, result },
  moves: moves.map((m) => ({ text: m.text })),
});

/** One's own games; `shown` is the id of the one that is looked at. They are indexed once, and what is new at each visit. */
export class OwnGames implements Source {
  readonly kind = 'own';
  readonly #archive: Archive;
  readonly #games: Promise<Collection>;
  readonly #shown: () => string;

  constructor(archive: Archive, rules: Rules, shown: () => string) {
    this.#archive = archive;
    this.#shown = shown;
    // Without a database of its own the index lasts as long as the page.
    const shelves = KeptShelves.open().catch(() => new PassingShelves());
    this.#games = shelves.then((s) => new Collection(rules, s));
  }
  /** Takes what was played since. Another window that does so as well is waited for. */
  async refresh(step: (missing: number) => void): Promise<void> {
    const games = await this.#games;
    const all = [...asOne(await this.#archive.entries()).alone].reverse().filter(isGame);
    const list = all.map((e): Shelved => [e.id, e.game, `${e.line} ${e.outcome}`]);
    const read = async (id: string): Promise<Playing | null> => playingIn((await this.#archive.text(id)) ?? '');
    const act = (): Promise<void> => games.refresh(list, read, step);
    await (navigator.locks ? navigator.locks.request('cairn.explorer', act) : act());
  }
  async size(game: string): Promise<number> {
    return (await this.#games).size(game);
  }
  async explore(game: string, position: string): Promise<Answer> {
    const shown = this.#shown();
    return (await this.#games).explore(game, position, NAMED, (id) => id === shown || shown.startsWith(`${id}.`));
  }
  async seen({ visits }: Answer, texts: Texts): Promise<readonly Seen[]> {
    const all = visits.map(async ({ id, ply, move }): Promise<Seen[]> => {
      const entry = await this.#archive.entry(id);
      if (!entry) return [];
      const title = titleOf(entry, texts);
      const href = `${analysisOf(entry)}${ply ? `#${ply}` : ''}`;
      return [{ key: id, title, outcome: entry.outcome, plies: entry.plies, at: entry.changed, move, href, entry }];
    });
    return (await Promise.all(all)).flat().sort((a, b) => b.at - a.at);
  }
}

/** The games of files that were opened. */
export class FileGames implements Source {
  readonly kind = 'file';
  readonly #entries: readonly RecordEntry[];
  readonly #games: Collection;
  readonly #open: (entry: RecordEntry, ply: number) => void;

  constructor(entries: readonly RecordEntry[], rules: Rules, open: (entry: RecordEntry, ply: number) => void) {
    this.#entries = entries;
    this.#games = new Collection(rules, new PassingShelves());
    this.#open = open;
  }
  async refresh(step: (missing: number) => void): Promise<void> {
    const list = this.#entries.flatMap(({ record }, i): Shelved[] =>
      record?.moves.length ? [[`${i}`, record.game, '']] : [],
    );
    const read = async (id: string): Promise<Playing> => {
      const record = this.#entries[Number(id)]?.record;
      return record ? { record: mainLine(record) } : {};
    };
    await this.#games.refresh(list, read, step);
  }
  size(game: string): Promise<number> {
    return this.#games.size(game);
  }
  explore(game: string, position: string): Promise<Answer> {
    return this.#games.explore(game, position, NAMED, () => false);
  }
  async seen({ visits }: Answer, { t }: Texts): Promise<readonly Seen[]> {
    return visits.flatMap(({ id, ply, move }) => {
      const entry = this.#entries[Number(id)];
      const { record } = entry ?? {};
      if (!entry || !record) return [];
      const at = Date.parse((record.tags?.find((tag) => tag.name === 'Date')?.value ?? '').replaceAll('.', '-')) || 0;
      const title = t('ui.archive.two', { first: record.first || '?', second: record.second || '?' });
      const open = (): void => this.#open(entry, ply);
      return [{ key: id, title, outcome: record.result, plies: record.moves.length, at, move, href: '', open }];
    });
  }
}

async function get<T>(path: string): Promise<T> {
  const answer = await fetch(`../api/${path}`);
  if (!answer.ok) throw new LoadError(path);
  return (await answer.json()) as T;
}
/** Reports whether the host of the server has put a file of games there. */
export const hasHosted = async (): Promise<boolean> => !!(await get<{ games?: boolean }>('server')).games;

/** The public games that ended at the server of this page, or those that its host has put there. */
export class ServerGames implements Source {
  readonly kind: 'server' | 'hosted';
  readonly #rules: Rules;

  constructor(rules: Rules, kind: 'server' | 'hosted') {
    this.#rules = rules;
    this.kind = kind;
  }
  #explore(asked: Record<string, string>): Promise<PublicGames> {
    const of = this.kind === 'hosted' ? 'file' : '';
    return get(`explorer?${new URLSearchParams({ ...asked, of })}`);
  }
  async size(game: string): Promise<number | null> {
    // Where all games begin alike; boards that are drawn by lot nobody has counted.
    return (await this.#explore({ game, limit: '1' })).games || null;
  }
  async explore(game: string, position: string): Promise<Answer> {
    const found = await this.#explore({ game, position, limit: '50' });
    return {
      tally: found,
      moves: found.moves.map((m) => ({ move: m.move, same: m.same, tally: m })),
      visits: (found.tables ?? []).slice(0, NAMED).map((id) => ({ id, ply: 0, move: '' })),
    };
  }
  async seen({ visits }: Answer, { t }: Texts): Promise<readonly Seen[]> {
    const all = visits.map(async ({ id }): Promise<Seen[]> => {
      const { seats, log } = await get<Table>(`tables/${id}`);
      if (!log) return [];
      const { plies, state } = await this.#rules.fold(log as unknown as Log);
      const [first, second] = seats.map((p) => p?.name || '?');
      const title = t('ui.archive.two', { first: first ?? '?', second: second ?? '?' });
      return [
        {
          key: id,
          title,
          outcome: state.end?.outcome ?? 'ongoing',
          plies: plies.length,
          at: 0,
          move: '',
          href: `../${id}`,
        },
      ];
    });
    return (await Promise.all(all.map((one) => one.catch(() => [])))).flat(); // it may be gone since
  }
}
