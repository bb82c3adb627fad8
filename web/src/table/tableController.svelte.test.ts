// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { analysisWay } from '../archive/analysisWay.svelte.ts';
import { unpack } from '../archive/packed.ts';
import { parse } from '../device/address.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { rest, toyRules } from '../rules/fixture.ts';
import { ben, fakeLine, fakeTable, moved } from './fixture.ts';
import { OnlineGame } from './onlineGame.svelte.ts';
import { ownShare } from './shares.ts';
import { TableController } from './tableController.svelte.ts';

const id = 'abcd2345';
let fake: ReturnType<typeof fakeLine>;
let game: OnlineGame;
let controller: TableController;
let page: { sounds: string[]; visited: string[]; reads: boolean };

/** A page that shows the table to Anna. */
async function sit(table = fakeTable(['a1-b2'])): Promise<void> {
  prefs.texts = texts('en', english as Catalog);
  localStorage.clear();
  page = { sounds: [], visited: [], reads: false };
  fake = fakeLine();
  game = new OnlineGame(toyRules().rules, fake.line, id, (p) => p.name, fake.now);
  game.follow();
  fake.line.open();
  fake.greet().tell({ type: 'table', table });
  await game.settled();
  await rest();
  controller = new TableController(game, {
    sound: (what) => page.sounds.push(what),
    calm: () => true,
    onend: () => {},
    visit: (to) => page.visited.push(to),
    reads: () => page.reads,
    host: {
      record: async () => '',
      verify: async () => ({ valid: true }),
      table: async () => ({ commit: 'promised' }),
    },
  });
}
const said = (): string => controller.board.voice.polite.trim();

/** Anna has played and waits for Ben. */
beforeEach(() => sit());
const events = async (...list: ReturnType<typeof moved>[]): Promise<void> => {
  fake.socket().tell({ type: 'events', tableId: id, events: list });
  await game.settled();
  await rest();
};

describe('a move that was prepared', () => {
  beforeEach(() => {
    controller.premoves.entered = { claim: '', from: 'b2', to: 'c3' };
  });
  it('is played when one’s turn has come', async () => {
    await events(moved(5, 'second', 'a1-b2'));
    expect([controller.premoves.entered, fake.socket().of('send')[0]?.event?.move]).toEqual([null, 'b2-c3']);
  });
  it('is a stack taken up where it was half chosen and can still move', async () => {
    controller.premoves.entered = { claim: '', from: 'b2', to: '' };
    await events(moved(5, 'second', 'a1-b2'));
    expect([controller.premoves.entered, controller.board.selection.path, controller.notice]).toEqual([
      null,
      ['b2'],
      '',
    ]);
    await sit();
    controller.premoves.entered = { claim: '', from: 'c3', to: '' };
    await events(moved(5, 'second', 'a1-b2'));
    expect([controller.premoves.entered, controller.board.selection.path]).toEqual([null, []]);
  });
  it('is dropped when a move is taken back', async () => {
    await events({ seq: 5, kind: 'play', at: 0, play: { v: 1, kind: 'takeback', to: 0 } });
    expect([game.plies.length, controller.premoves.entered, fake.socket().of('send')]).toEqual([0, null, []]);
  });
  it('is dropped when the move comes while an earlier position is looked at', async () => {
    await game.goTo(0);
    await events(moved(5, 'second', 'a1-b2'));
    expect([controller.premoves.entered, fake.socket().of('send')]).toEqual([null, []]);
  });
  it('is played with the color that was chosen for it', async () => {
    controller.premoves.drop();
    const { board } = controller;
    expect(board.colors).toEqual([]);
    board.model.tap('b2');
    expect(board.colors.map((c) => c.letter)).toEqual(['B', 'R']);
    board.onclaim('R');
    board.model.tap('c3');
    expect([controller.premoves.entered, said()]).toEqual([
      { claim: 'R', from: 'b2', to: 'c3' },
      'Red will be claimed with your move. b2\u2009–\u2009c3 will be played as soon as it’s your turn.',
    ]);
    await events(moved(5, 'second', 'a1-b2'));
    expect(fake.socket().of('send')[0]?.event?.move).toBe('R,b2-c3');
  });
  it('is told to be impossible where it is no move any more', async () => {
    controller.premoves.entered = { claim: 'B', from: 'b2', to: 'c3' };
    await events(moved(5, 'second', 'a1-b2'));
    expect([fake.socket().of('send'), controller.notice]).toEqual([[], 'Blue, b2\u2009–\u2009c3 wasn’t possible.']);
  });
  it('leaves the words about the opponent’s turn as they are', () => {
    controller.board.onclaim('R');
    expect(controller.headline.rest).not.toMatch(/claimed/);
  });
});

describe('what follows by itself', () => {
  let stop = (): void => {};
  const run = (): void => {
    stop = controller.run();
    flushSync();
  };
  afterEach(() => stop());

  it('turns the board for who plays second, once a game', async () => {
    await sit(fakeTable(['a1-b2'], { you: 'second' }));
    run();
    expect(controller.board.flipped).toBe(true);
    controller.board.flipped = false;
    await events(moved(5, 'second', 'a1-b2'));
    flushSync();
    expect(controller.board.flipped).toBe(false);
  });
  it('tells whoever has waited that the game begins', async () => {
    await sit(fakeTable());
    controller.begin();
    expect(said()).toBe('The game against Ben starts. Your turn.');
    await sit(fakeTable(['a1-b2']));
    controller.begin();
    expect(said()).toBe('');
    await sit(fakeTable([], { you: 'watcher' }));
    controller.begin();
    expect(said()).toBe('');
  });
  it('warns of little time once, and once more after there was much again', async () => {
    await sit(fakeTable(['a1-b2', 'a1-b2']));
    const left = vi.spyOn(game, 'left', 'get');
    vi.spyOn(game, 'tick').mockImplementation(() => {});
    const at = (ms: number): number => {
      left.mockReturnValue([ms, 60_000]);
      controller.tick();
      return page.sounds.filter((s) => s === 'low').length;
    };
    expect([at(15_000), at(9900), at(9000), at(12_000), at(8000), at(21_000), at(9000)]).toEqual([
      ...[0, 1, 1, 1, 1, 1, 2],
    ]);
    expect(controller.board.voice.urgent).toMatch(/0:09/);
  });
  it('plays a forced pass after a moment, unless somebody looks first', async () => {
    await sit(fakeTable(['a1-b2', 'pass?']));
    vi.useFakeTimers();
    try {
      run();
      expect(said()).toMatch(/pass/i);
      controller.passHeld = true;
      flushSync();
      await vi.advanceTimersByTimeAsync(5000);
      expect(fake.socket().of('send')).toEqual([]);
      controller.passHeld = false;
      flushSync();
      await vi.advanceTimersByTimeAsync(2000);
      expect(fake.socket().of('send')).toEqual([]);
      await vi.advanceTimersByTimeAsync(1000);
      expect(fake.socket().of('send')[0]?.event?.move).toBe('pass');
    } finally {
      vi.useRealTimers();
    }
  });
  it('leads the players to the next game, and not who comes back to this one', async () => {
    const rematch = { by: 'first', table: 'wxyz2345', agreed: true } as const;
    run();
    await events({ seq: 5, kind: 'rematch', at: 0, rematch });
    flushSync();
    expect(page.visited).toEqual(['wxyz2345']);
    stop();
    await sit(fakeTable(['a1-b2'], { rematch }));
    run();
    expect(page.visited).toEqual([]);
  });
  it('tells what the server says against something sent before', () => {
    run();
    game.refusal = { code: 'table.stale', offset: -1, text: '' };
    flushSync();
    expect(controller.problem).toMatch(/the game has moved on/i);
    expect(controller.board.voice.urgent).toBe(controller.problem);
  });
  it('says of a move without an answer that it is not sent, on the board and aloud, and when it has arrived', async () => {
    await sit(fakeTable(['a1-b2', 'b2-c3']));
    run();
    void controller.play('a1-b2');
    await rest();
    expect([controller.unsent, controller.marks.arrows]).toEqual([null, undefined]);
    fake.pass(3000);
    flushSync();
    const why = 'will be sent when you’re back online. Your clock is running.';
    expect(controller.unsent).toEqual({ move: 'a1-b2', act: '', why });
    expect(controller.marks).toMatchObject({ picked: ['b2'], arrows: [{ kind: 'plan' }] });
    expect(controller.marks.last).toBe(undefined);
    expect(controller.board.voice.urgent).toBe(`a1\u2009–\u2009b2, not sent yet. W${why.slice(1)}`);
    fake.socket().tell({ type: 'ack', id: fake.socket().of('send')[0]?.id, seq: 6 });
    await rest();
    flushSync();
    expect([controller.unsent, said()]).toEqual([null, 'Your move has arrived.']);
  });
  it('says by its button what else is not sent, and why where the server puts it off', async () => {
    run();
    void controller.act({ kind: 'resign' });
    await rest();
    const error = { code: 'live.full', text: '' };
    fake.socket().tell({ type: 'busy', id: fake.socket().of('send')[0]?.id, error });
    fake.pass(3000);
    flushSync();
    expect(controller.unsent).toMatchObject({ act: 'Resign', why: expect.stringMatching(/no space left/) });
  });
  it('tells that an offer has come, and that it was taken back', async () => {
    run();
    const play = { v: 1, kind: 'offer', side: 'second', what: 'draw' } as const;
    await events({ seq: 5, kind: 'play', at: 0, play });
    expect(controller.board.voice.urgent).toBe('Ben offers a draw.');
    await events({ seq: 6, kind: 'play', at: 0, play: { v: 1, kind: 'withdraw', side: 'second' } });
    expect([controller.notice, said()]).toEqual(['Ben takes the offer back.', 'Ben takes the offer back.']);
  });
  it('counts lines until they are in sight, and none of people who are muted', () => {
    const line = (number: number) => ({ number, at: number, room: 'players' as const, person: ben, text: 'hi' });
    run();
    fake.socket().tell({ type: 'chat', tableId: id, chat: [line(1), line(2)] });
    flushSync();
    expect(controller.unread).toBe(2);
    controller.muted.add('ben');
    expect([controller.unread, controller.lines]).toEqual([0, []]);
    controller.muted.remove('ben');
    expect(controller.unread).toBe(2);
    stop();
    page.reads = true;
    run();
    expect(controller.unread).toBe(0);
  });
});

it('a rematch carries a share of the draw, and what was promised before it is kept with it', async () => {
  const rematch = { by: 'second', table: 'wxyz2345' } as const;
  await events({ seq: 5, kind: 'rematch', at: 0, rematch });
  void controller.rematch(false);
  await rest();
  const [sent] = fake.socket().of('rematch');
  expect(ownShare([sent?.nonce ?? ''])).toEqual({ nonce: sent?.nonce, commit: 'promised' });
});

describe('a game that is over', () => {
  /** The record in the address at which it is analyzed. */
  async function inAddress() {
    let way = () => '';
    const stop = $effect.root(() => {
      way = analysisWay('./', controller, () => '');
    });
    const address = () => new URL(way(), location.href);
    await vi.waitFor(() => expect(address().hash).toMatch(/z=/));
    const { packed = '' } = parse(address().search, address().hash);
    stop();
    return unpack(packed);
  }
  it('goes into an address with names, day and result', async () => {
    await sit(fakeTable(['a1-b2'], { you: 'watcher', created: Date.UTC(2026, 4, 3) }));
    await events({ seq: 5, kind: 'play', at: 0, play: { v: 1, kind: 'resign', side: 'second' } });
    const record = await inAddress();
    expect(record).toMatchObject({ first: 'Anna', second: 'Ben', result: 'first', termination: 'resignation' });
    expect([record?.moves, record?.tags]).toEqual([[{ text: 'a1-b2' }], [{ name: 'Date', value: '2026-05-03' }]]);
  });
  it('does so without a move: no archive has such a game', async () => {
    await sit(fakeTable([]));
    await events({ seq: 4, kind: 'play', at: 0, play: { v: 1, kind: 'resign', side: 'first' } });
    const record = await inAddress();
    expect(record).toMatchObject({ first: 'Anna', result: 'second', termination: 'resignation', moves: [] });
  });
});
