// The live connection to a server of tables: one WebSocket for all that a page follows. What was sent is sent again until
// it is acknowledged or refused (outbox.ts), over a lost connection and over a reload of the page. Who follows a table says
// the number of the last event it has, and gets what it missed.
import {
  type Error as ApiError,
  type Invite,
  type Person,
  Protocol,
  type ToClient,
  type ToServer,
} from '../../gen/api.ts';
import { Outbox } from './outbox.ts';

/** What is needed of a WebSocket; tests bring their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onmessage: ((e: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}
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
  /** The page is of another version than the server: it has to be loaded again. */
  | 'outdated'
  | 'closed';

/** What became of a message. */
export type Outcome =
  /** It was late where it had to be shown as not sent before. */
  | { readonly ok: true; readonly seq: number; readonly late?: boolean }
  | { readonly ok: false; readonly error: ApiError; readonly seq: number };

/** A refusal of something that may be asked for once more, by itself. */
export const isPassing = ({ code }: ApiError): boolean => ['live.rate', 'live.busy', 'live.ending'].includes(code);

/** Who follows a table, or a contest. */
export interface Follower {
  /** The number of the last event it has, 0 for nothing. */
  since(): number;
  receive(message: ToClient): void;
  readonly contest?: boolean;
  /** Somebody's clock runs, so that it matters whether the connection works. */
  readonly urgent?: boolean;
}

/** Waiting times between two tries, in milliseconds; the last one repeats. */
const BACKOFF = [300, 700, 1500, 3000, 6000, 10_000];
/** How often a connection is asked for a sign of life, and after what silence it is dead. */
const USUAL = { ping: 10_000, silence: 25_000 };
/** While a message has no answer or a clock runs, so that a dead connection is known of within five seconds. */
const URGENT = { ping: 2000, silence: 4000 };
/** A new connection has this long, however urgent it is: the way to it may be slow. */
const GREETING = 8000;
/** So long a connection has to answer when the page is looked at again. */
const AWAKE = 3000;

export class Connection {
  state: ConnectionState = $state('connecting');
  /** When it is tried again, by the clock of its surroundings. */
  retryAt = $state(0);
  /** The device has no network, as far as the browser knows. */
  offline = $state(false);
  /** Since when no clock runs, because the server is being restarted; null while it serves. */
  stopped: number | null = $state(null);
  /** What was posted and has to be shown as not sent. */
  unsent: readonly ToServer[] = $state.raw([]);
  /** Why the server puts off what was posted, where it says so. */
  trouble: ApiError | null = $state.raw(null);
  /** The last round trip in milliseconds, 0 before the first. */
  lag = $state(0);
  /** Who asks one to play, or does not want to; the newest last. */
  invites: readonly Invite[] = $state.raw([]);
  #me: Person | null = $state.raw(null);
  /** The connection that was there when a call last told who one is: its greeting, which may still be on its way, is older. */
  #told: Socket | null = null;
  readonly #around: Surroundings;
  readonly #followed = new Map<string, Follower>();
  readonly #outbox = new Outbox();
  readonly #answers = new Map<string, ((outcome: Outcome) => void)[]>();
  #lobby: ((message: ToClient) => void) | null = null;
  #socket: Socket | null = null;
  #tries = 0;
  #heard = 0;
  /** When the first question was asked after which nothing was heard, null for none. Silence alone says nothing: the timers
   * of a hidden page are held back, and it asks seldom. */
  #asked: number | null = null;
  /** The silence was too long when last looked at. What has arrived may still wait behind a page that was busy. */
  #doubted = false;
  #pinged = 0;
  #number = 0;
  #retry: () => void = () => {};
  #beat: () => void = () => {};
  #check: () => void = () => {};
  /** What is asked for once more, because the server was busy: tables, and "" for the lobby. */
  readonly #later = new Set<string>();

  constructor(around: Surroundings) {
    this.#around = around;
    for (const message of readKept(around.keep.read())) this.#outbox.post(message);
    this.#look();
  }
  /** The person of the session, null for a visitor without one. */
  get me(): Person | null {
    return this.#me;
  }
  set me(person: Person | null) {
    this.#me = person;
    this.#told = this.#socket;
  }
  /** The server answers, as far as is known. */
  get works(): boolean {
    return this.state === 'open' && (!this.unsent.length || !!this.trouble);
  }

  /** Connects, and stays connected until it is closed. */
  open(): void {
    if (this.#socket || this.state === 'closed') return;
    this.#retry();
    const socket = this.#around.connect();
    this.#socket = socket;
    this.#asked = this.#around.now();
    this.#doubted = false;
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#receive(String(data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost(this.#wait());
    };
    this.#wind();
  }
  /** Tries again at once. */
  tryNow(): void {
    if (this.state !== 'lost' && this.state !== 'connecting') return;
    if (this.#socket) this.#drop();
    this.open();
  }
  /** Connects again: a session begins with the connection. */
  renew(): void {
    if (this.state === 'closed' || this.state === 'outdated') return;
    this.#drop();
    this.state = 'connecting'; // nothing is sent before the greeting
    this.open();
  }
  /** The browser says that the device has no network. What was open is given up, since what it carries may be lost. */
  cut(): void {
    this.offline = true;
    if (this.state === 'open' || this.state === 'connecting') this.#lost(this.#wait());
  }
  /** The page is looked at again, or has a network again: a line that does not answer soon is given up. */
  wake(): void {
    this.offline = false;
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
    this.catchUp(table);
    return () => {
      if (this.#followed.get(table) !== follower) return;
      this.#followed.delete(table);
      this.#cast(follower.contest ? { type: 'contest', id: table } : { type: 'unwatch', table });
    };
  }
  /** Asks for what is missing after the last event that a follower has. */
  catchUp(table: string): void {
    const follower = this.#followed.get(table);
    if (follower?.contest) this.#cast({ type: 'contest', id: table, on: true });
    else if (follower) this.#cast({ type: 'watch', table, since: follower.since() });
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
    if (!this.#outbox.find(id)) this.#outbox.post({ ...message, id } as ToServer);
    this.#keep();
    const answer = new Promise<Outcome>((resolve) => {
      this.#answers.set(id, [...(this.#answers.get(id) ?? []), resolve]);
    });
    this.#flush();
    this.#wind();
    return answer;
  }
  /** The messages that wait for an answer, those of before a reload too. */
  unanswered(table: string): readonly ToServer[] {
    return this.#outbox.messages.filter((m) => m.table === table);
  }
  /** What was asked or answered at a table is not shown any more. */
  dropInvite(table: string): void {
    this.invites = this.invites.filter((i) => i.table.id !== table);
  }
  newId(): string {
    return this.#around.id();
  }

  #keep(): void {
    this.#around.keep.write(JSON.stringify(this.#outbox.messages));
  }
  /** Sends what is due, and sees what is late. */
  #flush(): void {
    for (const message of this.#outbox.take(this.#around.now())) {
      this.#asked ??= this.#around.now();
      this.#socket?.send(JSON.stringify(message));
    }
    this.#look();
  }
  #look(): void {
    const { unsent } = this.#outbox;
    if (unsent.length || this.unsent.length) this.unsent = unsent;
  }
  /** Sends what needs no answer, if there is a connection; a new one begins with all of it anyway. */
  #cast(message: ToServer): void {
    if (this.state === 'open') this.#socket?.send(JSON.stringify(message));
  }
  #answered(id: string, outcome: Outcome): void {
    const late = this.unsent.some((m) => m.id === id);
    if (!this.#outbox.answered(id, outcome.ok ? 'acknowledged' : 'refused')) return;
    this.trouble = null;
    this.#keep();
    this.#look();
    const resolvers = this.#answers.get(id) ?? [];
    this.#answers.delete(id);
    for (const resolve of resolvers) resolve(late && outcome.ok ? { ...outcome, late } : outcome);
  }

  #receive(text: string): void {
    this.#heard = this.#around.now();
    this.#asked = null;
    this.#doubted = false;
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
        this.trouble = m.error ?? { code: 'live.busy', text: 'the server is busy' };
        // Not at the same moment as all others who heard so.
        this.#outbox.postpone(m.id, this.#around.now() + 500 + 1500 * this.#around.random());
        this.#wind();
        return;
      }
      case 'moved':
        this.#tries = 0;
        if (m.alone) this.stopped = this.#around.now();
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
      case 'contest':
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
    this.offline = false;
    this.stopped = null;
    if (this.#told !== this.#socket) this.#me = me;
    this.#tries = 0;
    this.#outbox.connected();
    for (const table of this.#followed.keys()) this.catchUp(table);
    if (this.#lobby) this.#cast({ type: 'lobby', on: true });
    this.#flush();
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
    this.trouble = null;
    this.#outbox.disconnected();
    this.#look();
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
  /** Looks again in a second, or as soon as something of what was posted is due. */
  #wind(): void {
    if (!this.#socket) return;
    this.#beat();
    const next = Math.max(0, this.#outbox.next - this.#around.now());
    this.#beat = this.#around.after(Math.min(this.#urgent ? 500 : 1000, next), () => this.#tick());
  }
  get #urgent(): boolean {
    return this.#outbox.messages.length > 0 || [...this.#followed.values()].some((f) => f.urgent);
  }
  /** Pings, sends again, and gives a dead connection up. */
  #tick(): void {
    const now = this.#around.now();
    const { ping, silence } = this.#urgent ? URGENT : USUAL;
    const patience = this.state === 'open' ? silence : Math.max(silence, GREETING);
    if (this.#asked !== null && now - this.#asked >= patience) {
      if (this.#doubted) {
        this.#lost(this.#wait());
        return;
      }
      this.#doubted = true;
    }
    if (this.state === 'open') {
      if (now - this.#pinged >= ping) this.#ping();
      this.#flush();
    }
    this.#wind();
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

/** That many random characters, each one of those given; plain HTTP has no crypto.subtle, but this it has. */
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
  line.offline = !navigator.onLine;
  addEventListener('offline', () => line.cut());
  addEventListener('online', () => line.wake());
  addEventListener('pageshow', (e) => (e as PageTransitionEvent).persisted && line.wake());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && line.wake());
  return line;
}
