import { expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { type Catalog, texts } from '../i18n/index.ts';
import type { GameInfo, Rules, View } from '../rules/types.ts';
import { whyNot } from './why.ts';

const info: GameInfo = {
  ...{ id: 'dvonn', name: 'DVONN', highest: 49, sides: ['white', 'black'], claims: false, full: true },
  pieces: [{ letter: 'W', color: 'white' }],
};
const speech = { texts: texts('en', english as Catalog), info, pieces: 'rings', names: ['', ''] } as const;
const refusal = { code: 'dvonn.occupied', offset: 0, text: '' };
const rules = { why: async () => refusal, whyStack: async () => ({ why: refusal, claims: [] }) } as unknown as Rules;
const view: View = { position: 'x', side: 0, outcome: 'ongoing', stacks: { a1: 'W' }, moves: [] };

it('the title of a refusal says what was tried: to place a piece, to move a stack, to move it there', async () => {
  const title = async (placing: string, from: string, to: string): Promise<string | undefined> =>
    (await whyNot(rules, speech, { ...view, placing }, { claim: '', from, to, path: [from, to] }))?.title;
  expect(await title('W', '', 'a1')).toBe('Nothing can be placed on a1');
  expect(await title('', 'a1', '')).toBe('a1 can’t move');
  expect(await title('', 'a1', 'b1')).toMatch(/isn’t allowed$/);
});

it('a stack that only another claim lets go names all of these, each as one claims it', async () => {
  const lyngk = { ...speech, pieces: 'discs' } as const;
  const asked = { whyStack: async () => ({ why: null, claims: ['I', 'R', 'G'] }) } as unknown as Rules;
  const moves = ['I', 'R'].map((claim) => ({ text: '', claim, from: 'a1', to: 'b1', path: ['a1', 'b1'] }));
  const at = { ...view, moves: moves as unknown as View['moves'] };
  const why = await whyNot(asked, lyngk, at, { claim: '', from: 'a1', to: '', path: ['a1'] });
  expect(why?.text).toBe('It can move if you first claim ivory or red.');
});
