// The games under study that are kept, the one worked on last in front. Each has a name and a slot of its own, so that
// two windows do not write over each other's; where they go on with the same one, the second goes on under a new name.
import { StorageKey } from '../parts/storageKey.ts';

const KEY = 'cairn.analysis';
/** More than so many games, or so many characters beside the one at hand, are not kept: others need room as well. */
const MOST = 8;
const ROOM = 2_000_000;

const place = (name: string): StorageKey => new StorageKey(`${KEY}.${name}`);

export interface Kept {
  readonly name: string;
  /** The slot as it was when the text was read. */
  readonly slot: StorageKey;
  readonly text: string;
}

/** The names of all that is kept, newest first. */
function names(list: StorageKey): readonly string[] {
  try {
    const all: unknown = JSON.parse(list.read() ?? '[]');
    return Array.isArray(all) ? all.filter((n) => typeof n === 'string') : [];
  } catch {
    return []; // not ours
  }
}

export class Shelf {
  readonly #list = new StorageKey(KEY);
  #slot: StorageKey;
  /** Of what is at hand. */
  name: string;

  constructor() {
    this.name = Shelf.#fresh();
    this.#slot = place(this.name);
  }
  static #fresh(): string {
    return Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
  }

  /** What is kept: that of the name first, then the newest. */
  all(first: string): readonly Kept[] {
    const kept = names(this.#list);
    const order = kept.includes(first) ? [first, ...kept.filter((n) => n !== first)] : kept;
    return order.flatMap((name) => {
      const slot = place(name);
      const text = slot.read();
      return text === null ? [] : [{ name, slot, text }];
    });
  }
  /** Goes on with one that is kept. */
  take({ name, slot }: Kept): void {
    this.name = name;
    this.#slot = slot;
  }
  /** From here on it is another one. */
  begin(): void {
    this.name = Shelf.#fresh();
    this.#slot = place(this.name);
  }
  /** Another window has gone on with what is at hand. */
  get stale(): boolean {
    return this.#slot.stale;
  }
  /** Keeps what is at hand. False where nothing more can be kept: it lives as long as the page. */
  write(text: string): boolean {
    if (this.stale) this.begin();
    if (!this.#slot.write(text)) return false;
    const kept = [this.name];
    let room = ROOM;
    for (const name of names(this.#list)) {
      if (name === this.name) continue;
      room -= place(name).read()?.length ?? 0;
      if (kept.length < MOST && room > 0) kept.push(name);
      else place(name).clear();
    }
    return this.#list.write(JSON.stringify(kept));
  }
}
