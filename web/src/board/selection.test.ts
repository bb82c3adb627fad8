import { describe, expect, it } from 'vitest';
import { choices } from './fixture.ts';
import {
  type Choices,
  cancel,
  confirmDraft,
  dragOver,
  drop,
  empty,
  hover,
  lift,
  movable,
  placeable,
  planned,
  previewStacks,
  reach,
  revise,
  route,
  type Selection,
  tap,
} from './selection.ts';

const taps = (g: Choices, ...spots: string[]) => {
  let selection: Selection = empty;
  let last = tap(g, selection, spots[0] ?? '');
  selection = last.selection;
  for (const s of spots.slice(1)) {
    last = tap(g, selection, s);
    selection = last.selection;
  }
  return last;
};

describe('taking up', () => {
  it('knows what can be taken up under the claim chosen', () => {
    expect([...movable(choices)]).toEqual(['b1', 'c1']);
    expect([...movable({ ...choices, claim: 'G' })]).toEqual(['g1', 'b1']);
    expect(movable({ ...choices, active: false }).size).toBe(0);
  });
  it('takes a stack up and puts it back', () => {
    expect(taps(choices, 'b1').selection.path).toEqual(['b1']);
    expect(taps(choices, 'b1', 'b1').selection.path).toEqual([]);
    expect(taps(choices, 'b1', 'a1').selection.path).toEqual([]);
  });
  it('asks why a stack does not move', () => {
    const r = taps(choices, 'i1');
    expect(r.selection.path).toEqual([]);
    expect(r.attempt).toEqual({ claim: '', from: 'i1', to: '', path: ['i1'] });
    expect(taps(choices, 'a1').attempt).toBeUndefined();
  });
  it('does nothing out of turn', () => {
    const r = taps({ ...choices, active: false }, 'b1');
    expect(r).toEqual({ selection: empty });
  });
});

describe('hops', () => {
  it('shows targets and points from where the stack is', () => {
    const r = reach(choices, ['b1']);
    expect([...r.targets].sort()).toEqual(['c1', 'e4']);
    expect([...r.points].sort()).toEqual(['b3', 'd3']);
    const on = reach(choices, ['b1', 'b3', 'd3']);
    expect([...on.targets]).toEqual(['e4']);
    expect([...on.points]).toEqual([]); // each point serves once
  });
  it('lands at once on a far target, by the shortest way', () => {
    expect(taps(choices, 'b1', 'e4').intent).toEqual({ from: 'b1', to: 'e4', path: ['b1', 'b3', 'd3', 'e4'] });
  });
  it('goes hop by hop, also over a far point', () => {
    expect(taps(choices, 'b1', 'b3').selection.path).toEqual(['b1', 'b3']);
    expect(taps(choices, 'b1', 'd3').selection.path).toEqual(['b1', 'b3', 'd3']);
    expect(taps(choices, 'b1', 'b3', 'c1').intent?.path).toEqual(['b1', 'b3', 'c1']);
  });
  it('steps back to a point passed', () => {
    expect(taps(choices, 'b1', 'b3', 'd3', 'd3').selection.path).toEqual(['b1', 'b3']);
    expect(taps(choices, 'b1', 'b3', 'd3', 'b3').selection.path).toEqual(['b1']);
  });
  it('finds no way where there is none', () => {
    expect(route(choices, ['b1'], 'i1')).toBeNull();
    expect(route(choices, ['c1'], 'g2')).toEqual(['c1', 'g2']);
  });
  it('still names a goal the legs do not show', () => {
    const g = { ...choices, moves: [...choices.moves, { text: 'b1-i1', from: 'b1', to: 'i1' }] };
    expect(taps(g, 'b1', 'i1').intent?.path).toEqual(['b1', 'i1']);
  });
  it('plans the way to what is under the pointer', () => {
    const selection = hover(taps(choices, 'b1').selection, 'e4');
    expect(planned(choices, selection)).toEqual(['b1', 'b3', 'd3', 'e4']);
    expect(planned(choices, hover(selection, 'i1'))).toBeNull();
  });
});

describe('a target that is none', () => {
  it('asks first, then takes the other stack up', () => {
    const one = taps(choices, 'b1', 'g2');
    expect(one.attempt).toEqual({ claim: '', from: 'b1', to: 'g2', path: ['b1', 'g2'] });
    expect(one.selection.path).toEqual(['b1']);
    const g = { ...choices, moves: [...choices.moves, { text: 'g2-i1', from: 'g2', to: 'i1' }] };
    const two = taps(g, 'b1', 'g2', 'g2');
    expect(two.selection.path).toEqual(['g2']);
    expect(two.attempt).toBeUndefined();
  });
  it('takes the other stack up at once where the host wants it so', () => {
    const g = { ...choices, askFirst: false, moves: [...choices.moves, { text: 'g2-i1', from: 'g2', to: 'i1' }] };
    const r = taps(g, 'b1', 'g2');
    expect(r.selection.path).toEqual(['g2']);
    expect(r.attempt?.to).toBe('g2');
  });
});

describe('claims', () => {
  it('carries the claim in the intent', () => {
    expect(taps({ ...choices, claim: 'G' }, 'g1', 'g2').intent).toEqual({
      claim: 'G',
      from: 'g1',
      to: 'g2',
      path: ['g1', 'g2'],
    });
  });
  it('keeps what is in hand as far as it still can', () => {
    const selection = taps(choices, 'b1', 'b3').selection;
    expect(revise({ ...choices, claim: 'G' }, selection).path).toEqual(['b1', 'b3']);
    expect(revise({ ...choices, claim: 'G' }, taps(choices, 'c1').selection).path).toEqual([]);
    const cut = { ...choices, claim: 'G', legs: { 'G,b1': { b1: ['c1'] } } };
    expect(revise(cut, selection).path).toEqual(['b1']);
  });
});

describe('placing', () => {
  const g: Choices = { stacks: { a1: 'D' }, moves: [{ text: 'b1', to: 'b1' }], claim: '', active: true };
  it('places with one tap', () => {
    expect([...placeable(g)]).toEqual(['b1']);
    expect(tap(g, empty, 'b1').intent).toEqual({ to: 'b1', path: ['b1'] });
  });
  it('asks why an occupied spot takes no piece', () => {
    expect(tap(g, empty, 'a1').attempt).toEqual({ claim: '', from: '', to: 'a1', path: ['a1'] });
  });
});

describe('confirming', () => {
  const g = { ...choices, confirm: true };
  it('drafts first and sends at the second tap', () => {
    const one = taps(g, 'b1', 'c1');
    expect(one.intent).toBeUndefined();
    expect(one.selection.draft?.to).toBe('c1');
    expect(tap(g, one.selection, 'c1').intent?.to).toBe('c1');
    expect(confirmDraft(one.selection).intent?.to).toBe('c1');
  });
  it('waits on when the choices change, as long as the move is legal', () => {
    const { selection } = taps(g, 'b1', 'c1');
    expect(revise({ ...g }, selection).draft).toBe(selection.draft);
    expect(revise({ ...g, moves: g.moves.filter((m) => m.to !== 'c1') }, selection).draft).toBeNull();
    expect(revise({ ...g, claim: 'G' }, selection).draft).toBeNull();
    expect(revise({ ...g, active: false }, selection).draft).toBeNull();
  });
  it('goes back one step at a time', () => {
    const one = taps(g, 'b1', 'c1').selection;
    expect(cancel(one).draft).toBeNull();
    expect(cancel(one).path).toEqual(['b1']);
    expect(cancel(cancel(one)).path).toEqual([]);
  });
});

describe('dragging', () => {
  it('lifts only what can move', () => {
    expect(lift(choices, empty, 'i1').dragging).toBe(false);
    expect(lift(choices, empty, 'b1')).toMatchObject({ dragging: true, path: ['b1'] });
  });
  it('picks up points on the way', () => {
    let selection = lift(choices, empty, 'b1');
    for (const s of ['b2', 'b3', 'd3', 'e4']) selection = dragOver(choices, selection, s);
    expect(selection.path).toEqual(['b1', 'b3', 'd3']);
    expect(drop(choices, selection, 'e4').intent?.path).toEqual(['b1', 'b3', 'd3', 'e4']);
  });
  it('lands on a target of the origin even after a detour', () => {
    const g = { ...choices, legs: { ',b1': { b1: ['b3', 'c1'], b3: ['d3'], d3: ['b3', 'e4'] } } };
    let selection = lift(g, empty, 'b1');
    selection = dragOver(g, selection, 'b3');
    expect(drop(g, selection, 'c1').intent?.path).toEqual(['b1', 'c1']);
  });
  it('keeps the stack taken up when it is put back', () => {
    expect(drop(choices, lift(choices, empty, 'b1'), 'b1').selection).toMatchObject({ path: ['b1'], dragging: false });
  });
  it('asks why on a wrong stack and gives up beside the board', () => {
    expect(drop(choices, lift(choices, empty, 'b1'), 'g2').attempt?.to).toBe('g2');
    expect(drop(choices, lift(choices, empty, 'b1'), '').selection.path).toEqual([]);
  });
});

describe('what a move comes to', () => {
  it('is told without the rules', () => {
    const stacks = { a1: 'RB', a2: 'G', b1: 'K' };
    expect(previewStacks(stacks, { from: 'a1', to: 'a2' }, 'GRB')).toEqual({ a2: 'GRB', b1: 'K' });
    expect(previewStacks(stacks, { to: 'c3' }, 'W')).toEqual({ ...stacks, c3: 'W' });
    expect(stacks).toEqual({ a1: 'RB', a2: 'G', b1: 'K' });
  });
});
