import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { view } from '../rules/fixture.ts';
import { AGAIN, puzzleTask, TaskController } from './taskController.svelte.ts';

const PACE = 500;

function begin(line = [['a1-b2'], ['b2-c3'], ['R,b2-c3', 'b2-c3']], takeBack?: number) {
  const events: string[] = [];
  const played: string[] = [];
  /** The rules do not answer. */
  let away = false;
  const position = (): string => ['', ...played].join('/');
  const move = (text: string): void => {
    const { side } = view(position());
    played.push(text);
    const after = view(position());
    task.onply({ move: text, path: text.split('-'), side, position: after.position }, after);
  };
  const task: TaskController = new TaskController(
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
      onwrong: (ply) => events.push(`wrong ${ply.move}`),
      onend: (how) => events.push(how),
    },
  );
  task.onview(view(''));
  return { task, events, played, move, go: (off: boolean) => (away = off) };
}
const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a task', () => {
  it('takes every way and every claim of a step for right, and plays the reply', async () => {
    const { task, events, played, move } = begin([['a1-b2'], ['b2-c3'], ['R,b2-c3', 'b2-c3']]);
    move('a1-d4-b2');
    expect(task.phase).toBe('waiting');
    await wait(PACE);
    expect([task.phase, played]).toEqual(['try', ['a1-d4-b2', 'b2-c3']]);
    move('R,b2-c3');
    expect([task.phase, task.line.length, events]).toEqual(['solved', 3, ['solved']]);
  });
  it('tries the reply until it is played', async () => {
    const { task, played, move, go } = begin();
    move('a1-b2');
    go(true);
    await wait(PACE + AGAIN);
    expect([task.phase, played.length]).toEqual(['waiting', 1]);
    go(false);
    await wait(AGAIN);
    expect([task.phase, played.length]).toEqual(['try', 2]);
  });
  it('takes a wrong move back by itself, as often as it takes', async () => {
    const { task, events, played, move, go } = begin(undefined, PACE);
    move('b2-c3');
    expect([task.phase, events]).toEqual(['wrong', ['wrong b2-c3']]);
    go(true);
    await wait(PACE + AGAIN);
    expect([task.phase, played.length]).toEqual(['wrong', 1]);
    go(false);
    await wait(AGAIN);
    expect([task.phase, played.length, task.view?.position]).toEqual(['try', 0, '']);
  });
  it('judges nothing that is gone through once it is over, or while a wrong move stands', async () => {
    const { task, events, move } = begin([['a1-b2']]);
    move('b2-c3');
    move('a1-b2');
    expect([task.phase, task.line, events]).toEqual(['wrong', [], ['wrong b2-c3']]);
    expect(await task.again()).toBe(true);
    move('a1-b2');
    move('b2-c3');
    expect([task.phase, task.line.length]).toEqual(['solved', 1]);
    expect([await task.again(), await task.show()]).toEqual([false, false]);
  });
  it('stays as it is where going back fails, and begins anew once it does not', async () => {
    const { task, move, go } = begin();
    move('b2-c3');
    go(true);
    expect([await task.again(), await task.show(), await task.restart()]).toEqual([false, false, false]);
    expect([task.phase, task.view?.position]).toEqual(['wrong', '/b2-c3']);
    go(false);
    expect(await task.show()).toBe(true);
    await wait(5 * PACE);
    expect([task.phase, task.line.length]).toEqual(['shown', 3]);
    expect(await task.restart()).toBe(true);
    expect([task.phase, task.line]).toEqual(['try', []]);
  });
  it('shows nothing before there is a position, and nothing of a task that was left', async () => {
    const { task, played, move } = begin();
    move('a1-b2');
    task.clear();
    expect(await task.show()).toBe(false);
    await wait(5 * PACE);
    expect([task.phase, task.line, played]).toEqual(['try', [], ['a1-b2']]);
  });
});
