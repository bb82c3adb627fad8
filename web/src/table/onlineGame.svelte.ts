// A game at a table of people. Its log is the server's, event by event; the rules fold it here as everywhere. A move made
// at this board is shown at once, provisionally: the server's own event confirms it, a refusal takes it back. Clocks run on
// from what the server has measured.
import type {
  Error as ApiError,
  Line,
  Person,
  Plan,
  Presence,
  Table,
  Event as TableEvent,
  ToClient,
  ToServer,
} from '../../gen/api.ts';
import { isSlow } from '../game/control.ts';
import { LoggedGame, SIDES } from '../game/loggedGame.svelte.ts';
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
  type GameInfo,
  type GameState,
  type Log,
  type LogEvent,
  type Ply,
  type Refusal,
  type Rules,
  RulesError,
  type Side,
} from '../rules/types.ts';
import { withLines } from './chatLines.ts';
import { type Connection, type Follower, isPassing, type Outcome } from './connection.svelte.ts';
import { eventOf, storedOf } from './gameEvents.ts';
import { refusalOf } from './refusal.ts';
import { afterEvent, type Role, type TableInfo } from './tableEvents.ts';

/** What was confirmed last, under a move that is not yet. */
interface Base {
  readonly log: Log;
  readonly plies: readonly Ply[];
  readonly state: GameState;
  readonly since: number;
}
interface Provisional {
  readonly id: string;
  /** As the rules have written it. */
  readonly event: LogEvent;
  readonly base: Base;
}

type Phase = Table['phase'];

/** After that many milliseconds at least a table is asked for again that the server could not tell of. */
const PAUSE = 4000;

export class OnlineGame extends LoggedGame implements Follower {
  readonly id: string;
  readonly connection: Connection;
  /** The table but for its log; null before the server has told of it. */
  table: TableInfo | null = $state.raw(null);
  presence: Presence | null = $state.raw(null);
  /** When news of presence came, by now(). */
  presenceAt = 0;
  /** When the table was made, by now(). */
  openedAt = 0;
  chat: readonly Line[] = $state.raw([]);
  /** What one has planned, as of the ply it names: see plan.ts. */
  plan: Plan | null = $state.raw(null);
  /** There is no such table, or it cannot be seen. */
  missing = $state(false);
  /** There is a game at the table, though the rules may not have shown it yet. */
  hasGame = $state(false);
  /** What the server has told could not be shown, or it does not tell; retry() asks for all of it again. */
  failed = $state(false);
  /** Why the server does not tell, where it says so. */
  trouble: Refusal | null = $state.raw(null);
  /** The move shown is not confirmed yet. */
  provisional: Provisional | null = $state.raw(null);
  /** What the server has said against something that was sent before the page was loaded. */
  refusal: Refusal | null = $state.raw(null);
  /** Is called when a move has arrived that was shown as not sent. */
  onarrived: () => void = () => {};
  readonly #nameOf: (person: Person) => string;
  #seq = 0;
  #since = 0;
  /** When the time that has passed was heard last: it goes no further while the mover is away. */
  #stood = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #unfollow: () => void = () => {};

  constructor(
    rules: Rules,
    connection: Connection,
    id: string,
    nameOf: (person: Person) => string,
    now?: () => number,
  ) {
    super(rules, now);
    this.connection = connection;
    this.id = id;
    this.#nameOf = nameOf;
  }
  /** Follows the table from now on. */
  follow(): void {
    // What was sent before the page was loaded may be answered before the table comes.
    for (const { id = '', type, event, ply = 0 } of this.connection.unanswered(this.id)) {
      if (type !== 'send' || !event) continue;
      void this.connection.post({ type, table: this.id, ply, event }, id).then(async (outcome) => {
        const answer = await this.#answer(outcome, id);
        if (answer.status === 'refused') this.refusal = answer.refusal;
      });
    }
    this.#unfollow = this.connection.follow(this.id, this);
  }
  leave(): void {
    this.#unfollow();
  }
  /** Asks for the whole table again, after a failure. */
  retry(): void {
    this.failed = false;
    this.trouble = null;
    this.provisional = null;
    this.info = null; // so that the log is folded again
    this.#seq = 0;
    this.connection.catchUp(this.id);
  }
  /** Resolves when all that was heard so far is shown. */
  settled(): Promise<unknown> {
    return this.#queue;
  }

  // --- who is here
  get phase(): Phase | null {
    return this.table?.phase ?? null;
  }
  get role(): Role {
    return this.table?.you ?? 'watcher';
  }
  get me(): Side | null {
    return this.role === 'first' ? 0 : this.role === 'second' ? 1 : null;
  }
  get seats(): readonly [Person | null, Person | null] {
    return this.table?.seats ?? [null, null];
  }
  get players(): readonly [Player, Player] {
    const player = (p: Person | null): Player => ({ name: p ? this.#nameOf(p) : '', level: 0 });
    const [a, b] = this.seats;
    return [player(a), player(b)];
  }
  get mine(): boolean {
    return !!this.state && !this.over && !this.paused && this.me !== null && this.turn === this.me;
  }
  get playable(): boolean {
    return this.live && this.mine && !this.provisional;
  }
  override get awaits(): boolean {
    return super.awaits && !this.provisional;
  }
  /** The move shown may not have reached the server. */
  get unsent(): boolean {
    return this.connection.unsent.some((m) => m.id === this.provisional?.id);
  }
  /** What else was done at this table and may not have reached the server, the first of it. */
  get unsentAct(): ToServer | undefined {
    return this.connection.unsent.find((m) => m.table === this.id && m.event?.kind !== 'move');
  }
  /** A clock of a game runs that one plays. */
  get urgent(): boolean {
    return this.me !== null && !this.over && this.running !== null && !isSlow(this.table?.options.control ?? '-');
  }
  /** Something was offered to me, or by me. */
  offered(what: 'draw' | 'takeback', by: 'me' | 'opponent'): boolean {
    const { me } = this;
    return (this.state?.offers ?? []).some((o) => o.what === what && me !== null && (o.by === me) === (by === 'me'));
  }
  /** How many plies stay when my last move is taken back, -1 where there is none. */
  get takeBackTo(): number {
    const { me } = this;
    const to = this.state?.takeBack;
    if (me === null || !to || this.log.terms.takeback !== 'agreed' || this.over) return -1;
    return me === 0 ? to.first : to.second;
  }

  // --- what the server tells
  since(): number {
    return this.#seq;
  }
  receive(m: ToClient): void {
    switch (m.type) {
      case 'table':
        if (m.table) this.#then(() => this.#whole(m.table as Table));
        return;
      case 'events':
        this.#then(() => this.#events((m.events ?? []) as TableEvent[], m.elapsed ?? 0));
        return;
      case 'presence':
        if (m.presence) this.#present(m.presence);
        return;
      case 'plan':
        this.#then(async () => {
          this.plan = m.plan ?? null;
        });
        return;
      case 'chat':
        this.chat = withLines(this.chat, m.chat ?? []);
        return;
      case 'refused':
        if (m.error) this.#refused(m.error);
    }
  }
  /** The server does not tell of the table. */
  #refused(error: ApiError): void {
    if (isPassing(error)) return; // it is asked for once more by itself
    if (this.table) this.connection.askLater(this.id, PAUSE);
    else if (error.code === 'table.not_found') this.missing = true;
    else {
      this.trouble = refusalOf(error);
      this.failed = true;
    }
  }
  #then(work: () => Promise<unknown>): void {
    const done = this.#queue.then(work);
    this.#queue = done.catch((e) => {
      console.error(e);
      this.failed = true;
    });
  }
  #present(presence: Presence): void {
    this.presence = presence;
    this.presenceAt = this.now();
  }

  /** The whole table: at first, and after a gap. */
  async #whole({ log, ...table }: Table): Promise<void> {
    const first = !this.table;
    this.missing = this.failed = false;
    this.#seq = table.seq;
    this.#present(table.presence);
    this.begun = table.created;
    this.openedAt = this.now() - Math.max(0, Date.now() - table.created);
    const known = this.#base().log;
    if (log && this.info && log.events.length >= known.events.length && this.state) {
      // What was missed happens here too, one after the other.
      this.table = table;
      for (const event of log.events.slice(known.events.length)) await this.#confirm(event);
      this.#sinceElapsed(table.elapsed);
      return;
    }
    await this.#prepare(table.options.game);
    if (log) {
      this.hasGame = true;
      await this.#fold(log, table.elapsed);
    }
    this.table = table;
    if (first) await this.#again();
  }
  async #prepare(id: string): Promise<void> {
    if (this.info?.id === id) return;
    const games = await this.rules.games();
    const info = games.find((g) => g.id === id);
    if (!info) throw new Error(`there is no game ${id} here`);
    this.layout = await this.rules.layout(id);
    this.info = info;
  }
  async #fold(log: Log, elapsed: number): Promise<void> {
    const folded = await this.rules.fold(log);
    if (folded.failed !== undefined)
      throw new Error(`event ${folded.failed} of the table is refused: ${folded.why?.text}`);
    this.provisional = null;
    this.take(this.info as GameInfo, this.layout as NonNullable<typeof this.layout>, log, folded);
    this.#sinceElapsed(elapsed);
    this.tick();
  }

  async #events(events: readonly TableEvent[], elapsed: number): Promise<void> {
    let played = false;
    for (const e of events) {
      if (e.seq <= this.#seq) continue; // told twice
      if (e.seq > this.#seq + 1 || !this.table) {
        this.connection.catchUp(this.id);
        return;
      }
      played = (await this.#event(e)) || played;
      this.#seq = e.seq;
      // News of who is here was about the seats as they were before: it is asked for once more.
      if (e.kind === 'started') this.connection.catchUp(this.id);
    }
    if (played || !events.length) this.#sinceElapsed(elapsed);
    this.tick();
  }
  /** Takes one event of the table; reports whether it was one of the game. */
  async #event(e: TableEvent): Promise<boolean> {
    if (e.kind === 'play') {
      if (e.play) await this.#confirm(e.play as LogEvent);
      return true;
    }
    const after = afterEvent(this.table as TableInfo, e, this.connection.me?.id ?? '');
    const started = e.kind === 'started';
    if (started || e.kind === 'terms') await this.#prepare(after.options.game);
    if (started && e.terms) await this.#fold({ v: 1, terms: e.terms, events: [] }, 0);
    this.table = after;
    return started || e.kind === 'hold' || e.kind === 'resume';
  }

  // --- the game
  #base(): Base {
    const { log, plies, state } = this;
    return this.provisional?.base ?? { log, plies, state: state as GameState, since: this.#since };
  }
  /** Takes the provisional move back; what is looked at stays, as far as it is there. */
  #restore(): void {
    const base = this.provisional?.base;
    if (!base) return;
    const live = this.live;
    this.provisional = null;
    this.log = base.log;
    this.plies = base.plies;
    this.state = base.state;
    this.#since = base.since;
    if (live || this.at > base.plies.length) {
      this.at = base.plies.length;
      this.view = base.state.view;
    }
  }
  /** An event of the game that is stored: it happens here too. */
  async #confirm(event: LogEvent): Promise<void> {
    const { provisional } = this;
    const applied = await this.rules.apply(this.#base().log, [event]);
    if (this.provisional !== provisional) return this.#confirm(event); // somebody moved meanwhile
    const own = provisional?.event;
    const same = own?.kind === event.kind && own.side === event.side && own.move === applied.events[0]?.move;
    this.#restore();
    const was = this.plies;
    const back = applied.state.ply < was.length;
    const shown = this.advance(applied, back);
    this.#since = this.now();
    if (applied.state.end && this.table) this.table = { ...this.table, phase: 'over' };
    if (back && this.plan) this.plan = { ...this.plan, ply: Infinity }; // nothing of it is played any more
    this.tick();
    if (same) return; // the page said so when it was made
    const told = eventOf(event);
    if (back) {
      const undone = shown && was.length === applied.state.ply + 1 ? was[was.length - 1] : undefined;
      this.#tell({ event: told, from: 'elsewhere' });
      this.#tell({
        event: { kind: 'takeback', to: applied.state.ply },
        from: 'elsewhere',
        ...(undone ? { undone } : {}),
      });
    } else {
      const ply = applied.plies[applied.plies.length - 1];
      const from = this.me !== null && event.side === SIDES[this.me] ? 'here' : 'elsewhere';
      this.#tell({ event: told, from, ...(ply ? { played: { ply, after: applied.state.view, shown } } : {}) });
    }
    // A move that is still on its way goes on top again, where it can.
    if (own && provisional && this.connection.unanswered(this.id).some((m) => m.id === provisional.id)) {
      await this.#showProvisional(provisional.id, own).catch(() => {});
    }
  }
  #tell(update: GameUpdate): void {
    this.listeners.tell(update);
  }

  /** Shows a move before the server has it; null where something else happened while the rules looked at it. */
  async #showProvisional(
    id: string,
    event: LogEvent,
    after?: Promise<void>,
  ): Promise<{ applied: Applied; shown: boolean } | null> {
    const { log } = this;
    const [applied] = await Promise.all([this.rules.apply(log, [{ ...event, ...this.#took() }]), after]);
    if (log !== this.log || this.provisional) return null;
    const [written] = applied.events;
    if (written?.kind !== 'move') throw new Error('no move came of it');
    const base = this.#base();
    const shown = this.advance(applied, false);
    this.#since = this.now();
    this.provisional = { id, event: written, base };
    this.tick();
    return { applied, shown };
  }
  /** The time that has passed, but never so much that the flag would fall: that is the server's to say. */
  #took(): { took?: number } {
    const { deadline } = this.state?.clock ?? {};
    const took = Math.round(Math.min(this.elapsed(), deadline === undefined ? Infinity : Math.max(0, deadline - 1)));
    return took > 0 ? { took } : {};
  }

  async send(event: GameEvent, { after }: SendOptions = {}): Promise<Answer> {
    const { me } = this;
    if (!this.info || !this.state || me === null) return DROPPED;
    const stored = storedOf(event, me);
    if (event.kind !== 'move') return this.#post(stored, this.connection.newId());
    if (!this.playable || this.waiting) return DROPPED;
    this.waiting = true;
    const id = this.connection.newId();
    const { lastPosition } = this;
    const ply = this.plies.length;
    try {
      let made: { applied: Applied; shown: boolean } | null = null;
      while (!made) {
        await this.#queue; // what was heard before comes first
        const same = ply === this.plies.length && lastPosition === this.lastPosition;
        if (!same || !this.playable) {
          if (!this.over) this.refusal = refusalOf({ code: 'table.stale', text: 'the game has gone on' });
          return DROPPED;
        }
        made = await this.#showProvisional(id, stored, after);
      }
      const { applied, shown } = made;
      const [played] = applied.plies;
      if (played) {
        const update = { ply: played, after: applied.state.view, shown };
        this.#tell({ event, from: 'here', provisional: true, played: update });
      }
      return await this.#post(stored, id, ply);
    } catch (e) {
      if (e instanceof RulesError) return { status: 'refused', refusal: e.refusal };
      throw e;
    } finally {
      this.waiting = false;
    }
  }
  async #post(event: LogEvent, id: string, ply = this.plies.length): Promise<Answer> {
    const { v, took, side, ...content } = event; // time and side are the server's to say
    const outcome = await this.connection.post(
      { type: 'send', table: this.id, ply, since: this.#seq, event: { v, ...content } as ToServer['event'] },
      id,
    );
    return this.#answer(outcome, id);
  }
  async #answer(outcome: Outcome, id: string): Promise<Answer> {
    if (outcome.ok) {
      if (outcome.late && this.provisional?.id === id) this.onarrived();
      return ACCEPTED;
    }
    await this.#queue;
    if (this.provisional?.id === id) {
      this.#restore();
      this.tick();
    }
    return { status: 'refused', refusal: refusalOf(outcome.error) };
  }
  /** What was sent before the page was loaded and has no answer yet: a move is shown again. */
  async #again(): Promise<void> {
    for (const { id = '', type, event, ply = 0 } of this.connection.unanswered(this.id)) {
      if (type !== 'send' || event?.kind !== 'move' || !event.move) continue;
      if (!this.playable || ply !== this.plies.length) continue;
      await this.#showProvisional(id, storedOf({ kind: 'move', move: event.move }, this.me ?? 0)).catch(() => {});
    }
  }

  // --- time
  /** A move that has not reached the server does not stop one's clock there. */
  protected override get counted(): GameState | null {
    return this.unsent ? (this.provisional?.base.state ?? null) : this.state;
  }
  protected elapsed(): number {
    const { provisional } = this;
    const since = provisional && this.unsent ? provisional.base.since : this.#since;
    const now = Math.min(
      this.now(),
      this.connection.stopped ?? Infinity,
      this.table?.away?.[this.turn] ? this.#stood : Infinity,
    );
    return this.paused || this.over ? 0 : Math.max(0, now - since);
  }
  #sinceElapsed(elapsed: number): void {
    this.#stood = this.now();
    const since = this.#stood - elapsed;
    if (this.provisional) this.provisional = { ...this.provisional, base: { ...this.provisional.base, since } };
    else this.#since = since;
  }
  tick(): void {
    this.showTime();
  }
  /** After how many milliseconds the opponent's absence may be claimed as a win, null while it may not. */
  claimableIn(): number | null {
    const { me, presence } = this;
    if (me === null || presence?.players[1 - me] !== 'away' || !this.connection.works) return null;
    const c = presence.claimable;
    return c === undefined || c === null ? null : Math.max(0, c - (this.now() - this.presenceAt));
  }
}
