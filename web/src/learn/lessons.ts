// The lessons as data. A Go test (lessons_test.go) holds every position, solution and refused try against the rules;
// the words are in the catalog under lesson.<course>.<lesson>.<step>.
import { inOrder } from '../games.ts';

/** What is said about a try that is not the solution. In moves "*" stands for any text. */
export interface Wrong {
  /** The last part of the key of what is said. */
  readonly say: string;
  readonly moves: readonly string[];
  /** The code of the refusal; without it the moves are legal. */
  readonly code?: string;
}

export interface Step {
  readonly id: string;
  /** The clause of the rules that it teaches. */
  readonly clause: string;
  readonly goal: 'move' | 'spots' | 'choice';
  /** The first step of its course in which stacks are moved, or marked: it says how that is done. */
  readonly how?: 'move' | 'mark';
  readonly position: string;
  /** Another game than the course's. */
  readonly game?: string;
  /** The step goes on where the one before ended. */
  readonly continues?: boolean;
  /** Colors can be claimed here. */
  readonly claim?: boolean;
  /** Passing can be tried here. */
  readonly pass?: boolean;
  /** What the accepted moves have in common and no other move has; for the test. */
  readonly effect?: readonly string[];
  readonly accept?: readonly string[];
  /** Moves that follow by themselves. */
  readonly reply?: readonly string[];
  readonly wrong?: readonly Wrong[];
  /** Moves with the codes that refuse them; for the test. */
  readonly tries?: Readonly<Record<string, string>>;
  /** The spots to be marked. */
  readonly want?: readonly string[];
  /** What these spots have in common: "movable", "blocked", "targets:e4", "points:c3", "cuts:d3-e3". */
  readonly of?: string;
  readonly options?: readonly Answer[];
  readonly answer?: Answer;
}

export type Answer = 'first' | 'second' | 'draw';

export interface Lesson {
  readonly id: string;
  readonly clauses: readonly string[];
  readonly steps: readonly Step[];
}

export interface Course {
  readonly id: string;
  readonly game: string;
  readonly lessons: readonly Lesson[];
}

const files = import.meta.glob<Course>('./lessons/*.json', { eager: true, import: 'default' });
export const COURSES: readonly Course[] = inOrder(files).map(([, course]) => course);

/** The beginning of the keys of a step. */
export const stepKey = (course: Course, lesson: Lesson, step: Step): string =>
  `lesson.${course.id}.${lesson.id}.${step.id}`;
