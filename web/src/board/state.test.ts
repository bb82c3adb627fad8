import { describe, expect, it } from 'vitest';
import { given } from './fixture.ts';
import {
  cancel,
  confirmDraft,
  dragOver,
  drop,
  empty,
  foreseen,
  type Given,
  type Hand,
  hover,
  lift,
  movable,
  placeable,
  planned,
  reach,
  revise,
  route,
  tap,
} from './state.ts';

const taps = (g: Given, ...spots: string[]) => {
  let hand: Hand = empty;
  let last = tap(g, hand, spots[0] ?? '');
  hand = last.hand;
  for (const s of spots.slice(1)) {
    last = tap(g, hand, s);
    hand = last.hand;
  }
  return last;
};

describe('taking up', () => {
  it('knows what can be taken up under the claim chosen', () => {
    expect([...movable(given)]).toEqual(['b1', 'c1']);
    expect([...movable({ ...given, claim: 'G' })]).toEqual(['g1', 'b1']);
    expect(movable({ ...given, active: false }).size).toBe(0);
  });
  it('takes a stack up and puts it back', () => {
    expect(taps(given, 'b1').hand.path).toEqual(['b1']);
    expect(taps(given, 'b1', 'b1').hand.path).toEqual([]);
    expect(taps(given, 'b1', 'a1').hand.path).toEqual([]);
  });
  it('asks why a stack does not move', () => {
    const r = taps(given, 'i1');
    expect(r.hand.path).toEqual([]);
    expect(r.ask).toEqual({ claim: '', from: 'i1', to: '', path: ['i1'] });
    expect(taps(given, 'a1').ask).toBeUndefined();
  });
  it('does nothing out of turn', () => {
    const r = taps({ ...given, active: false }, 'b1');
    expect(r).toEqual({ hand: empty });
  });
});

describe('hops', () => {
  it('shows targets and points from where the stack is', () => {
    const r = reach(given, ['b1']);
    expect([...r.targets].sort()).toEqual(['c1', 'e4']);
    expect([...r.points].sort()).toEqual(['b3', 'd3']);
    const on = reach(given, ['b1', 'b3', 'd3']);
    expect([...on.targets]).toEqual(['e4']);
    expect([...on.points]).toEqual([]); // each point serves once
  });
  it('lands at once on a far target, by the shortest way', () => {
    expect(taps(given, 'b1', 'e4').intent).toEqual({ from: 'b1', to: 'e4', path: ['b1', 'b3', 'd3', 'e4'] });
  });
  it('goes hop by hop, also over a far point', () => {
    expect(taps(given, 'b1', 'b3').hand.path).toEqual(['b1', 'b3']);
    expect(taps(given, 'b1', 'd3').hand.path).toEqual(['b1', 'b3', 'd3']);
    expect(taps(given, 'b1', 'b3', 'c1').intent?.path).toEqual(['b1', 'b3', 'c1']);
  });
  it('steps back to a point passed', () => {
    expect(taps(given, 'b1', 'b3', 'd3', 'd3').hand.path).toEqual(['b1', 'b3']);
    expect(taps(given, 'b1', 'b3', 'd3', 'b3').hand.path).toEqual(['b1']);
  });
  it('finds no way where there is none', () => {
    expect(route(given, ['b1'], 'i1')).toBeNull();
    expect(route(given, ['c1'], 'g2')).toEqual(['c1', 'g2']);
  });
  it('still names a goal the legs do not show', () => {
    const g = { ...given, moves: [...given.moves, { text: 'b1-i1', from: 'b1', to: 'i1' }] };
    expect(taps(g, 'b1', 'i1').intent?.path).toEqual(['b1', 'i1']);
  });
  it('plans the way to what is under the pointer', () => {
    const hand = hover(taps(given, 'b1').hand, 'e4');
    expect(planned(given, hand)).toEqual(['b1', 'b3', 'd3', 'e4']);
    expect(planned(given, hover(hand, 'i1'))).toBeNull();
  });
});

describe('a target that is none', () => {
  it('asks first, then takes the other stack up', () => {
    const one = taps(given, 'b1', 'g2');
    expect(one.ask).toEqual({ claim: '', from: 'b1', to: 'g2', path: ['b1', 'g2'] });
    expect(one.hand.path).toEqual(['b1']);
    const g = { ...given, moves: [...given.moves, { text: 'g2-i1', from: 'g2', to: 'i1' }] };
    const two = taps(g, 'b1', 'g2', 'g2');
    expect(two.hand.path).toEqual(['g2']);
    expect(two.ask).toBeUndefined();
  });
  it('takes the other stack up at once where the host wants it so', () => {
    const g = { ...given, askFirst: false, moves: [...given.moves, { text: 'g2-i1', from: 'g2', to: 'i1' }] };
    const r = taps(g, 'b1', 'g2');
    expect(r.hand.path).toEqual(['g2']);
    expect(r.ask?.to).toBe('g2');
  });
});

describe('claims', () => {
  it('carries the claim in the intent', () => {
    expect(taps({ ...given, claim: 'G' }, 'g1', 'g2').intent).toEqual({
      claim: 'G',
      from: 'g1',
      to: 'g2',
      path: ['g1', 'g2'],
    });
  });
  it('keeps what is in hand as far as it still can', () => {
    const hand = taps(given, 'b1', 'b3').hand;
    expect(revise({ ...given, claim: 'G' }, hand).path).toEqual(['b1', 'b3']);
    expect(revise({ ...given, claim: 'G' }, taps(given, 'c1').hand).path).toEqual([]);
    const cut = { ...given, claim: 'G', legs: { 'G,b1': { b1: ['c1'] } } };
    expect(revise(cut, hand).path).toEqual(['b1']);
  });
});

describe('placing', () => {
  const g: Given = { stacks: { a1: 'D' }, moves: [{ text: 'b1', to: 'b1' }], claim: '', active: true };
  it('places with one tap', () => {
    expect([...placeable(g)]).toEqual(['b1']);
    expect(tap(g, empty, 'b1').intent).toEqual({ to: 'b1', path: ['b1'] });
  });
  it('asks why an occupied spot takes no piece', () => {
    expect(tap(g, empty, 'a1').ask).toEqual({ claim: '', from: '', to: 'a1', path: ['a1'] });
  });
});

describe('confirming', () => {
  const g = { ...given, confirm: true };
  it('drafts first and sends at the second tap', () => {
    const one = taps(g, 'b1', 'c1');
    expect(one.intent).toBeUndefined();
    expect(one.hand.draft?.to).toBe('c1');
    expect(tap(g, one.hand, 'c1').intent?.to).toBe('c1');
    expect(confirmDraft(one.hand).intent?.to).toBe('c1');
  });
  it('goes back one step at a time', () => {
    const one = taps(g, 'b1', 'c1').hand;
    expect(cancel(one).draft).toBeNull();
    expect(cancel(one).path).toEqual(['b1']);
    expect(cancel(cancel(one)).path).toEqual([]);
  });
});

describe('dragging', () => {
  it('lifts only what can move', () => {
    expect(lift(given, empty, 'i1').dragging).toBe(false);
    expect(lift(given, empty, 'b1')).toMatchObject({ dragging: true, path: ['b1'] });
  });
  it('picks up points on the way', () => {
    let hand = lift(given, empty, 'b1');
    for (const s of ['b2', 'b3', 'd3', 'e4']) hand = dragOver(given, hand, s);
    expect(hand.path).toEqual(['b1', 'b3', 'd3']);
    expect(drop(given, hand, 'e4').intent?.path).toEqual(['b1', 'b3', 'd3', 'e4']);
  });
  it('lands on a target of the origin even after a detour', () => {
    const g = { ...given, legs: { ',b1': { b1: ['b3', 'c1'], b3: ['d3'], d3: ['b3', 'e4'] } } };
    let hand = lift(g, empty, 'b1');
    hand = dragOver(g, hand, 'b3');
    expect(drop(g, hand, 'c1').intent?.path).toEqual(['b1', 'c1']);
  });
  it('keeps the stack taken up when it is put back', () => {
    expect(drop(given, lift(given, empty, 'b1'), 'b1').hand).toMatchObject({ path: ['b1'], dragging: false });
  });
  it('asks why on a wrong stack and gives up beside the board', () => {
    expect(drop(given, lift(given, empty, 'b1'), 'g2').ask?.to).toBe('g2');
    expect(drop(given, lift(given, empty, 'b1'), '').hand.path).toEqual([]);
  });
});

describe('what a move comes to', () => {
  it('is told without the rules', () => {
    const stacks = { a1: 'RB', a2: 'G', b1: 'K' };
    expect(foreseen(stacks, { from: 'a1', to: 'a2' })).toEqual({ a2: 'GRB', b1: 'K' });
    expect(foreseen(stacks, { to: 'c3' }, 'W')).toEqual({ ...stacks, c3: 'W' });
    expect(stacks).toEqual({ a1: 'RB', a2: 'G', b1: 'K' });
  });
});
