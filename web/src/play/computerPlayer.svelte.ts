// The computer as a player: it thinks when it is its turn and sends its move to the game, and it gives advice when asked. A
// search that is no longer needed is stopped and its answer dropped.

import { type Best, type Engine, EngineError, type Info, type Limits, type Search } from '../engine/types.ts';
import { levelName, STRONGEST } from '../game/levels.ts';
import type { LocalGame } from './localGame.svelte.ts';

/** What is wrong with the engine, as far as it matters now. */
export type Trouble =
  | ''
  /** It ended and was started again; the game goes on. */
  | 'restarted'
  /** It ended again and again. */
  | 'crashed'
  /** It cannot be loaded. */
  | 'unavailable'
  /** The rules cannot be loaded, to which it gave its move. */
  | 'rules';

/** What one search came to. */
interface Found {
  readonly best: Best;
  readonly info: Info | null;
}

export interface Advice extends Found {
  readonly position: string;
  /** The move and what the engine expects after it. */
  readonly line: readonly string[];
}

/** The longest line that the search knows for the move it has found: what it told last may end where its hash ended. */
function lineOf({ move, final }: Best, info: Info | null): readonly string[] {
  const lines = [final?.pv, info?.pv].filter((pv) => pv?.[0] === move);
  return lines.reduce((a, b) => ((b?.length ?? 0) > (a?.length ?? 0) ? b : a), undefined) ?? [move];
}

/** Without a clock the highest level takes this long for a move; the others have their number of positions. */
export const PATIENCE = 4000;
/** A hint looks about as far as a strong level, and at most this long. */
const HINT: Limits = { nodes: 400_000, movetime: 2500 };
const OFFER: Limits = { nodes: 60_000, movetime: 2500 };
/** What is expected after the move of a hint is looked for no longer than nobody minds. */
const REPLY: Limits = { nodes: 60_000, movetime: 700 };
/** The time that passes outside a search. */
const OVERHEAD = 150;
/** On a clock the computer waits for no more than this part of what it has left, only to be followed. */
const PATIENT = 1 / 40;
/** After this number of its moves in a row, each with at most this score in hundredths, the computer offers to give up. */
const HOPELESS = { moves: 5, score: -608 };

export class ComputerPlayer {
  thinking = $state(false);
  advising = $state(false);
  trouble: Trouble = $state('');
  advice: Advice | null = $state.raw(null);
  /** How many of its moves in a row were hopeless, and the last of them: its game, and how long that was after it. */
  #hopeless = $state.raw({ moves: 0, game: '', plies: 0 });
  /** The game in which one has asked it to play on. */
  #playsOn = $state('');
  readonly #engine: Engine;
  readonly #game: LocalGame;
  /** The least time between two moves, so that one can follow. */
  readonly #pace: () => number;
  #search: Search | null = null;
  #for = '';
  #turn = 0;
  /** The engine was loaded ahead. */
  #awaited = false;
  #answered = false;
  /** By how many milliseconds answers have come after the search had ended, lately. */
  #late = 0;

  constructor(engine: Engine, game: LocalGame, pace: () => number) {
    this.#engine = engine;
    this.#game = game;
    this.#pace = pace;
  }

  /** Brings its thinking in line with the game; called whenever that may have changed. */
  follow(): void {
    const game = this.#game;
    // While a person thinks the program is loaded: the clock that runs then is not the computer's.
    if (game.me !== null && !game.over && !this.#awaited) {
      this.#awaited = true;
      this.#engine.start();
    }
    const wanted =
      game.computer && game.info && !game.paused && !game.waiting
        ? `${game.info.id} ${game.plies.length} ${game.lastPosition}`
        : '';
    if (game.waiting || wanted === this.#for) return;
    this.stop();
    this.advice = null;
    this.#for = wanted;
    if (wanted && (!this.trouble || this.trouble === 'restarted')) void this.#move(this.#turn, 0);
  }
  /** It has lost, and says so. */
  get givesUp(): boolean {
    const { moves, game, plies } = this.#hopeless;
    const { id } = this.#game;
    return moves >= HOPELESS.moves && game === id && plies === this.#game.plies.length && this.#playsOn !== id;
  }
  /** It is to play this game to its end. */
  playOn(): void {
    this.#playsOn = this.#game.id;
  }
  /** Tries again after trouble. */
  again(): void {
    this.trouble = '';
    this.#for = '';
    this.follow();
  }
  /** Drops whatever it is doing. */
  stop(): void {
    this.#turn++;
    this.#for = '';
    this.#search?.stop();
    this.#search = null;
    this.thinking = this.advising = false;
  }

  async #move(turn: number, tries: number): Promise<void> {
    const game = this.#game;
    if (!game.info) return;
    this.thinking = true;
    const { control } = game;
    const { seed } = game.options;
    const clocked = control.kind !== 'none';
    const level = game.computer;
    const since = Date.now();
    const pace = clocked ? Math.min(this.#pace(), game.left[game.turn] * PATIENT) : this.#pace();
    const limits: Limits = clocked
      ? {
          clock: game.left,
          increment: [control.increment, control.increment],
          clocked: true,
          base: control.base,
          ply: game.plies.length,
          overhead: OVERHEAD + pace,
          late: this.#late,
        }
      : level >= STRONGEST
        ? { movetime: PATIENCE }
        : {};
    try {
      let info: Info | null = null as Info | null;
      this.#search = this.#engine.search(
        { game: game.info.id, position: game.lastPosition, player: levelName(level), seed, limits },
        (i) => {
          if (i.multipv === 1) info = i;
        },
      );
      const best = await this.#search.best;
      if (turn !== this.#turn) return;
      const lost = !!info && (info.result ? info.result === 'loss' : info.score <= HOPELESS.score);
      const before = this.#hopeless;
      const plies = game.plies.length + 1;
      // A new game, or a move taken back, begins to count again.
      const goesOn = before.game === game.id && before.plies < plies;
      this.#hopeless = { moves: lost ? (goesOn ? before.moves : 0) + 1 : 0, game: game.id, plies };
      if (this.trouble === 'restarted' && tries === 0) this.trouble = '';
      const took = Date.now() - since;
      // A first answer may wait for the engine and its nets, which later ones do not.
      if (this.#answered) this.#late = Math.max(took - (best.final?.time ?? took), (this.#late * 7) / 8);
      this.#answered = true;
      const wait = pace - took;
      if (wait > 0) await new Promise((r) => setTimeout(r, wait));
      if (turn !== this.#turn) return;
      this.#search = null;
      this.thinking = false;
      const answer = await this.#game.receive({ kind: 'move', move: best.move });
      if (answer.status === 'refused') this.trouble = 'crashed'; // an engine that plays what the rules refuse is broken
    } catch (e) {
      if (turn !== this.#turn) return;
      this.#search = null;
      this.thinking = false;
      if (!(e instanceof EngineError)) this.trouble = 'rules';
      else if (e.trouble === 'crashed' && tries < 2) {
        this.trouble = 'restarted';
        void this.#move(turn, tries + 1);
      } else this.trouble = e.trouble === 'unavailable' ? 'unavailable' : 'crashed';
    }
  }

  /**
   * The best move for the person to move; null when it was called off or the engine failed. Where nothing simple speaks for
   * the move, its line has an answer, unless the move ends the game.
   */
  async advise(): Promise<Advice | null> {
    return this.#ask(async (position, search) => {
      const { best, info } = await search(position, HINT);
      let line = lineOf(best, info);
      if (line.length < 2 && !best.reasons?.length) {
        const { rules } = this.#game;
        const id = this.#game.info?.id ?? '';
        // A line without words is no reason to keep the move back.
        const after = await rules.play(id, position, best.move).catch(() => null);
        if (after?.view.outcome === 'ongoing') {
          const reply = await search(after.view.position, REPLY);
          line = [best.move, ...lineOf(reply.best, reply.info)];
        }
      }
      return { best, info, position, line };
    });
  }
  /** Whether the computer would agree to a draw now; null when that is not to be known. */
  async agrees(): Promise<boolean | null> {
    const asked = await this.#ask((position, search) => search(position, OFFER));
    if (!asked) return null;
    const info = asked.info;
    if (info?.result === 'draw') return true;
    // The score is that of the person, who is to move. Early on there is everything to play for.
    return !!info && info.score >= 35 && this.#game.plies.length >= 16;
  }
  /** Asks the engine about the game as it stands; null when that was called off or the engine failed. */
  async #ask<T>(
    about: (position: string, search: (position: string, limits: Limits) => Promise<Found>) => Promise<T>,
  ): Promise<T | null> {
    const game = this.#game;
    const id = game.info?.id;
    if (!id || this.thinking || this.advising) return null;
    const turn = this.#turn;
    const search = async (position: string, limits: Limits): Promise<Found> => {
      if (turn !== this.#turn) throw new EngineError('stopped', '');
      let info: Info | null = null;
      this.#search = this.#engine.search({ game: id, position, limits, explain: limits === HINT }, (i) => {
        if (i.multipv === 1) info = i;
      });
      return { best: await this.#search.best, info };
    };
    this.advising = true;
    try {
      const answer = await about(game.lastPosition, search);
      return turn === this.#turn ? answer : null;
    } catch (e) {
      if (!(e instanceof EngineError)) throw e;
      if (turn === this.#turn && e.trouble !== 'stopped') {
        this.trouble = e.trouble === 'crashed' ? 'crashed' : 'unavailable';
      }
      return null;
    } finally {
      if (turn === this.#turn) {
        this.#search = null;
        this.advising = false;
      }
    }
  }
}
