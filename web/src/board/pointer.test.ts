import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choices, layout } from './fixture.ts';
import { plan } from './geometry.ts';
import { BoardModel } from './model.svelte.ts';
import { Pointer, type Touch } from './pointer.svelte.ts';
import type { Attempt, Choices } from './selection.ts';
import type { Intent } from './types.ts';

const board = plan(layout('upright'), 0);

function at(spot: string, mouse = true, dx = 0, dy = 0): Touch {
  const p = board.at.get(spot) ?? { x: 99, y: 99 };
  const [x, y] = [p.x + dx, p.y + dy];
  return { id: 1, time: Date.now(), x, y, px: x * 45, py: y * 45, mouse, pressed: true, first: true };
}
function held(facts: Partial<Choices> = {}) {
  const moves: Intent[] = [];
  const attempts: Attempt[] = [];
  const model = new BoardModel({
    choices: () => ({ ...choices, ...facts }),
    onmove: (i) => moves.push(i),
    onattempt: (a) => attempts.push(a),
  });
  const pointer = new Pointer(model, {
    plan: () => board,
    pieces: () => 'discs',
    deep: (spot) => (choices.stacks[spot]?.length ?? 0) > 1,
    capture: () => {},
  });
  const tap = (spot: string, mouse = true): void => {
    pointer.press(at(spot, mouse));
    pointer.release(at(spot, mouse));
  };
  return { pointer, model, moves, attempts, tap };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a pointer', () => {
  it('takes a stack up and lands it by two taps', () => {
    const { moves, tap, model } = held();
    tap('b1');
    expect(model.selection.path).toEqual(['b1']);
    tap('c1');
    expect(moves).toEqual([{ from: 'b1', to: 'c1', path: ['b1', 'c1'] }]);
    expect(model.selection.path).toEqual([]);
  });
  it('acts where it is lifted only if it came down there', () => {
    const { pointer, model } = held();
    pointer.press(at('b1'));
    pointer.release(at('i1'));
    expect(model.selection.path).toEqual([]);
  });
  it('drags a stack to its goal, where it stays until the host answers', () => {
    const { pointer, moves, model } = held();
    pointer.press(at('b1'));
    pointer.move(at('b1', true, 0.3));
    expect(model.selection.dragging).toBe(true);
    pointer.move(at('c1'));
    expect(pointer.held?.from).toBe('b1');
    pointer.release(at('c1'));
    expect(moves[0]).toMatchObject({ from: 'b1', to: 'c1' });
    expect([pointer.dropped, pointer.held?.x]).toEqual([true, board.at.get('c1')?.x]);
    pointer.settle();
    expect([pointer.dropped, pointer.held]).toEqual([false, null]);
  });
  it('lands what a finger drags where it is drawn, above the finger', () => {
    const { pointer, moves } = held();
    pointer.press(at('b1', false));
    pointer.move(at('b1', false, 0.4));
    pointer.release(at('c1', false, 0, 0.35));
    expect(moves[0]).toMatchObject({ to: 'c1' });
  });
  it('moves less than a few pixels without dragging', () => {
    const { pointer, model } = held();
    pointer.press(at('b1'));
    pointer.move(at('b1', true, 0.05));
    expect(model.selection.dragging).toBe(false);
  });
  it('drops what it drags when the browser takes it away', () => {
    const { pointer, model } = held();
    pointer.press(at('b1'));
    pointer.move(at('c1'));
    pointer.abandon(1);
    expect([model.selection.path, model.selection.dragging, pointer.held]).toEqual([[], false, null]);
  });
});

describe('a drag', () => {
  const second = (spot: string): Touch => ({ ...at(spot, false), id: 2, first: false });
  const begun = (mouse = true) => {
    const all = held();
    all.pointer.press(at('b1', mouse));
    all.pointer.move(at('b1', mouse, 0.4));
    return all;
  };
  it('that is given up by a key is over, though the pointer goes on', () => {
    const { pointer, moves, model } = begun();
    expect(pointer.escape()).toBe(true);
    pointer.move(at('c1'));
    pointer.release(at('c1'));
    expect([model.selection.path, pointer.held, moves]).toEqual([[], null, []]);
  });
  it('goes on whatever a second finger does', () => {
    const { pointer, moves, model } = begun(false);
    pointer.press(second('c1'));
    pointer.move({ ...second('c1'), x: 9 });
    pointer.abandon(2);
    pointer.release(second('c1'));
    expect([model.selection.dragging, moves]).toEqual([true, []]);
    pointer.release(at('c1', false, 0, 0.35));
    expect([model.selection.dragging, model.selection.over, moves.length]).toEqual([false, '', 1]);
  });
  it('does not begin, nor a tap, where two fingers come down', () => {
    const { pointer, model } = held();
    pointer.press(at('b1', false));
    pointer.press(second('i1'));
    pointer.move(at('b1', false, 0.5));
    pointer.release(at('b1', false, 0.5));
    pointer.release(second('i1'));
    expect([model.selection.path, model.selection.dragging, model.selection.over]).toEqual([[], false, '']);
  });
  it('does not begin with a button that was let go beside the board', () => {
    const { pointer, model } = held();
    pointer.press(at('b1'));
    pointer.move({ ...at('c1'), pressed: false });
    expect([model.selection.dragging, model.selection.path, model.selection.over]).toEqual([false, [], 'c1']);
  });
});

describe('looking into a stack', () => {
  it('comes with a long press, which then takes nothing up', () => {
    const { pointer, model } = held();
    pointer.press(at('e4', false));
    vi.advanceTimersByTime(360);
    expect(pointer.inspect).toBe('e4');
    pointer.release(at('e4', false));
    expect([pointer.inspect, model.selection.path]).toEqual(['', []]);
  });
  it('is not why a tap is lost that a busy page hears of late', () => {
    const { pointer, model, attempts } = held();
    const tap = [at('e4', false), at('e4', false)] as const;
    pointer.press(tap[0]);
    vi.advanceTimersByTime(500);
    pointer.release(tap[1]);
    expect([pointer.inspect, model.selection.over, attempts.length]).toEqual(['', '', 1]);
  });
  it('comes with a mouse that stays, and goes with it', () => {
    const { pointer, model } = held();
    pointer.move(at('e4'));
    vi.advanceTimersByTime(390);
    expect(pointer.inspect).toBe('e4');
    pointer.leave(true);
    expect([pointer.inspect, model.selection.over]).toEqual(['', '']);
  });
  it('does not come while a mouse is pressed, however long it was there before', () => {
    const { pointer, attempts } = held();
    pointer.move(at('e4'));
    vi.advanceTimersByTime(300);
    pointer.press(at('e4'));
    vi.advanceTimersByTime(100);
    pointer.release(at('e4'));
    expect([pointer.inspect, attempts.length]).toEqual(['', 1]);
  });
  it('comes at once while a key is held, wherever pointer and keys go, and goes with it', () => {
    const { pointer } = held();
    pointer.move(at('e4'));
    pointer.peek('e4');
    expect(pointer.inspect).toBe('e4');
    pointer.move(at('b1'));
    expect(pointer.inspect).toBe('');
    pointer.go('e4');
    expect(pointer.inspect).toBe('e4');
    pointer.fold();
    expect(pointer.inspect).toBe('');
    pointer.go('e4');
    expect(pointer.inspect).toBe('');
  });
  it('is nothing where there is nothing more to see', () => {
    const { pointer } = held();
    pointer.move(at('b1'));
    vi.advanceTimersByTime(1000);
    expect(pointer.inspect).toBe('');
  });
});

describe('keys', () => {
  it('do what a tap does, and Esc goes back step by step', () => {
    const { pointer, attempts, model } = held();
    pointer.act('i1');
    expect(attempts[0]).toMatchObject({ from: 'i1' });
    pointer.act('b1');
    pointer.go('b3');
    expect([pointer.spotted, model.selection.over, model.selection.path]).toEqual(['b3', 'b3', ['b1']]);
    expect(pointer.escape()).toBe(true);
    expect(model.selection.path).toEqual([]);
    expect(pointer.escape()).toBe(false);
  });
});

it('keeps a draft until it is confirmed', () => {
  const { moves, tap, model } = held({ confirm: true });
  tap('b1');
  tap('c1');
  expect([moves.length, model.selection.draft?.to]).toEqual([0, 'c1']);
  model.confirm();
  expect(moves).toHaveLength(1);
});
it('takes a double tap for one, so that it neither confirms nor begins the next move', () => {
  const { moves, attempts, tap, model } = held({ confirm: true });
  tap('b1');
  tap('c1');
  tap('c1');
  expect([moves.length, model.selection.draft?.to]).toEqual([0, 'c1']);
  vi.advanceTimersByTime(400);
  tap('c1');
  expect([moves.length, model.selection.path]).toEqual([1, []]);
  tap('c1');
  expect([model.selection.path, attempts]).toEqual([[], []]);
  tap('b1'); // another spot
  tap('c1');
  expect(model.selection.draft?.to).toBe('c1');
});
it('counts a tap as the second of a double one by when it happened, not by when the page hears of it', () => {
  const { pointer, moves, tap } = held({ confirm: true });
  const twice = (time: number): void => {
    pointer.press({ ...at('c1'), time });
    pointer.release({ ...at('c1'), time });
  };
  tap('b1');
  tap('c1');
  const then = Date.now();
  vi.advanceTimersByTime(1000);
  twice(then + 340);
  expect(moves).toHaveLength(0);
  vi.setSystemTime(then);
  twice(then + 360); // the page's own timers have not run since
  expect(moves).toHaveLength(1);
});
it('takes every tap where pieces are put on one spot', () => {
  const { moves, tap } = held({ moves: [{ text: 'b1', to: 'b1' }] });
  tap('b1');
  tap('b1');
  expect(moves).toHaveLength(2);
});
