// A run against the clock as it goes on: puzzles that grow harder, until the time is up or too many were missed.
import { type Phase, puzzleTask, TaskController } from '../game/taskController.svelte.ts';
import { prefs } from '../prefs.svelte.ts';
import type { Ply, View } from '../rules/types.ts';
import type { Voice } from '../speech/voice.svelte.ts';
import type { Puzzle } from './pack.ts';
import { clockText } from './time.ts';

/** What a run has: time in milliseconds, and that many mistakes. */
export const TIME = 180_000;
export const MISTAKES = 3;
/** When those who listen hear how much time is left. */
const TOLD = [60_000, 30_000, 10_000];
/** Milliseconds before the next puzzle: a right move is seen, and a wrong one a little longer. */
const [RIGHT, WRONG] = [350, 900];

/** Why it ended: the time, the mistakes, no more puzzles, or its player. */
export type End = 'time' | 'mistakes' | 'all' | 'stopped';

export interface RunPage {
  play(text: string): Promise<boolean>;
  back(to: number): Promise<View | null>;
  /** Milliseconds before a move that comes by itself. */
  pace(): number;
  now(): number;
  onend(): void;
}

export class RunSession {
  /** How each puzzle went, in their order. */
  marks: readonly boolean[] = $state.raw([]);
  /** Milliseconds that are left. */
  left = $state(TIME);
  ended: End | null = $state(null);
  view: View | null = $state.raw(null);
  readonly #puzzles: readonly Puzzle[];
  readonly #voice: Voice;
  readonly #page: RunPage;
  #task: TaskController = $state.raw() as TaskController;
  #at = $state(0);
  /** It begins when the first puzzle is seen. */
  #since: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** There is at least one puzzle. */
  constructor(puzzles: readonly Puzzle[], voice: Voice, page: RunPage) {
    this.#puzzles = puzzles;
    this.#voice = voice;
    this.#page = page;
    this.#begin();
  }
  get puzzle(): Puzzle {
    return this.#puzzles[this.#at] as Puzzle;
  }
  get phase(): Phase {
    return this.#task.phase;
  }
  /** How the puzzle on the board went, as long as it is shown. */
  get went(): 'right' | 'wrong' | undefined {
    const mark = this.marks[this.#at];
    return mark === undefined ? undefined : mark ? 'right' : 'wrong';
  }
  get solved(): number {
    return this.marks.filter(Boolean).length;
  }
  get missed(): readonly Puzzle[] {
    return this.#puzzles.filter((_, i) => this.marks[i] === false);
  }
  get took(): number {
    return TIME - this.left;
  }

  #begin(): void {
    this.#task = new TaskController(
      puzzleTask(this.puzzle.line, () => this.#page.pace()),
      {
        play: (text) => this.#page.play(text),
        back: (to) => this.#page.back(to),
        onwrong: () => this.#decide(false),
        onend: () => this.#decide(true),
      },
    );
  }
  #decide(right: boolean): void {
    const { t } = prefs.texts;
    this.marks = [...this.marks, right];
    const [solved, missed] = [this.solved, this.missed.length];
    if (right) this.#voice.assert(t('ui.run.right', { n: solved }));
    else this.#voice.assert(t('ui.run.wrong', { n: missed, most: MISTAKES }));
    this.#timer = setTimeout(() => this.#next(), right ? RIGHT : WRONG);
    if (missed >= MISTAKES) this.#end('mistakes');
  }
  #next(): void {
    if (this.#at + 1 >= this.#puzzles.length) {
      this.#end('all');
      return;
    }
    this.view = null;
    this.#at++;
    this.#begin();
  }
  #end(how: End): void {
    if (this.ended) return;
    this.ended = how;
    this.close();
    this.#page.onend();
  }
  /** Its player has had enough. */
  stop(): void {
    this.#end('stopped');
  }
  /** Ends all that goes on by itself. */
  close(): void {
    clearTimeout(this.#timer);
    this.#task.close();
  }
  /** Looks at the clock. */
  tick(): void {
    if (this.ended || this.#since === null) return;
    const was = this.left;
    this.left = Math.max(0, TIME - (this.#page.now() - this.#since));
    if (!this.left) this.#end('time');
    else if (TOLD.some((at) => was > at && this.left <= at))
      this.#voice.speak(prefs.texts.t('ui.run.left', { time: clockText(this.left) }));
  }

  // --- what the board reports
  onview(view: View): void {
    this.#since ??= this.#page.now();
    this.view = view;
    this.#task.onview(view);
  }
  onply(ply: Ply, after: View, announcement: string): void {
    this.tick();
    if (this.ended) return;
    this.#voice.speak(announcement);
    this.#task.onply(ply, after);
  }
}
