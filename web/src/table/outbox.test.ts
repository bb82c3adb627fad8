// The way of a message against a slow model: random scripts of posts, lost, late and doubled answers, broken and silent
// connections, a busy server and reloads. 10,000 scripts; SWEEP=full makes them 100,000.
import { describe, expect, it } from 'vitest';
import type { ToServer } from '../../gen/api.ts';
import { type Delivery, LATE, Outbox, RESEND, type Stage } from './outbox.ts';

const scripts = process.env.SWEEP === 'full' ? 100_000 : 10_000;

/** Small numbers that follow from a seed. */
function dice(seed: number): (n: number) => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
  };
}

interface Answer {
  readonly id: string;
  readonly kind: 'ack' | 'refused' | 'busy';
}
/** What has happened to one message, in its order. */
type Happening = { readonly at: number; readonly what: 'sent' | 'broke' | 'ack' | 'refused' };

/** A player, the server and what lies between them. */
class World {
  now = 0;
  outbox = new Outbox();
  /** As it is written to the storage of the browser. */
  kept: string[] = [];
  readonly deliveries = new Map<string, Delivery>();
  readonly history = new Map<string, Happening[]>();
  /** The server: what it has stored, and what it has refused. */
  readonly stored: string[] = [];
  readonly refused = new Set<string>();
  /** What is under way on the connection of now, null where there is none; a silent one carries nothing. */
  up: string[] | null = null;
  down: Answer[] = [];
  silent = false;
  posted = 0;
  readonly roll: (n: number) => number;

  constructor(seed: number) {
    this.roll = dice(seed);
  }
  note(id: string, what: Happening['what']): void {
    this.history.get(id)?.push({ at: this.now, what });
  }
  keep(): void {
    this.kept = this.outbox.messages.map((m) => m.id ?? '');
  }
  flush(): void {
    for (const { id = '' } of this.outbox.take(this.now)) {
      this.note(id, 'sent');
      if (!this.silent) this.up?.push(id);
    }
  }
  post(): void {
    const id = `m${this.posted++}`;
    this.history.set(id, []);
    this.deliveries.set(id, this.outbox.post({ type: 'send', id } as ToServer));
    this.keep();
    this.flush();
  }
  connect(): void {
    if (this.up) return;
    this.up = [];
    this.silent = false;
    this.outbox.connected();
    this.flush();
  }
  /** All that is under way is lost, in both directions. */
  cut(): void {
    if (!this.up) return;
    this.up = null;
    this.down = [];
    this.outbox.disconnected();
    for (const { id = '' } of this.outbox.messages) this.note(id, 'broke');
  }
  /** The page is loaded again: it knows what it has kept. */
  reload(): void {
    this.up = null;
    this.down = [];
    this.outbox = new Outbox();
    for (const id of this.kept) {
      this.history.set(id, []);
      this.deliveries.set(id, this.outbox.post({ type: 'send', id } as ToServer));
    }
  }
  serve(): void {
    const id = this.up?.shift();
    if (id === undefined) return;
    const answer = (kind: Answer['kind']): void => void this.down.push({ id, kind });
    if (this.stored.includes(id)) answer('ack');
    else if (this.refused.has(id)) answer('refused');
    else if (this.roll(6) === 0) answer('busy');
    else if (this.roll(8) === 0) {
      this.refused.add(id);
      answer('refused');
    } else {
      this.stored.push(id);
      answer('ack');
    }
  }
  hear(doubled: boolean): void {
    const [answer] = this.down;
    if (!answer || this.silent) return;
    if (!doubled) this.down.shift();
    const { id, kind } = answer;
    if (kind === 'busy') {
      this.outbox.postpone(id, this.now + 500);
      return;
    }
    const was = this.outbox.find(id);
    const first = this.outbox.answered(id, kind === 'ack' ? 'acknowledged' : 'refused');
    if (first !== was) expect.fail('a second answer counts');
    if (first) this.note(id, kind);
    this.keep();
  }
  step(): void {
    const what = this.roll(16);
    if (what < 3) this.post();
    else if (what < 6) this.serve();
    else if (what < 9) this.hear(this.roll(4) === 0);
    else if (what === 9)
      this.down.shift(); // an answer is lost
    else if (what === 10) this.connect();
    else if (what === 11) this.cut();
    else if (what === 12) this.silent = !!this.up;
    else if (what === 13 && this.roll(4) === 0) this.reload();
    else {
      this.now += [40, 900, 2999, 3000, 6000][this.roll(5)] as number;
      this.flush();
    }
  }
}

/** The slow model: how far a message is, by all that has ever happened to it. */
function stageOf(w: World, id: string): Stage {
  const all = w.history.get(id) ?? [];
  if (all.some((h) => h.what === 'ack')) return 'acknowledged';
  if (all.some((h) => h.what === 'refused')) return 'refused';
  const first = all.findIndex((h) => h.what === 'sent');
  const sent = all[first];
  if (!sent || !w.up) return 'waiting';
  const broke = all.slice(first).some((h) => h.what === 'broke');
  return broke || w.now - sent.at >= LATE ? 'unacknowledged' : 'sent';
}

function check(w: World, where: string): void {
  const fail = (what: string): never => expect.fail(`${where}: ${what}`);
  if (new Set(w.stored).size !== w.stored.length) fail('something is stored twice');
  const unsent: string[] = [];
  for (const [id, { stage }] of w.deliveries) {
    const right = stageOf(w, id);
    if (stage !== right) fail(`${id} is ${stage}, and should be ${right}`);
    if (stage === 'acknowledged' && !w.stored.includes(id)) fail(`${id} is shown as played, and not stored`);
    if (stage === 'refused' && w.stored.includes(id)) fail(`${id} is shown as refused, and stored`);
    const answered = stage === 'acknowledged' || stage === 'refused';
    if (!answered && !w.outbox.find(id)) fail(`${id} is lost`);
    if (stage === 'waiting' || stage === 'unacknowledged') unsent.push(id);
  }
  if (w.outbox.unsent.map((m) => m.id).join() !== unsent.join()) fail('other messages are shown as not sent');
}

describe('the way of a message', () => {
  it(`in ${scripts} random scripts is that of the slow model: nothing is doubled, lost, or shown as played that is not stored`, () => {
    for (let seed = 1; seed <= scripts; seed++) {
      const w = new World(seed);
      for (let i = 0; i < 30; i++) {
        w.step();
        check(w, `script ${seed}, step ${i}`);
      }
      // At last the connection holds.
      w.cut();
      w.connect();
      for (let i = 0; i < 60 && w.outbox.messages.length; i++) {
        w.now += RESEND;
        w.flush();
        while (w.up?.length) w.serve();
        while (w.down.length) w.hear(false);
      }
      check(w, `script ${seed}, the end`);
      const answered = w.stored.length + w.refused.size;
      if (w.outbox.messages.length || answered !== w.posted) expect.fail(`script ${seed}: something has no answer`);
    }
  }, 300_000);
});
