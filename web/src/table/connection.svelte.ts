// The live connection to a server of tables: one WebSocket for all that a page follows. What was sent is sent again until
// it is acknowledged or refused, over a lost connection and over a reload of the page; the server carries out the same id
// once. Who follows a table says the number of the last event it has, and gets what it missed.
import {
  type Error as ApiError,
  type Invite,
  type Person,
  Protocol,
  type ToClient,
  type ToServer,
} from '../../gen/api.ts';

/** What is needed of a WebSocket; tests bring their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onmessage: ((e: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}
/** What surrounds a connection. */
export interface Surroundings {
  connect(): Socket;
  /** Milliseconds that only grow. */
  now(): number;
  /** Calls f later; returns what calls that off. */
  after(ms: number, f: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
  /** Up to 32 letters and digits that nobody else has. */
  id(): string;
  /** Where unanswered messages outlive a reload of the page. */
  keep: { read(): string | null; write(text: string): void };
}

export type ConnectionState =
  /** The first try is under way. */
  | 'connecting'
  | 'open'
  /** It broke, or the server cannot be reached; it is tried again. */
  | 'lost'
  /** The page is of another version than the server: it has to be loaded anew. */
  | 'outdated'
  | 'closed';

/** What became of a message. */
export type Outcome =
  | { readonly ok: true; readonly seq: number }
  | { readonly ok: false; readonly error: ApiError; readonly seq: number };

/** A refusal of something that may be asked for once more, by itself. */
export const isPassing = ({ code }: ApiError): boolean => ['live.rate', 'live.busy', 'live.ending'].includes(code);

/** Who follows a table. */
export interface Follower {
  /** The number of the last event it has, 0 for nothing. */
  since(): number;
  receive(message: ToClient): void;
}

interface Unanswered {
  readonly message: ToServer;
  readonly answer: ((outcome: Outcome) => void)[];
  /** When it is sent again; never, while it was not sent on this socket. */
  due: number;
}

/** Waiting times between two tries, in milliseconds; the last one repeats. */
const BACKOFF = [300, 700, 1500, 3000, 6000, 10_000];
/** A message that has no answer after this long is sent again. */
const RESEND = 5000;
const PING = 10_000;
/** A connection on which nothing was heard for this long after a question is dead. */
const SILENCE = 25_000;
/** So long a connection has to answer when the page is looked at again. */
const AWAKE = 3000;

export class Connection {
  state: ConnectionState = $state('connecting');
  /** When it is tried again, by the clock of its surroundings. */
  retryAt = $state(0);
  /** The person of the session, null for a visitor without one. */
  me: Person | null = $state.raw(null);
  /** The last round trip in milliseconds, 0 before the first. */
  lag = $state(0);
  /** Who asks one to play, or does not want to; the newest last. */
  invites: readonly Invite[] = $state.raw([]);
  /** How many messages wait for an answer. */
  waiting = $state(0);
  readonly #around: Surroundings;
  readonly #followed = new Map<string, Follower>();
  readonly #unanswered = new Map<string, Unanswered>();
  #lobby: ((message: ToClient) => void) | null = null;
  #socket: Socket | null = null;
  #tries = 0;
  #heard = 0;
  /** When the first question was asked after which nothing was heard, null for none. Silence alone says nothing: the timers
   * of a hidden page are held back, and it asks seldom. */
  #asked: number | null = null;
  /** The last ping. */
  #pinged = 0;
  #number = 0;
  #retry: () => void = () => {};
  #beat: () => void = () => {};
  #check: () => void = () => {};
  /** What is asked for once more, because the server was busy: tables, and "" for the lobby. */
  readonly #later = new Set<string>();

  constructor(around: Surroundings) {
    this.#around = around;
    for (const message of readKept(around.keep.read())) this.#enqueue(message);
  }

  /** Connects, and stays connected until it is closed. */
  open(): void {
    if (this.#socket || this.state === 'closed') return;
    this.#retry();
    const socket = this.#around.connect();
    this.#socket = socket;
    this.#asked = this.#around.now();
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#receive(String(data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost(this.#wait());
    };
    this.#beat();
    this.#beat = this.#around.after(1000, () => this.#tick());
  }
  /** Tries again at once. */
  tryNow(): void {
    if (this.state !== 'lost' && this.state !== 'connecting') return;
    if (this.#socket) this.#drop();
    this.open();
  }
  /** Connects anew: a session begins with the connection. */
  renew(): void {
    if (this.state === 'closed' || this.state === 'outdated') return;
    this.#drop();
    this.state = 'connecting'; // nothing is sent before the greeting
    this.open();
  }
  /** The page is looked at again, or has a network again: a line that does not answer soon is given up. */
  wake(): void {
    if (this.state !== 'open') {
      this.tryNow();
      return;
    }
    this.#ping();
    this.#check();
    this.#check = this.#around.after(AWAKE, () => {
      if (this.state === 'open' && this.#asked !== null) this.#lost(this.#wait());
    });
  }
  close(): void {
    this.state = 'closed';
    this.#retry();
    this.#beat();
    this.#drop();
  }

  /** Follows a table from now on; returns what ends that. */
  follow(table: string, follower: Follower): () => void {
    this.#followed.set(table, follower);
    this.#cast({ type: 'watch', table, since: follower.since() });
    return () => {
      if (this.#followed.get(table) !== follower) return;
      this.#followed.delete(table);
      this.#cast({ type: 'unwatch', table });
    };
  }
  /** Asks for what is missing after the last event that a follower has. */
  catchUp(table: string): void {
    const follower = this.#followed.get(table);
    if (follower) this.#cast({ type: 'watch', table, since: follower.since() });
  }
  /** Follows the lobby from now on; returns what ends that. */
  followLobby(receive: (message: ToClient) => void): () => void {
    this.#lobby = receive;
    this.#cast({ type: 'lobby', on: true });
    return () => {
      this.#lobby = null;
      this.#cast({ type: 'lobby' });
    };
  }

  /** Sends something until it is answered. */
  post(message: Omit<ToServer, 'id'>, id = this.#around.id()): Promise<Outcome> {
    const entry = this.#unanswered.get(id) ?? this.#enqueue({ ...message, id } as ToServer);
    this.#keep();
    return new Promise((resolve) => {
      entry.answer.push(resolve);
      if (entry.due === Infinity) this.#send(entry);
    });
  }
  /** The messages that wait for an answer, those of before a reload too. */
  unanswered(table: string): readonly ToServer[] {
    return [...this.#unanswered.values()].map((u) => u.message).filter((m) => m.table === table);
  }
  /** A message that nobody waits for any more is not sent again. */
  forget(id: string): void {
    if (this.#unanswered.delete(id)) this.#keep();
  }
  /** What was asked or answered at a table is not shown any more. */
  dropInvite(table: string): void {
    this.invites = this.invites.filter((i) => i.table.id !== table);
  }
  newId(): string {
    return this.#around.id();
  }

  #enqueue(message: ToServer): Unanswered {
    const entry: Unanswered = { message, answer: [], due: Infinity };
    this.#unanswered.set(message.id ?? '', entry);
    this.waiting = this.#unanswered.size;
    return entry;
  }
  #keep(): void {
    this.waiting = this.#unanswered.size;
    this.#around.keep.write(JSON.stringify([...this.#unanswered.values()].map((u) => u.message)));
  }
  #send(entry: Unanswered): void {
    if (this.state !== 'open' || !this.#socket) return;
    entry.due = this.#around.now() + RESEND;
    this.#socket.send(JSON.stringify(entry.message));
  }
  /** Sends what needs no answer, if there is a connection; a new one begins with all of it anyway. */
  #cast(message: ToServer): void {
    if (this.state === 'open') this.#socket?.send(JSON.stringify(message));
  }
  #answered(id: string, outcome: Outcome): void {
    const entry = this.#unanswered.get(id);
    if (!entry) return; // a second answer
    this.#unanswered.delete(id);
    this.#keep();
    for (const resolve of entry.answer) resolve(outcome);
  }

  #receive(text: string): void {
    this.#heard = this.#around.now();
    this.#asked = null;
    let m: ToClient;
    try {
      m = JSON.parse(text) as ToClient;
    } catch {
      return; // nothing of ours
    }
    switch (m.type) {
      case 'hello':
        if (m.protocol !== undefined && m.protocol !== Protocol) this.#outdated();
        else this.#greeted(m.me ?? null);
        return;
      case 'reload':
        this.#outdated();
        return;
      case 'ack':
        this.#answered(m.id ?? '', { ok: true, seq: m.seq ?? 0 });
        return;
      case 'refused': {
        const error = m.error ?? { code: 'live.refused', text: 'refused' };
        if (!m.id) {
          // A table that cannot be followed, or the lobby.
          if (m.tableId) this.#followed.get(m.tableId)?.receive(m);
          else this.#lobby?.(m);
          if (isPassing(error)) this.askLater(m.tableId ?? '');
        }
        this.#answered(m.id ?? '', { ok: false, error, seq: m.seq ?? 0 });
        return;
      }
      case 'busy': {
        if (!m.id) {
          this.askLater(m.tableId ?? '');
          return;
        }
        const entry = this.#unanswered.get(m.id);
        // Not at the same moment as all others who were told so.
        if (entry) entry.due = this.#around.now() + 500 + 1500 * this.#around.random();
        return;
      }
      case 'moved':
        this.#tries = 0;
        this.#lost(1000 * this.#around.random());
        return;
      case 'pong': {
        if (m.number === this.#number) this.lag = Math.max(1, Math.round(this.#heard - this.#pinged));
        return;
      }
      case 'invited': {
        const { invite } = m;
        const other = (i: Invite): boolean => i.table.id !== invite?.table.id || i.person.id !== invite.person.id;
        if (invite) this.invites = [...this.invites.filter(other), invite].slice(-5);
        return;
      }
      case 'lobby':
        this.#lobby?.(m);
        return;
      case 'table':
        this.#followed.get(m.table?.id ?? '')?.receive(m);
        return;
      case 'events':
        this.#followed.get(m.id ?? m.tableId ?? '')?.receive(m);
        return;
      default:
        this.#followed.get(m.tableId ?? '')?.receive(m);
    }
  }
  /** Asks for a table, or for the lobby (""), once more: what has no id is not repeated by itself. */
  askLater(what: string, wait = 500): void {
    if (this.#later.has(what)) return;
    this.#later.add(what);
    this.#around.after(wait * (1 + 3 * this.#around.random()), () => {
      this.#later.delete(what);
      if (what) this.catchUp(what);
      else if (this.#lobby) this.#cast({ type: 'lobby', on: true });
    });
  }
  #greeted(me: Person | null): void {
    this.state = 'open';
    this.me = me;
    this.#tries = 0;
    for (const [table, follower] of this.#followed) this.#cast({ type: 'watch', table, since: follower.since() });
    if (this.#lobby) this.#cast({ type: 'lobby', on: true });
    for (const entry of this.#unanswered.values()) this.#send(entry);
    this.#ping();
  }
  #outdated(): void {
    this.#keep();
    this.state = 'outdated';
    this.#beat();
    this.#drop();
  }
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#asked = null;
    this.#check();
    for (const entry of this.#unanswered.values()) entry.due = Infinity;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }
  #wait(): number {
    const step = BACKOFF[Math.min(this.#tries++, BACKOFF.length - 1)] as number;
    return step * (0.75 + 0.5 * this.#around.random());
  }
  #lost(wait: number): void {
    this.#drop();
    if (this.state === 'closed' || this.state === 'outdated') return;
    this.state = 'lost';
    this.retryAt = this.#around.now() + wait;
    this.#beat();
    this.#retry();
    this.#retry = this.#around.after(wait, () => this.open());
  }
  #ping(): void {
    this.#pinged = this.#around.now();
    this.#asked ??= this.#pinged;
    this.#cast({ type: 'ping', number: ++this.#number, ...(this.lag ? { lag: this.lag } : {}) });
  }
  /** Once a second: pings, sends again, and gives a dead connection up. */
  #tick(): void {
    const now = this.#around.now();
    this.#beat = this.#around.after(1000, () => this.#tick());
    if (this.#asked !== null && now - this.#asked > SILENCE) {
      this.#lost(this.#wait());
      return;
    }
    if (this.state === 'open') {
      if (now - this.#pinged >= PING) this.#ping();
      for (const entry of this.#unanswered.values()) if (now >= entry.due) this.#send(entry);
    }
  }
}

function readKept(text: string | null): ToServer[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter((m) => typeof m?.id === 'string' && typeof m.type === 'string') : [];
  } catch {
    return []; // nothing that we wrote
  }
}

const KEPT = 'cairn.unsent';
const LETTERS_AND_DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** So many random characters, each one of those given; plain HTTP has no crypto.subtle, but this it has. */
export function randomText(n: number, characters = LETTERS_AND_DIGITS): string {
  const bytes = crypto.getRandomValues(new Uint8Array(n));
  return [...bytes].map((b) => characters[b % characters.length]).join('');
}

/** The connection of this page to the server it came from. */
export function connection(root: URL): Connection {
  const line = new Connection({
    connect() {
      const url = new URL(`api/live?protocol=${Protocol}`, root);
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
      return new WebSocket(url) as unknown as Socket;
    },
    now: () => performance.now(),
    after(ms, f) {
      const timer = setTimeout(f, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    id: () => randomText(20),
    keep: {
      read() {
        try {
          return sessionStorage.getItem(KEPT);
        } catch {
          return null;
        }
      },
      write(text) {
        try {
          sessionStorage.setItem(KEPT, text);
        } catch {
          // Then it lives as long as the page.
        }
      },
    },
  });
  addEventListener('online', () => line.wake());
  addEventListener('pageshow', (e) => (e as PageTransitionEvent).persisted && line.wake());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && line.wake());
  return line;
}
