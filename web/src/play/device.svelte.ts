// A game of two people on one device: the plies, where one looks, what can be done. It knows no rules; it asks them.
import type { Intent, Layout, Stacks } from '../board/types.ts';
import type { GameInfo, Outcome, Ply, Rules, Side, View } from '../rules/types.ts';

/** How a game ended, when not by the rules alone. */
export type Ending = { readonly by: 'resignation'; readonly loser: Side } | { readonly by: 'agreement' } | null;

export interface Kept {
  readonly game: string;
  readonly start: string;
  readonly moves: readonly string[];
  readonly undone: readonly string[];
  readonly names: readonly [string, string];
  readonly ending: Ending;
}

const KEY = 'cairn.device';

export class Device {
  readonly rules: Rules;
  info: GameInfo | null = $state.raw(null);
  layout: Layout | null = $state.raw(null);
  start = $state('');
  plies: readonly Ply[] = $state.raw([]);
  undone: readonly string[] = $state.raw([]);
  names: readonly [string, string] = $state.raw(['', '']);
  ending: Ending = $state.raw(null);
  /** The number of plies played at the position looked at. */
  at = $state(0);
  view: View | null = $state.raw(null);
  busy = $state(false);
  #views = new Map<string, View>();
  #asked = 0;

  constructor(rules: Rules) {
    this.rules = rules;
  }

  get live(): boolean {
    return this.at === this.plies.length;
  }
  get position(): string {
    return this.at ? (this.plies[this.at - 1]?.position ?? this.start) : this.start;
  }
  get last(): Ply | null {
    return this.at ? (this.plies[this.at - 1] ?? null) : null;
  }
  /** The stacks before the last ply. */
  get before(): Stacks {
    const p = this.at > 1 ? this.plies[this.at - 2]?.position : this.start;
    return this.#views.get(p ?? '')?.stacks ?? {};
  }
  /** The result, an agreement or resignation included. */
  get outcome(): Outcome {
    if (this.ending?.by === 'agreement') return 'draw';
    if (this.ending) return this.ending.loser === 0 ? 'second' : 'first';
    return this.live ? (this.view?.outcome ?? 'ongoing') : 'ongoing';
  }
  get over(): boolean {
    return this.outcome !== 'ongoing';
  }

  async begin(info: GameInfo, start: string, names: readonly [string, string]): Promise<void> {
    const layout = await this.rules.layout(info.id);
    const view = await this.rules.view(info.id, start);
    this.#views.clear();
    this.#views.set(start, view);
    this.info = info;
    this.layout = layout;
    this.start = start;
    this.plies = [];
    this.undone = [];
    this.names = names;
    this.ending = null;
    this.at = 0;
    this.view = view;
    this.keep();
  }

  /** Takes up the game that was kept, if there is one; what can no longer be played is left out. */
  async resume(games: readonly GameInfo[]): Promise<boolean> {
    let kept: Kept;
    try {
      kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept;
    } catch {
      return false;
    }
    const info = games.find((g) => g.id === kept?.game);
    if (!kept || !info) return false;
    try {
      const layout = await this.rules.layout(info.id);
      const all = await this.rules.replay(info.id, kept.start, kept.moves);
      this.info = info;
      this.layout = layout;
      this.start = kept.start;
      this.plies = all.plies;
      this.undone = all.failed === undefined ? kept.undone : [];
      this.names = kept.names;
      this.ending = kept.ending;
      this.at = all.plies.length;
      this.view = all.view;
      this.#views.set(all.view.position, all.view);
      return true;
    } catch {
      return false; // a position of another time; a new game will replace it
    }
  }

  keep(): void {
    if (!this.info) return;
    const kept: Kept = {
      game: this.info.id,
      start: this.start,
      moves: this.plies.map((p) => p.move),
      undone: this.undone,
      names: this.names,
      ending: this.ending,
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Without storage the game lives as long as the page.
    }
  }

  /** Plays a move text; the refusal is thrown. The ply is told before anything is shown. */
  async play(text: string, path?: readonly string[], onply?: (p: Ply) => void, redo = false): Promise<void> {
    if (!this.info || !this.live || this.over || this.busy) return;
    this.busy = true;
    try {
      const { ply: told, view } = await this.rules.play(this.info.id, this.position, text);
      this.#views.set(view.position, view);
      // The way that was traced by hand is shown, not the shortest one.
      const ply = path && path.length > 2 ? { ...told, path } : told;
      onply?.(ply);
      this.plies = [...this.plies, ply];
      if (!redo) this.undone = [];
      this.at = this.plies.length;
      this.view = view;
      this.keep();
    } finally {
      this.busy = false;
    }
  }

  async undo(): Promise<void> {
    const last = this.plies[this.plies.length - 1];
    if (!last) return;
    if (this.ending) {
      this.ending = null;
      this.keep();
      return;
    }
    const to = this.plies.length - 1;
    const ask = ++this.#asked;
    const view = await this.#viewAt(to);
    if (ask !== this.#asked || this.plies[to] !== last) return; // overtaken by another wish
    // All at once: nobody shall see a list of moves that does not lead to the board.
    this.undone = [last.move, ...this.undone];
    this.plies = this.plies.slice(0, -1);
    this.at = to;
    this.view = view;
    this.keep();
  }

  async redo(onply?: (p: Ply) => void): Promise<void> {
    const [next, ...rest] = this.undone;
    if (!next) return;
    await this.look(this.plies.length);
    this.undone = rest;
    await this.play(next, undefined, onply, true);
  }

  /** Looks at the position after so many plies. */
  async look(at: number): Promise<void> {
    if (!this.info) return;
    const to = Math.max(0, Math.min(this.plies.length, at));
    const ask = ++this.#asked;
    const view = await this.#viewAt(to);
    if (ask !== this.#asked) return; // somebody looked elsewhere meanwhile
    this.at = to;
    this.view = view;
  }

  /** The view after so many plies, asked for once. */
  async #viewAt(at: number): Promise<View> {
    const position = at ? (this.plies[at - 1]?.position ?? this.start) : this.start;
    const known = this.#views.get(position);
    if (known) return known;
    const view = await this.rules.view(this.info?.id ?? '', position);
    this.#views.set(position, view);
    return view;
  }

  end(ending: Ending): void {
    this.ending = ending;
    this.keep();
  }

  /** The stacks each side has taken from the board up to the position looked at. */
  taken(): [string[], string[]] {
    const out: [string[], string[]] = [[], []];
    if (!this.info?.claims) return out;
    for (const p of this.plies.slice(0, this.at)) out[p.side].push(...Object.values(p.gone ?? {}));
    return out;
  }
}

/** The text of what a person asked for, its way spelled out where more than one leg was traced. */
export function moveText(i: Pick<Intent, 'claim' | 'from' | 'to'>): string {
  return `${i.claim ? `${i.claim},` : ''}${i.from ? `${i.from}-` : ''}${i.to}`;
}
