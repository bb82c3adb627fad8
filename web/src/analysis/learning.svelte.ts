// Learning from mistakes: a player's own mistakes one after another, each as a position in which a better move is to be
// found. TaskController is not used, because its isRight answers at once, while the judge has to be waited for.
import { type Answer, DROPPED, type GameEvent } from '../game/source.ts';
import type { Ply, Side } from '../rules/types.ts';
import { RulesError } from '../rules/types.ts';
import type { AnalysisTree } from './analysisTree.svelte.ts';
import type { EngineSession } from './engineSession.svelte.ts';
import { Exercise, lineOf } from './exercise.ts';
import type { Best } from './thinker.ts';
import * as T from './tree.ts';
import { isMistake } from './value.ts';

/** What is shown of an exercise: it waits for a move, a move is looked at, it was wrong, right, or as good; it was given up. */
export type Moment = 'ask' | 'checking' | 'again' | 'wrong' | 'right' | 'good' | 'shown' | 'failed' | 'done';

export class Learning {
  /** Whose mistakes; null while nobody learns. */
  side: Side | null = $state(null);
  /** The moves that were mistakes, as places in the tree. */
  all: readonly number[] = $state.raw([]);
  at = $state(0);
  moment: Moment = $state('ask');
  /** The move tried last, and what it lost of the chance to win. */
  tried = $state('');
  lost = $state(0);
  /** The answer, once it was found or asked for. */
  answer: { readonly move: string; readonly line: readonly string[] } | null = $state.raw(null);
  /** How many were found without a look at the answer. */
  solved = $state(0);
  readonly #analysis: AnalysisTree;
  readonly #session: EngineSession;
  readonly #onmoment: () => void;
  #exercise: Exercise | null = null;

  /** `onmoment` gets every moment as it comes. */
  constructor(analysis: AnalysisTree, session: EngineSession, onmoment: () => void = () => {}) {
    this.#analysis = analysis;
    this.#session = session;
    this.#onmoment = onmoment;
  }

  /** The mistakes of a side, in the order of the game. */
  of(side: Side): readonly number[] {
    const { tree } = this.#analysis;
    return T.main(tree).filter((id) => T.node(tree, id).ply?.side === side && isMistake(T.node(tree, id).nags));
  }
  /** The move that was a mistake. */
  readonly mistake: Ply | undefined = $derived.by(() => T.node(this.#analysis.tree, this.all[this.at] ?? T.ROOT).ply);
  /** A move is waited for. */
  readonly open = $derived.by(() => this.moment === 'ask' || this.moment === 'wrong' || this.moment === 'again');

  async start(side: Side): Promise<void> {
    this.all = this.of(side);
    if (!this.all.length) return;
    this.side = side;
    this.solved = 0;
    this.#analysis.guard = (event) => this.#send(event);
    await this.#go(0);
  }
  /** Ends it; the game stands where the exercise stood. */
  end(): void {
    this.#forget();
    this.side = null;
    this.#analysis.guard = null;
  }
  #forget(): void {
    this.#exercise?.close();
    this.#exercise = null;
    this.answer = null;
    this.tried = '';
  }
  #become(moment: Moment): void {
    this.moment = moment;
    this.#onmoment();
  }
  async next(): Promise<void> {
    if (this.at + 1 < this.all.length) return this.#go(this.at + 1);
    this.#forget();
    this.#become('done');
  }
  async #go(at: number): Promise<void> {
    this.#forget();
    this.at = at;
    const { tree } = this.#analysis;
    await this.#analysis.go(T.node(tree, this.all[at] ?? T.ROOT).parent);
    const { info, position, rules } = this.#analysis;
    this.#exercise = new Exercise(rules, this.#session.thinker, info?.id ?? '', position, this.side ?? 0);
    this.#become('ask');
  }
  #tell(best: Best): void {
    this.answer = { move: best.move, line: lineOf(best) };
  }

  /** A move made on the board. It is judged, and stays beside the game. */
  async #send(event: GameEvent): Promise<Answer> {
    const { side } = this;
    if (event.kind !== 'move' || side === null || !this.open) return DROPPED;
    const analysis = this.#analysis;
    const { info, position, rules } = analysis;
    // A step of the browser may have led elsewhere.
    if (analysis.at !== T.node(analysis.tree, this.all[this.at] ?? T.ROOT).parent) return DROPPED;
    const was = this.moment;
    this.moment = 'checking';
    const exercise = this.#exercise;
    // Another exercise, or the end of all, came in between.
    const gone = (): boolean => exercise !== this.#exercise;
    try {
      const { ply, view } = await rules.play(info?.id ?? '', position, event.move);
      this.tried = ply.move;
      if (ply.move === this.mistake?.move) {
        this.#become('again');
        return DROPPED;
      }
      const found = await exercise?.judge(ply.move, view.outcome);
      if (gone() || !found) return DROPPED;
      this.lost = found.lost;
      if (found.right) {
        this.solved++;
        this.#tell(found.best);
      }
      this.#become(!found.right ? 'wrong' : found.best.move === ply.move ? 'right' : 'good');
      return DROPPED;
    } catch (e) {
      if (e instanceof RulesError) {
        this.moment = was;
        return { status: 'refused', refusal: e.refusal };
      }
      if (!gone()) this.#become('failed');
      return DROPPED;
    }
  }
  /** The answer is shown; the exercise does not count as solved. */
  async show(): Promise<void> {
    if (!this.open && this.moment !== 'failed') return;
    this.moment = 'checking';
    const exercise = this.#exercise;
    try {
      const best = await exercise?.best();
      if (exercise !== this.#exercise || !best) return;
      this.#tell(best);
      this.#become('shown');
    } catch {
      this.#become('failed');
    }
  }
}
