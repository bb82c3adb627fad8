// A game at one computer, of two people or against the computer: the plies, the position looked at, the clocks, what can
// be done. It knows no rules; it asks them. It does not think either; see computerPlayer.svelte.ts.
import type { Layout, Stacks } from '../board/types.ts';
import {
  ACCEPTED,
  type Answer,
  type ClockFace,
  DROPPED,
  type GameEvent,
  type GameSource,
  type GameUpdate,
  Listeners,
  type Player,
  type SendOptions,
  traced,
} from '../game/source.ts';
import { StorageKey } from '../parts/storageKey.ts';
import { type GameInfo, type Outcome, type Ply, type Rules, RulesError, type Side, type View } from '../rules/types.ts';
import { type Clock, FREE, flagged, fresh, type Left, leftAt, pause, press, run } from './clock.ts';
import {
  type Ending,
  readSavedGame,
  readUnreadable,
  type SavedGame,
  type Terms,
  type UnreadableGame,
} from './savedGame.ts';

export const defaultTerms: Terms = {
  names: ['', ''],
  levels: [0, 0],
  seed: '',
  control: null,
  hints: true,
  takeback: true,
};

export class LocalGame implements GameSource {
  readonly rules: Rules;
  readonly now: () => number;
  info: GameInfo | null = $state.raw(null);
  layout: Layout | null = $state.raw(null);
  start = $state('');
  plies: readonly Ply[] = $state.raw([]);
  undone: readonly string[] = $state.raw([]);
  terms: Terms = $state.raw(defaultTerms);
  ending: Ending = $state.raw(null);
  /** The number of plies played at the position looked at. */
  at = $state(0);
  view: View | null = $state.raw(null);
  /** The view of the last position, wherever one looks. */
  latest: View | null = $state.raw(null);
  waiting = $state(false);
  /** The browser cannot save the game. */
  unkept = $state(false);
  /** What of the saved game cannot be played: shown at every visit until it is saved to a file. */
  unreadable: UnreadableGame | null = $state.raw(null);
  /** The clocks wait for somebody to come back. */
  paused = $state(false);
  /** What the clocks show, as of the last tick. */
  left: Left = $state.raw([0, 0]);
  #clock: Clock = $state.raw({ left: [0, 0], side: null, since: 0 });
  #clocks: readonly Left[] = [];
  readonly #slot = new StorageKey('cairn.device');
  readonly #aside = new StorageKey('cairn.device.unread');
  #views = new Map<string, View>();
  #asked = 0;
  readonly #listeners = new Listeners();

  constructor(rules: Rules, now: () => number = () => performance.now()) {
    this.rules = rules;
    this.now = now;
  }

  get players(): readonly [Player, Player] {
    const { names, levels } = this.terms;
    return [
      { name: names[0], level: levels[0] },
      { name: names[1], level: levels[1] },
    ];
  }
  /** The move is a person's, whatever position is looked at. */
  get mine(): boolean {
    return !this.over && !this.computer && !this.paused;
  }
  get playable(): boolean {
    return this.live && this.mine;
  }
  get clock(): ClockFace | null {
    return this.terms.control ? { left: this.left, running: this.running } : null;
  }
  get live(): boolean {
    return this.at === this.plies.length;
  }
  get position(): string {
    return this.#positionAt(this.at);
  }
  /** The last position. */
  get lastPosition(): string {
    return this.#positionAt(this.plies.length);
  }
  get last(): Ply | null {
    return this.at ? (this.plies[this.at - 1] ?? null) : null;
  }
  /** The stacks before the last ply. */
  get before(): Stacks {
    return this.#views.get(this.#positionAt(Math.max(0, this.at - 1)))?.stacks ?? {};
  }
  /** The result, an agreement, resignation or time out included. */
  get outcome(): Outcome {
    if (this.ending?.by === 'agreement') return 'draw';
    if (this.ending) return this.ending.loser === 0 ? 'second' : 'first';
    return this.latest?.outcome ?? 'ongoing';
  }
  get over(): boolean {
    return this.outcome !== 'ongoing';
  }
  /** Who is to move in the last position. */
  get turn(): Side {
    return this.latest?.side ?? 0;
  }
  /** The computer plays at one seat at least. */
  get againstComputer(): boolean {
    return this.terms.levels.some((n) => n > 0);
  }
  /** The level of the computer that is to move, 0 when a person is or the game is over. */
  get computer(): number {
    return this.over ? 0 : this.terms.levels[this.turn];
  }
  /** The seat of the only person, null when there are two. */
  get me(): Side | null {
    const [a, b] = this.terms.levels;
    if (a > 0 === b > 0) return null;
    return a > 0 ? 1 : 0;
  }
  /** The times after each number of plies; none without a clock. */
  get clocks(): readonly Left[] {
    return this.#clocks;
  }
  /** Whose time runs. */
  get running(): Side | null {
    return this.#clock.side;
  }
  get can(): { readonly undo: boolean; readonly hint: boolean } {
    const undo = this.ending !== null || this.#undoTo() < this.plies.length;
    return {
      undo: undo && (this.terms.takeback || !this.againstComputer),
      hint: this.terms.hints && !this.over && !this.paused && this.computer === 0,
    };
  }

  #positionAt(n: number): string {
    return n ? (this.plies[n - 1]?.position ?? this.start) : this.start;
  }

  async begin(info: GameInfo, start: string, terms: Partial<Terms>): Promise<void> {
    const layout = await this.rules.layout(info.id);
    const view = await this.rules.view(info.id, start);
    this.#views.clear();
    this.#views.set(start, view);
    this.info = info;
    this.layout = layout;
    this.start = start;
    this.plies = [];
    this.undone = [];
    this.terms = { ...defaultTerms, ...terms };
    this.ending = null;
    this.at = 0;
    this.view = view;
    this.latest = view;
    this.paused = false;
    const { control } = this.terms;
    if (control) this.#clock = fresh(control);
    this.#clocks = control ? [this.#clock.left] : [];
    this.#slot.read(); // a new game takes the place of whatever is kept
    this.tick();
    this.keep();
  }

  /**
   * Goes on with the saved game, if there is one, as far as it can be played; where that is not all of it, the saved text
   * is put aside and shown as unreadable.
   */
  async resume(games: readonly GameInfo[]): Promise<boolean> {
    this.unreadable = readUnreadable(this.#aside.read());
    const text = this.#slot.read();
    const kept = readSavedGame(text);
    const info = games.find((g) => g.id === kept?.game);
    if (text === null) return false;
    if (!kept || !info) return this.#putAside(text, null);
    try {
      const layout = await this.rules.layout(info.id);
      const all = await this.rules.replay(info.id, kept.start, kept.moves);
      const view = await this.rules.view(info.id, all.plies.at(-1)?.position ?? kept.start);
      const { names, levels, seed, control, hints, takeback } = kept;
      this.info = info;
      this.layout = layout;
      this.start = kept.start;
      this.plies = all.plies;
      this.undone = all.failed === undefined ? kept.undone : [];
      this.terms = { names, levels, seed, control, hints, takeback };
      this.ending = all.failed === undefined ? kept.ending : null;
      this.at = all.plies.length;
      this.view = view;
      this.latest = view;
      this.#views.set(view.position, view);
      if (control) {
        const begun: Left = [control.initial, control.initial];
        const clocks = [begun];
        for (const i of all.plies.keys()) clocks.push(kept.clocks[i + 1] ?? (clocks[i] as Left));
        this.#clocks = clocks;
        this.#clock = { left: kept.left ?? this.#clocks[this.#clocks.length - 1] ?? begun, side: null, since: 0 };
        this.paused = !this.over && all.plies.length >= FREE;
      } else this.#clocks = [];
      if (all.failed !== undefined) this.#putAside(text, all.failed + 1);
      this.tick();
      return true;
    } catch {
      return this.#putAside(text, null); // a position of another time; a new game will replace it
    }
  }

  /** Saves a text where the next game does not replace it, beside what is there already. */
  #putAside(text: string, from: number | null): false {
    const had = this.unreadable?.text ?? '';
    this.unreadable = { text: had.includes(text) ? had : `${had}${text}\n`, from };
    this.#aside.write(JSON.stringify(this.unreadable)); // where that fails, the page still has it
    return false;
  }
  /** The unreadable game is in a file now, all but what another window has put aside since. */
  saved(): void {
    this.unreadable = null;
    if (!this.#aside.stale) this.#aside.clear();
  }

  /** Whether another window of this browser has gone on with the game, or begun another. */
  get stale(): boolean {
    return this.#slot.stale;
  }

  /** Saves what has happened meanwhile, such as time passing. */
  rest(): void {
    this.pause();
    this.keep();
  }

  /** Saves the game, but never over what another window has done. */
  keep(): void {
    if (!this.info || this.stale) return;
    const kept: SavedGame = {
      ...this.terms,
      game: this.info.id,
      start: this.start,
      moves: this.plies.map((p) => p.move),
      undone: this.undone,
      ending: this.ending,
      clocks: this.#clocks,
      left: this.terms.control ? leftAt(this.#clock, this.now()) : null,
    };
    this.unkept = !this.#slot.write(JSON.stringify(kept)); // the game lives as long as the page
  }

  listen(listener: (update: GameUpdate) => void): () => void {
    return this.#listeners.add(listener);
  }
  send(event: GameEvent, options?: SendOptions): Promise<Answer> {
    if (event.kind === 'move' && !this.live) return Promise.resolve(DROPPED);
    return this.#take(event, 'here', options);
  }
  /** An event from elsewhere, which may come while somebody looks back. */
  receive(event: GameEvent): Promise<Answer> {
    return this.#take(event, 'elsewhere');
  }
  async #take(event: GameEvent, from: GameUpdate['from'], options: SendOptions = {}): Promise<Answer> {
    const update = { event, from };
    switch (event.kind) {
      case 'move':
        return this.#play(event.move, event.path, from, options.after);
      case 'takeback':
        return this.#takeBack(event.to, update);
      case 'resign':
        return this.#finish({ by: 'resignation', loser: event.side }, update);
      case 'flag':
        return this.#finish({ by: 'time', loser: event.side }, update);
      case 'agree':
        return this.#finish({ by: 'agreement' }, update);
      case 'pause':
      case 'resume':
        if (event.kind === 'pause') this.pause();
        else this.proceed();
        this.#listeners.tell(update);
        return ACCEPTED;
      default:
        return DROPPED; // two people at one board offer each other nothing in writing, and the computer is asked
    }
  }

  async #play(
    move: string,
    path: readonly string[] | undefined,
    from: GameUpdate['from'],
    after?: Promise<void>,
  ): Promise<Answer> {
    if (!this.info || this.over || this.waiting || this.paused) return DROPPED;
    this.waiting = true;
    try {
      const asked = this.rules.play(this.info.id, this.lastPosition, move);
      const [{ ply: told, view }] = await Promise.all([asked, after]);
      this.tick();
      if (this.over) return DROPPED; // the flag fell meanwhile
      const before = this.latest?.stacks ?? {};
      this.#views.set(view.position, view);
      const ply = traced(told, path);
      const shown = this.live;
      this.plies = [...this.plies, ply];
      // Who plays what was taken back may go on as it went.
      this.undone = move === this.undone[0] ? this.undone.slice(1) : [];
      this.latest = view;
      if (shown) {
        this.at = this.plies.length;
        this.view = view;
      }
      this.#press(ply.side, view);
      this.keep();
      this.#listeners.tell({ event: { kind: 'move', move, path }, from, played: { ply, before, after: view, shown } });
      return ACCEPTED;
    } catch (e) {
      if (e instanceof RulesError) return { status: 'refused', refusal: e.refusal };
      throw e;
    } finally {
      this.waiting = false;
    }
  }

  /**
   * The number of plies that stay when a move is taken back: a person's last one goes, and what answered it. A forced
   * pass goes with the move before it, for there is nothing to choose where it was.
   */
  #undoTo(): number {
    const { levels } = this.terms;
    const to = this.plies.findLastIndex((p) => p.move !== 'pass' && !(this.againstComputer && levels[p.side] > 0));
    return to < 0 ? this.plies.length : to;
  }
  /** Takes the last move back, or the end of the game that was not on the board. */
  undo(): Promise<Answer> {
    return this.send({ kind: 'takeback', to: this.ending ? this.plies.length : this.#undoTo() });
  }
  async #takeBack(to: number, update: GameUpdate): Promise<Answer> {
    if (this.ending) {
      this.ending = null;
      this.#wind();
      this.keep();
      this.#listeners.tell(update);
      return ACCEPTED;
    }
    const last = this.plies[this.plies.length - 1];
    if (!last || to >= this.plies.length) return DROPPED;
    const ask = ++this.#asked;
    const view = await this.#viewAt(to);
    if (ask !== this.#asked || this.plies[this.plies.length - 1] !== last) return DROPPED; // overtaken by another wish
    const undone = this.live && to === this.plies.length - 1 ? last : undefined;
    // All at once: nobody shall see a list of moves that does not lead to the board.
    this.undone = [...this.plies.slice(to).map((p) => p.move), ...this.undone];
    this.plies = this.plies.slice(0, to);
    this.at = to;
    this.view = view;
    this.latest = view;
    this.#wind();
    this.keep();
    this.#listeners.tell({ ...update, undone });
    return ACCEPTED;
  }

  /** Plays the move again that was taken back last. */
  async redo(): Promise<Answer> {
    const [move] = this.undone;
    if (!move) return DROPPED;
    await this.look(this.plies.length);
    return this.send({ kind: 'move', move });
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
  async stacksAt(at: number): Promise<Stacks> {
    return (await this.#viewAt(at)).stacks;
  }

  /** The view after so many plies, asked for once. */
  async #viewAt(at: number): Promise<View> {
    const position = this.#positionAt(at);
    const known = this.#views.get(position);
    if (known) return known;
    const view = await this.rules.view(this.info?.id ?? '', position);
    this.#views.set(position, view);
    return view;
  }

  #finish(ending: Ending, update: GameUpdate): Answer {
    if (this.over) return DROPPED;
    this.#clock = pause(this.#clock, this.now());
    this.ending = ending;
    this.paused = false;
    this.tick();
    this.keep();
    this.#listeners.tell(update);
    return ACCEPTED;
  }

  // --- clocks
  #press(mover: Side, view: View): void {
    const { control } = this.terms;
    if (!control) return;
    const now = this.now();
    this.#clock = press(this.#clock, control, mover, view.side, this.plies.length, now);
    if (this.over) this.#clock = pause(this.#clock, now);
    this.#clocks = [...this.#clocks.slice(0, this.plies.length), this.#clock.left];
    this.tick();
  }
  /** The times as they were after the plies there are now. */
  #wind(): void {
    const { control } = this.terms;
    if (!control) return;
    const left = this.#clocks[this.plies.length] ?? this.#clock.left;
    this.#clocks = this.#clocks.slice(0, this.plies.length + 1);
    const runs = !this.over && !this.paused && this.plies.length >= FREE;
    this.#clock = { left, side: runs ? this.turn : null, since: this.now() };
    this.tick();
  }
  /** Shows the time, and ends the game when it is over for one side. */
  tick(): void {
    if (!this.terms.control) return;
    const now = this.now();
    const [a, b] = leftAt(this.#clock, now);
    if (a !== this.left[0] || b !== this.left[1]) this.left = [a, b];
    const loser = this.over ? null : flagged(this.#clock, now);
    if (loser === null) return;
    this.#clock = pause(this.#clock, now);
    this.ending = { by: 'time', loser };
    this.keep();
    this.#listeners.tell({ event: { kind: 'flag', side: loser }, from: 'here' });
  }
  pause(): void {
    if (!this.terms.control || this.paused || this.over || this.plies.length < FREE) return;
    this.tick();
    if (this.over) return;
    this.#clock = pause(this.#clock, this.now());
    this.paused = true;
    this.keep();
  }
  proceed(): void {
    if (!this.paused) return;
    this.paused = false;
    if (!this.over) this.#clock = run(this.#clock, this.turn, this.now());
    this.tick();
  }

  /** The stacks each side has taken from the board up to the position looked at. */
  taken(): [string[], string[]] {
    const out: [string[], string[]] = [[], []];
    if (!this.info?.claims) return out;
    for (const p of this.plies.slice(0, this.at)) out[p.side].push(...Object.values(p.gone ?? {}));
    return out;
  }
}
