import { beforeEach, describe, expect, it } from 'vitest';
import { Protocol } from '../../gen/api.ts';
import { anna, fakeLine } from './fixture.ts';

let fake: ReturnType<typeof fakeLine>;
beforeEach(() => {
  fake = fakeLine();
  fake.line.open();
});
const resign = { type: 'send', table: 't', event: { v: 1, kind: 'resign' } } as const;

describe('a message', () => {
  it('waits for the greeting, and is sent again until it is answered', async () => {
    const outcome = fake.line.post(resign);
    expect(fake.socket().sent).toEqual([]);
    const socket = fake.greet();
    socket.alive = true;
    expect(socket.of('send')).toHaveLength(1);
    fake.pass(4000);
    expect(socket.of('send')).toHaveLength(1);
    fake.pass(2000); // the acknowledgement is lost
    expect(socket.of('send').map((m) => m.id)).toEqual(['id1', 'id1']);
    socket.tell({ type: 'ack', id: 'id1', seq: 7 });
    socket.tell({ type: 'ack', id: 'id1', seq: 7 }); // of the second sending
    expect(await outcome).toEqual({ ok: true, seq: 7, late: true });
    fake.pass(20_000);
    expect(socket.of('send')).toHaveLength(2);
    expect(fake.line.unanswered('t')).toEqual([]);
  });
  it('is told to be refused, with the reason', async () => {
    const socket = fake.greet();
    const outcome = fake.line.post(resign);
    const error = { code: 'table.stale', text: 'the game has gone on' };
    socket.tell({ type: 'refused', id: 'id1', error, seq: 9 });
    expect(await outcome).toEqual({ ok: false, error, seq: 9 });
  });
  it('is repeated a while after the server was busy', () => {
    const socket = fake.greet();
    void fake.line.post(resign);
    socket.tell({ type: 'busy', id: 'id1' });
    fake.pass(1000);
    expect(socket.of('send')).toHaveLength(1);
    fake.pass(1500);
    expect(socket.of('send')).toHaveLength(2);
  });
  it('without an answer after three seconds is not sent, as far as is known; after five the connection is dead', () => {
    const first = fake.greet();
    fake.pass(9000);
    first.tell({ type: 'pong' });
    void fake.line.post(resign); // the connection stays open, and carries nothing
    fake.pass(2900);
    expect([fake.line.unsent.length, fake.line.works]).toEqual([0, true]);
    fake.pass(100);
    expect([fake.line.unsent.map((m) => m.id), fake.line.works, fake.line.state]).toEqual([['id1'], false, 'open']);
    fake.pass(2000);
    expect([fake.line.state, first.closed]).toEqual(['lost', true]);
    fake.pass(500);
    fake.greet();
    expect([fake.socket().of('send').length, fake.line.unsent.length]).toEqual([1, 1]); // until it is answered
    fake.socket().tell({ type: 'ack', id: 'id1', seq: 7 });
    expect([fake.line.unsent, fake.line.works]).toEqual([[], true]);
  });
  it('is not sent, as far as is known, as soon as the browser is offline', () => {
    fake.greet();
    void fake.line.post(resign);
    fake.line.cut();
    expect([fake.line.unsent.length, fake.line.state, fake.line.offline]).toEqual([1, 'lost', true]);
    fake.line.wake(); // it has a network again
    expect(fake.sockets).toHaveLength(2);
    fake.greet();
    expect([fake.line.offline, fake.socket().of('send').length]).toEqual([false, 1]);
  });
  it('that the server puts off is told with the reason, and the connection works', () => {
    const socket = fake.greet();
    socket.alive = true;
    void fake.line.post(resign);
    const error = { code: 'live.full', text: 'the server has no space left' };
    for (let i = 0; i < 4; i++) {
      socket.tell({ type: 'busy', id: 'id1', error });
      fake.pass(1300);
    }
    expect([fake.line.unsent.length, fake.line.trouble?.code, fake.line.works]).toEqual([1, 'live.full', true]);
    socket.tell({ type: 'ack', id: 'id1', seq: 1 });
    expect([fake.line.unsent, fake.line.trouble]).toEqual([[], null]);
  });
  it('is sent on the next line where the first one broke', () => {
    const first = fake.greet();
    void fake.line.post(resign);
    first.cut();
    expect(fake.line.state).toBe('lost');
    fake.pass(400);
    expect(fake.sockets).toHaveLength(2);
    fake.greet();
    expect([fake.line.state, fake.socket().of('send').length]).toEqual(['open', 1]);
  });
  it('outlives a reload of the page', () => {
    fake.greet();
    void fake.line.post(resign);
    const after = fakeLine(fake.stored.text);
    expect(after.line.unanswered('t').map((m) => m.id)).toEqual(['id1']);
    after.line.open();
    after.greet();
    expect(after.socket().of('send')).toEqual([{ ...resign, id: 'id1' }]);
    after.socket().tell({ type: 'ack', id: 'id1', seq: 1 });
    expect(JSON.parse(after.stored.text ?? '')).toEqual([]);
  });
  it('that is no message of ours in the storage does no harm', () => {
    for (const text of ['', '{', '{"a":1}', '[null, 3, {"id":"x"}]']) {
      expect(fakeLine(text).line.unsent).toEqual([]);
    }
  });
});

describe('a line', () => {
  it('follows its tables anew, each from the last event it has', () => {
    let since = 0;
    const heard: string[] = [];
    fake.line.follow('t', { since: () => since, receive: (m) => heard.push(m.type) });
    fake.greet();
    expect(fake.socket().of('watch')).toEqual([{ type: 'watch', table: 't', since: 0 }]);
    fake.socket().tell({ type: 'events', tableId: 't', events: [] });
    fake.socket().tell({ type: 'presence', tableId: 'another' });
    since = 12;
    fake.socket().cut();
    fake.pass(1000);
    fake.greet();
    expect(fake.socket().of('watch')).toEqual([{ type: 'watch', table: 't', since: 12 }]);
    expect(heard).toEqual(['events']);
  });
  it('waits longer from try to try, and not at all when it is told to', () => {
    const times: number[] = [];
    for (let i = 0; i < 8; i++) {
      fake.socket().cut();
      times.push(fake.line.retryAt - fake.now());
      fake.pass(fake.line.retryAt - fake.now());
    }
    expect(times).toEqual([300, 700, 1500, 3000, 6000, 10_000, 10_000, 10_000]);
    fake.socket().cut();
    const n = fake.sockets.length;
    fake.line.tryNow();
    expect(fake.sockets).toHaveLength(n + 1);
    fake.pass(60_000);
    fake.greet();
    fake.socket().cut();
    expect(fake.line.retryAt - fake.now()).toBe(300); // it has worked since
  });
  it('moves to another process at once', () => {
    fake.greet().tell({ type: 'moved' });
    fake.pass(1000);
    expect([fake.sockets.length, fake.sockets[0]?.closed, fake.line.stopped]).toEqual([2, true, null]);
  });
  it('knows that no clock runs while the only server is being restarted', () => {
    fake.pass(700);
    fake.greet().tell({ type: 'moved', alone: true });
    fake.pass(1000);
    expect(fake.line.stopped).toBe(700);
    fake.greet();
    expect(fake.line.stopped).toBe(null);
  });
  it('is asked more often while a clock runs, and gives a dead socket up sooner', () => {
    const socket = fake.greet();
    fake.line.follow('t', { since: () => 0, receive: () => {}, urgent: true });
    socket.tell({ type: 'pong' });
    fake.pass(3000);
    expect(socket.of('ping')).toHaveLength(2);
    fake.pass(4000);
    expect([fake.line.state, socket.closed]).toEqual(['lost', true]);
  });
  it('is kept where its answers wait behind a page that was busy', () => {
    const socket = fake.greet();
    void fake.line.post(resign);
    fake.sleep(6000);
    socket.tell({ type: 'ack', id: 'id1', seq: 1 });
    fake.pass(2000);
    expect(fake.line.state).toBe('open');
  });
  it('gives up a socket on which nothing is heard', () => {
    const socket = fake.greet();
    fake.pass(9000);
    expect(socket.of('ping')).toHaveLength(1);
    fake.pass(15_000);
    expect(socket.of('ping').length).toBeGreaterThan(2);
    fake.pass(3000);
    expect([socket.closed, fake.sockets.length]).toEqual([true, 2]);
  });
  it('that is heard of at each question is kept, however seldom the page may ask', () => {
    const socket = fake.greet();
    socket.tell({ type: 'pong' });
    fake.sleep(60_000); // the timers of a hidden page are held back
    expect([fake.line.state, socket.closed, socket.of('ping').length]).toEqual(['open', false, 2]);
    socket.tell({ type: 'pong' });
    fake.sleep(60_000);
    expect([fake.line.state, fake.sockets.length]).toEqual(['open', 1]);
  });
  it('that does not answer soon when the page is looked at again is given up', () => {
    const socket = fake.greet();
    socket.tell({ type: 'pong' });
    fake.line.wake();
    fake.pass(1000);
    socket.tell({ type: 'pong' });
    fake.pass(3000);
    expect(fake.line.state).toBe('open');
    fake.line.wake();
    fake.pass(2900);
    expect(fake.line.state).toBe('open');
    fake.pass(200);
    expect([fake.line.state, socket.closed]).toEqual(['lost', true]);
  });
  it('that begins anew sends nothing before the greeting, and goes on asking', async () => {
    fake.greet();
    fake.line.follow('t', { since: () => 0, receive: () => {} });
    fake.line.renew();
    expect(fake.line.state).toBe('connecting');
    void fake.line.post({ type: 'sit', table: 't' });
    fake.line.catchUp('t');
    expect(fake.socket().sent).toEqual([]);
    const socket = fake.greet();
    expect([socket.of('sit').length, socket.of('watch').length]).toEqual([1, 1]);
    fake.pass(12_000);
    expect(socket.of('ping').length).toBeGreaterThan(1);
  });
  it('asks again for a table and for the lobby when the server was busy', () => {
    fake.line.follow('t', { since: () => 3, receive: () => {} });
    fake.line.followLobby(() => {});
    const socket = fake.greet();
    socket.tell({ type: 'busy', tableId: 't' });
    socket.tell({ type: 'busy' });
    fake.pass(400);
    expect([socket.of('watch').length, socket.of('lobby').length]).toEqual([1, 1]);
    fake.pass(1600);
    expect(socket.of('watch')).toEqual([
      { type: 'watch', table: 't', since: 3 },
      { type: 'watch', table: 't', since: 3 },
    ]);
    expect(socket.of('lobby')).toHaveLength(2);
  });
  it('knows how long a message takes', () => {
    const socket = fake.greet();
    fake.pass(120);
    socket.tell({ type: 'pong', number: socket.of('ping')[0]?.number });
    expect(fake.line.lag).toBe(120);
  });
  it('of an old page is told to be loaded anew, and loses nothing', () => {
    const outcome = fake.line.post(resign);
    fake.socket().tell({ type: 'reload', protocol: Protocol + 1 });
    fake.pass(60_000);
    expect([fake.line.state, fake.sockets.length]).toEqual(['outdated', 1]);
    expect(JSON.parse(fake.stored.text ?? '')).toEqual([{ ...resign, id: 'id1' }]);
    void outcome;
  });
  it('does not speak with a server of another protocol', () => {
    fake.socket().tell({ type: 'hello', protocol: Protocol - 1 });
    expect(fake.line.state).toBe('outdated');
  });
  it('knows who one is from a call that was answered while the greeting was on its way, and from later greetings', () => {
    fake.line.me = { ...anna, name: 'Marta', kind: 'account' };
    fake.greet(); // the guest that she was
    expect(fake.line.me?.name).toBe('Marta');
    fake.line.me = anna;
    fake.line.renew();
    fake.greet({ id: 'ben', name: 'Ben' });
    expect(fake.line.me?.name).toBe('Ben');
  });
  it('survives what is no message', () => {
    const socket = fake.greet();
    socket.onmessage?.({ data: '{' });
    expect(fake.line.state).toBe('open');
  });
});

describe('the lobby', () => {
  it('hears why it is not told of, and is asked for again where that passes', () => {
    const heard: string[] = [];
    fake.line.followLobby((m) => heard.push(m.error?.code ?? m.type));
    const socket = fake.greet();
    socket.tell({ type: 'refused', error: { code: 'live.internal', text: '' } });
    expect([heard, socket.of('lobby').length]).toEqual([['live.internal'], 1]);
    socket.tell({ type: 'refused', error: { code: 'live.rate', text: '' } });
    fake.pass(3000);
    expect(socket.of('lobby')).toHaveLength(2);
  });
});
