// The state of the lessons, as plain functions: judging a try, places and addresses, progress. No DOM, no rules.
import type { Layout, Move, Pieces } from '../board/types.ts';
import type { Course, Lesson, Step } from './lessons.ts';

/** A text against a pattern in which "*" stands for any text. */
export function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  if (parts.length === 1) return pattern === text;
  const [head, tail] = [parts[0] ?? '', parts[parts.length - 1] ?? ''];
  if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
  let at = head.length;
  for (const part of parts.slice(1, -1)) {
    const next = text.indexOf(part, at);
    if (next < 0 || next + part.length > text.length - tail.length) return false;
    at = next + part.length;
  }
  return true;
}

const fitsAny = (patterns: readonly string[] | undefined, text: string): boolean =>
  !!patterns?.some((p) => fits(p, text));

/** A legal move: whether it is what was asked for, and if not, what to say about it ("" for nothing special). */
export function judge(step: Step, text: string): { readonly right: boolean; readonly say: string } {
  if (fitsAny(step.accept, text)) return { right: true, say: 'ok' };
  return { right: false, say: step.wrong?.find((w) => !w.code && fitsAny(w.moves, text))?.say ?? '' };
}

/** What to say about a move that the rules refuse, besides the rule; a stack that was only tapped has no target. */
export function hint(step: Step, text: string, code: string): string {
  return step.wrong?.find((w) => w.code === code && fitsAny(w.moves, text))?.say ?? '';
}

export interface Marked {
  readonly right: boolean;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

export function judgeSpots(step: Step, picked: readonly string[]): Marked {
  const want = step.want ?? [];
  const missing = want.filter((s) => !picked.includes(s));
  const extra = picked.filter((s) => !want.includes(s));
  return { right: !missing.length && !extra.length, missing, extra };
}

/** The move that shows how it is done: the first legal one that is accepted. */
export function solution(step: Step, moves: readonly Move[]): string {
  for (const pattern of step.accept ?? []) {
    const found = moves.find((m) => fits(pattern, m.text));
    if (found) return found.text;
  }
  return '';
}

/** The spots of a board that a text speaks of. */
export function spotsIn(text: string, { spots }: Pick<Layout, 'spots'>): string[] {
  const words = new Set(text.split(/[^\p{L}\d]+/u));
  return spots.map((s) => s.name).filter((name) => words.has(name));
}

/** A step of a lesson; null stands for the list of lessons. */
export interface Place {
  readonly course: Course;
  readonly lesson: Lesson;
  readonly step: number;
}

/** Reads "#lyngk/move/far". What it does not know it leaves out; a lesson without a step begins at its first. */
export function place(courses: readonly Course[], hash: string): Place | null {
  const [c, l, s] = hash.replace(/^#/, '').split('/');
  const course = courses.find((x) => x.id === c);
  const lesson = course?.lessons.find((x) => x.id === l) ?? (l ? undefined : course?.lessons[0]);
  if (!course || !lesson) return null;
  return {
    course,
    lesson,
    step: Math.max(
      0,
      lesson.steps.findIndex((x) => x.id === s),
    ),
  };
}

export function address(p: Place): string {
  return `#${p.course.id}/${p.lesson.id}/${p.lesson.steps[p.step]?.id ?? ''}`;
}

/** The step after or before one, over the ends of lessons and courses; null where there is none. */
export function along(courses: readonly Course[], p: Place, by: 1 | -1): Place | null {
  if (p.lesson.steps[p.step + by]) return { ...p, step: p.step + by };
  const at = p.course.lessons.indexOf(p.lesson) + by;
  const lesson = p.course.lessons[at];
  const end = (l: Lesson): number => (by > 0 ? 0 : l.steps.length - 1);
  if (lesson) return { ...p, lesson, step: end(lesson) };
  const course = courses[courses.indexOf(p.course) + by];
  const other = course?.lessons[by > 0 ? 0 : course.lessons.length - 1];
  return course && other ? { course, lesson: other, step: end(other) } : null;
}

/** The steps done, as addresses without "#". */
export type Progress = ReadonlySet<string>;

const name = (course: Course, lesson: Lesson, step: Step): string => `${course.id}/${lesson.id}/${step.id}`;

export const isDone = (done: Progress, course: Course, lesson: Lesson, step: Step): boolean =>
  done.has(name(course, lesson, step));

export const count = (done: Progress, course: Course, lesson: Lesson): number =>
  lesson.steps.filter((s) => isDone(done, course, lesson, s)).length;

export const complete = (done: Progress, course: Course, lesson: Lesson): boolean =>
  count(done, course, lesson) === lesson.steps.length;

export function withDone(done: Progress, p: Place): Progress {
  const step = p.lesson.steps[p.step];
  return step ? new Set([...done, name(p.course, p.lesson, step)]) : done;
}

/** The first step of a course that is not done; its very first when all are. */
export function resume(done: Progress, course: Course): Place | null {
  for (const lesson of course.lessons) {
    const step = lesson.steps.findIndex((s) => !isDone(done, course, lesson, s));
    if (step >= 0) return { course, lesson, step };
  }
  const lesson = course.lessons[0];
  return lesson ? { course, lesson, step: 0 } : null;
}

const KEY = 'cairn.lessons';

/** The storage of the browser, reached for only when used: where cookies are refused, the reaching throws. */
export const browserStorage: Pick<Storage, 'getItem'> = { getItem: (key) => localStorage.getItem(key) };

export function readDone(store: Pick<Storage, 'getItem'>): Progress {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((k) => typeof k === 'string') : []);
  } catch {
    return new Set(); // no storage, or not ours
  }
}

/** Stores the steps done, by what stores a text under a key. */
export function keepDone(store: (key: string, text: string) => void, done: Progress): void {
  store(KEY, JSON.stringify([...done]));
}

/** Whether a board is turned by a quarter: the wide one, where that makes it larger. */
export function turned(pieces: Pieces, width: number, height: number): boolean {
  if (pieces !== 'rings') return false;
  const lying = Math.min(width / 11.6, height / 5.2);
  const upright = Math.min(width / 4.9, height / 11.4);
  return upright > 1.05 * lying;
}
