// The way of what is sent to the server: sent and sent again, over connections that break, until it is answered. It holds
// no clock and no socket: the connection says what time it is and what has happened, and sends what take() returns. The
// server carries out one id once, so sending again doubles nothing.
import type { ToServer } from '../../gen/api.ts';

export type Stage =
  /** There is no connection: it goes out with the next one. */
  | 'waiting'
  /** It went out a moment ago; the answer is not late yet. */
  | 'sent'
  /** The answer is late: nobody knows whether it has arrived. Until it is answered it counts as not sent. */
  | 'unacknowledged'
  /** The server has stored it. */
  | 'acknowledged'
  | 'refused';

export interface Delivery {
  readonly message: ToServer;
  stage: Stage;
  /** When it first went out, null before that. */
  since: number | null;
  /** When it is sent the next time. */
  due: number;
}

/** An answer that takes longer, in milliseconds, is late. */
export const LATE = 3000;
/** Without an answer a message is sent again after this long, over a connection that works. */
export const RESEND = 5000;

export class Outbox {
  /** What has no answer, in the order in which it was posted. */
  readonly #all = new Map<string, Delivery>();
  #connected = false;

  post(message: ToServer): Delivery {
    const delivery: Delivery = { message, stage: 'waiting', since: null, due: 0 };
    this.#all.set(message.id ?? '', delivery);
    return delivery;
  }
  find(id: string): Delivery | undefined {
    return this.#all.get(id);
  }
  get messages(): readonly ToServer[] {
    return [...this.#all.values()].map((d) => d.message);
  }
  /** What has to be shown as not sent. */
  get unsent(): readonly ToServer[] {
    return [...this.#all.values()].filter((d) => d.stage !== 'sent').map((d) => d.message);
  }
  /** When take() has something to do again; it is called then, or earlier. */
  get next(): number {
    if (!this.#connected) return Infinity;
    return Math.min(...[...this.#all.values()].map((d) => Math.min(d.due, d.stage === 'sent' ? late(d) : Infinity)));
  }

  /** The server has greeted: all goes out on this connection. */
  connected(): void {
    this.#connected = true;
  }
  disconnected(): void {
    this.#connected = false;
    for (const d of this.#all.values()) {
      d.stage = 'waiting';
      d.due = 0;
    }
  }
  /** Returns what is to be sent now. */
  take(now: number): readonly ToServer[] {
    if (!this.#connected) return [];
    const all = [...this.#all.values()];
    const due = all.filter((d) => now >= d.due);
    for (const d of due) {
      // What went out before, on whatever connection, may have been lost with it.
      if (d.stage === 'waiting') d.stage = d.since === null ? 'sent' : 'unacknowledged';
      d.since ??= now;
      d.due = now + RESEND;
    }
    for (const d of all) if (d.stage === 'sent' && now >= late(d)) d.stage = 'unacknowledged';
    return due.map((d) => d.message);
  }
  /** The server was busy: the message is sent again at that time. */
  postpone(id: string, until: number): void {
    const d = this.#all.get(id);
    if (d) d.due = until;
  }
  /** The server has answered. A second answer is none: it returns undefined. */
  answered(id: string, stage: 'acknowledged' | 'refused'): Delivery | undefined {
    const d = this.#all.get(id);
    this.#all.delete(id);
    if (d) d.stage = stage;
    return d;
  }
  /** Nobody waits for the answer any more. */
  forget(id: string): boolean {
    return this.#all.delete(id);
  }
}

const late = (d: Delivery): number => (d.since ?? 0) + LATE;
