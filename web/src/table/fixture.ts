// A server of tables that tests lead by hand: a socket that remembers what was sent, and a clock that stands still.
import { Protocol, type Table, type Event as TableEvent, type ToClient, type ToServer } from '../../gen/api.ts';
import { Connection, type Socket } from './connection.svelte.ts';

export const anna = { id: 'anna', name: 'Anna' };
export const ben = { id: 'ben', name: 'Ben' };

export class FakeSocket implements Socket {
  readonly sent: ToServer[] = [];
  closed = false;
  /** As a WebSocket that still connects, it throws when something is sent before it was greeted. */
  ready = false;
  /** It gives signs of life when asked for them. */
  alive = false;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;

  send(text: string): void {
    if (!this.ready) throw new Error('InvalidStateError');
    const message = JSON.parse(text) as ToServer;
    this.sent.push(message);
    if (this.alive && message.type === 'ping') this.tell({ type: 'pong', number: message.number });
  }
  close(): void {
    this.closed = true;
  }
  tell(message: ToClient): void {
    this.ready = true;
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** The line breaks. */
  cut(): void {
    this.onclose?.();
  }
  of(type: ToServer['type']): ToServer[] {
    return this.sent.filter((m) => m.type === type);
  }
}

/** A line with all that surrounds it; kept is what an earlier visit has left. */
export function fakeLine(kept: string | null = null) {
  const sockets: FakeSocket[] = [];
  const timers: { at: number; f: () => void }[] = [];
  let time = 0;
  let ids = 0;
  const stored = { text: kept };
  const line = new Connection({
    connect: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    now: () => time,
    after: (ms, f) => {
      const timer = { at: time + ms, f };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer) >>> 0, timers.includes(timer) ? 1 : 0);
    },
    random: () => 0.5,
    id: () => `id${++ids}`,
    keep: {
      read: () => stored.text,
      write: (text) => {
        stored.text = text;
      },
    },
  });
  const socket = (): FakeSocket => sockets[sockets.length - 1] as FakeSocket;
  return {
    line,
    sockets,
    stored,
    socket,
    now: () => time,
    /** Lets time pass, with all that was to be done in it. */
    pass(ms: number): void {
      const until = time + ms;
      for (;;) {
        const next = timers.filter((t) => t.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers.splice(timers.indexOf(next), 1);
        time = Math.max(time, next.at);
        next.f();
      }
      time = until;
    },
    /** Time passes in which no timer runs; then those that were due run, once each. */
    sleep(ms: number): void {
      time += ms;
      for (const due of timers.filter((t) => t.at <= time)) {
        if (!timers.includes(due)) continue;
        timers.splice(timers.indexOf(due), 1);
        due.f();
      }
    },
    /** The server greets each connection. */
    greet(me: { id: string; name: string } | undefined = anna): FakeSocket {
      socket().tell({ type: 'hello', protocol: Protocol, ...(me ? { me } : {}) });
      return socket();
    },
  };
}

/** A table at which Anna plays First, with the moves so far. */
export function fakeTable(moves: readonly string[] = [], more: Partial<Table> = {}): Table {
  return {
    ...{ id: 'abcd2345', commit: '', created: 0, updated: 0, elapsed: 0 },
    options: { game: 'toy', control: '60+0', takeback: true },
    phase: 'playing',
    you: 'first',
    seats: [anna, ben],
    seq: 3 + moves.length,
    presence: { players: ['here', 'here'], away: [0, 0], lag: [0, 0], watchers: 0 },
    log: {
      v: 1,
      terms: { v: 1, game: 'toy', players: [{}, {}], control: '60+0', takeback: 'agreed', draws: true },
      events: moves.map((move, i) => ({ v: 1, kind: 'move', side: i % 2 ? 'second' : 'first', move })),
    },
    ...more,
  };
}
/** The event of a move, with its number. */
export const moved = (seq: number, side: 'first' | 'second', move: string): TableEvent => ({
  ...{ seq, kind: 'play', at: 0 },
  play: { v: 1, kind: 'move', side, move },
});
