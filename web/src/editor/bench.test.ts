// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { layout } from '../board/fixture.ts';
import { type GameInfo, type Rules, RulesError, type View } from '../rules/types.ts';
import { Bench } from './bench.svelte.ts';

const info: GameInfo = {
  ...{ id: 'lyngk', name: 'LYNGK', highest: 5, sides: ['1', '2'], claims: true, full: false },
  pieces: [
    { letter: 'I', color: 'ivory' },
    { letter: 'R', color: 'red' },
    { letter: 'J', color: 'joker' },
  ],
};
const start = 'I/R,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 -:- 0:0';
let answers: (() => void)[] = [];
const rules = {
  games: async () => [info],
  layout: async () => layout('upright'),
  start: async () => start,
  view: (_: string, position: string) =>
    new Promise<View>((done, fail) => {
      answers.push(() =>
        position.includes('J')
          ? fail(new RulesError({ code: 'x', offset: 0, text: 'no joker' }))
          : done({ position, side: 0, outcome: 'ongoing', stacks: {}, moves: [] }),
      );
    }),
} as unknown as Rules;
beforeEach(() => {
  answers = [];
});
async function opened(): Promise<Bench> {
  const bench = new Bench(rules);
  await bench.arrive('lyngk', '');
  return bench;
}

describe('the bench', () => {
  it('opens a start position, and changes it by its tools, back and forth', async () => {
    const b = await opened();
    expect(b.text).toBe(start);
    b.tool = 'R';
    expect(b.open).toHaveLength(43);
    b.act({ to: 'a1', path: ['a1'] });
    expect(b.setup.stacks.a1).toBe('IR');
    b.tool = '-';
    expect(b.open.map((m) => m.to).sort()).toEqual(['a1', 'b1']);
    b.act({ to: 'b1', path: ['b1'] });
    expect(b.setup.stacks.b1).toBeUndefined();
    b.tool = '>';
    b.act({ from: 'a1', to: 'e4', path: ['a1', 'e4'] });
    expect(b.setup.stacks).toEqual({ e4: 'IR' });
    for (let i = 0; i < 3; i++) b.undo();
    expect(b.text).toBe(start);
  });
  it('opens a start position where there is no such game, and says so', async () => {
    const b = new Bench(rules);
    await expect(b.arrive('LYNGK', 'x')).rejects.toThrow('unknown game LYNGK; known are lyngk');
    expect(b.text).toBe(start);
  });
  it('drops the answer to an older question', async () => {
    const b = await opened();
    const asked = [b.ask(info, 'one'), b.ask(info, 'two')];
    answers[1]?.();
    answers[0]?.();
    await Promise.all(asked);
    expect(b.view?.position).toBe('two');
  });
  it('says what the rules have against it', async () => {
    const b = await opened();
    const asked = b.ask(info, 'J');
    answers[0]?.();
    await asked;
    expect([b.view, b.refusal?.text]).toEqual([null, 'no joker']);
  });
  it('has what is half done in the address, and there again when the page is', async () => {
    const b = await opened();
    b.write('half a position');
    void b.ask(info, b.code);
    expect(location.search).toBe('?g=lyngk&p=half_a_position');
    const again = new Bench(rules);
    await again.arrive('lyngk', 'half a position');
    expect([again.code, again.typed, again.setup.stacks]).toEqual(['half a position', true, {}]);
    const twice = start.replace('I/R', 'RR/R');
    await again.arrive('lyngk', twice);
    expect(again.setup.stacks).toEqual({ a1: 'RR', b1: 'R' });
  });
  it('takes up what is written as soon as it can be read', async () => {
    const b = await opened();
    b.write('I/R');
    expect([b.setup.stacks.a1, b.typed]).toEqual(['I', true]);
    b.write(start.replace('I/R', 'R/I'));
    expect(b.setup.stacks).toEqual({ a1: 'R', b1: 'I' });
  });
});
