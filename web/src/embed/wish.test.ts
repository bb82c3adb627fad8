import { describe, expect, it } from 'vitest';
import { layout } from '../board/fixture.ts';
import { standing, turnIn, type Wish, wishOf } from './wish.ts';

const wish = (attributes: Readonly<Record<string, string>>): Wish => wishOf((name) => attributes[name] ?? null);

describe('the attributes of a board', () => {
  it('have defaults', () => {
    expect(wish({})).toEqual({
      ...{ game: 'lyngk', position: '', moves: [], solution: [], size: 0, flip: false, labels: true },
      ...{ board: 'stone', pieces: 'solid' },
    });
  });
  it('are read as people write them', () => {
    expect(wish({ game: ' dvonn ', position: 'W,B/._w_move', size: '320px', flip: '', labels: 'off' })).toMatchObject({
      ...{ game: 'dvonn', position: 'W,B/. w move', size: 320, flip: true, labels: false },
    });
    expect(wish({ size: 'wide', flip: 'false', labels: '' })).toMatchObject({ size: 0, flip: false, labels: true });
    expect(wish({ board: 'slate', pieces: ' flat ' })).toMatchObject({ board: 'slate', pieces: 'flat' });
    expect(wish({ board: 'lava', pieces: 'round' })).toMatchObject({ board: 'stone', pieces: 'solid' });
    expect(wish({ size: '-5' }).size).toBe(0);
    expect(wish({ size: '99999' }).size).toBe(2000);
  });
  it('hold moves with or without their numbers', () => {
    expect(wish({ record: '1. a1-b1\n b2-b3 2... pass 3 R,c1-c2' }).moves).toEqual([
      ...['a1-b1', 'b2-b3', 'pass', 'R,c1-c2'],
    ]);
    expect(wish({ puzzle: 'a1-b1|R,a1-b1 b2-b3 c1-c2' }).solution).toEqual(['a1-b1|R,a1-b1', 'b2-b3', 'c1-c2']);
  });
});

it('says who is to move as the position does', () => {
  expect([turnIn('a w move', ['w', 'b']), turnIn('a x', ['w', 'b']), turnIn('', ['w', 'b'])]).toEqual(['w', '', '']);
});
it('shows an empty board without a position, and nothing where it does not fit', () => {
  const board = layout('upright');
  expect(standing(board, '')).toEqual({});
  expect(standing(board, 'R,B/.')).toBeNull();
});
