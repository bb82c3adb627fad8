// A game as a log of events which the rules fold (internal/play): positions, clocks, takebacks, offers and ends are
// theirs. Here is what every such game has, wherever it is decided: the position shown, what the clocks show, and its
// listeners. Where events come from and where they go is for the games at home and at tables of people to say.
import type { Layout } from '../board/types.ts';
import { cutClaim, moveText } from '../rules/moveText.ts';
import type {
  Applied,
  Control,
  End,
  Folded,
  GameInfo,
  GameState,
  Log,
  Outcome,
  PendingOffer,
  Ply,
  Rules,
  Side,
  View,
} from '../rules/types.ts';
import { type Left, leftAt } from './clock.ts';
import {
  type Answer,
  type ClockFace,
  type GameEvent,
  type GameSource,
  type GameUpdate,
  Listeners,
  type Player,
  type SendOptions,
} from './source.ts';
import { takenBy } from './taken.ts';

export const SIDES = ['first', 'second'] as const;
const NO_LOG: Log = { v: 1, terms: { v: 1, game: '', players: [{}, {}], control: '-' }, events: [] };

export abstract class LoggedGame implements GameSource {
  readonly rules: Rules;
  readonly now: () => number;
  info: GameInfo | null = $state.raw(null);
  layout: Layout | null = $state.raw(null);
  log: Log = $state.raw(NO_LOG);
  /** When the game began, in milliseconds since 1970. */
  begun = Date.now();
  /** What the log has led to. */
  state: GameState | null = $state.raw(null);
  plies: readonly Ply[] = $state.raw([]);
  /** The number of plies played at the position looked at. */
  at = $state(0);
  view: View | null = $state.raw(null);
  waiting = $state(false);
  /** The time control, taken apart; its base is 0 where there is no clock. */
  control: Control = { kind: 'none', base: 0, increment: 0, short: 'none' };
  /** What the clocks show, as of the last tick. */
  left: Left = $state.raw([0, 0]);
  protected readonly listeners = new Listeners();
  #views = new Map<string, View>();
  #asked = 0;

  constructor(rules: Rules, now: () => number = () => performance.now()) {
    this.rules = rules;
    this.now = now;
  }

  abstract get players(): readonly [Player, Player];
  abstract get playable(): boolean;
  /** The side of the only person who plays at this board, null when there are two or none. */
  abstract get me(): Side | null;
  /** The move is for somebody at this board, whatever position is looked at. */
  abstract get mine(): boolean;
  /** Somebody at this board looks at the last position and waits for the opponent's move. */
  get awaits(): boolean {
    return this.me !== null && !!this.state && !this.over && !this.paused && this.live && this.turn !== this.me;
  }
  abstract send(event: GameEvent, options?: SendOptions): Promise<Answer>;
  /** The milliseconds since the last event, as long as they count. */
  protected abstract elapsed(): number;
  /** Brings what the clocks show up to date. */
  abstract tick(): void;

  listen(listener: (update: GameUpdate) => void): () => void {
    return this.listeners.add(listener);
  }

  // --- what the log has led to
  get start(): string {
    return this.log.terms.start ?? '';
  }
  /** The view of the last position, whatever position is shown. */
  get latest(): View | null {
    return this.state?.view ?? null;
  }
  get paused(): boolean {
    return this.state?.paused ?? false;
  }
  /** How the game ended, when not by the rules. */
  get ending(): End | null {
    const end = this.state?.end;
    return end && end.why !== 'normal' ? end : null;
  }
  get outcome(): Outcome {
    return this.state?.end?.outcome ?? 'ongoing';
  }
  get over(): boolean {
    return !!this.state?.end;
  }
  /** Who is to move in the last position. */
  get turn(): Side {
    return this.state?.turn ?? 0;
  }
  get offer(): PendingOffer | null {
    return this.state?.offers?.[0] ?? null;
  }
  /** The clocks; nobody's time runs while it is paused, in the free plies and after the end. */
  get clock(): ClockFace | null {
    return this.counted?.clock ? { left: this.left, running: this.running } : null;
  }
  /** The state whose clocks count. */
  protected get counted(): GameState | null {
    return this.state;
  }
  get running(): Side | null {
    return this.counted?.clock?.running ?? null;
  }

  // --- looking back
  get live(): boolean {
    return this.at === this.plies.length;
  }
  get position(): string {
    return this.#positionAt(this.at);
  }
  get lastPosition(): string {
    return this.#positionAt(this.plies.length);
  }
  get last(): Ply | null {
    return this.at ? (this.plies[this.at - 1] ?? null) : null;
  }
  #positionAt(n: number): string {
    return n ? (this.plies[n - 1]?.position ?? this.start) : this.start;
  }
  /** Goes to the position after that many plies. */
  async goTo(at: number): Promise<void> {
    if (!this.info) return;
    const to = Math.max(0, Math.min(this.plies.length, at));
    const position = this.#positionAt(to);
    const ask = ++this.#asked;
    const view = await this.#viewAt(to);
    // Meanwhile another position was asked for, another game begun, or these plies were taken back.
    if (ask !== this.#asked || position !== this.#positionAt(to)) return;
    this.at = to;
    this.view = view;
  }
  async stacksAt(at: number): Promise<View['stacks']> {
    return (await this.#viewAt(at)).stacks;
  }
  /** The view after that many plies, asked for once. */
  async #viewAt(at: number): Promise<View> {
    const position = this.#positionAt(at);
    const views = this.#views; // another game that begins meanwhile has its own
    const known = views.get(position);
    if (known) return known;
    const view = await this.rules.view(this.info?.id ?? '', position);
    views.set(position, view);
    return view;
  }

  // --- results of logs and of events
  /** Takes a log that was folded for the game, as far as it could be, and looks at its last position. */
  protected take(info: GameInfo, layout: Layout, log: Log, folded: Folded): void {
    this.#asked++;
    this.info = info;
    this.layout = layout;
    this.log = { ...log, terms: folded.terms, events: log.events.slice(0, folded.failed) };
    this.plies = folded.plies;
    this.state = folded.state;
    this.at = folded.plies.length;
    this.view = folded.state.view;
    this.#views = new Map([[this.view.position, this.view]]);
    this.control = folded.control;
    this.left = folded.state.clock?.left ?? [0, 0];
  }
  /** Takes the result of events. True if the last position was shown, and still is. */
  protected advance({ events, plies, state }: Applied, back: boolean): boolean {
    const shown = this.live;
    this.log = { ...this.log, events: [...this.log.events, ...events] };
    this.plies = [...this.plies.slice(0, state.ply - plies.length), ...plies];
    this.state = state;
    this.#views.set(state.view.position, state.view);
    if (shown || this.at > state.ply || back) {
      this.at = state.ply;
      this.view = state.view;
    }
    return shown;
  }
  /** Shows the time that is left; returns the time that counts since the last event. */
  protected showTime(): number {
    const elapsed = this.elapsed();
    const clock = this.counted?.clock;
    if (!clock) return elapsed;
    const [a, b] = leftAt(clock, elapsed);
    if (a !== this.left[0] || b !== this.left[1]) this.left = [a, b];
    return elapsed;
  }

  /** The stacks each side has taken from the board up to the position looked at. */
  taken(): [string[], string[]] {
    return takenBy(this.plies.slice(0, this.at));
  }
}

/** A move text with the way traced by hand, where it is not the direct one. */
export function spelled(move: string, path: readonly string[] = []): string {
  if (path.length < 3) return move;
  return moveText(cutClaim(move)[0], path);
}
