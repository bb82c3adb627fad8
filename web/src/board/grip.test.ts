import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { given, layout } from './fixture.ts';
import { plan } from './geometry.ts';
import { Grip, type Touch } from './grip.svelte.ts';
import type { Given, Result } from './state.ts';

const board = plan(layout('upright'), 0);

function at(spot: string, mouse = true, dx = 0, dy = 0): Touch {
  const p = board.at.get(spot) ?? { x: 99, y: 99 };
  const [x, y] = [p.x + dx, p.y + dy];
  return { id: 1, x, y, px: x * 45, py: y * 45, mouse, pressed: true, first: true };
}
function held(facts: Partial<Given> = {}) {
  const moves: NonNullable<Result['intent']>[] = [];
  const asks: NonNullable<Result['ask']>[] = [];
  const grip = new Grip({
    given: () => ({ ...given, ...facts }),
    plan: () => board,
    pieces: () => 'discs',
    deep: (spot) => (given.stacks[spot]?.length ?? 0) > 1,
    capture: () => {},
    onmove: (i) => moves.push(i),
    onask: (a) => asks.push(a),
  });
  const tap = (spot: string, mouse = true): void => {
    grip.press(at(spot, mouse));
    grip.release(at(spot, mouse));
  };
  return { grip, moves, asks, tap };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a pointer', () => {
  it('takes a stack up and lands it by two taps', () => {
    const { grip, moves, tap } = held();
    tap('b1');
    expect(grip.hand.path).toEqual(['b1']);
    tap('c1');
    expect(moves).toEqual([{ from: 'b1', to: 'c1', path: ['b1', 'c1'] }]);
    expect(grip.hand.path).toEqual([]);
  });
  it('acts where it is lifted only if it came down there', () => {
    const { grip } = held();
    grip.press(at('b1'));
    grip.release(at('i1'));
    expect(grip.hand.path).toEqual([]);
  });
  it('drags a stack to its goal, where it stays until the host answers', () => {
    const { grip, moves } = held();
    grip.press(at('b1'));
    grip.move(at('b1', true, 0.3));
    expect(grip.hand.dragging).toBe(true);
    grip.move(at('c1'));
    expect(grip.held?.from).toBe('b1');
    grip.release(at('c1'));
    expect(moves[0]).toMatchObject({ from: 'b1', to: 'c1' });
    expect([grip.dropped, grip.held?.x]).toEqual([true, board.at.get('c1')?.x]);
    grip.settle();
    expect([grip.dropped, grip.held]).toEqual([false, null]);
  });
  it('lands what a finger drags where it is drawn, above the finger', () => {
    const { grip, moves } = held();
    grip.press(at('b1', false));
    grip.move(at('b1', false, 0.4));
    grip.release(at('c1', false, 0, 0.35));
    expect(moves[0]).toMatchObject({ to: 'c1' });
  });
  it('moves less than a few pixels without dragging', () => {
    const { grip } = held();
    grip.press(at('b1'));
    grip.move(at('b1', true, 0.05));
    expect(grip.hand.dragging).toBe(false);
  });
  it('drops what it drags when the browser takes it away', () => {
    const { grip } = held();
    grip.press(at('b1'));
    grip.move(at('c1'));
    grip.abandon(1);
    expect([grip.hand.path, grip.hand.dragging, grip.held]).toEqual([[], false, null]);
  });
});

describe('a drag', () => {
  const second = (spot: string): Touch => ({ ...at(spot, false), id: 2, first: false });
  const begun = (mouse = true) => {
    const all = held();
    all.grip.press(at('b1', mouse));
    all.grip.move(at('b1', mouse, 0.4));
    return all;
  };
  it('that is given up by a key is over, though the pointer goes on', () => {
    const { grip, moves } = begun();
    expect(grip.escape()).toBe(true);
    grip.move(at('c1'));
    grip.release(at('c1'));
    expect([grip.hand.path, grip.held, moves]).toEqual([[], null, []]);
  });
  it('goes on whatever a second finger does', () => {
    const { grip, moves } = begun(false);
    grip.press(second('c1'));
    grip.move({ ...second('c1'), x: 9 });
    grip.abandon(2);
    grip.release(second('c1'));
    expect([grip.hand.dragging, moves]).toEqual([true, []]);
    grip.release(at('c1', false, 0, 0.35));
    expect([grip.hand.dragging, grip.hand.over, moves.length]).toEqual([false, '', 1]);
  });
  it('does not begin, nor a tap, where two fingers come down', () => {
    const { grip } = held();
    grip.press(at('b1', false));
    grip.press(second('i1'));
    grip.move(at('b1', false, 0.5));
    grip.release(at('b1', false, 0.5));
    grip.release(second('i1'));
    expect([grip.hand.path, grip.hand.dragging, grip.hand.over]).toEqual([[], false, '']);
  });
  it('does not begin with a button that was let go beside the board', () => {
    const { grip } = held();
    grip.press(at('b1'));
    grip.move({ ...at('c1'), pressed: false });
    expect([grip.hand.dragging, grip.hand.path, grip.hand.over]).toEqual([false, [], 'c1']);
  });
});

describe('looking into a stack', () => {
  it('comes with a long press, which then takes nothing up', () => {
    const { grip } = held();
    grip.press(at('e4', false));
    vi.advanceTimersByTime(360);
    expect(grip.inspect).toBe('e4');
    grip.release(at('e4', false));
    expect([grip.inspect, grip.hand.path]).toEqual(['', []]);
  });
  it('comes with a mouse that stays, and goes with it', () => {
    const { grip } = held();
    grip.move(at('e4'));
    vi.advanceTimersByTime(390);
    expect(grip.inspect).toBe('e4');
    grip.leave(true);
    expect([grip.inspect, grip.hand.over]).toEqual(['', '']);
  });
  it('comes at once while a key is held, wherever pointer and keys go, and goes with it', () => {
    const { grip } = held();
    grip.move(at('e4'));
    grip.peek('e4');
    expect(grip.inspect).toBe('e4');
    grip.move(at('b1'));
    expect(grip.inspect).toBe('');
    grip.go('e4');
    expect(grip.inspect).toBe('e4');
    grip.fold();
    expect(grip.inspect).toBe('');
    grip.go('e4');
    expect(grip.inspect).toBe('');
  });
  it('is nothing where there is nothing more to see', () => {
    const { grip } = held();
    grip.move(at('b1'));
    vi.advanceTimersByTime(1000);
    expect(grip.inspect).toBe('');
  });
});

describe('keys', () => {
  it('do what a tap does, and Esc goes back step by step', () => {
    const { grip, asks } = held();
    grip.act('i1');
    expect(asks[0]).toMatchObject({ from: 'i1' });
    grip.act('b1');
    grip.go('b3');
    expect([grip.spotted, grip.hand.over, grip.hand.path]).toEqual(['b3', 'b3', ['b1']]);
    expect(grip.escape()).toBe(true);
    expect(grip.hand.path).toEqual([]);
    expect(grip.escape()).toBe(false);
  });
});

it('keeps a draft until it is confirmed', () => {
  const { grip, moves, tap } = held({ confirm: true });
  tap('b1');
  tap('c1');
  expect([moves.length, grip.hand.draft?.to]).toEqual([0, 'c1']);
  grip.confirm();
  expect(moves).toHaveLength(1);
});
it('takes a double tap for one, so that it neither confirms nor begins the next move', () => {
  const { grip, moves, asks, tap } = held({ confirm: true });
  tap('b1');
  tap('c1');
  tap('c1');
  expect([moves.length, grip.hand.draft?.to]).toEqual([0, 'c1']);
  vi.advanceTimersByTime(400);
  tap('c1');
  expect([moves.length, grip.hand.path]).toEqual([1, []]);
  tap('c1');
  expect([grip.hand.path, asks]).toEqual([[], []]);
  tap('b1'); // another spot
  tap('c1');
  expect(grip.hand.draft?.to).toBe('c1');
});
it('takes every tap where pieces are put on one spot', () => {
  const { moves, tap } = held({ moves: [{ text: 'b1', to: 'b1' }] });
  tap('b1');
  tap('b1');
  expect(moves).toHaveLength(2);
});
