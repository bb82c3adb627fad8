import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { view } from '../rules/fixture.ts';
import { AGAIN, Exercise, puzzleTask } from './exercise.svelte.ts';

const PACE = 500;

function begin(line = [['a1-b2'], ['b2-c3'], ['R,b2-c3', 'b2-c3']], takeBack?: number) {
  const told: string[] = [];
  const played: string[] = [];
  /** The rules do not answer. */
  let away = false;
  const position = (): string => ['', ...played].join('/');
  const move = (text: string): void => {
    const { side } = view(position());
    played.push(text);
    const after = view(position());
    exercise.onply({ move: text, path: text.split('-'), side, position: after.position }, after);
  };
  const exercise: Exercise = new Exercise(
    puzzleTask(line, () => PACE, takeBack),
    {
      play: async (text) => {
        if (!away) move(text);
        return !away;
      },
      back: async (to) => {
        if (away) return null;
        played.length = to;
        return view(position());
      },
      onwrong: (ply) => told.push(`wrong ${ply.move}`),
      onend: (how) => told.push(how),
    },
  );
  exercise.onview(view(''));
  return { exercise, told, played, move, go: (off: boolean) => (away = off) };
}
const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an exercise', () => {
  it('takes every way and every claim of a step for right, and plays the reply', async () => {
    const { exercise, told, played, move } = begin([['a1-b2'], ['b2-c3'], ['R,b2-c3', 'b2-c3']]);
    move('a1-d4-b2');
    expect(exercise.phase).toBe('waiting');
    await wait(PACE);
    expect([exercise.phase, played]).toEqual(['try', ['a1-d4-b2', 'b2-c3']]);
    move('R,b2-c3');
    expect([exercise.phase, exercise.line.length, told]).toEqual(['solved', 3, ['solved']]);
  });
  it('tries the reply until it is played', async () => {
    const { exercise, played, move, go } = begin();
    move('a1-b2');
    go(true);
    await wait(PACE + AGAIN);
    expect([exercise.phase, played.length]).toEqual(['waiting', 1]);
    go(false);
    await wait(AGAIN);
    expect([exercise.phase, played.length]).toEqual(['try', 2]);
  });
  it('takes a wrong move back by itself, as often as it takes', async () => {
    const { exercise, told, played, move, go } = begin(undefined, PACE);
    move('b2-c3');
    expect([exercise.phase, told]).toEqual(['wrong', ['wrong b2-c3']]);
    go(true);
    await wait(PACE + AGAIN);
    expect([exercise.phase, played.length]).toEqual(['wrong', 1]);
    go(false);
    await wait(AGAIN);
    expect([exercise.phase, played.length, exercise.view?.position]).toEqual(['try', 0, '']);
  });
  it('judges nothing that is gone through once it is over, or while a wrong move stands', async () => {
    const { exercise, told, move } = begin([['a1-b2']]);
    move('b2-c3');
    move('a1-b2');
    expect([exercise.phase, exercise.line, told]).toEqual(['wrong', [], ['wrong b2-c3']]);
    expect(await exercise.again()).toBe(true);
    move('a1-b2');
    move('b2-c3');
    expect([exercise.phase, exercise.line.length]).toEqual(['solved', 1]);
    expect([await exercise.again(), await exercise.show()]).toEqual([false, false]);
  });
  it('stays as it is where going back fails, and begins anew once it does not', async () => {
    const { exercise, move, go } = begin();
    move('b2-c3');
    go(true);
    expect([await exercise.again(), await exercise.show(), await exercise.restart()]).toEqual([false, false, false]);
    expect([exercise.phase, exercise.view?.position]).toEqual(['wrong', '/b2-c3']);
    go(false);
    expect(await exercise.show()).toBe(true);
    await wait(5 * PACE);
    expect([exercise.phase, exercise.line.length]).toEqual(['shown', 3]);
    expect(await exercise.restart()).toBe(true);
    expect([exercise.phase, exercise.line]).toEqual(['try', []]);
  });
  it('shows nothing before there is a position, and nothing of a task that was left', async () => {
    const { exercise, played, move } = begin();
    move('a1-b2');
    exercise.clear();
    expect(await exercise.show()).toBe(false);
    await wait(5 * PACE);
    expect([exercise.phase, exercise.line, played]).toEqual(['try', [], ['a1-b2']]);
  });
});
