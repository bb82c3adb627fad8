// @vitest-environment jsdom
// The editor on the real rules: they read, change and write what it shows.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '../board/types.ts';
import { rest } from '../rules/fixture.ts';
import { nativeRules } from '../rules/native.fixture.ts';
import type { Rules, SetupState } from '../rules/types.ts';
import { EditorState } from './editorState.svelte.ts';

const lyngk = (board: string, rest = '1 -:- 0:0'): string =>
  `${board}/.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. ${rest}`;
const empty = lyngk('.');
const two = lyngk('I').replace('I/.', 'I/R');
const at = (to: string, from?: string): Intent => ({ to, ...(from ? { from } : {}), path: from ? [from, to] : [to] });

let real: Rules;
let close = (): void => {};
beforeAll(() => {
  ({ rules: real, close } = nativeRules());
}, 300_000);
afterAll(() => close());
beforeEach(() => history.replaceState(null, '', '/'));

async function opened(position = two, game = 'lyngk'): Promise<EditorState> {
  const editor = new EditorState(real);
  await editor.open(game, position);
  return editor;
}

describe('the editor', () => {
  it('opens a start position, and changes it by its tools, back and forth', async () => {
    const e = await opened('');
    expect(Object.keys(e.setup.stacks)).toHaveLength(43);
    expect([e.past, e.view?.position]).toEqual([[], e.text]);
    await e.write(two);
    e.tool = 'R';
    expect(e.moves).toHaveLength(43);
    await e.act(at('a1'));
    expect(e.setup.stacks.a1).toBe('IR');
    e.tool = '-';
    expect(e.moves.map((m) => m.to).sort()).toEqual(['a1', 'b1']);
    await e.act(at('b1'));
    expect(e.setup.stacks.b1).toBeUndefined();
    e.tool = '>';
    await e.act(at('e4', 'a1'));
    expect([e.setup.stacks, e.left('R'), e.left('J')]).toEqual([{ e4: 'IR' }, 7, 3]);
    for (let i = 0; i < 3; i++) await e.undo();
    expect([e.text, e.code, e.typed]).toEqual([two, two, false]);
  });
  it('opens a position without the name of its game', async () => {
    const dvonn = await real.start('dvonn', 'x', true);
    const e = await opened(dvonn.replaceAll(' ', '_'), '');
    expect([e.info?.id, e.view?.position]).toEqual(['dvonn', dvonn]);
    expect((await opened('half', '')).info?.id).toBe('lyngk');
  });
  it('opens a start position where there is no such game, and says so', async () => {
    const e = new EditorState(real);
    await expect(e.open('LYNGK', two)).rejects.toThrow(/^unknown game LYNGK; known games: lyngk/);
    expect(Object.keys(e.setup.stacks)).toHaveLength(43);
  });
  it('does edits one after the other, however fast they come', async () => {
    const e = await opened(empty);
    e.tool = 'I';
    await Promise.all(['a1', 'b1', 'b1', 'b2'].map((spot) => e.act(at(spot))));
    expect(e.setup.stacks).toEqual({ a1: 'I', b1: 'II', b2: 'I' });
    expect(e.past).toHaveLength(4);
    await Promise.all([e.undo(), e.undo(), e.edit({ do: 'side', side: 1 })]);
    expect([e.setup.stacks, e.setup.side]).toEqual([{ a1: 'I', b1: 'I' }, 1]);
  });
  it('keeps nothing to be undone of an edit that changes nothing', async () => {
    const e = await opened();
    e.tool = '>';
    await e.act(at('e4', 'c3'));
    await e.edit({ do: 'side', side: 0 });
    expect([e.past, e.text]).toEqual([[], two]);
  });
  it('changes the start position that is still on its way', async () => {
    let begin = (): void => {};
    const slow = new EditorState({
      ...real,
      start: (...args) => new Promise<string>((yes) => (begin = () => void real.start(...args).then(yes))),
    } as Rules);
    const open = slow.open('lyngk', '');
    while (!slow.layout) await rest();
    const cleared = slow.edit({ do: 'clear' });
    await rest();
    begin();
    await Promise.all([open, cleared]);
    expect(slow.setup.stacks).toEqual({});
  });
  it('shows the last of several texts that are typed fast', async () => {
    const asked: (() => void)[] = [];
    const slow = new EditorState({
      ...real,
      setup: (game, text) => new Promise<SetupState>((yes) => asked.push(() => void real.setup(game, text).then(yes))),
    } as Rules);
    const open = slow.open('lyngk', two);
    while (!asked.length) await rest();
    asked.shift()?.();
    await open;
    const typed = [slow.write(lyngk('R'))];
    while (!asked.length) await rest();
    typed.push(slow.write(lyngk('K')), slow.write(lyngk('B')));
    asked.shift()?.();
    while (!asked.length) await rest();
    asked.shift()?.();
    await Promise.all(typed);
    expect([slow.setup.stacks, slow.code, slow.past, asked.length]).toEqual([{ a1: 'B' }, lyngk('B'), [two], 0]);
  });
  it('says what the rules have against it, and shows it all the same', async () => {
    const e = await opened();
    e.tool = 'R';
    for (let i = 0; i < 8; i++) await e.act(at('a1'));
    expect([e.view, e.refusal?.code]).toEqual([null, expect.stringMatching(/^lyngk\./)]);
    expect([e.setup.stacks.a1, e.left('R'), e.highest]).toEqual(['IRRRRRRRR', -1, 9]);
    await e.undo();
    await e.undo();
    expect(e.left('R')).toBe(1);
  });
  it('has what is unfinished in the address, and there again after a reload', async () => {
    const e = await opened();
    const written = e.write('half a position');
    expect(location.search).toBe('?g=lyngk&p=half_a_position');
    await written;
    expect([location.search, e.setup.stacks, e.view]).toEqual([
      '?g=lyngk&p=half_a_position',
      { a1: 'I', b1: 'R' },
      null,
    ]);
    const again = await opened('half a position');
    expect([again.code, again.typed, again.setup.stacks]).toEqual(['half a position', true, {}]);
    const refused = await opened(lyngk('RR').replace('RR/.', 'RR/R'));
    expect([refused.setup.stacks, refused.typed, refused.view]).toEqual([{ a1: 'RR', b1: 'R' }, false, null]);
    expect(location.search).toContain('RR/R');
  });
  it('takes up what is typed as soon as it can be read, and leaves the text as it is typed', async () => {
    const e = await opened();
    await e.write('I/R');
    expect([e.setup.stacks, e.typed]).toEqual([{ a1: 'I', b1: 'R' }, true]);
    await e.write(lyngk('w', '2_rk:- 1:0'));
    expect([e.setup.stacks, e.setup.claims, e.code]).toEqual([{ a1: 'J' }, ['RK', ''], lyngk('w', '2_rk:- 1:0')]);
    expect(location.search).toContain('p=J/');
    await e.edit({ do: 'put', spot: 'a1', piece: 'K' });
    expect([e.typed, e.code]).toEqual([false, lyngk('JK', '2 RK:- 1:0')]);
  });
  it('gives colors to the sides, and writes them in the order of the pieces', async () => {
    const e = await opened(empty);
    await e.edit({ do: 'claim', piece: 'K', side: 0 });
    await e.edit({ do: 'claim', piece: 'R', side: 0 });
    expect([e.text, e.owner('K'), e.owner('I')]).toEqual([lyngk('.', '1 RK:- 0:0'), 0, -1]);
    await e.edit({ do: 'claim', piece: 'K', side: 1 });
    expect([e.text, e.owner('K')]).toEqual([lyngk('.', '1 R:K 0:0'), 1]);
    await e.edit({ do: 'claim', piece: 'K', side: -1 });
    expect(e.owner('K')).toBe(-1);
  });
  it('knows whose turn it is while pieces are placed', async () => {
    const e = await opened('', 'dvonn');
    await e.edit({ do: 'placing', on: true });
    await e.edit({ do: 'clear' });
    expect([e.setup.placing, e.setup.side, e.view?.placing]).toEqual([true, 0, 'D']);
    e.tool = 'D';
    await e.act(at('a1'));
    expect([e.setup.side, e.text.endsWith(' b place')]).toEqual([1, true]);
  });
  it('keeps the setup in another game with the same board, and its text too', async () => {
    const e = await opened();
    await e.choose('lyngk6');
    expect([e.info?.id, e.text, e.highest]).toEqual(['lyngk6', two, 6]);
    await e.write('half');
    await e.choose('lyngk');
    expect([e.code, e.typed, location.search]).toEqual(['half', true, '?g=lyngk&p=half']);
    await e.choose('dvonn');
    expect([e.typed, e.past, e.code === e.text]).toEqual([false, [], true]);
    expect(Object.keys(e.setup.stacks)).toHaveLength(49);
  });
});
