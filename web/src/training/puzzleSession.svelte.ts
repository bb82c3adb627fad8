// One puzzle as it is being solved: what was tried, what it is worth, what the engine says against it. The rules decide what
// is legal, the pack what is right; the board and the page show it.

import type { TryResult } from '../archive/trained.ts';
import { colorOf } from '../board/names.ts';
import { type Engine, EngineError, type Info, type Reason } from '../engine/types.ts';
import { sayReasons } from '../parts/reasons.ts';
import type { Voice } from '../parts/voice.svelte.ts';
import type { Why } from '../parts/why.ts';
import { prefs } from '../prefs.svelte.ts';
import { sameMove } from '../rules/moveText.ts';
import type { GameInfo, Outcome, Ply, Rules, Side, View } from '../rules/types.ts';
import type { Puzzle } from './pack.ts';

/**
 * The solver is to move; a reply comes, or the solution is shown; a wrong move stands on the board; all moves were found;
 * the solution was shown.
 */
export type Phase = 'try' | 'waiting' | 'wrong' | 'solved' | 'shown';

/** What the engine says against a wrong move. */
export interface Refutation {
  readonly state: 'looking' | 'refuted' | 'unproved' | 'failed';
  /** The wrong move, the color it claims, and what is said about it. */
  readonly move: string;
  readonly claim: string;
  readonly text: string;
  /** What follows it, as far as it is known. */
  readonly plies: readonly Ply[];
}

/** What a session needs of the page it is on. */
export interface PuzzlePage {
  /** Plays on the board. False where nothing came of it, which is told there. */
  play(text: string): Promise<boolean>;
  /** Back to the position after so many plies; the answer is what stands there then, null where it did not come to that. */
  back(to: number): Promise<View | null>;
  /** Milliseconds before a move that comes by itself. */
  pace(): number;
  now(): number;
  /** It is decided what the try is worth; called once. */
  onresult(result: TryResult, took: number): void;
}

/** The engine answers a wrong move within two seconds, what surrounds its search included. */
export const REFUTE = 1500;
/** What speaks for the solution is asked for so long. */
const REASON = 400;
/** Milliseconds before a move that comes by itself is tried again, where the rules did not answer. */
export const AGAIN = 2000;
/** So much of a line is shown. */
const SHOWN = 5;

export class PuzzleSession {
  readonly puzzle: Puzzle;
  readonly info: GameInfo;
  phase: Phase = $state('try');
  /** Why something is not allowed. */
  why: Why | null = $state.raw(null);
  refutation: Refutation | null = $state.raw(null);
  /** The spot of the stack to move, once it was asked for. */
  hint = $state('');
  /** What is said about the solution, once it is known. */
  reason = $state('');
  result: TryResult | null = $state(null);
  /** Milliseconds from the first look to the result. */
  took = $state(0);
  view: View | null = $state.raw(null);
  /** The moves of the line that stand on the board. */
  line: readonly Ply[] = $state.raw([]);
  /** Of the line that can be gone through (`walk`), so many moves stand on the board. */
  walked = $state(0);
  readonly #rules: Rules;
  readonly #engine: Engine;
  readonly #voice: Voice;
  readonly #page: PuzzlePage;
  readonly #since: number;
  readonly #rated: boolean;
  #hinted = false;
  #walking = false;
  #stop: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Grows with everything that outdates what was begun before. */
  #asked = 0;
  /** The solver's side. */
  side: Side = $state(0);

  /** Without rated, it is done for practice: nothing is counted. */
  constructor(
    puzzle: Puzzle,
    info: GameInfo,
    {
      rules,
      engine,
      voice,
      page,
      rated,
    }: { rules: Rules; engine: Engine; voice: Voice; page: PuzzlePage; rated: boolean },
  ) {
    this.puzzle = puzzle;
    this.info = info;
    this.#rules = rules;
    this.#engine = engine;
    this.#voice = voice;
    this.#page = page;
    this.#rated = rated;
    this.#since = page.now();
  }

  /** How many steps of the line stand on the board. */
  get step(): number {
    return this.line.length;
  }
  get over(): boolean {
    return this.phase === 'solved' || this.phase === 'shown';
  }
  /** What can be gone through move by move, and how many plies stand on the board before it: what follows a wrong move, or the solution. */
  get walk(): { readonly from: number; readonly plies: readonly Ply[] } | null {
    if (this.phase === 'wrong') return { from: this.step + 1, plies: this.refutation?.plies ?? [] };
    return this.over ? { from: 0, plies: this.line } : null;
  }
  /** Ends all that goes on by itself. */
  close(): void {
    this.#asked++;
    clearTimeout(this.#timer);
    this.#stop?.();
    this.#stop = null;
  }

  // --- what the board reports
  onview(view: View): void {
    this.view = view;
    this.side = view.side;
  }
  onply(ply: Ply, after: View, said: string): void {
    this.view = after;
    this.#clearNotes();
    this.#voice.speak(said);
    if (this.#walking) return;
    // While waiting, a reply comes, or the solution is being shown.
    const waiting = this.phase === 'waiting';
    const right = waiting || (this.puzzle.line[this.step] ?? []).some((m) => sameMove(m, ply.move));
    if (right) this.line = [...this.line, ply];
    if (waiting) return;
    if (right) this.#right(after);
    else this.#wrong(ply, after);
  }
  onwhy(why: Why): void {
    this.why = why;
    this.#voice.assert(`${why.title}. ${why.text}`);
  }
  onselect(): void {
    this.why = null;
  }
  #clearNotes(): void {
    this.why = null;
    this.hint = '';
  }

  // --- right
  #right(after: View): void {
    const reply = this.puzzle.line[this.step]?.[0];
    // Another claim than the line's is as right; where it leaves no way to the reply, all that mattered is done.
    if (reply === undefined || !after.moves.some((m) => sameMove(m.text, reply))) {
      this.#finish('solved');
      return;
    }
    this.phase = 'waiting';
    this.#comes(reply, () => {
      this.phase = 'try';
    });
  }
  #finish(how: 'solved' | 'shown'): void {
    const { t } = prefs.texts;
    this.phase = how;
    this.walked = this.line.length;
    if (how === 'solved') this.#decide(this.#hinted ? 'helped' : 'solved');
    const title = t(how === 'solved' ? 'ui.training.result.solved' : 'lesson.ui.shown');
    this.#voice.assert(title);
    void this.#explain();
  }
  #decide(result: TryResult): void {
    if (this.result) return;
    this.result = result;
    this.took = Math.max(0, Math.round(this.#page.now() - this.#since));
    if (this.#rated) this.#page.onresult(result, this.took);
  }
  /** Asks the engine what speaks for the first move of the solution. */
  async #explain(): Promise<void> {
    const [move = ''] = this.puzzle.line[0] ?? [];
    const reasons = await this.#reasons(move);
    // That it is the engine's choice says nothing here.
    this.reason = sayReasons(
      prefs.texts,
      reasons.filter((r) => r.key !== 'best' && r.key !== 'wins' && r.key !== 'holds_draw'),
    );
    if (this.reason && this.over) this.#voice.speak(this.reason);
  }
  async #reasons(move: string): Promise<readonly Reason[]> {
    const { game, position } = this.puzzle;
    try {
      const search = this.#engine.search({ game, position, only: [move], limits: { movetime: REASON } });
      this.#stop = search.stop;
      return (await search.best).reasons ?? [];
    } catch (e) {
      if (e instanceof EngineError) return [];
      throw e;
    }
  }

  // --- wrong
  #wrong(ply: Ply, after: View): void {
    const { t } = prefs.texts;
    this.phase = 'wrong';
    this.walked = 0;
    this.#decide('missed');
    const claim = ply.claim ? `${t(`color.${colorOf(ply.claim, 'discs')}.name`)}, ` : '';
    this.#voice.assert(claim + t('ui.training.wrong', { move: spaced(ply) }));
    void this.refute(ply, after);
  }
  /** What is said against a move: the engine proves it, or it stays open. */
  async refute(ply: Ply, after: View): Promise<void> {
    const asked = ++this.#asked;
    const { t } = prefs.texts;
    const move = spaced(ply);
    const tell = (state: Refutation['state'], text: string, plies: readonly Ply[] = []): void => {
      if (asked !== this.#asked) return;
      this.refutation = { state, move, claim: ply.claim ?? '', text, plies };
      if (text && state !== 'looking') this.#voice.speak(text);
    };
    if (after.outcome !== 'ongoing') {
      tell('refuted', this.#comesTo(after.outcome));
      return;
    }
    tell('looking', t('ui.training.looking'));
    const { game } = this.puzzle;
    let found: Info | null = null;
    try {
      const question = { game, position: after.position, solve: true, limits: { movetime: REFUTE } };
      const search = this.#engine.search(question, (info) => {
        if (info.multipv === 1) found = info;
      });
      this.#stop = search.stop;
      const best = await search.best;
      found = best.final ?? found;
    } catch (e) {
      if (!(e instanceof EngineError)) throw e;
      tell('failed', t('ui.training.no_engine'));
      return;
    }
    if (asked !== this.#asked) return;
    const info = found as Info | null;
    // Where the rules cannot be asked what follows, it is said without it.
    const line = this.#rules.replay(game, after.position, (info?.pv ?? []).slice(0, SHOWN));
    const plies = await line.then((r) => r.plies).catch(() => []);
    const outcome = info && provedFor(info, after.side);
    const bad =
      outcome &&
      outcome !== (this.side === 0 ? 'first' : 'second') &&
      !(outcome === 'draw' && this.puzzle.result === 'draw');
    if (bad) tell('refuted', this.#comesTo(outcome), plies);
    else tell('unproved', t('ui.training.unproved'), plies);
  }
  /** What a move leads to that does not keep the result. */
  #comesTo(outcome: Outcome): string {
    const { t } = prefs.texts;
    if (outcome === 'draw') return t('ui.training.refuted.draw');
    return t('ui.training.refuted.loss');
  }

  // --- what the buttons ask for
  /** Marks the stack that is to be moved. */
  help(): void {
    if (this.phase !== 'try') return;
    const { t } = prefs.texts;
    this.#hinted = true;
    const move = this.view?.moves.find((m) => sameMove(m.text, this.puzzle.line[this.step]?.[0] ?? ''));
    this.why = null;
    this.hint = move?.from ?? move?.to ?? '';
    this.#voice.speak(this.hint ? t('ui.training.hint', { spot: this.hint }) : t('ui.hint.none'));
  }
  /** Goes to the position after so many moves of the line that can be gone through. */
  async walkTo(to: number): Promise<void> {
    const { walk } = this;
    if (!walk || this.#walking || to < 0 || to > walk.plies.length) return;
    const asked = this.#asked;
    this.#walking = true;
    try {
      if (to < this.walked) {
        if ((await this.#back(walk.from + to)) && asked === this.#asked) this.walked = to;
      }
      // Whoever tries again meanwhile has left the line.
      while (asked === this.#asked && this.walked < to) {
        if (!(await this.#page.play(walk.plies[this.walked]?.move ?? ''))) return;
        if (asked === this.#asked) this.walked++;
      }
    } finally {
      this.#walking = false;
    }
  }
  /** Takes the wrong move back. */
  async again(): Promise<void> {
    if (this.phase !== 'wrong') return;
    this.close();
    if (!(await this.#back(this.step))) return this.#unheard();
    this.refutation = null;
    this.phase = 'try';
  }
  /** Begins anew, for practice. */
  async restart(): Promise<void> {
    this.close();
    if (!(await this.#back(0))) return;
    this.refutation = null;
    this.reason = '';
    this.line = [];
    this.phase = 'try';
  }
  /** Shows the rest of the solution. */
  async show(): Promise<void> {
    if (this.over || this.phase === 'waiting') return;
    this.close();
    this.#decide('missed');
    this.#clearNotes();
    const was = this.phase;
    this.phase = 'waiting';
    if (was === 'wrong' && !(await this.#back(this.step))) {
      this.phase = was;
      return this.#unheard();
    }
    this.refutation = null;
    const next = (): void => {
      const move = this.puzzle.line[this.step]?.[0];
      if (move === undefined) this.#finish('shown');
      else this.#comes(move, next);
    };
    next();
  }
  /** Back on the board, where nothing is said any more of what stood there; false where it did not come to that. */
  async #back(to: number): Promise<boolean> {
    const view = await this.#page.back(to);
    if (!view) return false;
    this.view = view;
    this.#clearNotes();
    return true;
  }
  /** The wrong move still stands there, and the engine was stopped: what it had not found by then is not proved. */
  #unheard(): void {
    if (this.refutation?.state !== 'looking') return;
    this.refutation = { ...this.refutation, state: 'unproved', text: prefs.texts.t('ui.training.unproved') };
  }
  /** A move that comes by itself, then what follows it. Nobody else could make it, so it is tried until it is played. */
  #comes(move: string, then: () => void, wait = this.#page.pace()): void {
    const asked = this.#asked;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      if (asked !== this.#asked) return;
      const played = await this.#page.play(move);
      if (asked !== this.#asked) return;
      if (played) then();
      else this.#comes(move, then, AGAIN);
    }, wait);
  }
}

/** The outcome that a search has proved; null where it has not. The info is seen by the side to move. */
function provedFor({ result, proved }: Info, side: Side): Outcome | null {
  if (result === 'win') return side === 0 ? 'first' : 'second';
  if (result === 'loss') return side === 0 ? 'second' : 'first';
  return result === 'draw' || proved ? 'draw' : null;
}

/** A move as it is read, its claim left out: "b1 – b2". */
export function spaced({ move, path = [] }: Pick<Ply, 'move' | 'path'>): string {
  if (path.length > 1) return path.join('\u2009–\u2009');
  return path.length ? move : prefs.texts.t('ui.pass.title');
}
