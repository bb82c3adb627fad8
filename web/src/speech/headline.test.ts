import { describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { empty } from '../board/selection.ts';
import { verdictOf } from '../game/ending.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { strongerThan } from '../play/ending.ts';
import type { GameInfo, Ply, View } from '../rules/types.ts';
import { headlineOf, type Moment } from './headline.ts';
import type { SpeechContext } from './say.ts';

const info: GameInfo = {
  ...{ id: 'lyngk', name: 'LYNGK', highest: 5, sides: ['1', '2'], claims: true, full: false },
  pieces: [{ letter: 'R', color: 'red' }],
};
const speech: SpeechContext = { texts: texts('en', english as Catalog), info, pieces: 'discs', names: ['Anna', 'Ben'] };
const view: View = { position: 'x', side: 0, outcome: 'ongoing', stacks: { a1: 'R', b2: 'GI' }, moves: [] };
const ply: Ply = { move: 'a1-b2', path: ['a1', 'b2'], side: 1, position: 'x' };
const moment: Moment = {
  view,
  last: null,
  outcome: 'ongoing',
  selection: empty,
  way: null,
  built: '',
  thinking: false,
  me: null,
  claim: '',
  claimable: false,
};
const say = (m: Partial<Moment>): string => {
  const { lead, rest } = headlineOf(speech, { ...moment, ...m });
  return `${lead}|${rest}`;
};

describe('the headline', () => {
  it('says whose turn it is, after the last move', () => {
    expect(say({})).toMatch(/^\|Anna/);
    expect(say({ last: ply })).toMatch(/^a1 – b2\|Anna/);
    expect(say({ me: 0 })).toBe('|Your turn.');
    const small = headlineOf({ ...speech, names: ['iPad', ''] }, moment);
    expect(small.rest).toMatch(/^iPad/); // a name is written as its owner writes it
    expect(say({ thinking: true })).toMatch(/Anna.*think/);
  });
  it('asks for a piece to be placed, by you or by the other one', () => {
    const placing: View = { ...view, placing: 'R', left: 2 };
    expect(say({ view: placing, me: 0 })).toMatch(/^\|Place a .*, 2 left\.$/);
    expect(say({ view: placing, me: 1 })).toMatch(/^\|Anna to place a .*, 2 left\.$/);
  });
  it('says what the colors beside the board are for, until one is claimed', () => {
    const none: View = { ...view, claims: [[], []] };
    const first = say({ view: none, claimable: true, me: 0, last: ply });
    expect(first).toBe('a1 – b2|Claim a color first, or just move.');
    expect(say({ view: none, claimable: true })).toBe('|Anna to move. Claim a color first, or just move.');
    expect(say({ view: none, claimable: true, me: null, last: ply })).toBe('a1 – b2|Anna to move.');
    expect(say({ view: { ...view, claims: [['R'], []] }, claimable: true, me: 0 })).toBe('|Your turn.');
    expect(say({ view: none, claimable: true, claim: 'R', me: 0 })).toBe('|Red will be claimed with your move.');
  });
  it('says that only a claim gives a move, as long as that is so', () => {
    const stuck: View = {
      ...view,
      claims: [['R'], []],
      moves: [{ text: 'G,a1-b2', claim: 'G', from: 'a1', to: 'b2' }],
    };
    expect(say({ view: stuck, claimable: true, me: 0, last: ply })).toBe(
      'a1 – b2|You can only move if you claim a color.',
    );
    expect(say({ view: stuck, claimable: true, me: null })).toBe('|You can only move if you claim a color.');
    expect(say({ view: stuck, claimable: true, me: 0, claim: 'G' })).toBe('|Green will be claimed with your move.');
    expect(say({ view: stuck, claimable: false, me: 1 })).toBe('|Anna to move.');
  });
  it('says what somebody else has claimed, and which stacks go with it', () => {
    const after: View = { ...view, stacks: { a1: 'R', b2: 'GIR', c3: 'RB' }, claims: [[], ['R']] };
    const claim: Ply = { ...ply, claim: 'R' };
    const said = headlineOf(speech, { ...moment, view: after, last: claim, me: 0 });
    expect(said).toEqual({
      lead: 'Ben claims red.',
      detail: 'b2 and a1 are theirs now. b2 is 3 high.',
      rest: 'Your turn.',
    });
    const lone = { ...after, stacks: { a1: 'R' } };
    expect(headlineOf(speech, { ...moment, view: lone, last: claim }).detail).toBe('a1 is theirs now.');
    expect(say({ view: after, last: claim, me: 1 }), 'one’s own claim was chosen by hand').toMatch(/^a1 – b2\|/);
  });
  it('says half way over several spots how it goes on, and how the stack is put back', () => {
    expect(say({ selection: { ...empty, path: ['c3', 'd3'] } })).toBe(
      'c3 – d3|Choose where it goes on. Tap the stack to put it back.',
    );
  });
  it('says what the move taken up would build', () => {
    const selection = { ...empty, path: ['a1'], over: 'b2' };
    expect(say({ selection, way: ['a1', 'b2'], built: 'GIR' })).toMatch(/^a1 – b2\|.*red.*stack of 3/);
    expect(say({ selection, last: ply })).toMatch(/^\|/);
  });
  it('says what left the board, and that somebody passed', () => {
    expect(say({ last: { ...ply, captured: true, gone: { b2: 'GIRBK' } } })).toMatch(/Ben takes a five/);
    expect(say({ last: { ...ply, cut: ['c3', 'd4'], gone: { c3: 'W', d4: 'B' } } })).toMatch(/c3 and d4/);
    expect(say({ last: { ...ply, path: [] } })).toMatch(/^\|Ben passed/);
    expect(say({ last: { ...ply, path: [] }, me: 1 })).toMatch(/^\|You passed/);
    expect(say({ last: { ...ply, captured: true }, me: 1 })).toMatch(/You take a five/);
  });
  it('says who has won, half way where, and that a draft waits', () => {
    expect(say({ outcome: 'second' })).toMatch(/Ben/);
    expect(say({ outcome: 'second', me: 1 }), 'as the card of the result says it').toBe('You win!|');
    expect(say({ half: 'e5' })).toBe('Via e5|');
    const selection = { ...empty, draft: { from: 'a1', to: 'b2', path: ['a1', 'b2'] } };
    expect(say({ selection })).toMatch(/^a1\u2009–\u2009b2\|./);
  });
});

describe('the end', () => {
  const terms = { ...{ names: ['', ''] as const, seed: '', control: '-', hints: true, takeback: true } };
  it('is told to the only person', () => {
    expect(verdictOf(speech, { me: 1, outcome: 'second' })).toBe('You win!');
    expect(verdictOf(speech, { me: 1, outcome: 'first' })).toMatch(/^You lose/);
    expect(verdictOf(speech, { me: null, outcome: 'first' })).toMatch(/Anna/);
  });
  it('leads on to the next level for who has won', () => {
    const at = (me: 0 | 1 | null, outcome: 'first' | 'second', level: number): number =>
      strongerThan({ me, outcome, options: { ...terms, levels: [0, level] } });
    expect([at(0, 'first', 3), at(0, 'second', 3), at(0, 'first', 10), at(null, 'first', 3)]).toEqual([4, 0, 0, 0]);
  });
});
