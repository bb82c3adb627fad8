// The controller of a game that is played, here or at a table of people: beside the board it shows earlier positions,
// announces what happens, plays forced passes and premoves, asks before what cannot be undone, and writes the record. It draws nothing
// itself. Subclasses add what only one kind of game has.
import { untrack } from 'svelte';
import type { Aloft, Stacks } from '../board/types.ts';
import type { StepTo } from '../device/keyboard.ts';
import type { Sound } from '../device/sound.ts';
import { prefs } from '../prefs.svelte.ts';
import type { GameRecord, Ply, Side, View } from '../rules/types.ts';
import { sayFault } from '../speech/fault.ts';
import { fileName } from '../speech/fileName.ts';
import { type Headline, headlineOf } from '../speech/headline.ts';
import { inWords, numbered } from '../speech/moveList.ts';
import { sayPly } from '../speech/say.ts';
import { BoardController, type BoardOptions } from './boardController.svelte.ts';
import { face, low } from './clock.ts';
import { reasonOf, verdictOf } from './ending.ts';
import type { LoggedGame } from './loggedGame.svelte.ts';
import { Premoves } from './premoves.svelte.ts';
import type { GameUpdate } from './source.ts';

/** What the page around the game does. */
export interface GamePage {
  sound(what: Sound, delay?: number): void;
  /** Nothing is animated. */
  calm(): boolean;
  /** The game is over: everything is shown again. */
  onend(): void;
  /** Says a move in a game from memory, so that it is heard without a screen reader. */
  aloud?(text: string): void;
}

/** A question, and the verb that says yes to it; saying no is always to keep playing. */
export interface Question {
  readonly text: string;
  readonly act: string;
  readonly yes: () => void;
}

/** Milliseconds in which a forced pass can be read before it is played. */
export const PASS = 2600;

export class GameController<G extends LoggedGame = LoggedGame> {
  readonly game: G;
  readonly board: BoardController;
  readonly premoves: Premoves;
  protected readonly page: GamePage;
  /** A move of several legs is looked at spot by spot: which ply, and how many legs are done. */
  half: { readonly ply: number; readonly leg: number; readonly stacks: Stacks } | null = $state.raw(null);
  /** What went wrong with something that was asked for, "" for nothing. */
  problem = $state('');
  /** The message shown for a few seconds, "" for none. */
  notice = $state('');
  #noticed: ReturnType<typeof setTimeout> | undefined;
  /** A question that is asked before something that cannot be undone. */
  question: Question | null = $state.raw(null);
  /** The forced pass is not played by itself, because the person wants to look first. */
  passHeld = $state(false);
  resultClosed = $state(false);
  /** Who was warned of little time since there was much. */
  readonly #warned = [false, false];

  constructor(game: G, page: GamePage, options: Partial<BoardOptions> = {}) {
    this.game = game;
    this.page = page;
    this.board = new BoardController(game, {
      owner: (s) => prefs.texts.t(s === game.view?.side ? 'say.owner.yours' : 'say.owner.theirs'),
      turn: () => this.#turn(),
      closed: () => this.half !== null,
      confirm: () => prefs.settings.confirm,
      claims: () => game.mine || this.premoves.possible,
      picking: () => this.premoves.possible,
      ahead: () => this.premoves.colors,
      anywhere: () => !!game.view?.placing,
      onpick: (spot) => this.premoves.pick(spot),
      onselect: () => this.premoves.claimed(),
      ontake: () => page.sound('take'),
      onupdate: (update, announcement) => this.onupdate(update, announcement),
      ...options,
    });
    this.premoves = new Premoves(game, this.board, (text) => this.tell(text));
  }

  // --- what there is
  readonly aloft: Aloft | undefined = $derived.by(() => {
    const { half } = this;
    const path = half && this.game.plies[half.ply]?.path;
    if (!half || !path) return undefined;
    const stacks: Record<string, string> = { ...half.stacks };
    const stack = stacks[path[0] ?? ''] ?? '';
    delete stacks[path[0] ?? ''];
    return { stacks, stack, spot: path[half.leg] ?? '' };
  });
  /** Somebody thinks and shows it: a computer. */
  get thinking(): boolean {
    return false;
  }
  readonly headline: Headline = $derived.by(() => {
    const { blind, moment, selection, speech } = this.board;
    const { last, view } = this.game;
    const headline = headlineOf(speech, {
      ...moment,
      outcome: this.game.outcome,
      half: this.aloft?.spot,
      thinking: this.thinking,
      me: this.game.me,
    });
    // From memory the last move stands in words instead of on its spots.
    const tells = blind && last && view && !this.aloft && !selection.path.length && !selection.draft;
    return tells ? { lead: '', rest: `${sayPly(speech, last, view)} ${headline.rest}` } : headline;
  });
  /** Who has won. */
  readonly verdict = $derived.by(() => verdictOf(this.board.speech, this.game));
  readonly decision = $derived.by(() =>
    reasonOf(this.board.speech, this.game, this.game.latest ?? (this.game.view as View)),
  );

  name(side: Side): string {
    return this.board.name(side);
  }
  /** The name where it stands alone: "You" for the only person at this board, who has given none. */
  label(side: Side): string {
    return this.game.me === side && !this.game.players[side].name ? prefs.texts.t('player.you') : this.name(side);
  }
  /** "Your turn." where only one can be meant. */
  protected whose(side: Side): string {
    const { t } = prefs.texts;
    return this.game.me === side ? t('say.your_turn') : t('say.turn_of', { player: this.name(side) });
  }
  /** The clocks, and whose turn it is. */
  #turn(): string {
    const { game } = this;
    const clock = (s: Side): string => prefs.texts.t('a11y.clock', { player: this.name(s), time: face(game.left[s]) });
    return [...(game.clock ? [clock(0), clock(1)] : []), this.whose(game.turn)].join(' ');
  }
  sayTurn(): void {
    this.board.voice.speak(this.#turn());
  }

  reset(): void {
    this.board.reset();
    this.close();
  }
  /** What was open belongs to a position that is no longer shown. */
  protected close(): void {
    this.half = null;
    this.passHeld = false;
  }
  /** Esc: closes what is open and drops the selection. */
  leave(): void {
    this.board.leave();
    this.half = null;
    this.question = null;
    this.problem = '';
    this.premoves.entered = null;
  }

  // --- looking back
  /** What is looked at instead of the last position. */
  readonly browsing = $derived.by(() => {
    const { t } = prefs.texts;
    const { plies, at } = this.game;
    const shown = ({ move }: Ply): string => inWords(move, this.board.pieces, t);
    return at ? t('ui.browsing', { n: numbered(plies, at - 1, shown) }) : t('a11y.start');
  });
  #where(): string {
    const { plies, at, view } = this.game;
    const inFull = (ply: Ply): string => (view ? sayPly(this.board.speech, ply, view) : '');
    return numbered(plies, at - 1, inFull) || prefs.texts.t('a11y.start');
  }
  async go(at: number): Promise<void> {
    const { game } = this;
    const was = game.at;
    const [forward, back] = [game.plies[was], game.plies[was - 1]];
    this.board.step = at === was + 1 && forward ? forward : at === was - 1 && back ? back : {};
    this.reset();
    const there = await this.board.trying(game.goTo(at).then(() => true));
    if (there) this.board.voice.speak(this.#where());
  }
  step(to: StepTo): void {
    const { at, plies } = this.game;
    void this.go({ first: 0, back: at - 1, on: at + 1, last: plies.length }[to]);
  }
  /** A step that begins or ends within a move of several legs. */
  async leg(by: 1 | -1): Promise<void> {
    const { game, half } = this;
    const ply = half ? half.ply : by > 0 ? game.at : game.at - 1;
    const legs = (game.plies[ply]?.path?.length ?? 2) - 1;
    const next = half ? half.leg + by : by > 0 ? 1 : legs - 1;
    if (legs < 2 || next <= 0 || next >= legs) {
      const to = half ? (by > 0 ? ply + 1 : ply) : game.at + by;
      this.half = null;
      if (to !== game.at) await this.go(to);
      else this.board.voice.speak(this.#where());
      return;
    }
    const p = game.plies[ply];
    const stacks = await this.board.trying(game.stacksAt(ply));
    if (!stacks || game.plies[ply] !== p) return; // taken back meanwhile
    this.board.why = null;
    this.half = { ply, leg: next, stacks };
    this.board.voice.speak(prefs.texts.t('ui.hop', { spot: p?.path?.[next] ?? '' }));
  }

  // --- clocks
  /** So little is left to a side that its clock shows it. */
  low(side: Side): boolean {
    const { game } = this;
    return !!game.clock && game.left[side] < low(game.control.base);
  }
  /** For an effect: a running clock is brought up to date ten times a second. */
  protected runClock(): (() => void) | undefined {
    if (this.game.running === null) return undefined;
    const timer = setInterval(() => this.tick(), 100);
    return () => clearInterval(timer);
  }
  /**
   * Brings the clocks up to date, and warns a person at this board of little time: once, and again only after there was
   * twice as much, since an increment would else bring a warning at every turn.
   */
  tick(): void {
    const { game } = this;
    game.tick();
    const side = game.running;
    if (side === null || !game.mine) return;
    const left = game.left[side];
    if (left >= 2 * low(game.control.base)) this.#warned[side] = false;
    if (!this.low(side) || this.#warned[side]) return;
    this.#warned[side] = true;
    this.page.sound('low');
    this.board.voice.assert(prefs.texts.t('a11y.clock.low', { time: face(left) }));
  }

  // --- moving
  /** Plays a move; false when nothing came of it. */
  play(text: string, path?: readonly string[]): Promise<boolean> {
    return this.board.move(text, path);
  }
  /** For an effect: a forced pass is announced, then played, unless the person wants to look first. */
  protected playForcedPass(): (() => void) | undefined {
    const { game, board } = this;
    const { view } = board;
    if (!view.pass || !game.playable || this.passHeld || game.waiting || !prefs.settings.autopass) return undefined;
    const text = prefs.texts.t('ui.pass.about', { player: this.name(view.side) });
    untrack(() => board.voice.speak(text));
    const timer = setTimeout(() => void this.#pass(), PASS);
    return () => clearTimeout(timer);
  }
  async #pass(): Promise<void> {
    const { position } = this.board.view;
    // A pass that was refused is not tried again.
    if (!(await this.play('pass')) && this.board.view.position === position) this.passHeld = true;
  }
  /** An event became part of the game: it is announced and played as a sound. */
  protected onupdate(update: GameUpdate, announcement: string): void {
    this.#announce(update, announcement);
    const { event, played } = update;
    const { game, premoves } = this;
    if (played && game.mine && game.live) premoves.play();
    else if (played || event.kind === 'takeback' || game.over) premoves.entered = null; // it was meant for another position
  }
  #announce({ event, played }: GameUpdate, announcement: string): void {
    const { game, board } = this;
    if (played) {
      if (played.shown) this.close();
      this.resultClosed = false;
      this.sounds(played.ply, played.shown);
      if (board.blind) this.page.aloud?.(announcement);
      if (game.over) this.ended(announcement);
      else board.voice.speak(`${announcement} ${this.whose(played.after.side)}`);
    } else if (event.kind === 'takeback') {
      this.close();
      this.resultClosed = false;
      board.voice.speak(`${prefs.texts.t('ui.back')}. ${this.whose(game.turn)}`);
    } else if (game.over) {
      this.resultClosed = false;
      this.ended('');
    }
  }
  protected sounds(p: Ply, shown: boolean): void {
    const legs = Math.max(0, (p.path?.length ?? 1) - 1);
    const delay = shown && !this.page.calm() ? 90 + Math.min(420, 160 * legs) : 0;
    if (p.claim) this.page.sound('claim');
    this.page.sound(p.captured ? 'capture' : Object.keys(p.gone ?? {}).length ? 'cut' : 'land', delay);
  }
  /** The record of the game, with the names of who plays, and its day. */
  async named(): Promise<GameRecord> {
    const { game } = this;
    const record = await game.rules.record(game.log);
    const date = { name: 'Date', value: new Date(game.begun).toISOString().slice(0, 10) };
    return { ...record, first: this.name(0), second: this.name(1), tags: [date, ...(record.tags ?? [])] };
  }
  /** The record of the game in our own format, for a file; null where it cannot be written: `problem` says why. */
  async record(): Promise<{ readonly name: string; readonly text: string } | null> {
    const { game, board } = this;
    const { t } = prefs.texts;
    this.problem = '';
    try {
      const formats = await game.rules.formats();
      const record = await this.named();
      const own = formats.find((f) => f.name === 'cairn') ?? formats[0];
      const { text } = await game.rules.exportRecord(record, own?.name ?? '');
      const name = fileName([board.info.id, this.name(0), this.name(1)], record.tags);
      return { name: `${name}.${own?.extension.replace(/^\./, '')}`, text };
    } catch (e) {
      this.refuse(t('ui.save.failed', { reason: sayFault(prefs.texts, e) }));
      return null;
    }
  }

  /** Shows a message for a few seconds, and has it read out. */
  tell(text: string, urgent = false): void {
    this.notice = text;
    clearTimeout(this.#noticed);
    this.#noticed = setTimeout(() => (this.notice = ''), 4000);
    if (urgent) this.board.voice.assert(text);
    else this.board.voice.speak(text);
  }
  /** Something that was asked for was not done: a card says why until it is closed. */
  refuse(text: string): void {
    this.problem = text;
    this.board.voice.assert(text);
  }

  /** The game is over; announcement is the move that ended it, in words, '' where no move did. */
  protected ended(announcement: string): void {
    this.question = null;
    this.board.blind = false;
    this.page.onend();
    this.page.sound('end', 300);
    const all = `${announcement} ${this.verdict} ${this.decision}`;
    this.board.voice.assert(all.trim());
    this.board.voice.polite = ''; // whose turn it was
  }
}
