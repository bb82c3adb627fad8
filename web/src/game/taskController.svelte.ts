// What is to be solved on a board: a step of a lesson, a puzzle, a puzzle on somebody's page. A person moves, the move is
// right or wrong, replies come by themselves, and in the end it is solved, or its solution was shown. What is right, the
// task says; what is legal, the rules; what is said about it and what it is worth, the page.
import { sameMove } from '../rules/moveText.ts';
import type { Ply, View } from '../rules/types.ts';

/**
 * The person is to move; a reply comes, or the solution is being shown; a wrong move stands on the board; all was found;
 * the solution was shown.
 */
export type Phase = 'try' | 'waiting' | 'wrong' | 'solved' | 'shown';

/** What is asked for, ply by ply: n plies of its line stand on the board. */
export interface Task {
  isRight(move: string, n: number): boolean;
  /** The move that comes by itself now: '' where the person is to move, null where it is solved. */
  reply(n: number, at: View): string | null;
  /** The next move of the solution, null where it has ended. */
  solution(n: number, at: View): string | null;
  /** Milliseconds before a move that comes by itself. */
  pace(n: number): number;
  /** Milliseconds after which a wrong move is taken back by itself; without it, a button does that. */
  readonly takeBack?: number;
}

export interface TaskPage {
  /** Plays on the board. False where nothing came of it; the reason stands there. */
  play(text: string): Promise<boolean>;
  /** Back to the position after that many plies; the answer is what stands there then, null where it did not come to that. */
  back(to: number): Promise<View | null>;
  /** A wrong move stands on the board. */
  onwrong(ply: Ply, after: View): void;
  onend(how: 'solved' | 'shown'): void;
}

/** Milliseconds before what comes by itself is tried again, where the rules did not answer. */
export const AGAIN = 2000;

export class TaskController {
  phase: Phase = $state('try');
  /** The moves of the line that stand on the board. */
  line: readonly Ply[] = $state.raw([]);
  /** The position on the board, once there is one. */
  view: View | null = $state.raw(null);
  readonly #task: Task;
  readonly #page: TaskPage;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Grows with everything that outdates what was begun before. */
  #asked = 0;

  constructor(task: Task, page: TaskPage) {
    this.#task = task;
    this.#page = page;
  }

  get over(): boolean {
    return this.phase === 'solved' || this.phase === 'shown';
  }
  /** Ends all that goes on by itself. */
  close(): void {
    this.#asked++;
    clearTimeout(this.#timer);
  }
  /** Another task: its position is on its way to the board. */
  clear(): void {
    this.close();
    this.phase = 'try';
    this.line = [];
    this.view = null;
  }
  /** It is over, by what was done on the board or beside it. */
  end(how: 'solved' | 'shown'): void {
    this.close();
    this.phase = how;
    this.#page.onend(how);
  }

  // --- what the board reports
  onview(view: View): void {
    this.view = view;
  }
  onply(ply: Ply, after: View): void {
    this.view = after;
    const { phase, line } = this;
    if (phase === 'waiting' || (phase === 'try' && this.#task.isRight(ply.move, line.length))) {
      this.line = [...line, ply];
      if (phase === 'try') this.#reply(after);
    } else if (phase === 'try') this.#wrong(ply, after);
  }
  #wrong(ply: Ply, after: View): void {
    this.phase = 'wrong';
    this.#page.onwrong(ply, after);
    const { takeBack } = this.#task;
    if (takeBack !== undefined) this.#comes(takeBack, () => this.#takeBack());
  }
  #reply(at: View): void {
    const { length } = this.line;
    const reply = this.#task.reply(length, at);
    if (reply === null) this.end('solved');
    else if (reply) {
      this.phase = 'waiting';
      this.#comes(
        this.#task.pace(length),
        () => this.#page.play(reply),
        (now) => this.#reply(now),
      );
    } else this.phase = 'try';
  }

  // --- what the buttons ask for; false where it did not come to that, and all is as it was
  /** Takes the wrong move back. */
  async again(): Promise<boolean> {
    if (this.phase !== 'wrong') return false;
    this.close();
    return this.#takeBack();
  }
  /** Begins again. */
  async restart(): Promise<boolean> {
    this.close();
    if (!(await this.#back(0))) return false;
    this.line = [];
    this.phase = 'try';
    return true;
  }
  /** Shows the rest of the solution. */
  async show(): Promise<boolean> {
    if (!this.view || (this.phase !== 'try' && this.phase !== 'wrong')) return false;
    this.close();
    if (this.phase === 'wrong' && !(await this.#takeBack('waiting'))) return false;
    this.#show(this.view);
    return true;
  }
  #show(at: View): void {
    const { length } = this.line;
    const move = this.#task.solution(length, at);
    if (move === null) {
      this.end('shown');
      return;
    }
    this.phase = 'waiting';
    this.#comes(
      this.#task.pace(length),
      () => this.#page.play(move),
      (now) => this.#show(now),
    );
  }
  async #takeBack(then: Phase = 'try'): Promise<boolean> {
    if (!(await this.#back(this.line.length))) return false;
    this.phase = then;
    return true;
  }
  async #back(to: number): Promise<boolean> {
    const asked = this.#asked;
    const view = await this.#page.back(to);
    if (!view || asked !== this.#asked) return false;
    this.view = view;
    return true;
  }
  /** What comes by itself. Nobody else could do it, so it is tried until it is done. */
  #comes(wait: number, work: () => Promise<boolean>, then: (at: View) => void = () => {}): void {
    const asked = this.#asked;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const done = await work();
      if (asked !== this.#asked) return;
      if (!done) this.#comes(AGAIN, work, then);
      else if (this.view) then(this.view);
    }, wait);
  }
}

/** The task of a puzzle: of each step of its line, all moves that are right; the solver has the first. */
export function puzzleTask(line: readonly (readonly string[])[], pace: () => number, takeBack?: number): Task {
  return {
    isRight: (move, n) => (line[n] ?? []).some((m) => sameMove(m, move)),
    reply: (n, at) => {
      if (n % 2 === 0) return '';
      const reply = line[n]?.[0];
      // Another claim than the line's is as right; where it leaves no way to the reply, all that mattered is done.
      return reply !== undefined && at.moves.some((m) => sameMove(m.text, reply)) ? reply : null;
    },
    solution: (n) => line[n]?.[0] ?? null,
    pace,
    takeBack,
  };
}
