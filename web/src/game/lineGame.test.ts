// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { toy, toyRules } from '../rules/fixture.ts';
import { LoadError, type Rules } from '../rules/types.ts';
import { BoardController } from './boardController.svelte.ts';
import { LineGame } from './lineGame.svelte.ts';

prefs.texts = texts('en', english as Catalog);
const layout = { spots: [], columns: [] };

async function lesson(more: { claims?: boolean; quiz?: boolean } = {}) {
  const { rules, hold, free } = toyRules();
  const game = new LineGame(rules, () => true);
  const heard: string[] = [];
  const board = new BoardController(game, {
    owner: () => '',
    turn: () => '',
    explainAll: true,
    claims: () => more.claims ?? true,
    picking: () => more.quiz ?? false,
    onpick: (spot) => heard.push(`picked ${spot}`),
    onwhy: (why, move) => heard.push(`${move}: ${why.text}`),
    onupdate: ({ event, played }) => heard.push(played?.ply.move ?? event.kind),
  });
  await game.open(toy, layout, '');
  return { game, board, heard, hold, free };
}
let all: Awaited<ReturnType<typeof lesson>>;
beforeEach(async () => {
  all = await lesson();
});

describe('a line of moves', () => {
  it('says why a position is not shown, until it can be', async () => {
    const { rules } = toyRules();
    let there = false;
    const view: Rules['view'] = (...q) => (there ? rules.view(...q) : Promise.reject(new LoadError('')));
    const game = new LineGame({ ...rules, view }, () => true);
    expect(await game.open(toy, layout, '')).toBeNull();
    expect([game.failed, game.view]).toEqual([new LoadError(''), null]);
    there = true;
    expect(await game.open(toy, layout, '/a1-b2')).toBe(game.view);
    expect([game.failed, game.view?.position]).toEqual([null, '/a1-b2']);
  });
  it('goes back to any position of its line, and on from there', async () => {
    const { game } = all;
    for (const move of ['a1-b2', 'b2-c3', 'a1-b2']) await game.send({ kind: 'move', move });
    await game.send({ kind: 'takeback', to: 1 });
    expect([game.at, game.view?.position, game.last?.move]).toEqual([1, '/a1-b2', 'a1-b2']);
    await game.send({ kind: 'move', move: 'R,b2-c3' });
    expect([game.at, game.view?.position]).toEqual([2, '/a1-b2/R,b2-c3']);
    expect(await game.send({ kind: 'takeback', to: 9 })).toEqual({ status: 'dropped' });
    await game.send({ kind: 'takeback', to: 0 });
    expect([game.at, game.view?.position, game.last]).toEqual([0, '', null]);
    // What was gone back from is still known, until something else is played.
    await game.goTo(2);
    expect([game.at, game.view?.position, game.last?.move]).toEqual([2, '/a1-b2/R,b2-c3', 'R,b2-c3']);
  });
  it('plays for both sides, and is set up again', async () => {
    const { game, board, heard } = all;
    board.model.tap('a1');
    board.model.tap('b2');
    await expect.poll(() => game.at).toBe(1);
    await board.move('b2-c3');
    expect([game.view?.position, game.at, game.solver]).toEqual(['/a1-b2/b2-c3', 2, 0]);
    await game.send({ kind: 'takeback', to: 0 });
    expect([game.view?.position, game.at, board.step.path]).toEqual(['', 0, ['b2', 'c3']]);
    expect(heard).toEqual(['a1-b2', 'b2-c3', 'takeback']);
  });
  it('drops a move that comes when another position is wanted', async () => {
    const { game, board, hold, free } = all;
    hold();
    const moved = board.move('a1-b2');
    const opened = game.open(toy, layout, '/b2-c3');
    await free();
    await free();
    expect([await moved, await opened, game.at]).toEqual([false, game.view, 0]);
    expect(game.view?.position).toBe('/b2-c3');
  });
  it('has what is tried explained: a move, a stack, a color that leads nowhere', async () => {
    const { board, heard } = all;
    board.model.tap('d4');
    await expect.poll(() => heard.length).toBe(1);
    expect(board.colors.every((c) => c.possible)).toBe(true);
    board.onclaim('B');
    await expect.poll(() => heard.length).toBe(2);
    await board.move('no1');
    expect(heard).toEqual(['d4-: d4 after "".', 'B,a1-b2: B,a1-b2 after "".', 'no1: Never no1.']);
  });
  it('recommends no color where none can be claimed', async () => {
    expect((await lesson({ claims: false })).board.colors).toEqual([]);
  });
  it('has stacks picked instead of moved', async () => {
    const { board, heard, game } = await lesson({ quiz: true });
    board.model.tap('a1');
    board.model.tap('b2');
    expect([heard, game.at, board.selection.path]).toEqual([['picked a1', 'picked b2'], 0, []]);
  });
});
