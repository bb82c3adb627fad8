// Moves entered before one's turn, at a table of people as against the computer: which can be entered, how they are shown
// and said, and what becomes of them when the turn comes.
import { colorOf } from '../board/names.ts';
import type { Marks } from '../board/types.ts';
import { capital, sentence } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { turned } from '../rules/turned.ts';
import type { View } from '../rules/types.ts';
import { inWords } from '../speech/moveList.ts';
import { intended } from '../speech/say.ts';
import type { BoardController, Color } from './boardController.svelte.ts';
import { isSlow } from './control.ts';
import type { LoggedGame } from './loggedGame.svelte.ts';

/** A move entered before one's turn. It is played when the turn comes, if it is legal then. */
export interface Premove {
  readonly claim: string;
  /** "" where a piece is to be placed. */
  readonly from: string;
  /** "" as long as it is not chosen. */
  readonly to: string;
}

export class Premoves {
  entered: Premove | null = $state.raw(null);
  /** The position with the turn passed to the person, and of which one it is. */
  #ahead: { readonly of: string; readonly view: View | null } = $state.raw({ of: '', view: null });
  readonly #game: LoggedGame;
  readonly #board: BoardController;
  /** Shows a message for a moment, and has it read out. */
  readonly #tell: (text: string) => void;

  constructor(game: LoggedGame, board: BoardController, tell: (text: string) => void) {
    this.#game = game;
    this.#board = board;
    this.#tell = tell;
  }

  /** A premove can be entered: it is the opponent's turn, and a clock counts minutes, not days. */
  get possible(): boolean {
    return this.#game.awaits && !isSlow(this.#game.log.terms.control);
  }
  /** The colors that a premove can claim, as the position is now. */
  get colors(): readonly Color[] {
    const { view, me } = this.#game;
    if (!this.entered || me === null) return [];
    return (view?.mayClaim?.[me] ?? []).map((letter) => ({ letter, possible: true }));
  }
  pick(spot: string): void {
    const { entered } = this;
    const { t } = prefs.texts;
    const { view } = this.#game;
    const { claim, voice } = this.#board;
    const placing = !!view?.placing;
    if (placing || !entered || entered.to || entered.from === spot) {
      const had = placing ? entered?.to : entered?.from;
      const none = had === spot || placing === !!view?.stacks[spot];
      this.entered = none ? null : placing ? { claim: '', from: '', to: spot } : { claim, from: spot, to: '' };
      voice.speak(none ? t('ui.table.premove.none') : placing ? this.words : spot);
      void this.#look();
      return;
    }
    this.entered = { claim, from: entered.from, to: spot };
    voice.speak(this.words);
  }
  /** Asks the rules where stacks could go if it were the person's turn. */
  async #look(): Promise<void> {
    const { info, lastPosition: of, rules } = this.#game;
    if (!info || this.#ahead.of === of) return;
    this.#ahead = { of, view: await turned(rules, info.id, of).catch(() => null) };
  }
  /** Where the stack that is picked may go, as things stand; anything else can be chosen all the same. */
  get #targets(): readonly string[] {
    const { entered } = this;
    const { of, view } = this.#ahead;
    if (!entered?.from || entered.to || !view || of !== this.#game.lastPosition) return [];
    return view.moves.flatMap((m) =>
      m.from === entered.from && (m.claim ?? '') === entered.claim && m.to ? [m.to] : [],
    );
  }
  /** Another color was chosen for the premove. */
  claimed(): void {
    const { claim } = this.#board;
    if (this.possible && this.entered && this.entered.claim !== claim) this.entered = { ...this.entered, claim };
  }
  get words(): string {
    const { entered } = this;
    const { t } = prefs.texts;
    if (!entered) return t('ui.table.premove.none');
    const { claim, from, to } = entered;
    // What is claimed is a sentence of its own.
    const move = this.#shown({ from, to });
    const words = to ? t('ui.table.premove.set', { move }) : t('ui.table.premove.from', { spot: from });
    return claim ? `${sentence(t('ui.claim.chosen', { color: colorOf(claim, this.#board.pieces) }))} ${words}` : words;
  }
  #shown(premove: Pick<Premove, 'from' | 'to'> & Partial<Premove>): string {
    return inWords(intended(premove), this.#board.pieces, prefs.texts.t);
  }
  /** The marks of the board, with the premove where there is one. */
  over(marks: Marks): Marks {
    if (!this.entered) return marks;
    const path = [this.entered.from, this.entered.to].filter(Boolean);
    const arrows = path.length > 1 ? [{ path, kind: 'plan' as const }] : undefined;
    return { ...marks, picked: path, targets: this.#targets, arrows };
  }
  /** A person takes it back. */
  drop(): void {
    this.entered = null;
    this.#board.claim = '';
  }
  /** Plays the premove now that the turn has come, if it is legal. */
  play(): void {
    const { entered } = this;
    if (!entered) return;
    this.entered = null;
    const { claim, from, to } = entered;
    const { moves = [] } = this.#game.view ?? {};
    if (!to) {
      // Half a premove goes on as a stack that is taken up.
      if (!moves.some((m) => m.from === from && (m.claim ?? '') === claim)) return;
      this.#board.claim = claim;
      this.#board.model.tap(from);
      return;
    }
    const move = moves.find((m) => (m.from ?? '') === from && m.to === to && (m.claim ?? '') === claim);
    if (move) void this.#board.move(move.text);
    else this.#tell(capital(prefs.texts.t('ui.table.premove.impossible', { move: this.#shown(entered) })));
  }
}
