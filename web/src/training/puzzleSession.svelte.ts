// One puzzle as it is being solved: what it is worth, what the engine says against a try, and the line that can be gone
// through. Its moves are a task on the board; the rules decide what is legal, the pack what is right.

import type { TryResult } from '../archive/trained.ts';
import { colorOf } from '../board/names.ts';
import { type Engine, EngineError, type Info, type Reason } from '../engine/types.ts';
import { type Phase, puzzleTask, TaskController } from '../game/taskController.svelte.ts';
import { prefs } from '../prefs.svelte.ts';
import { sameMove } from '../rules/moveText.ts';
import type { GameInfo, Outcome, Ply, Rules, Side, View } from '../rules/types.ts';
import { spaced } from '../speech/moveList.ts';
import { sayReasons } from '../speech/reasons.ts';
import type { Voice } from '../speech/voice.svelte.ts';
import type { Why } from '../speech/why.ts';
import type { Puzzle } from './pack.ts';

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
  /** Plays on the board. False where nothing came of it; the reason stands there. */
  play(text: string): Promise<boolean>;
  /** Back to the position after that many plies; the answer is what stands there then, null where it did not come to that. */
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
/** So much of a line is shown. */
const SHOWN = 5;

export class PuzzleSession {
  readonly puzzle: Puzzle;
  readonly info: GameInfo;
  /** Why something is not allowed. */
  why: Why | null = $state.raw(null);
  refutation: Refutation | null = $state.raw(null);
  /** The spot of the stack to move, once it was asked for. */
  hint = $state('');
  /** What is said about the solution, once it is known. */
  reason = $state('');
  result: TryResult | null = $state(null);
  /** The rest of the solution is being played. */
  showing = $state(false);
  /** Milliseconds from the first look to the result. */
  took = $state(0);
  /** Of the line that can be gone through (`walk`), that many moves stand on the board. */
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
  readonly #task: TaskController;
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
    this.#task = new TaskController(
      puzzleTask(puzzle.line, () => page.pace()),
      {
        play: (text) => page.play(text),
        back: (to) => this.#back(to),
        onwrong: (ply, after) => this.#wrong(ply, after),
        onend: (how) => this.#ended(how),
      },
    );
  }

  get phase(): Phase {
    return this.#task.phase;
  }
  get over(): boolean {
    return this.#task.over;
  }
  get view(): View | null {
    return this.#task.view;
  }
  /** The moves of the line that stand on the board, and how many they are. */
  get line(): readonly Ply[] {
    return this.#task.line;
  }
  get step(): number {
    return this.line.length;
  }
  /** What can be gone through move by move, and how many plies stand on the board before it: what follows a wrong move, or the solution. */
  get walk(): { readonly from: number; readonly plies: readonly Ply[] } | null {
    if (this.phase === 'wrong') return { from: this.step + 1, plies: this.refutation?.plies ?? [] };
    return this.over ? { from: 0, plies: this.line } : null;
  }
  /** Ends all that goes on by itself. */
  close(): void {
    this.#task.close();
    this.#leave();
  }
  /** Ends what is asked of the engine, and the walk. */
  #leave(): void {
    this.#asked++;
    this.#stop?.();
    this.#stop = null;
  }

  // --- what the board reports
  onview(view: View): void {
    this.#task.onview(view);
    this.side = view.side;
  }
  onply(ply: Ply, after: View, announcement: string): void {
    this.#clearNotes();
    this.#voice.speak(announcement);
    this.#task.onply(ply, after);
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
  #ended(how: 'solved' | 'shown'): void {
    const { t } = prefs.texts;
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
      reasons.filter((r) => r.kind !== 'result' && r.kind !== 'cost'),
    ).join(' ');
    if (this.reason && this.over) this.#voice.speak(this.reason);
  }
  async #reasons(move: string): Promise<readonly Reason[]> {
    const { game, position } = this.puzzle;
    try {
      const search = this.#engine.search({ game, position, only: [move], limits: { movetime: REASON }, explain: true });
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
    this.walked = 0;
    this.#decide('missed');
    const claim = ply.claim ? `${t(`color.${colorOf(ply.claim, 'discs')}.name`)}, ` : '';
    this.#voice.assert(claim + t('ui.training.wrong', { move: spaced(prefs.texts.t, ply) }));
    void this.refute(ply, after);
  }
  /** What is said against a move: the engine proves it, or it stays open. */
  async refute(ply: Ply, after: View): Promise<void> {
    const asked = ++this.#asked;
    const { t } = prefs.texts;
    const move = spaced(prefs.texts.t, ply);
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
  /** Goes to the position after that many moves of the line that can be gone through. */
  async walkTo(to: number): Promise<void> {
    const { walk } = this;
    if (!walk || this.#walking || to < 0 || to > walk.plies.length) return;
    const asked = this.#asked;
    this.#walking = true;
    try {
      if (to < this.walked) {
        const view = await this.#back(walk.from + to);
        if (!view || asked !== this.#asked) return;
        this.#task.onview(view);
        this.walked = to;
      }
      // Who tries again meanwhile has left the line.
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
    this.#leave();
    if (await this.#task.again()) this.refutation = null;
    else this.#unheard();
  }
  /** Begins again, for practice. */
  async restart(): Promise<void> {
    this.#leave();
    if (!(await this.#task.restart())) {
      this.#unheard();
      return;
    }
    this.showing = false;
    this.refutation = null;
    this.reason = '';
  }
  /** Shows the rest of the solution. */
  async show(): Promise<void> {
    if (this.over || this.phase === 'waiting') return;
    this.#leave();
    this.#decide('missed');
    this.#clearNotes();
    this.showing = await this.#task.show();
    if (this.showing) this.refutation = null;
    else this.#unheard();
  }
  /** Back on the board, where nothing is said any more of what stood there; null where it did not come to that. */
  async #back(to: number): Promise<View | null> {
    const view = await this.#page.back(to);
    if (view) this.#clearNotes();
    return view;
  }
  /** The wrong move still stands there, and the engine was stopped: what it had not found by then is not proved. */
  #unheard(): void {
    if (this.refutation?.state !== 'looking') return;
    this.refutation = { ...this.refutation, state: 'unproved', text: prefs.texts.t('ui.training.unproved') };
  }
}

/** The outcome that a search has proved; null where it has not. The info is seen by the side to move. */
function provedFor({ result, proved }: Info, side: Side): Outcome | null {
  if (result === 'win') return side === 0 ? 'first' : 'second';
  if (result === 'loss') return side === 0 ? 'second' : 'first';
  return result === 'draw' || proved ? 'draw' : null;
}
