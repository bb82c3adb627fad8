// A seat at a board: what one person does there, whatever the board is for. What is in hand, which color is chosen or
// looked at, why something cannot be, what a move would come to, how the board lies, and what is said of it all. Which
// position is shown, and what becomes of a move, is the table's.
import type { Step } from '../board/animate.ts';
import { colorOf } from '../board/names.ts';
import { empty, foreseen, type Given, type Hand, planned, type Result, route } from '../board/state.ts';
import type { Intent, Marks, Pieces, Stacks } from '../board/types.ts';
import { prefs } from '../prefs.svelte.ts';
import { type GameInfo, type Ply, type Rules, RulesError, type Side, type View } from '../rules/types.ts';
import { claimable, lensOf, ownersOf } from './claims.ts';
import { drawn } from './drawn.ts';
import { aimOf, forecastOf } from './forecast.ts';
import type { Moment } from './headline.ts';
import { moveText, player, type Scene, sayPly } from './say.ts';
import { turnsOf } from './screen.svelte.ts';
import { Voice } from './voice.svelte.ts';
import { refused, type Why, whyNot, whyTitle } from './why.ts';

/** What a seat must know of its table, and what it hands on to it. */
export interface Table {
  readonly rules: Rules;
  info(): GameInfo;
  /** The position shown. */
  view(): View;
  names(): readonly [string, string];
  /** The computer's level at each side, 0 for a person. */
  levels?(): readonly [number, number];
  /** Moves can be made from the position shown, by whoever sits here. */
  open(): boolean;
  /** The rules are looking at a move. */
  busy(): boolean;
  /** The move that led here, and the stacks before it. */
  last(): Ply | null;
  before(): Stacks;
  /** Whose a side's pieces are, as this person is told. */
  owner(side: Side): string;
  /** Whose turn it is, and what else is to be known about that. */
  turn(): string;
  /** A move was made by hand; it is shown ahead of the answer once seen resolves. */
  play(text: string, path: readonly string[], seen: Promise<void>): Promise<unknown>;
  /** Something was taken up, or carried on. */
  ontake?(): void;
}

/** What a seat does to the board it sits at. */
export interface Handle {
  clear(): void;
  confirmed(): void;
  focus(): void;
}

export class Seat {
  readonly voice = new Voice();
  /** The board, while there is one. */
  board: Handle | undefined;
  hand: Hand = $state.raw(empty);
  /** The color chosen with the coming move, "" for none. */
  claim = $state('');
  /** The claim that is looked at. */
  lens = $state('');
  why: Why | null = $state.raw(null);
  /** What a move will come to, shown at once; the rules tell the rest a moment later. */
  ahead: Stacks | null = $state.raw(null);
  /** What led from the board shown before to this one. */
  step: Step = $state.raw({});
  /** Every stack is spread, hinges are marked, the board is turned around. */
  spread = $state(false);
  hinges = $state(false);
  flipped = $state(false);
  readonly #table: Table;
  /** Grows with everything that makes an open question old. */
  #asked = 0;

  constructor(table: Table) {
    this.#table = table;
  }

  // --- what there is
  readonly info = $derived.by(() => this.#table.info());
  readonly view = $derived.by(() => this.#table.view());
  readonly pieces: Pieces = $derived.by(() => (this.info.claims ? 'discs' : 'rings'));
  readonly scene: Scene = $derived.by(() => ({
    texts: prefs.texts,
    info: this.info,
    pieces: this.pieces,
    names: this.#table.names(),
    levels: this.#table.levels?.(),
  }));
  readonly stacks: Stacks = $derived.by(() => this.ahead ?? this.view.stacks);
  readonly #moving = $derived.by(() => this.#table.open() && !this.view.pass);
  /** Moves can be made on the board. */
  readonly active = $derived.by(() => this.#moving && !this.#table.busy());
  // The colors stay where they are while the rules look at a move: they are the same again a moment later.
  readonly colors = $derived.by(() => (this.#moving ? claimable(this.info, this.view) : []));
  readonly owners = $derived.by(() =>
    ownersOf(this.info, this.view.claims, (s) => this.#table.owner(s), prefs.texts.t('say.owner.neutral')),
  );
  readonly turns = $derived.by(() => turnsOf(this.pieces, this.flipped, prefs.kept.turned));
  /** The side at the lower end of the board. */
  readonly near: Side = $derived.by(() => (this.flipped ? 1 : 0));
  readonly #given: Given = $derived.by(() => ({
    stacks: this.view.stacks,
    moves: this.view.moves,
    legs: this.view.legs,
    claim: this.claim,
    active: this.active,
  }));
  readonly #aim = $derived.by(() => aimOf(this.view, this.hand, this.claim));
  readonly #way = $derived.by(() => planned(this.#given, this.hand));
  /** What the move under the pointer would cut off. */
  readonly forecast = $derived.by(() => forecastOf(this.info, this.view, this.#aim, prefs.texts.t));
  /** What the claim that is looked at would change. */
  readonly seeing = $derived.by(() => lensOf(this.view, this.lens, this.pieces, prefs.texts.t));
  /** There is something to tell beside the board. */
  readonly telling = $derived.by(() => !!(this.why || this.forecast || this.seeing));
  readonly marks: Marks = $derived.by(() => {
    const last = this.#table.last();
    return {
      last: last?.path ? { path: last.path } : undefined,
      gone: last?.gone,
      lit: this.why?.lit,
      doomed: this.forecast?.cuts,
      lens: this.seeing?.marks,
      hinges: this.hinges ? this.view.hinges : undefined,
      blocked: this.hinges ? this.view.blocked : undefined,
    };
  });
  /** What a headline says of the moment, as far as it is seen from here. */
  readonly moment: Pick<Moment, 'view' | 'last' | 'hand' | 'way' | 'claim' | 'claimable'> = $derived.by(() => ({
    view: this.view,
    last: this.#table.last(),
    hand: this.hand,
    way: this.#aim || this.hand.draft ? this.#way : null,
    claim: this.claim,
    claimable: this.colors.some((c) => c.possible),
  }));

  name(side: Side): string {
    return player(this.scene, side);
  }
  /** The way of a legal move over the board; a placing and a pass have none. */
  wayOf(text: string): readonly string[] {
    const m = this.view.moves.find((x) => x.text === text);
    if (!m?.from || !m.to) return [];
    return route({ ...this.#given, claim: m.claim ?? '', active: true }, [m.from], m.to) ?? [m.from, m.to];
  }

  // --- what is done
  /** Another position, or another thought: nothing is in hand, chosen, asked or told any more. */
  reset(): void {
    this.claim = '';
    this.leave();
  }
  /** Esc: what is open is closed, what is in hand put back; the color stays chosen. */
  leave(): void {
    this.#asked++;
    this.lens = '';
    this.why = null;
    this.board?.clear();
  }
  /** A ply is about to be shown: what was shown ahead of it gives way. */
  show(step: Step): void {
    this.step = step;
    this.ahead = null;
  }
  /** Has a move played. False where the rules refuse it: that is told, and the color stays as it was chosen. */
  async attempt(text: string, run: () => Promise<unknown>): Promise<boolean> {
    const { view, claim } = this;
    try {
      await run();
      return true;
    } catch (e) {
      if (!(e instanceof RulesError)) throw e;
      if (this.view.position === view.position) {
        this.claim = claim;
        this.#tell(refused(this.scene, whyTitle(this.scene, text), e.refusal, this.view.stacks));
      }
      return false;
    } finally {
      this.ahead = null;
    }
  }
  #tell(why: Why): void {
    this.why = why;
    this.voice.assert(`${why.title}. ${why.text}`);
  }

  // --- what the board and the buttons beside it report
  onmove(i: Intent): void {
    this.step = { path: i.path };
    this.ahead = foreseen(this.view.stacks, i, this.view.placing);
    void this.#table.play(moveText(i), i.path, drawn());
  }
  onhand(next: Hand): void {
    if (next.path.join() !== this.hand.path.join() || next.asked !== this.hand.asked) {
      this.#asked++;
      this.why = null;
    }
    if (next.path.length > this.hand.path.length) this.#table.ontake?.();
    this.hand = next;
  }
  onclaim(letter: string): void {
    const { t } = prefs.texts;
    this.#asked++;
    this.claim = letter;
    this.why = null;
    this.voice.speak(letter ? t('ui.claim.chosen', { color: colorOf(letter, this.pieces) }) : t('ui.claim.none'));
  }
  /** Why not? The answer is told unless something else was done meanwhile. */
  async onask(ask: NonNullable<Result['ask']>): Promise<void> {
    const asked = ++this.#asked;
    const { position } = this.view;
    const why = await whyNot(this.#table.rules, this.scene, this.view, ask);
    if (why && asked === this.#asked && this.view.position === position) this.#tell(why);
  }
  /** A question of a listener that the board cannot answer itself. */
  onquery(key: string): void {
    const last = this.#table.last();
    if (key === 'l') {
      const said = last && sayPly(this.scene, last, this.#table.before(), this.view);
      this.voice.speak(said || prefs.texts.t('a11y.start'));
    }
    if (key === 't') this.voice.speak(this.#table.turn());
  }
}
