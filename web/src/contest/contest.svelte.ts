// One contest on a page: how it stands, kept up to date by the live connection, and what is done there.
import type { Contest, ContestCall, ContestGame, ContestPreview, ContestView, ToClient } from '../../gen/api.ts';
import { prefs } from '../prefs.svelte.ts';
import type { Connection } from '../table/connection.svelte.ts';
import { CallError, refusalIn, type Site, sayError } from '../table/server.ts';
import { isWood } from './words.ts';

export class ContestState {
  /** Null until it is known. */
  view: ContestView | null = $state.raw(null);
  /** Why it cannot be shown, "" without an answer; null while nothing speaks against it. */
  failure: string | null = $state(null);
  missing = $state(false);
  /** What was refused last, in the reader's language. */
  problem = $state('');
  busy = $state(false);
  /** When news came last, by the clock of this device. */
  heard = $state(0);
  /** How far the clock of the server is before that of this device. */
  #ahead = 0;
  /** The last call was refused because something had happened that was not known here. */
  #stale = false;
  #before: Promise<void> = Promise.resolve();
  readonly id: string;
  readonly #site: Site;

  constructor(site: Site, id: string) {
    this.#site = site;
    this.id = id;
  }
  /** An instant of this device by the clock of the server. */
  now(at: number): number {
    return at + this.#ahead;
  }
  async load(): Promise<void> {
    this.failure = null;
    try {
      this.#show(await this.#site.call<ContestView>('GET', `api/contests/${encodeURIComponent(this.id)}`));
    } catch (e) {
      if (e instanceof CallError && e.status === 404) this.missing = true;
      else if (!this.view) this.failure = refusalIn(prefs.texts, e);
    }
  }
  /** Keeps it up to date from now on; returns what ends that. */
  follow(line: Connection): () => void {
    return line.follow(this.id, { contest: true, since: () => 0, receive: (m) => this.receive(m) });
  }
  receive({ contest, you, games }: ToClient): void {
    this.heard = Date.now();
    if (contest && you) this.#show({ contest, you });
    else if (games && this.view) this.view = { ...this.view, contest: withGames(this.view.contest, games) };
  }
  #show(view: ContestView): void {
    // An answer may come behind the news of what happened after it.
    if (this.view && view.contest.seq < this.view.contest.seq) return;
    this.#ahead = view.contest.now - Date.now();
    this.heard = Date.now();
    this.view = view;
  }
  /** Does something; says whether it was done. */
  async act(action: string, body: ContestCall = {}): Promise<boolean> {
    return !!(await this.#call(action, () => body));
  }
  /** What a host does names what they have seen, so that two hosts don't do it twice. */
  async host(action: string, body: ContestCall = {}): Promise<boolean> {
    const result = (): unknown =>
      this.view?.contest.rounds[(body.round ?? 0) - 1]?.boards[(body.board ?? 0) - 1]?.result?.at;
    const before = result();
    const call = () => this.#call(action, () => ({ seq: this.view?.contest.seq ?? 0, ...body }));
    if (await call()) return true;
    // Others come, go, and say how they played meanwhile. A result is meant all the same unless the board has got one.
    return !!body.board && this.#stale && result() === before && !!(await call());
  }
  async preview(): Promise<ContestPreview | null> {
    const answer = await this.#call('pair', () => ({ seq: this.view?.contest.seq ?? 0, preview: true }));
    return answer && 'round' in answer ? answer : null;
  }
  /** One call at a time, each with what the one before has answered: a host enters results faster than a server answers. */
  async #call(action: string, body: () => ContestCall): Promise<ContestView | ContestPreview | null> {
    const before = this.#before;
    let end = (): void => {};
    this.#before = new Promise((done) => (end = done));
    await before;
    this.busy = true;
    this.problem = '';
    try {
      const path = `api/contests/${encodeURIComponent(this.id)}/${action}`;
      const answer = await this.#site.call<ContestView | ContestPreview>('POST', path, body());
      if ('contest' in answer) this.#show(answer);
      return answer;
    } catch (e) {
      this.problem = sayError(prefs.texts, e);
      this.#stale = e instanceof CallError && e.refusal?.code === 'contest.stale';
      if (this.#stale) await this.load();
      return null;
    } finally {
      this.busy = false;
      end();
    }
  }
  /** The address of a file about it. */
  file(name: string): string {
    return new URL(`api/contests/${encodeURIComponent(this.id)}/${name}`, this.#site.root).href;
  }
  get wood(): boolean {
    return !!this.view && isWood(this.view.contest.options);
  }
}

/** A contest with its games as they stand by now. */
export function withGames(c: Contest, games: readonly ContestGame[]): Contest {
  const now = new Map(games.map((g) => [g.table, g]));
  const rounds = c.rounds.map((r, i) =>
    i + 1 < c.rounds.length
      ? r
      : {
          ...r,
          boards: r.boards.map((b) => (b.games ? { ...b, games: b.games.map((g) => now.get(g.table) ?? g) } : b)),
        },
  );
  return { ...c, rounds };
}

/** The id of the contest that an address names, "" for none: /contest/ID, /contest/ID/screen/. */
export const contestOf = (address: string): string => {
  const [, id = ''] =
    /\/contest\/([^/]+)(?:\/screen\/)?$/.exec(new URL(address).pathname.replace(/index\.html$/, '')) ?? [];
  return id === 'screen' ? '' : id;
};

/** The time as it goes on, every second, for what counts down. */
export class Seconds {
  at = $state(Date.now());
  run(): () => void {
    const timer = setInterval(() => (this.at = Date.now()), 1000);
    return () => clearInterval(timer);
  }
}
