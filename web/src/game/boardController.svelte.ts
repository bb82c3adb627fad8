// The controller of a board: one for every page on which a game is shown. It holds what is selected, claimed and looked
// at, sends moves to the source of the game, shows the results, and says why something is not allowed. Where the
// game is played is the source's (source.ts); what else a page has to offer is the page's.
import type { Step } from '../board/animate.ts';
import { BoardModel } from '../board/model.svelte.ts';
import { colorOf } from '../board/names.ts';
import { type Attempt, type Choices, planned, previewStacks, route, type Selection } from '../board/selection.ts';
import type { Intent, Marks, Pieces, Stacks } from '../board/types.ts';
import { afterFrame } from '../device/afterFrame.ts';
import { turnsOf } from '../device/screen.svelte.ts';
import { piecesOf } from '../games.ts';
import { prefs } from '../prefs.svelte.ts';
import { moveText } from '../rules/moveText.ts';
import type { Claimable, GameInfo, Refusal, Side, View } from '../rules/types.ts';
import { claimable, lensOf, onlyByClaim, ownersOf, toppedBy } from '../speech/claims.ts';
import { sayFault } from '../speech/fault.ts';
import { aimOf, forecastOf } from '../speech/forecast.ts';
import type { Moment } from '../speech/headline.ts';
import { intended, player, type SpeechContext, sayPly } from '../speech/say.ts';
import { Voice } from '../speech/voice.svelte.ts';
import { refused, type Why, whyNot, whyTitle } from '../speech/why.ts';
import { handsOn } from '../widgets/focus.ts';
import type { GameSource, GameUpdate } from './source.ts';

/** A color that can be claimed; possible where a move follows. */
export type Color = Pick<Claimable, 'letter' | 'possible'>;

/** What a page decides about its board. */
export interface BoardOptions {
  /** Whose a side's pieces are, in the words for this person. */
  owner(side: Side): string;
  /** Whose turn it is, and what else is to be known about that. */
  turn(): string;
  /** Nothing can be selected now, whatever the source says. */
  closed?(): boolean;
  /** A move waits to be confirmed. */
  confirm?(): boolean;
  /** Colors can be claimed, as they usually can. */
  claims?(): boolean;
  /** Whatever is tried is explained: a color that leads nowhere is offered too, and stacks can be tapped where one must pass. */
  readonly explainAll?: boolean;
  /** Spots are marked instead of moves made. */
  picking?(): boolean;
  onpick?(spot: string): void;
  /** They are marked for either side to move, as for a move that is prepared. These colors can be claimed with it. */
  ahead?(): readonly Color[];
  /** Spots without a stack can be marked, too. */
  anywhere?(): boolean;
  /** On a high screen the moves stand below the board and are looked at as much. */
  readonly aboveMoves?: boolean;
  /** A stack was selected, or carried on. */
  ontake?(): void;
  /** The selection has changed: an explanation of the one before is out of date. */
  onselect?(): void;
  /** Something became part of the game and is shown. The announcement is a move in words, to be read aloud; '' for other events. */
  onupdate?(update: GameUpdate, announcement: string): void;
  /** Shows why a move is not allowed, beside the marks on the board; without it, it is read aloud. */
  onwhy?(why: Why, move: string): void;
  /** The title over a refusal of a move text. */
  refusalTitle?(move: string): string;
  /** Who reads aloud, where it is not the board's own. */
  readonly voice?: Voice;
}

export class BoardController {
  readonly source: GameSource;
  readonly voice: Voice;
  readonly model: BoardModel;
  /** The board on the screen, while there is one. */
  component: { focus(quiet?: boolean): void } | undefined;
  /** For a card beside the board that its own buttons take away: the keys go on at the board. */
  readonly toBoard = handsOn(() => this.component?.focus());
  /** The color chosen with the coming move, "" for none. */
  claim = $state('');
  /** The color whose claim is previewed, "" for none. */
  lens = $state('');
  why: Why | null = $state.raw(null);
  /** The stacks as a move that was sent will leave them, shown at once; the rules' answer replaces them. */
  preview: Stacks | null = $state.raw(null);
  /** What led from the board shown before to this one. */
  step: Step = $state.raw({});
  /** Every stack is spread, hinges are marked, the board is turned around. */
  spread = $state(false);
  hinges = $state(false);
  flipped = $state(false);
  /** The pieces are not shown: it is played from memory, and nothing that is said of a try tells where they are. */
  blind = $state(false);
  readonly #options: BoardOptions;
  /** Grows with everything that outdates an open question. */
  #asked = 0;

  constructor(source: GameSource, options: BoardOptions) {
    this.source = source;
    this.#options = options;
    this.voice = options.voice ?? new Voice();
    this.model = new BoardModel({
      choices: () => this.#choices,
      onmove: (intent) => this.#onmove(intent),
      onattempt: (attempt) => void this.explain(attempt),
      onselect: (next, was) => this.#onselect(next, was),
      onquery: (key) => this.#onquery(key),
      onsay: this.voice.speak,
    });
    source.listen((update) => this.#onupdate(update));
  }

  // --- what is shown
  readonly info = $derived.by(() => this.source.info as GameInfo);
  readonly view = $derived.by(() => this.source.view as View);
  readonly pieces: Pieces = $derived.by(() => piecesOf(this.info));
  readonly speech: SpeechContext = $derived.by(() => {
    const [a, b] = this.source.players;
    const { info, pieces } = this;
    return { texts: prefs.texts, info, pieces, names: [a.name, b.name], levels: [a.level, b.level] };
  });
  readonly #picking = $derived.by(() => !!this.#options.picking?.());
  /** Spots are marked for either side to move: what the position allows the side to move plays no part. */
  readonly #outOfTurn = $derived.by(() => this.#picking && !!this.#options.ahead);
  readonly #moving = $derived.by(() => {
    const { closed, explainAll } = this.#options;
    if (closed?.()) return false;
    return this.#outOfTurn || (this.source.playable && (!this.view.pass || !!explainAll));
  });
  /** Moves can be made on the board. */
  readonly active = $derived.by(() => this.#moving && !this.source.waiting);
  readonly #claims = $derived.by(() => this.#options.claims?.() ?? true);
  // The colors stay where they are while the rules look at a move: they are the same again a moment later.
  readonly colors: readonly Color[] = $derived.by(() => {
    if (!this.#moving || !this.#claims) return [];
    if (this.#outOfTurn) return this.#options.ahead?.() ?? [];
    const all = claimable(this.view);
    return this.#options.explainAll ? all.map((c) => ({ ...c, possible: true })) : all;
  });
  /** No move can be made before a color is claimed. A lesson asks for one move and speaks of it itself. */
  readonly mustClaim = $derived.by(() => !this.#outOfTurn && !this.#options.explainAll && onlyByClaim(this.view));
  readonly owners = $derived.by(() =>
    ownersOf(this.view.owners, (s) => this.#options.owner(s), prefs.texts.t('say.owner.neutral')),
  );
  readonly turns = $derived.by(() =>
    turnsOf(this.pieces, this.flipped, prefs.settings.turned, this.#options.aboveMoves),
  );
  /** The side at the lower end of the board. */
  readonly near: Side = $derived.by(() => (this.flipped ? 1 : 0));
  readonly #choices: Choices = $derived.by(() => ({
    stacks: this.preview ?? this.view.stacks,
    moves: this.#picking ? [] : this.view.moves,
    legs: this.view.legs,
    claim: this.claim,
    active: this.active,
    confirm: this.#options.confirm?.() ?? false,
    anywhere: this.#picking && !!this.#options.anywhere?.(),
    askFirst: this.pieces === 'discs',
  }));
  readonly selection = $derived.by(() => this.model.selection);
  readonly #aim = $derived.by(() => aimOf(this.view, this.selection, this.claim));
  readonly #way = $derived.by(() => planned(this.#choices, this.selection));
  /** What the move under the pointer would cut off. */
  readonly forecast = $derived.by(() => {
    return this.blind ? null : forecastOf(this.info, this.view, this.#aim, prefs.texts.t);
  });
  /** What the claim that is previewed would change. */
  readonly seeing = $derived.by(() => {
    // The rules have told what a claim would change for the side to move, and for nobody else.
    return this.#outOfTurn || this.blind ? null : lensOf(this.view, this.lens, this.pieces, prefs.texts.t);
  });
  /** An explanation is shown beside the board. */
  readonly telling = $derived.by(() => !!(this.why || this.forecast || this.seeing));
  readonly marks: Marks = $derived.by(() => {
    const { last } = this.source;
    return {
      last: last?.path ? { path: last.path } : undefined,
      gone: last?.gone,
      claimed: last?.claim ? { letter: last.claim, spots: toppedBy(last.claim, this.view.stacks) } : undefined,
      lit: this.why?.lit,
      doomed: this.forecast?.cuts,
      lens: this.seeing?.marks,
      hinges: this.hinges ? this.view.hinges : undefined,
      blocked: this.hinges ? this.view.blocked : undefined,
      anchors: this.view.anchors,
    };
  });
  /** What a headline says of the moment, as far as it is seen from here. */
  readonly moment: Pick<Moment, 'view' | 'last' | 'selection' | 'way' | 'built' | 'claim' | 'claimable'> = $derived.by(
    () => ({
      view: this.view,
      last: this.source.last,
      selection: this.selection,
      way: (this.#aim && !this.blind) || this.selection.draft ? this.#way : null,
      built: this.blind ? '' : (this.#aim?.built ?? ''),
      claim: this.#outOfTurn ? '' : this.claim,
      claimable: !this.#outOfTurn && this.colors.some((c) => c.possible),
    }),
  );

  name(side: Side): string {
    return player(this.speech, side);
  }
  /** The path of a legal move over the board; a placing and a pass have none. */
  wayOf(text: string): readonly string[] {
    const m = this.view.moves.find((x) => x.text === text);
    if (!m?.from || !m.to) return [];
    return route({ ...this.#choices, claim: m.claim ?? '', active: true }, [m.from], m.to) ?? [m.from, m.to];
  }

  // --- moves
  /**
   * Sends a move. False where it was not played; a refusal is explained, a fault told, and the color stays as it was
   * chosen. Never rejects.
   */
  async move(text: string, path?: readonly string[], after?: Promise<void>): Promise<boolean> {
    const { view, claim } = this;
    try {
      const answer = await this.source.send({ kind: 'move', move: text, path }, { after });
      if (answer.status === 'refused' && this.view.position === view.position) {
        this.claim = claim;
        this.#refuse(this.#options.refusalTitle?.(text) ?? whyTitle(this.speech, text), answer.refusal, text);
      }
      return answer.status === 'accepted';
    } catch (e) {
      if (this.view.position === view.position) this.claim = claim;
      this.fail(e);
      return false;
    } finally {
      this.preview = null;
    }
  }
  #onmove(i: Intent): void {
    this.step = { path: i.path };
    const move = this.view.moves.find((m) => m.to === i.to && m.from === i.from && (m.claim ?? '') === (i.claim ?? ''));
    if (!move && i.path.length > 2) {
      void this.move(moveText(i.claim, i.path), i.path);
      return;
    }
    this.preview = previewStacks(this.view.stacks, i, move?.built ?? '');
    void this.move(intended(i), i.path, afterFrame());
  }
  #onupdate(update: GameUpdate): void {
    const { event, played, undone } = update;
    if (played?.shown || event.kind === 'takeback') {
      this.show(played?.ply ?? undone ?? {});
      this.reset();
    }
    const announcement = played ? sayPly(this.speech, played.ply, played.after) : '';
    this.#options.onupdate?.(update, announcement);
  }
  /** Another position is about to be shown, in place of the preview. */
  show(step: Step): void {
    this.step = step;
    this.preview = null;
  }

  // --- what is open beside the board
  /** Drops selection, claim, open questions and explanations. */
  reset(): void {
    this.claim = '';
    this.leave();
  }
  /** Esc: what is open is closed, the selection dropped; the color stays chosen. */
  leave(): void {
    this.#asked++;
    this.lens = '';
    this.why = null;
    this.model.clear();
  }
  #onselect(next: Selection, was: Selection): void {
    const moved = next.path.join() !== was.path.join();
    if (moved || next.asked !== was.asked) {
      this.#asked++;
      this.why = null;
    }
    if (moved) this.#options.onselect?.();
    if (next.path.length > was.path.length) this.#options.ontake?.();
  }
  onclaim(letter: string): void {
    const { t } = prefs.texts;
    const asked = ++this.#asked;
    this.claim = letter;
    this.why = null;
    this.#options.onselect?.();
    const color = colorOf(letter, this.pieces);
    this.voice.speak(letter ? t('ui.claim.chosen', { color }) : t('ui.claim.none'));
    if (letter && this.#options.explainAll) void this.#explainClaim(letter, asked);
  }

  // --- what goes wrong
  /** Something that was asked for could not be done: a line says so where refusals stand. To do the same again is another try. */
  fail(e: unknown): void {
    const title = prefs.texts.t('ui.error.title');
    this.#tell({ title, text: sayFault(prefs.texts, e), rule: '', code: '', lit: {} }, '');
  }
  /** What comes of it; undefined where it fails, with a line that says so. Never rejects. */
  async trying<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (e) {
      this.fail(e);
      return undefined;
    }
  }

  // --- why not
  #tell(why: Why, move: string): void {
    this.why = why;
    if (this.#options.onwhy) this.#options.onwhy(why, move);
    else this.voice.assert([why.title, why.text].filter(Boolean).join('. '));
  }
  #refuse(title: string, refusal: Refusal, move: string): void {
    this.#tell(this.#veiled(refused(this.speech, title, refusal)), move);
  }
  /** Why a move is not allowed tells what lies there: from memory one hears only that it is not. */
  #veiled(why: Why): Why {
    return this.blind ? { ...why, text: '', rule: '', lit: {} } : why;
  }
  /** Explains why a move is not allowed, unless something else was done meanwhile. */
  async explain(attempt: Attempt): Promise<void> {
    const { claim, from, to, path } = attempt;
    if (this.#picking) {
      this.#options.onpick?.(from || to);
      return;
    }
    const asked = ++this.#asked;
    const { view } = this;
    // Where no color can be claimed, no claim is recommended.
    const moves = this.#claims ? view.moves : view.moves.filter((m) => !m.claim);
    const why = await this.trying(whyNot(this.source.rules, this.speech, { ...view, moves }, attempt));
    if (why === undefined || asked !== this.#asked || this.view.position !== view.position) return;
    if (why) this.#tell(this.#veiled(why), moveText(claim, from ? [from, to] : [to]));
    else if (from && to) {
      // Traced by hand, and legal.
      const draft = { ...(claim ? { claim } : {}), from, to, path };
      if (this.#options.confirm?.()) this.model.select({ ...this.model.selection, asked: '', draft });
      else void this.move(moveText(claim, path), path);
    }
  }
  /** A claim without a move: the rules say why, at any move. */
  async #explainClaim(letter: string, asked: number): Promise<void> {
    const { view } = this;
    if (view.moves.some((m) => m.claim === letter)) return;
    const [from = '', to = ''] = Object.keys(view.stacks);
    const move = moveText(letter, [from, to]);
    const refusal = await this.trying(this.source.rules.why(this.info.id, view.position, move));
    if (!refusal || asked !== this.#asked) return;
    const title = prefs.texts.t('lesson.ui.no_claim', { color: colorOf(letter, this.pieces) });
    this.#refuse(title, refusal, move);
  }

  /** A question of a listener that the board cannot answer itself. */
  #onquery(key: string): void {
    if (key === 'l') {
      const { last } = this.source;
      this.voice.speak((last && sayPly(this.speech, last, this.view)) || prefs.texts.t('a11y.start'));
    }
    if (key === 't') this.voice.speak(this.#options.turn());
  }
}
