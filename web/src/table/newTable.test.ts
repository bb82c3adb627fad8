import { expect, it } from 'vitest';
import type { GameInfo } from '../rules/types.ts';
import { changed, choiceOf, optionsOf, usual } from './newTable.ts';

const lyngk = { id: 'lyngk' } as GameInfo;

it('a rated game has a clock, and no moves are taken back', () => {
  const rated = changed({ ...usual, control: '-', takeback: true }, { rated: true });
  expect(rated).toMatchObject({ rated: true, takeback: false, control: usual.control });
  expect(changed(rated, { takeback: true })).toMatchObject({ rated: false, takeback: true });
  expect(changed(rated, { control: '-' })).toMatchObject({ rated: false, control: '-' });
  expect(changed(rated, { control: '1/86400' })).toMatchObject({ rated: true, control: '1/86400' });
});

it('the clock of who is away may run on, in a game of days', () => {
  const choice = { ...usual, away: false };
  expect(optionsOf(choice, lyngk)).not.toHaveProperty('noAway');
  expect(optionsOf({ ...choice, control: '1/259200' }, lyngk)).toMatchObject({ noAway: true });
  expect(choiceOf(optionsOf({ ...choice, control: '1/259200' }, lyngk), true).away).toBe(false);
});

it('only who has a name of their own asks for a rated game, or for people with a name', () => {
  const choice = { ...usual, rated: true, takeback: false, accounts: true };
  expect(optionsOf(choice, lyngk)).not.toHaveProperty('rated');
  expect(optionsOf(choice, lyngk)).not.toHaveProperty('accounts');
  expect(optionsOf(choice, lyngk, true, true)).toMatchObject({ rated: true, accounts: true });
  expect(choiceOf(optionsOf(choice, lyngk, true, true), true)).toMatchObject({ rated: true, accounts: true });
});
