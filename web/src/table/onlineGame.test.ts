import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameUpdate } from '../game/source.ts';
import { rest, toyRules } from '../rules/fixture.ts';
import { anna, ben, fakeLine, fakeTable, moved } from './fixture.ts';
import { OnlineGame } from './onlineGame.svelte.ts';

const id = 'abcd2345';
let fake: ReturnType<typeof fakeLine>;
let game: OnlineGame;
let heard: GameUpdate[];

/** A page that shows the table; kept is what an earlier visit has left. */
async function sit(table = fakeTable(), kept: string | null = null): Promise<void> {
  fake = fakeLine(kept);
  const { rules } = toyRules();
  game = new OnlineGame(rules, fake.line, id, (p) => p.name, fake.now);
  heard = [];
  game.listen((u) => heard.push(u));
  game.follow();
  fake.line.open();
  fake.greet().alive = true;
  fake.socket().tell({ type: 'table', table });
  await game.settled();
  await rest();
}
const events = async (...list: ReturnType<typeof moved>[]): Promise<void> => {
  fake.socket().tell({ type: 'events', tableId: id, events: list });
  await game.settled();
  await rest();
};
const played = (): string[] => game.plies.map((p) => p.move);
const told = (): string[] => heard.map((u) => `${u.from} ${u.event.kind}${u.provisional ? ' provisional' : ''}`);
beforeEach(() => sit());

describe('a move at this board', () => {
  it('is shown at once, and what the server tells of it changes nothing', async () => {
    const done = game.send({ kind: 'move', move: 'a1-b2' });
    await rest();
    expect([played(), game.playable, game.waiting, !!game.provisional]).toEqual([['a1-b2'], false, true, true]);
    const [sent] = fake.socket().of('send');
    expect(sent).toMatchObject({ table: id, ply: 0, since: 3, event: { kind: 'move', move: 'a1-b2' } });
    expect(sent?.event).not.toHaveProperty('side');
    fake.socket().tell({ type: 'ack', id: sent?.id, seq: 4 });
    expect(await done).toEqual({ status: 'accepted' });
    await events(moved(4, 'first', 'a1-b2'));
    expect([played(), game.provisional, told()]).toEqual([['a1-b2'], null, ['here move provisional']]);
    expect(game.since()).toBe(4);
  });
  it('is confirmed by its event too where that comes before the acknowledgement', async () => {
    const done = game.send({ kind: 'move', move: 'a1-b2' });
    await rest();
    await events(moved(4, 'first', 'a1-b2'));
    expect([played(), game.provisional]).toEqual([['a1-b2'], null]);
    fake.socket().tell({ type: 'ack', id: fake.socket().of('send')[0]?.id, seq: 4 });
    expect(await done).toEqual({ status: 'accepted' });
    expect(told()).toEqual(['here move provisional']);
  });
  it('is taken back when the server refuses it', async () => {
    const done = game.send({ kind: 'move', move: 'a1-b2' });
    await rest();
    const error = { code: 'table.stale', text: 'the game has gone on' };
    fake.socket().tell({ type: 'refused', id: fake.socket().of('send')[0]?.id, error, seq: 3 });
    expect(await done).toMatchObject({ status: 'refused', refusal: { code: 'table.stale' } });
    expect([played(), game.view?.position, game.playable]).toEqual([[], '', true]);
  });
  it('is refused by the rules here, before anybody is asked', async () => {
    expect(await game.send({ kind: 'move', move: 'no1' })).toMatchObject({ status: 'refused' });
    expect([fake.socket().of('send'), played(), game.playable]).toEqual([[], [], true]);
  });
  it('stays on top of what happens elsewhere meanwhile', async () => {
    void game.send({ kind: 'move', move: 'a1-b2' });
    await rest();
    await events({ seq: 4, kind: 'play', at: 0, play: { v: 1, kind: 'offer', what: 'draw', side: 'second' } });
    expect([played(), !!game.provisional, game.offered('draw', 'opponent')]).toEqual([['a1-b2'], true, true]);
    await events(moved(5, 'first', 'a1-b2'));
    expect([played(), game.provisional]).toEqual([['a1-b2'], null]);
    expect(told()).toEqual(['here move provisional', 'elsewhere offer']);
  });
  it('gives way to what another page of the same person has played', async () => {
    void game.send({ kind: 'move', move: 'a1-b2' });
    await rest();
    await events(moved(4, 'first', 'b2-c3'));
    expect(played()[0]).toBe('b2-c3');
  });
  it('goes out when the line is back, and is marked until then', async () => {
    fake.socket().cut();
    void game.send({ kind: 'move', move: 'a1-b2' });
    await rest();
    expect([played(), game.unsent]).toEqual([['a1-b2'], true]);
    fake.pass(1000);
    fake.greet();
    expect([fake.socket().of('send').length, game.unsent]).toEqual([1, false]);
  });
  it('outlives a reload', async () => {
    fake.socket().cut();
    void game.send({ kind: 'move', move: 'a1-b2' });
    await rest();
    const [first] = fake.line.unanswered(id);
    await sit(fakeTable(), fake.stored.text);
    expect([played(), !!game.provisional]).toEqual([['a1-b2'], true]);
    expect(fake.socket().of('send')[0]).toMatchObject({ id: first?.id });
    await events(moved(4, 'first', 'a1-b2'));
    expect([played(), game.provisional]).toEqual([['a1-b2'], null]);
  });
  it('that was refused before the table came is told too', async () => {
    fake.socket().cut();
    void game.send({ kind: 'move', move: 'a1-b2' });
    await rest();
    fake = fakeLine(fake.stored.text);
    game = new OnlineGame(toyRules().rules, fake.line, id, (p) => p.name, fake.now);
    game.follow();
    fake.line.open();
    const socket = fake.greet();
    const error = { code: 'table.stale', text: 'the game has gone on' };
    socket.tell({ type: 'refused', id: socket.of('send')[0]?.id, error, seq: 5 });
    socket.tell({ type: 'table', table: fakeTable(['b2-c3', 'b2-c3']) });
    await game.settled();
    await rest();
    expect([game.refusal?.code, played()]).toEqual(['table.stale', ['b2-c3', 'b2-c3']]);
  });
  it('is laid again where something else was told while the rules looked at it', async () => {
    let ready = (): void => {};
    const after = new Promise<void>((resolve) => {
      ready = resolve;
    });
    void game.send({ kind: 'move', move: 'a1-b2' }, { after });
    await rest();
    await events({ seq: 4, kind: 'play', at: 0, play: { v: 1, kind: 'offer', what: 'draw', side: 'second' } });
    ready();
    await rest();
    expect([played(), !!game.provisional, fake.socket().of('send').length]).toEqual([['a1-b2'], true, 1]);
  });
  it('that another one has overtaken is told to be too late', async () => {
    let ready = (): void => {};
    const after = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const done = game.send({ kind: 'move', move: 'a1-b2' }, { after });
    await rest();
    await events(moved(4, 'first', 'b2-c3'), moved(5, 'second', 'b2-c3'));
    ready();
    expect(await done).toEqual({ status: 'dropped' });
    expect([game.refusal?.code, fake.socket().of('send'), played()]).toEqual(['table.stale', [], ['b2-c3', 'b2-c3']]);
  });
  it("without an answer in time is marked, and one's own clock runs on", async () => {
    await sit(fakeTable(['a1-b2', 'b2-c3'], { elapsed: 1000 }));
    game.tick();
    const [before] = game.left;
    void game.send({ kind: 'move', move: 'a1-b2' });
    await rest();
    fake.pass(2900);
    game.tick();
    expect([game.unsent, game.running]).toEqual([false, 1]);
    fake.pass(100);
    game.tick();
    expect([game.unsent, game.running, before - game.left[0]]).toEqual([true, 0, 3000]);
    fake.socket().tell({ type: 'ack', id: fake.socket().of('send')[0]?.id, seq: 6 });
    expect([game.unsent, game.running]).toEqual([false, 1]);
  });
  it('that is no move is named where it is not sent', async () => {
    fake.socket().cut();
    void game.send({ kind: 'resign' });
    await rest();
    expect([game.unsent, game.unsentAct?.event?.kind]).toEqual([false, 'resign']);
  });
  it("that is not sent leaves one's own clock running", async () => {
    await sit(fakeTable(['a1-b2', 'b2-c3'], { elapsed: 1000 }));
    game.tick();
    const [before] = game.left;
    fake.socket().cut();
    void game.send({ kind: 'move', move: 'a1-b2' });
    await rest();
    fake.pass(200);
    game.tick();
    expect([game.unsent, game.running, before - game.left[0]]).toEqual([true, 0, 200]);
    fake.pass(300);
    fake.greet();
    game.tick();
    expect([game.unsent, game.running]).toEqual([false, 1]);
  });
  it('that was refused after a reload is told', async () => {
    fake.socket().cut();
    void game.send({ kind: 'move', move: 'a1-b2' });
    await rest();
    await sit(fakeTable(['b2-c3', 'b2-c3']), fake.stored.text);
    expect(played()).toEqual(['b2-c3', 'b2-c3']);
    const error = { code: 'table.stale', text: 'the game has gone on' };
    fake.socket().tell({ type: 'refused', id: fake.socket().of('send')[0]?.id, error, seq: 5 });
    await rest();
    expect(game.refusal?.code).toBe('table.stale');
  });
});

describe('events', () => {
  it('of the other player are played and told', async () => {
    await sit(fakeTable(['a1-b2']));
    await events(moved(5, 'second', 'b2-c3'));
    expect([played(), game.playable, told()]).toEqual([['a1-b2', 'b2-c3'], true, ['elsewhere move']]);
  });
  it('that are told twice happen once', async () => {
    await events(moved(4, 'first', 'a1-b2'), moved(5, 'second', 'b2-c3'));
    await events(moved(4, 'first', 'a1-b2'), moved(5, 'second', 'b2-c3'));
    expect(played()).toEqual(['a1-b2', 'b2-c3']);
  });
  it('after a gap are asked for', async () => {
    await events(moved(5, 'second', 'b2-c3'));
    expect(played()).toEqual([]);
    expect(fake.socket().of('watch').at(-1)).toEqual({ type: 'watch', table: id, since: 3 });
    await events(moved(4, 'first', 'a1-b2'), moved(5, 'second', 'b2-c3'));
    expect(played()).toEqual(['a1-b2', 'b2-c3']);
  });
  it('missed while the line was cut come as a whole table, and are told one by one', async () => {
    fake.socket().cut();
    fake.pass(1000);
    fake.greet();
    fake.socket().tell({ type: 'table', table: fakeTable(['a1-b2', 'b2-c3']) });
    await game.settled();
    expect([played(), told()]).toEqual([
      ['a1-b2', 'b2-c3'],
      ['here move', 'elsewhere move'],
    ]);
  });
  it('come while somebody looks back, and do not disturb', async () => {
    await sit(fakeTable(['a1-b2']));
    await game.goTo(0);
    await events(moved(5, 'second', 'b2-c3'));
    expect([game.at, game.view?.position, game.live]).toEqual([0, '', false]);
  });
  it('end the game', async () => {
    await events({ seq: 4, kind: 'play', at: 0, play: { v: 1, kind: 'resign', side: 'second' } });
    expect([game.outcome, game.phase, game.playable]).toEqual(['first', 'over', false]);
  });
  it('begin it: who has sat down first may play second', async () => {
    await sit(fakeTable([], { phase: 'open', you: 'sitter', seats: [anna, null], log: undefined, seq: 1 }));
    expect([game.role, game.me, game.view]).toEqual(['sitter', null, null]);
    const { terms } = fakeTable().log as NonNullable<ReturnType<typeof fakeTable>['log']>;
    await events(
      { seq: 2, kind: 'sat', at: 0, seat: 1, person: ben },
      { seq: 3, kind: 'started', at: 0, terms, seats: [ben, anna] },
    );
    expect([game.phase, game.me, game.players.map((p) => p.name), game.playable]).toEqual([
      'playing',
      1,
      ['Ben', 'Anna'],
      false,
    ]);
  });
});

describe('what is sent besides', () => {
  it('waits for its answer, and nothing is shown before', async () => {
    const done = game.send({ kind: 'offer', what: 'draw' });
    await rest();
    const [sent] = fake.socket().of('send');
    expect([sent?.event, game.state?.offers]).toEqual([{ v: 1, kind: 'offer', what: 'draw' }, undefined]);
    fake.socket().tell({ type: 'ack', id: sent?.id, seq: 4 });
    expect(await done).toEqual({ status: 'accepted' });
  });
  it('answers the offer that was shown, by its number', async () => {
    void game.send({ kind: 'accept', offer: 7 });
    await rest();
    expect(fake.socket().of('send')[0]?.event).toEqual({ v: 1, kind: 'accept', offer: 7 });
  });
  it('is nothing where one only looks on', async () => {
    await sit(fakeTable([], { you: 'watcher' }));
    expect([game.playable, await game.send({ kind: 'resign' })]).toEqual([false, { status: 'dropped' }]);
  });
});

describe('the table', () => {
  it('that waits shows its terms as they are now, and who asks for which', async () => {
    await sit(fakeTable([], { phase: 'open', you: 'sitter', seats: [anna, null], log: undefined, seq: 1 }));
    const asked = (seq: number, person: typeof ben, control?: string) => ({
      ...{ seq, kind: 'asked' as const, at: 0, person },
      ...(control ? { options: { game: 'toy', control } } : {}),
    });
    await events(asked(2, ben, '-'), asked(3, anna, '5+0'), asked(4, ben, '9+0'));
    const asks = (): string[] => (game.table?.asks ?? []).map((a) => `${a.person.name} ${a.options.control}`);
    expect(asks()).toEqual(['Anna 5+0', 'Ben 9+0']);
    await events(asked(5, anna));
    expect(asks()).toEqual(['Ben 9+0']);
    await events({ seq: 6, kind: 'terms', at: 0, options: { game: 'toy', control: '9+0' } });
    expect([asks(), game.table?.options]).toEqual([[], { game: 'toy', control: '9+0' }]);
    expect(game.since()).toBe(6);
  });
  it('shows chat in order, each line once', async () => {
    const line = (number: number, at: number) => ({
      number,
      at,
      room: 'players' as const,
      person: ben,
      text: `${number}`,
    });
    fake.socket().tell({ type: 'chat', tableId: id, chat: [line(2, 20), line(1, 10)] });
    fake.socket().tell({ type: 'chat', tableId: id, chat: [line(2, 20), line(3, 30)] });
    expect(game.chat.map((l) => l.text)).toEqual(['1', '2', '3']);
  });
  it('counts down until the game of one who is gone may be claimed', async () => {
    const presence = {
      players: ['here', 'away'],
      away: [0, 5000],
      lag: [0, 0],
      watchers: 1,
      claimable: 30_000,
    } as const;
    fake.socket().tell({ type: 'presence', tableId: id, presence: presence as never });
    fake.pass(10_000);
    expect(game.claimableIn()).toBe(20_000);
  });
  it('has nothing to claim of an opponent who is here, nor without a connection', async () => {
    const presence = { players: ['away', 'here'], away: [5000, 0], lag: [0, 0], watchers: 0, claimable: 30_000 };
    fake.socket().tell({ type: 'presence', tableId: id, presence: presence as never });
    expect(game.claimableIn()).toBe(null);
    const gone = { ...presence, players: ['here', 'away'] };
    fake.socket().tell({ type: 'presence', tableId: id, presence: gone as never });
    expect(game.claimableIn()).toBe(30_000);
    fake.socket().cut();
    expect(game.claimableIn()).toBe(null);
  });
  it('that cannot be followed for another reason is not missing', async () => {
    fake = fakeLine();
    game = new OnlineGame(toyRules().rules, fake.line, id, (p) => p.name, fake.now);
    game.follow();
    fake.line.open();
    fake.greet().tell({ type: 'refused', tableId: id, error: { code: 'live.rate', text: 'too many at once' } });
    expect(game.missing).toBe(false);
    fake.pass(2000);
    expect(fake.socket().of('watch')).toHaveLength(2);
  });
  it('that the server cannot tell of says so, and is asked for again', async () => {
    fake = fakeLine();
    game = new OnlineGame(toyRules().rules, fake.line, id, (p) => p.name, fake.now);
    game.follow();
    fake.line.open();
    const error = { code: 'live.internal', text: 'something has failed on the server' };
    fake.greet().tell({ type: 'refused', tableId: id, error });
    expect([game.failed, game.trouble?.code, game.missing]).toEqual([true, 'live.internal', false]);
    game.retry();
    expect([game.failed, game.trouble, fake.socket().of('watch').length]).toEqual([false, null, 2]);
    fake.socket().tell({ type: 'refused', tableId: id, error });
    fake.socket().tell({ type: 'table', table: fakeTable(['a1-b2']) });
    await game.settled();
    expect([game.failed, played()]).toEqual([false, ['a1-b2']]);
  });
  it('is asked for by itself where the server fails at a gap', () => {
    fake.socket().tell({ type: 'refused', tableId: id, error: { code: 'live.internal', text: '' } });
    expect([game.failed, game.missing]).toEqual([false, false]);
    fake.pass(20_000);
    expect(fake.socket().of('watch')).toHaveLength(2);
  });
  it('that cannot be shown says so, and asks for all of it again', async () => {
    const { log } = fakeTable();
    const broken = fakeTable([], {
      log: { ...log, events: [{ v: 1, kind: 'move', side: 'first', move: 'no1' }] } as never,
    });
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    await sit(broken);
    quiet.mockRestore();
    expect([game.failed, game.missing]).toEqual([true, false]);
    game.retry();
    expect(fake.socket().of('watch').at(-1)).toEqual({ type: 'watch', table: id, since: 0 });
    fake.socket().tell({ type: 'table', table: fakeTable(['a1-b2']) });
    await game.settled();
    expect([game.failed, played()]).toEqual([false, ['a1-b2']]);
  });
  it('that does not exist is missing', async () => {
    fake = fakeLine();
    game = new OnlineGame(toyRules().rules, fake.line, id, (p) => p.name, fake.now);
    game.follow();
    fake.line.open();
    fake.greet().tell({ type: 'refused', tableId: id, error: { code: 'table.not_found', text: 'no such table' } });
    expect(game.missing).toBe(true);
  });
  it('shows clocks that stand still while the only server is being restarted', async () => {
    await sit(fakeTable(['a1-b2', 'b2-c3']));
    fake.pass(1000);
    fake.socket().tell({ type: 'moved', alone: true });
    fake.pass(30_000);
    game.tick();
    expect(game.left[0]).toBe(59_000);
  });
  it('tells the time since the last event, which the clock of this device goes on from', async () => {
    await sit(fakeTable(['a1-b2', 'b2-c3'], { elapsed: 4000 }));
    fake.pass(1000);
    game.tick();
    expect(game.left[0]).toBeLessThanOrEqual(60_000);
    expect(game.running).toBe(0);
  });
});
