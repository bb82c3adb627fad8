import { expect, it } from 'vitest';
import cases from '../../../internal/show/say/testdata/remarks.json';
import { type Catalog, LANGUAGES, texts } from '../i18n/index.ts';
import { inLanguage, withoutRemark, withRemark } from './remark.ts';
import type { Reason } from './thinker.ts';

const catalogs = import.meta.glob<Catalog>('../../../internal/show/i18n/catalog/*.json', {
  eager: true,
  import: 'default',
});
const speaking = (lang: string) => texts(lang, catalogs[`../../../internal/show/i18n/catalog/${lang}.json`] ?? {});
const [english, german] = [speaking('en'), speaking('de')];
const worded = cases[0] as (typeof cases)[number];
const noteOf = ({ comment, command }: { comment: string; command: string }) => ({
  comment,
  commands: [{ name: 'remark', value: command }],
});

for (const c of cases)
  for (const [lang, says] of Object.entries(c.says))
    it(`is said as in every program: ${c.case}, ${c.command}, ${lang}`, () => {
      const nodes = new Map([[0, noteOf(c)]]);
      expect(inLanguage(speaking(lang), nodes).get(0)?.comment).toBe(says);
    });
it('is said in every language', () => expect(Object.keys(worded.says).sort()).toEqual(Object.keys(LANGUAGES).sort()));

it('is written as every program reads it, with its words for others unless there is a comment', () => {
  const reasons: readonly Pick<Reason, 'key' | 'args'>[] = [
    { key: 'lyngk.completes', args: { spot: 'b1' } },
    { key: 'lyngk.opens', args: { n: '13', less: '8', color: 'red' } },
    { key: 'lyngk.takes', args: { n: '3', spot: 'b1' } },
  ];
  const remark = { mark: 4, better: 'R,b2-b1', cost: 50, reasons } as const;
  const said = withRemark(english, { commands: [{ name: 'csl', value: 'Gd4' }] }, remark);
  expect([said.comment, said.commands?.map((c) => c.value)]).toEqual([worded.comment, ['Gd4', worded.command]]);
  // Judged again, even by who speaks another language, there is one remark still.
  const again = withRemark(german, said, { ...remark, cost: 9, reasons: [] });
  expect(again.comment).toMatch(/^Grober Fehler: R,b2-b1 ist besser/);
  expect(again.commands?.map((c) => c.value)).toEqual(['Gd4', `?? R,b2-b1 9 ${again.comment?.length}`]);
  expect(withoutRemark(again)).toEqual({ comment: undefined, commands: [{ name: 'csl', value: 'Gd4' }] });
  // A comment of a person stays alone with it.
  const own = withRemark(german, { comment: 'Łódź.' }, { ...remark, reasons: [] });
  expect(own).toEqual({ comment: 'Łódź.', commands: [{ name: 'remark', value: '?? R,b2-b1 50 0' }] });
  expect(withoutRemark(own).comment).toBe('Łódź.');
});

it('is looked for once, and leaves a tree without one as it is', () => {
  const nodes = new Map([[0, { comment: 'Well.' }]]);
  expect(inLanguage(english, nodes)).toBe(nodes);
});
