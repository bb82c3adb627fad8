// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import english from '../../../internal/i18n/catalog/en.json';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { rest, toyRules } from '../rules/fixture.ts';
import { fakeLine, fakeTable, moved } from './fixture.ts';
import { OnlineGame } from './onlineGame.svelte.ts';
import { TableController } from './tableController.svelte.ts';

const id = 'abcd2345';
let fake: ReturnType<typeof fakeLine>;
let game: OnlineGame;
let controller: TableController;

/** A table at which Anna has played and waits for Ben. */
beforeEach(async () => {
  prefs.texts = texts('en', english as Catalog);
  fake = fakeLine();
  game = new OnlineGame(toyRules().rules, fake.line, id, (p) => p.name, fake.now);
  controller = new TableController(game, { sound: () => {}, calm: () => true, onend: () => {} });
  game.follow();
  fake.line.open();
  fake.greet().tell({ type: 'table', table: fakeTable(['a1-b2']) });
  await game.settled();
  await rest();
  controller.premove = { from: 'b2', to: 'c3' };
});
const events = async (...list: ReturnType<typeof moved>[]): Promise<void> => {
  fake.socket().tell({ type: 'events', tableId: id, events: list });
  await game.settled();
  await rest();
};

describe('a move that was prepared', () => {
  it('is played when one’s turn has come', async () => {
    await events(moved(5, 'second', 'a1-b2'));
    expect([controller.premove, fake.socket().of('send')[0]?.event?.move]).toEqual([null, 'b2-c3']);
  });
  it('is dropped when a move is taken back', async () => {
    await events({ seq: 5, kind: 'play', at: 0, play: { v: 1, kind: 'takeback', to: 0 } });
    expect([game.plies.length, controller.premove, fake.socket().of('send')]).toEqual([0, null, []]);
  });
  it('is dropped when the move comes while an earlier position is looked at', async () => {
    await game.goTo(0);
    await events(moved(5, 'second', 'a1-b2'));
    expect([controller.premove, fake.socket().of('send')]).toEqual([null, []]);
  });
});
