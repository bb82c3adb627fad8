// The controller of a game on this device: beyond what every game has it runs the computer and the clocks, takes back, asks
// for advice, offers and resigns.
import { untrack } from 'svelte';
import type { Marks } from '../board/types.ts';
import type { Engine } from '../engine/types.ts';
import { GameController, type GamePage } from '../game/gameController.svelte.ts';
import type { GameEvent } from '../game/source.ts';
import { prefs } from '../prefs.svelte.ts';
import { turned } from '../rules/turned.ts';
import type { Ply } from '../rules/types.ts';
import { inWords } from '../speech/moveList.ts';
import { known, sayExpected, sayReasons } from '../speech/reasons.ts';
import { ComputerPlayer } from './computerPlayer.svelte.ts';
import type { LocalGame } from './localGame.svelte.ts';

export interface Hint {
  readonly move: string;
  readonly claim: string;
  readonly path: readonly string[];
  /** What speaks for it, a sentence each, with the mark on the board that it is about; or what the engine expects. */
  readonly says: readonly { readonly text: string; readonly sign: Sign }[];
  /** What is expected to follow, where nothing simple speaks for the move. */
  readonly follows: readonly Ply[];
  /** What is expected if nothing is done, where a reason is about that: the opponent's move first. */
  readonly ifNot: readonly Ply[];
  /** The spots that the move opens. */
  readonly opens: readonly string[];
}
/** The line of the move, the opponent's arrow, or a dashed ring. */
export type Sign = 'plan' | 'threat' | 'opens';
/** How many moves of what is expected otherwise can be gone through. */
const IF_NOT = 4;
/** So much of what follows is said and drawn: the answer, and the move after it. */
const FOLLOWS = 2;

/** The spots that a text names. */
const spotsIn = (text: string): string[] => text.match(/\b[a-k]\d{1,2}\b/g) ?? [];

export class LocalController extends GameController<LocalGame> {
  readonly computer: ComputerPlayer;
  hint: Hint | null = $state.raw(null);
  /** How many moves of what is expected otherwise stand on the board. */
  walked = $state(0);
  /** What is left to place is placed by chance, as soon as it is the person's turn. */
  placesRest = $state(false);
  /** What the computer answered to an offer. */
  reply = $state('');

  constructor(game: LocalGame, engine: Engine, page: GamePage) {
    super(game, page, {
      ontake: () => {
        page.sound('take');
        this.reply = '';
      },
    });
    this.computer = new ComputerPlayer(engine, game, () => this.#pace());
  }

  readonly marks: Marks = $derived.by(() => {
    const hint = this.game.live ? this.hint : null;
    if (!hint) return this.premoves.over(this.board.marks);
    const arrow = ({ path = [], side }: Ply) => ({
      path,
      kind: side === this.game.turn ? ('other' as const) : ('threat' as const),
    });
    const step = hint.ifNot[this.walked - 1];
    if (step) return { arrows: [arrow(step)], named: step.path };
    const arrows = [
      { path: hint.path, kind: 'plan' as const },
      ...[...hint.follows, ...hint.ifNot.slice(0, 1)].map(arrow),
    ];
    return {
      ...this.board.marks,
      arrows: arrows.filter(({ path }) => path.length > 1),
      picked: hint.path,
      lens: hint.opens.length ? { bound: [], freed: [], goals: hint.opens } : this.board.marks.lens,
      named: [...new Set([...hint.path, ...hint.opens, ...hint.says.flatMap(({ text }) => spotsIn(text))])],
    };
  });
  override tick(): void {
    if (!this.game.asleep()) super.tick();
  }
  override get thinking(): boolean {
    return this.computer.thinking;
  }
  /** The delay before the computer moves; longer where something has left the board and no clock runs. */
  #pace(): number {
    const { game } = this;
    const much = !game.clock && Object.keys(game.last?.gone ?? {}).length > 0;
    return (this.page.calm() ? 150 : 650) * (much ? 3 : 1);
  }

  protected override close(): void {
    if (this.computer.advising) this.computer.stop();
    this.unhint();
    this.reply = '';
    super.close();
  }
  override leave(): void {
    if (this.computer.advising) this.computer.stop();
    super.leave();
    this.unhint();
  }
  override async leg(by: 1 | -1): Promise<void> {
    await super.leg(by);
    if (this.half) this.unhint();
  }

  async undo(): Promise<void> {
    if (!this.game.can.undo) return;
    this.computer.stop();
    await this.board.trying(this.game.undo());
  }
  async redo(): Promise<void> {
    await this.board.trying(this.game.redo());
  }

  // --- what goes on by itself
  readonly #me = $derived.by(() => this.game.me);
  readonly #start = $derived.by(() => this.game.start);
  /** Runs the game until the function that it returns is called: the computer, the clocks, and moves that need nobody. */
  run(): () => void {
    const end = $effect.root(() => {
      $effect(() => this.#orient());
      $effect(() => this.#think());
      $effect(() => this.runClock());
      $effect(() => this.#place());
      $effect(() => this.playForcedPass());
    });
    return () => {
      end();
      this.computer.stop();
    };
  }
  /** Against the computer the person is at the lower end of the board, and every game begins with its pieces shown. */
  #orient(): void {
    void this.#start;
    this.board.flipped = this.#me === 1;
    this.board.blind = false;
  }
  /** The computer thinks, or stops, whenever the game changes. */
  #think(): void {
    const { plies, ending, paused, waiting, options, start } = this.game;
    void [plies, ending, paused, waiting, options, start];
    untrack(() => this.computer.follow());
  }
  /** What is left to place is placed, if that was wished for. */
  #place(): () => void {
    const { game } = this;
    void [this.board.view, game.mine, game.waiting, game.live, this.placesRest];
    const timer = setTimeout(() => this.placeNext(Math.random()), 120);
    return () => clearTimeout(timer);
  }

  /** Places the next piece by chance; false where there is none to place for a person, and then no more is placed. */
  placeNext(chance: number): boolean {
    const { game } = this;
    const { view } = this.board;
    if (!view.placing || game.over) this.placesRest = false;
    if (!this.placesRest || !game.live || !game.mine || game.waiting) return false;
    const move = view.moves[Math.floor(chance * view.moves.length)];
    if (!move) return false;
    void this.play(move.text);
    return true;
  }

  /** Something happens in the game that is no move: a pause, an offer. */
  act(event: GameEvent): Promise<unknown> {
    return this.board.trying(this.game.send(event));
  }

  // --- advice, offers, the end
  async advise(): Promise<void> {
    const { game, computer } = this;
    const { voice } = this.board;
    const { t } = prefs.texts;
    if (!game.can.hint || computer.advising) return;
    if (!game.live) await this.go(game.plies.length);
    this.reset();
    voice.speak(t('ui.hint.thinking'));
    const advice = await computer.advise();
    if (!advice) {
      if (!computer.trouble && game.can.hint) voice.speak(t('ui.hint.none'));
      return;
    }
    const { reasons: all = [], ifnot = [] } = advice.best;
    const reasons = known(prefs.texts, all);
    const line = advice.line.slice(0, reasons.length ? 1 : 1 + FOLLOWS);
    const replayed = await this.board.trying(game.rules.replay(this.board.info.id, advice.position, line));
    const [ply, ...follows] = replayed?.plies ?? [];
    const ifNot = ifnot.length ? await this.#otherwise(advice.position, ifnot.slice(0, IF_NOT)) : [];
    if (!ply || game.lastPosition !== advice.position || !game.live) return;
    const path = ply.path ?? [];
    const opens = reasons
      .flatMap(({ kind, spots = [] }) => (kind === 'count' ? spots : []))
      .filter((s) => !path.includes(s));
    const signs = reasons.map(({ kind, spots = [] }): Sign => {
      if (kind === 'threat') return 'threat';
      return kind === 'count' && spots.some((s) => opens.includes(s)) ? 'opens' : 'plan';
    });
    const said = sayReasons(prefs.texts, reasons).map((text, i) => ({ text, sign: signs[i] ?? 'plan' }));
    const says = said.length
      ? said
      : [{ text: sayExpected(prefs.texts, this.board.pieces, follows), sign: 'plan' as const }];
    this.hint = { move: ply.move, claim: ply.claim ?? '', path, says, follows, ifNot, opens };
    const text = says.map((s) => s.text).join(' ');
    voice.speak(t('ui.what', { what: t('ui.hint'), name: `${inWords(ply.move, this.board.pieces, t)}. ${text}` }));
  }
  /** The plies of what is expected if the other side could move at once; none where that cannot be shown. */
  async #otherwise(position: string, moves: readonly string[]): Promise<readonly Ply[]> {
    const { game, board } = this;
    const { id } = board.info;
    const from = await turned(game.rules, id, position).catch(() => null);
    const replayed = from && (await game.rules.replay(id, from.position, moves).catch(() => null));
    return replayed?.plies ?? [];
  }
  /** Shows the position after the first moves of what is expected otherwise; at 0 that of the game. */
  async walk(to: number): Promise<void> {
    const { hint, board, game } = this;
    const ply = hint?.ifNot[to - 1];
    const view = ply && (await board.trying(game.rules.view(board.info.id, ply.position)));
    if (hint !== this.hint || (ply && !view)) return;
    this.walked = to;
    board.preview = view?.stacks ?? null;
  }
  /** Takes the hint away. */
  unhint(): void {
    if (this.walked) this.board.preview = null;
    this.walked = 0;
    this.hint = null;
  }
  async offer(): Promise<void> {
    const { t } = prefs.texts;
    if (this.game.me === null) {
      this.question = { text: t('ui.sure.draw'), act: t('ui.sure.agree'), yes: () => this.#agree() };
      return;
    }
    this.reset();
    const yes = await this.computer.agrees();
    if (yes === null || this.game.over) return; // stopped, or the engine has failed
    if (yes) this.#agree();
    else {
      this.reply = t('ui.draw.declined');
      this.board.voice.assert(this.reply);
    }
  }
  resign(): void {
    const { t } = prefs.texts;
    const { me } = this.game;
    const loser = me ?? this.game.turn;
    const text = me === null ? t('ui.sure.resign', { player: this.name(loser) }) : t('ui.sure.resign_you');
    this.question = { text, act: t('ui.resign'), yes: () => this.#finish({ kind: 'resign', side: loser }) };
  }
  /** The computer is taken at its word that it has lost. */
  acceptWin(): void {
    const side = this.game.me === 0 ? 1 : 0;
    this.#finish({ kind: 'resign', side });
  }
  /** Both sides have agreed on a draw: the side to move offers it, the other one accepts. */
  #agree(): void {
    const { turn } = this.game;
    const other = turn === 0 ? 1 : 0;
    this.#finish({ kind: 'offer', what: 'draw', side: turn }, { kind: 'accept', side: other });
  }
  #finish(...events: readonly GameEvent[]): void {
    this.computer.stop();
    this.reset();
    for (const event of events) void this.act(event);
  }
}
