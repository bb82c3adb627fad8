// A game at one computer, of two people or against the computer. It is a log of events (game/loggedGame.svelte.ts); here is
// what surrounds it: who plays, how much time passes between two events, and the log as the browser saves it.

import { type Archiver, DEVICE, draftOfGame, savedIn, UnreadableError } from '../archive/archiver.ts';
import { entryOfGame, freshId, legacyId, shapeOf } from '../archive/entry.ts';
import { continues } from '../archive/order.ts';
import {
  type GameOptions,
  readSavedGame,
  readUnreadable,
  type SavedGame,
  type UnreadableGame,
} from '../archive/savedGame.ts';
import type { Layout } from '../board/types.ts';
import { StorageKey } from '../device/storageKey.ts';
import { levelName, levelNamed } from '../game/levels.ts';
import { LoggedGame, SIDES, spelled } from '../game/loggedGame.svelte.ts';
import {
  ACCEPTED,
  type Answer,
  DROPPED,
  type GameEvent,
  type GameUpdate,
  type Player,
  type SendOptions,
} from '../game/source.ts';
import {
  type Applied,
  type Folded,
  type GameInfo,
  LoadError,
  type Log,
  type LogEvent,
  RulesError,
  type Side,
} from '../rules/types.ts';

const defaultOptions: GameOptions = {
  names: ['', ''],
  levels: [0, 0],
  seed: '',
  control: '-',
  hints: true,
  takeback: true,
};
const FREE_PLIES = 2;
/** Milliseconds in which the archive says what it has of a game that is gone on with. */
const PATIENCE = 1500;
/** Where the clock was not looked at for that many milliseconds, page and device were asleep. */
const ASLEEP = 5000;
/** Milliseconds before a flag falls again where the rules did not answer: each time they may be fetched again. */
const FLAG_AGAIN = 1000;

export class LocalGame extends LoggedGame {
  options: GameOptions = $state.raw(defaultOptions);
  /** The storage of the page, and the archive, took the game when they were last asked to keep it. */
  here = $state(true);
  #archived = $state(true);
  /** The game as it was when it was last saved to a file. */
  #filed: Log | null = $state.raw(null);
  /** What of the saved game cannot be played: shown at every visit until it is saved to a file. */
  unreadable: UnreadableGame | null = $state.raw(null);
  /** When the last event happened. */
  #since = 0;
  /** It is paused because the page was asleep: a laptop was closed, say. */
  slept = $state(false);
  /** When the clock was last looked at by who shows it, 0 before. */
  #seen = 0;
  /** No flag falls before. */
  #flagAt = 0;
  /** The archive, to which every game goes; without one a new game takes the place of the one before. */
  archiver: Archiver | null = null;
  /** Its id in the archive, and when it began. */
  #id = '';
  /** Events that wait for those before them. */
  #queue: Promise<unknown> = Promise.resolve();
  readonly #storage = new StorageKey(DEVICE);
  readonly #aside = new StorageKey(`${DEVICE}.unread`);

  /** Nothing keeps the game as it is now: it ends with this page. */
  get lost(): boolean {
    return !this.here && !(this.archiver && this.#archived) && this.plies.length > 0 && this.log !== this.#filed;
  }
  /** Its id in the archive, "" before there is a game. */
  get id(): string {
    return this.#id;
  }
  get players(): readonly [Player, Player] {
    const { names, levels } = this.options;
    return [
      { name: names[0], level: levels[0] },
      { name: names[1], level: levels[1] },
    ];
  }
  get undone(): readonly string[] {
    return this.state?.undone ?? [];
  }

  // --- who plays
  /** The computer plays one side at least. */
  get againstComputer(): boolean {
    return this.options.levels.some((n) => n > 0);
  }
  /** The level of the computer that is to move, 0 when a person is or the game is over. */
  get computer(): number {
    return this.over ? 0 : this.options.levels[this.turn];
  }
  /** The side of the only person, null when there are two. */
  get me(): Side | null {
    const [a, b] = this.options.levels;
    if (a > 0 === b > 0) return null;
    return a > 0 ? 1 : 0;
  }
  /** The move is a person's, whatever position is looked at. */
  get mine(): boolean {
    return !this.over && !this.computer && !this.paused;
  }
  get playable(): boolean {
    return this.live && this.mine;
  }
  get can(): { readonly undo: boolean; readonly hint: boolean } {
    return {
      undo: this.log.terms.takeback === 'free' && this.#undoTo() >= 0,
      hint: this.options.hints && !this.over && !this.paused && this.computer === 0,
    };
  }
  /**
   * The number of plies that stay when a move is taken back: a person's last one goes, and what answered it. An end that
   * was not on the board goes alone. -1 where there is nothing to take back.
   */
  #undoTo(): number {
    if (this.ending) return this.plies.length;
    const { either = -1, first = -1, second = -1 } = this.state?.takeBack ?? {};
    if (!this.againstComputer) return either;
    return this.me === null ? -1 : ([first, second][this.me] as number);
  }

  // --- beginning and saving
  /** Begins a game; its id in the archive is a fresh one where none is given. */
  async begin(info: GameInfo, start: string, options: Partial<GameOptions>, id = freshId()): Promise<void> {
    const o = { ...defaultOptions, ...options };
    const playing = (side: Side) => ({
      ...(o.names[side] ? { name: o.names[side] } : {}),
      ...(o.levels[side] ? { plays: levelName(o.levels[side]) } : {}),
    });
    const clocked = { control: o.control, ...(o.control === '-' ? { untimed: true } : { free: FREE_PLIES }) };
    const free = o.takeback || !o.levels.some((n) => n > 0);
    const log: Log = {
      v: 1,
      terms: {
        ...{ v: 1, game: info.id, start, players: [playing(0), playing(1)], ...clocked },
        ...{ ...(free ? { takeback: 'free' as const } : {}), draws: true, abort: 2, pause: true },
      },
      events: [],
    };
    const ready = await this.#prepared(info, log);
    await this.#handOver();
    [this.#id, this.begun, this.#archived] = [id, Date.now(), true];
    this.#show(info, log, o, ready);
    this.#storage.read(); // a new game takes the place of whatever is saved
    this.save();
  }
  /**
   * What is saved goes to the archive, whatever window has played it, before something else takes its place. Rejects with
   * an ArchiveError where it could not be kept there.
   */
  async #handOver(): Promise<void> {
    if (!this.archiver) return;
    const storage = new StorageKey(DEVICE); // of its own: this window stays as stale as it is
    let kept: string | null = null;
    for (let text = storage.read(); text !== null && text !== kept; text = storage.read()) {
      try {
        await this.archiver.take(text);
      } catch (e) {
        if (!(e instanceof UnreadableError)) throw e;
        this.#putAside(text, null);
      }
      kept = text; // another window may have moved meanwhile
    }
    if (this.info && !this.here && this.log !== this.#filed) await this.archiver.take(this.text());
  }
  /** Takes what is saved out of the storage, for who has it elsewhere. */
  leave(): string {
    const storage = new StorageKey(DEVICE);
    const text = this.info && !this.here ? this.text() : (storage.read() ?? '');
    storage.clear();
    this.filed();
    return text;
  }
  /** The game as it is now is in a file. */
  filed(): void {
    this.#filed = this.log;
  }
  /**
   * Goes on with a game of the archive; the one that is saved here goes there first. False where there is none of that
   * id; rejects with an ArchiveError where the one here could not be kept.
   */
  async reopen(games: readonly GameInfo[], id: string): Promise<boolean> {
    const text = await (await this.archiver?.archive())?.text(id);
    if (text === undefined) return false;
    if (readSavedGame(new StorageKey(DEVICE).read())?.id === id) return this.resume(games);
    await this.#handOver();
    this.#storage.read();
    this.here = this.#storage.write(text);
    this.#archived = true;
    return this.#goOn(games, text);
  }
  /** Opens a game by its log, as far as it can be played. */
  async open(info: GameInfo, log: Log, options: Pick<GameOptions, 'seed' | 'hints'>): Promise<Folded> {
    const ready = await this.#prepared(info, log);
    this.#show(info, log, options, ready);
    return ready.folded;
  }
  async #prepared(info: GameInfo, log: Log): Promise<{ layout: Layout; folded: Folded }> {
    const [layout, folded] = await Promise.all([this.rules.layout(info.id), this.rules.fold(log)]);
    return { layout, folded };
  }
  #show(
    info: GameInfo,
    log: Log,
    { seed, hints }: Pick<GameOptions, 'seed' | 'hints'>,
    { layout, folded }: { layout: Layout; folded: Folded },
  ): void {
    const { players, takeback } = folded.terms;
    this.options = {
      names: [players[0].name ?? '', players[1].name ?? ''],
      levels: [levelNamed(players[0].plays), levelNamed(players[1].plays)],
      control: folded.terms.control,
      takeback: takeback === 'free',
      ...{ seed, hints },
    };
    this.take(info, layout, log, folded);
    this.#since = this.now();
    this.#seen = 0;
    this.slept = false;
    this.tick();
  }

  /**
   * Goes on with the saved game, if there is one, as far as it can be played; where that is not all of it, the saved text
   * is saved separately and shown as unreadable. Its clock is paused until the person resumes it. A LoadError where there
   * are no rules to read it.
   */
  async resume(games: readonly GameInfo[]): Promise<boolean> {
    const text = this.#storage.read();
    if (text !== null) return this.#goOn(games, await this.#longer(text));
    this.unreadable = readUnreadable(this.#aside.read());
    return false;
  }
  /**
   * What the archive has of a saved game, where that is longer: the storage of the page may have been full, or an older page
   * has written what it still had. The archive is not waited for long.
   */
  async #longer(text: string): Promise<string> {
    const { archiver } = this;
    const id = readSavedGame(text)?.id;
    if (!archiver || !id) return text;
    const asked = archiver.archive().then((archive) => archive.text(id));
    const late = new Promise<undefined>((done) => setTimeout(done, PATIENCE));
    const kept = await Promise.race([asked, late]).catch(() => undefined);
    return kept && continues(text, kept) ? kept : text;
  }
  async #goOn(games: readonly GameInfo[], text: string): Promise<boolean> {
    this.unreadable = readUnreadable(this.#aside.read());
    try {
      const saved = savedIn(text);
      const info = games.find((g) => g.id === saved.log.terms.game);
      if (!info) return this.#putAside(text, null);
      const folded = await this.open(info, saved.log, saved);
      this.#id = saved.id ?? legacyId(this.log, saved.seed);
      this.begun = saved.begun ?? Date.now();
      if (folded.failed !== undefined) this.#putAside(text, folded.plies.length + 1);
      else if (this.running !== null) {
        this.#since = this.now() - saved.elapsed;
        await this.send({ kind: 'pause' });
      }
      this.archiver?.note(this.#id, () => draftOfGame(this.rules, text)); // a page before may have been closed too soon
      return true;
    } catch (e) {
      // A page that is left, or a lost connection, while the rules come: that says nothing about the game.
      if (e instanceof LoadError) throw e;
      return this.#putAside(text, null); // the rules do not accept its position; a new game will replace it
    }
  }
  /** Saves an unreadable game under a key of its own, behind those that are there already. */
  #putAside(text: string, from: number | null): false {
    const had = this.unreadable?.text ?? '';
    this.unreadable = { text: had.includes(text) ? had : `${had}${text}\n`, from };
    this.#aside.write(JSON.stringify(this.unreadable)); // if this fails, the page still holds it
    return false;
  }
  /** The unreadable game was saved to a file, so it is removed here, unless another window has added one since. */
  saved(): void {
    this.unreadable = null;
    if (!this.#aside.stale) this.#aside.clear();
  }

  /** Whether another window of this browser has gone on with the game, or begun another. */
  get stale(): boolean {
    return this.#storage.stale;
  }
  /** The window is left: the clock is paused meanwhile. One that is stale has saved what it did when it did it. */
  rest(): void {
    if (this.stale) return;
    // Where the rules do not answer, the clock is paused when the game is gone on with.
    if (this.running !== null) this.send({ kind: 'pause' }).catch(() => {});
    this.save();
  }
  /** The game as it is now, as it is saved. */
  text(): string {
    const { log, options } = this;
    const { seed, hints } = options;
    const saved: SavedGame = { id: this.#id, begun: this.begun, log, seed, hints, elapsed: this.elapsed() };
    return JSON.stringify(saved);
  }
  /**
   * Saves the game, but never over what another window has done, unless that is an earlier state of it. The archive keeps
   * both where they differ.
   */
  save(): void {
    if (!this.info) return;
    const text = this.text();
    if (!this.stale || continues(new StorageKey(DEVICE).read(), text)) this.here = this.#storage.write(text);
    this.#note(text);
  }
  /** The archive keeps the game as it is now. */
  #note(text: string): void {
    const { info, layout, log, plies, state, archiver } = this;
    if (!archiver || !info || !layout || !state || !log.events.some((e) => e.kind === 'move')) return;
    const played = { id: this.#id, begun: this.begun };
    const entry = entryOfGame(played, { terms: log.terms, plies, state }, Date.now());
    const make = async () => ({ entry, text, shape: shapeOf(info, layout) });
    archiver.note(this.#id, make, (kept) => (this.#archived = kept));
  }

  // --- events
  send(event: GameEvent, options?: SendOptions): Promise<Answer> {
    if (event.kind === 'move' && !this.live) return Promise.resolve(DROPPED);
    return this.#append(event, 'here', options);
  }
  /** An event of the computer or a clock, which may come while an earlier position is shown. */
  receive(event: GameEvent): Promise<Answer> {
    return this.#append(event, 'elsewhere');
  }
  /** Takes the last move back, or the end of the game that was not on the board. */
  undo(): Promise<Answer> {
    const to = this.#undoTo();
    return to < 0 ? Promise.resolve(DROPPED) : this.send({ kind: 'takeback', to });
  }
  /** Plays the move again that was taken back last. */
  async redo(): Promise<Answer> {
    const [move] = this.undone;
    if (!move) return DROPPED;
    await this.goTo(this.plies.length);
    return this.send({ kind: 'move', move });
  }

  protected elapsed(at = this.now()): number {
    return this.paused || this.over ? 0 : Math.max(0, Math.round(at - this.#since));
  }
  #append(event: GameEvent, from: GameUpdate['from'], { after }: SendOptions = {}, at = this.now()): Promise<Answer> {
    // One move at a time; what was decided before another event was known is dropped.
    if (!this.info || (event.kind === 'move' && (this.waiting || this.paused))) return Promise.resolve(DROPPED);
    const { log } = this;
    const bound = event.kind === 'move' || event.kind === 'takeback' || event.kind === 'flag';
    if (this.#slept() && bound) return Promise.resolve(DROPPED);
    if (event.kind === 'move') this.waiting = true;
    const run = async (): Promise<Answer> => {
      if (bound && log !== this.log) return DROPPED;
      this.waiting = true;
      try {
        const [applied] = await Promise.all([this.rules.apply(this.log, [this.#event(event, at)]), after]);
        return this.#become(applied, event, from, at);
      } catch (e) {
        if (!(e instanceof RulesError)) throw e;
        return this.over || this.paused ? DROPPED : { status: 'refused', refusal: e.refusal };
      }
    };
    const done = this.#queue.then(run).finally(() => {
      if (this.#queue === last) this.waiting = false; // unless a listener has answered with another one
    });
    const last = done.catch(() => {});
    this.#queue = last;
    return done;
  }
  /** The event as the log has it, with the time that it took. */
  #event(event: GameEvent, at: number): LogEvent {
    const took = this.elapsed(at);
    const base = { v: 1, ...(took ? { took } : {}) };
    switch (event.kind) {
      case 'move': {
        const { path, ...move } = event;
        return { ...base, ...move, move: spelled(move.move, path), side: SIDES[event.side ?? this.turn] };
      }
      case 'pause':
      case 'resume':
      case 'adjudicate':
        return { ...base, ...event };
      default:
        return { ...base, ...event, side: SIDES[event.side ?? this.me ?? this.turn] };
    }
  }
  /** Shows the result of events, and notifies the listeners. */
  #become(applied: Applied, event: GameEvent, from: GameUpdate['from'], at: number): Answer {
    const { events, plies, state } = applied;
    const only = state.ply === this.plies.length - 1 ? this.plies[state.ply] : undefined;
    const shown = this.advance(applied, event.kind === 'takeback');
    this.#since = at;
    if (this.#seen) this.#seen = this.now();
    if (event.kind === 'resume') this.slept = false;
    this.tick();
    this.save();
    this.waiting = false; // a listener may answer at once, with a premove
    const last = events[events.length - 1];
    if (last?.kind === 'flag' && event.kind !== 'flag') {
      // The time was over before: the fall of the flag stands in the log instead.
      const side = last.side === 'second' ? 1 : 0;
      this.listeners.tell({ event: { kind: 'flag', side }, from });
      return DROPPED;
    }
    const ply = event.kind === 'move' ? plies[plies.length - 1] : undefined;
    const played = ply && { ply, after: state.view, shown };
    const undone = event.kind === 'takeback' && shown ? only : undefined;
    this.listeners.tell({ event, from, ...(played ? { played } : {}), ...(undone ? { undone } : {}) });
    return ACCEPTED;
  }

  /** For who shows the clock: reports whether the page was asleep since the last look, and the clock is being paused. */
  asleep(): boolean {
    if (this.#slept() || (this.slept && !this.paused)) return true;
    this.#seen = this.now();
    return false;
  }
  /**
   * Whether the page was asleep since the clock was last looked at: then it is paused as of that moment, and the time in
   * between is nobody's.
   */
  #slept(): boolean {
    const seen = this.#seen;
    if (this.running === null || !seen || this.now() - seen < ASLEEP) return false;
    this.#seen = this.now();
    this.slept = true;
    this.#append({ kind: 'pause' }, 'elsewhere', {}, seen).catch(() => {
      this.slept = false; // nobody pauses it: the time counts
    });
    return true;
  }
  /** Shows the time, and ends the game when it is over for one side. */
  tick(): void {
    const elapsed = this.showTime();
    const { running, deadline } = this.state?.clock ?? {};
    if (running === undefined || deadline === undefined || elapsed < deadline || this.waiting) return;
    if (this.now() < this.#flagAt) return;
    this.receive({ kind: 'flag', side: running }).catch(() => {
      this.#flagAt = this.now() + FLAG_AGAIN; // it falls at a later tick
    });
  }
}
