// Many games in which positions are found. Games come and go; each lies in one run, and a run is made once more when one of
// its games has changed. The records know what is in a run (internal/study/games/posting).
import type { Explored, Playing } from '../../gen/messages.ts';
import type { Rules } from '../rules/types.ts';
import type { Shelf, Shelved, Shelves } from './shelf.ts';

/** The games of a run, at most: the records take about a second for it. */
const MOST = 1000;

/** What was played in a position, and the games that did, the latest first. */
export interface Answer extends Omit<Explored, 'visits'> {
  readonly visits: readonly { readonly id: string; readonly ply: number; readonly move: string }[];
}

export class Collection {
  readonly #rules: Pick<Rules, 'records'>;
  readonly #shelves: Shelves;
  readonly #most: number;
  #runs: readonly Shelf[] | null = null;

  constructor(rules: Pick<Rules, 'records'>, shelves: Shelves, most = MOST) {
    this.#rules = rules;
    this.#shelves = shelves;
    this.#most = most;
  }
  async #all(): Promise<readonly Shelf[]> {
    this.#runs ??= await this.#shelves.all();
    return this.#runs;
  }
  /** How many games of a rule set there are. */
  async size(game: string): Promise<number> {
    return (await this.#all()).reduce((n, run) => n + run.games.filter((g) => g[1] === game).length, 0);
  }

  /**
   * Takes the games that there are now, the oldest first; `read` returns what the records need of one, null where it cannot
   * be read. Says after each step how many are still missing.
   */
  async refresh(
    games: readonly Shelved[],
    read: (id: string) => Promise<Playing | null>,
    step: (missing: number) => void = () => {},
  ): Promise<void> {
    this.#runs = null; // another window may have changed them
    const now = new Map(games.map((g) => [g[0], g[2]]));
    const holds = (g: Shelved): boolean => now.get(g[0]) === g[2];
    const left = new Map(games.map((g) => [g[0], g]));
    const gone: Shelf[] = [];
    let kept: Shelf[] = [];
    for (const run of await this.#all()) {
      // A game that two windows have put into runs at once counts in the first.
      const whole = run.games.every((g) => holds(g) && left.has(g[0]));
      (whole ? kept : gone).push(run);
      if (whole) for (const [id] of run.games) left.delete(id);
    }
    // Small runs are joined: as many as are there have to be looked into for each position.
    for (const run of [...kept].sort((a, b) => a.games.length - b.games.length)) {
      if (!left.size || run.games.length > Math.min(2 * left.size, this.#most / 2)) break;
      kept = kept.filter((k) => k !== run);
      gone.push(run);
      for (const g of run.games) left.set(g[0], g);
    }
    const missing = games.filter((g) => left.has(g[0]));
    let last = Math.max(0, ...kept.map((r) => r.id), ...gone.map((r) => r.id));
    let remove = gone.map((r) => r.id);
    for (let i = 0; i < missing.length; i += this.#most) {
      step(missing.length - i);
      const batch = missing.slice(i, i + this.#most);
      const played = await Promise.all(batch.map(async ([id]) => (await read(id)) ?? {}));
      const { blocks, margins } = await this.#rules.records('run', { played });
      const shelf = { id: ++last, games: batch, firsts: blocks.map((b) => b.first), margins };
      await this.#shelves.change(
        shelf,
        blocks.map((b) => b.data),
        remove,
      );
      remove = [];
      this.#runs = null;
    }
    if (remove.length) await this.#shelves.change(null, [], remove);
    this.#runs = null;
    step(0);
  }

  /** Says what was played in a position; a game that is looked at itself does not count. */
  async explore(game: string, position: string, most: number, without: (id: string) => boolean): Promise<Answer> {
    const [{ key }, all] = await Promise.all([this.#rules.records('key', { game, position }), this.#all()]);
    const runs = all.filter((r) => r.games.some((g) => g[1] === game)).sort((a, b) => b.id - a.id);
    const at = runs.map((run) => [run.id, lastBefore(run.firsts, key)] as const);
    const data = await this.#shelves.blocks(at);
    const blocks = runs.flatMap((run, i) => {
      const block = { run: run.id, first: run.firsts[at[i]?.[1] ?? 0] ?? '', data: data[i] ?? '' };
      const itself = run.games.findIndex((g) => without(g[0]));
      if (!block.data) return [];
      return [itself < 0 ? block : { ...block, without: { game: itself, margin: marginOf(run, itself) } }];
    });
    const { visits, ...rest } = await this.#rules.records('explore', { game, position, blocks, most });
    const games = new Map(runs.map((r) => [r.id, r.games]));
    return {
      ...rest,
      visits: visits.flatMap((v) => {
        const id = games.get(v.run)?.[v.game]?.[0];
        return id === undefined ? [] : [{ id, ply: v.ply, move: v.move ?? '' }];
      }),
    };
  }
}

/** The margin of a game: a byte with a sign. */
const marginOf = (run: Shelf, game: number): number => (atob(run.margins).charCodeAt(game) << 24) >> 24;

/** The last of sorted keys that is not greater. */
function lastBefore(firsts: readonly string[], key: string): number {
  let [low, high] = [0, firsts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((firsts[middle] ?? '') <= key) low = middle;
    else high = middle - 1;
  }
  return low;
}
