import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { given, layout } from './fixture.ts';
import { plan } from './geometry.ts';
import { Grip, type Touch } from './grip.svelte.ts';
import type { Given, Result } from './state.ts';

const board = plan(layout('upright'), 0);

function at(spot: string, mouse = true, dx = 0, dy = 0): Touch {
  const p = board.at.get(spot) ?? { x: 99, y: 99 };
  const [x, y] = [p.x + dx, p.y + dy];
  return { id: 1, x, y, px: x * 45, py: y * 45, mouse };
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
    grip.abandon();
    expect([grip.hand.path, grip.hand.dragging, grip.held]).toEqual([[], false, null]);
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
