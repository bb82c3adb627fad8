// What the account has of one thing is taken in one transaction; here the two cases in which what comes is not the latest.
import { expect, it } from 'vitest';
import { entry, freshArchive, oneCard } from './fixture.ts';
import { take } from './merge.ts';

const text = (comment: string): string =>
  JSON.stringify({ record: { game: 'toy', start: '', result: 'ongoing', moves: [], note: { comment } } });
const analysis = (comment: string, changed: number) => ({
  entry: entry('a', { kind: 'analysis', changed }),
  text: text(comment),
});

it('what another window has taken by a later version stays', async () => {
  const archive = freshArchive();
  const card = (last: number) => ({ kind: 'c' as const, card: oneCard('toy', 1, { last }) });
  await archive.write((tx) => take(tx, 'c.toy.1', 5, card(50)));
  await archive.write((tx) => take(tx, 'c.toy.1', 3, card(30)));
  await archive.write((tx) => take(tx, 'g.a', 5, { kind: 'g', ...analysis('later', 2) }));
  await archive.write((tx) => take(tx, 'g.a', 4, { kind: 'g', ...analysis('earlier', 1) }));
  await archive.write((tx) => take(tx, 'g.a', 3, null));
  expect((await archive.training()).cards.map((c) => c.last)).toEqual([50]);
  expect(await archive.text('a')).toBe(text('later'));
  expect(await archive.read((tx) => tx.objectStore('known').get('g.a'))).toMatchObject({ version: 5 });
});

it('a window that still shows what the account has replaced does not bring it back', async () => {
  const archive = freshArchive();
  await archive.put(analysis('before', 1));
  await archive.write((tx) => tx.objectStore('unsent').clear()); // it was sent
  await archive.write((tx) => take(tx, 'g.a', 2, { kind: 'g', ...analysis('of the other device', 2) }));
  await archive.put(analysis('before', 3));
  expect(await archive.text('a')).toBe(text('of the other device'));
  // What is written on from there is kept.
  await archive.put(analysis('of the other device, and more', 4));
  expect(await archive.text('a')).toBe(text('of the other device, and more'));
});
