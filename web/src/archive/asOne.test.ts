import { expect, it } from 'vitest';
import { asOne } from './asOne.ts';
import { analysisIdOf } from './entry.ts';
import { entry } from './fixture.ts';

const game = entry('game');
const judged = entry(analysisIdOf(game), { kind: 'analysis', me: null });
const ids = (...entries: Parameters<typeof asOne>[0]): [string[], string[]] => {
  const { alone, analyzed } = asOne(entries);
  return [alone.map((e) => e.id), [...analyzed]];
};

it('shows a game and the analysis of it as one', () => {
  expect(ids(judged, game)).toEqual([['game'], ['game']]);
});
it('shows an analysis that belongs to no game, or to a game as it was before it went on', () => {
  const before = entry('game.before', { kind: 'analysis' });
  expect(ids(before, game, entry('other', { kind: 'analysis' }))).toEqual([['game.before', 'game', 'other'], []]);
});
it('leaves out an analysis from before the game went on, in which nothing was written', () => {
  const before = entry('game.before', { kind: 'analysis', plies: 1, line: 'before', bare: true });
  const { alone, earlier } = asOne([before, game, { ...before, id: 'other.before' }]);
  expect([alone.map((e) => e.id), [...earlier]]).toEqual([['game', 'other.before'], [['game', ['game.before']]]]);
  expect(ids({ ...before, line: 'further' }, game)[0]).toEqual(['game.before', 'game']);
  // A game whose moves were taken back is shorter than it was.
  expect(ids({ ...before, plies: 9 }, game)[0]).toEqual(['game.before', 'game']);
});
it('shows both where one of them was deleted alone', () => {
  const gone = { ...game, deleted: 1 };
  expect(ids(judged, gone)).toEqual([[judged.id, 'game'], []]);
  expect(ids({ ...judged, deleted: 1 }, gone)).toEqual([['game'], ['game']]);
});
