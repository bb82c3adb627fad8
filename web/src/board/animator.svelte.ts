// The motion from one board to the next, frame by frame. It may begin before the rules have answered, and whatever
// comes meanwhile takes its place. Time and frames are given, so that a test can hold them.
import { type Frame, frame, LAND, LIFT, type Motion, motion, type Step } from './animate.ts';
import type { Plan } from './geometry.ts';
import type { Stacks } from './types.ts';

export interface Clockwork {
  now(): number;
  /** Calls back at the next frame, with its time. */
  next(run: (now: number) => void): number;
  cancel(id: number): void;
}

export interface Change {
  /** What led from the board shown before to this one. */
  readonly step: Step;
  /** Nothing travels. */
  readonly calm: boolean;
  /** The stacks are a preview of what a move will come to; the rules' answer follows. */
  readonly preview: boolean;
  /** The stack was put there by hand: it has travelled already; what left the board still fades. */
  readonly dropped: boolean;
}

export class Animator {
  /** What is seen of the motion, null when the board stands still. */
  frame: Frame | null = $state.raw(null);
  readonly #clockwork: Clockwork;
  readonly #plan: () => Plan;
  #shown: Stacks | null = null;
  #run: { m: Motion; start: number; id: number } | null = null;
  // A motion that began with a preview, and the board it began from.
  #early: { board: Stacks; start: number } | null = null;

  constructor(clockwork: Clockwork, plan: () => Plan) {
    this.#clockwork = clockwork;
    this.#plan = plan;
  }

  /** Shows other stacks. True where they differ from those shown before. */
  show(next: Stacks, { step, calm, preview, dropped }: Change): boolean {
    const from = this.#shown;
    this.#shown = next;
    if (from === next && !calm) return false;
    const now = this.#clockwork.now();
    const goesOn = preview ? null : this.#early;
    if (!preview) this.#early = null;
    if (from && goesOn && Object.keys({ ...from, ...next }).every((s) => from[s] === next[s])) return false;
    this.stop();
    const board = goesOn?.board ?? from;
    const m = board && from !== next && !calm ? motion(board, next, step) : null;
    const start = goesOn ? goesOn.start : now - (m && dropped ? LIFT + m.travel + LAND : 0);
    if (preview && board && m) this.#early = { board, start };
    this.frame = m ? frame(m, now - start, this.#plan()) : null;
    if (m && this.frame) this.#run = { m, start, id: this.#clockwork.next(this.#tick) };
    return from !== next;
  }
  #tick = (now: number): void => {
    const run = this.#run;
    if (!run) return;
    this.frame = frame(run.m, Math.max(0, now - run.start), this.#plan());
    if (this.frame) run.id = this.#clockwork.next(this.#tick);
    else this.#run = null;
  };
  stop(): void {
    if (this.#run) this.#clockwork.cancel(this.#run.id);
    this.#run = null;
  }
}
