import { expect, it } from 'vitest';
import { games } from '../rules/prepared.ts';
import { FAMILIES, familyOf, kindOf } from './families.ts';

it('every game is a kind of one family, on a full board too where it has both', () => {
  const kinds = FAMILIES.flatMap((f) => f.kinds.map((k) => `${k.game} ${k.full}`));
  const wanted = games.flatMap((g) => (g.full ? [`${g.id} false`, `${g.id} true`] : [`${g.id} false`]));
  expect(kinds.toSorted()).toEqual(wanted.toSorted());
});
it('a game is found with how its board is filled', () => {
  expect(familyOf('lyngk6').id).toBe('lyngk');
  expect(kindOf('dvonn', true).key).toBe('full');
  // What was chosen for another game counts only where there is a choice.
  expect(kindOf('lyngk', true).key).toBe('classic');
});
