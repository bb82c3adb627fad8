// The games under study that are kept, the one worked on last in front. Each has a name and a storage of its own, so that
// two windows do not write over each other's; where they go on with the same one, the second goes on under a new name.
import { StorageKey } from '../parts/storageKey.ts';

const KEY = 'cairn.analysis';
/** More than so many games, or so many characters beside the one shown, are not saved: others need room as well. */
const MOST = 8;
const ROOM = 2_000_000;

const place = (name: string): StorageKey => new StorageKey(`${KEY}.${name}`);

export interface SavedGame {
  readonly name: string;
  /** The storage as it was when the text was read. */
  readonly storage: StorageKey;
  readonly text: string;
}

/** The names of all that is saved, newest first. */
function names(list: StorageKey): readonly string[] {
  try {
    const all: unknown = JSON.parse(list.read() ?? '[]');
    return Array.isArray(all) ? all.filter((n) => typeof n === 'string') : [];
  } catch {
    return []; // not ours
  }
}

export class SavedGames {
  readonly #list = new StorageKey(KEY);
  #storage: StorageKey;
  /** Of the game shown. */
  name: string;

  constructor() {
    this.name = SavedGames.#fresh();
    this.#storage = place(this.name);
  }
  static #fresh(): string {
    return Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
  }

  /** All that is saved: the one of that name first, then the newest. */
  all(first: string): readonly SavedGame[] {
    const kept = names(this.#list);
    const order = kept.includes(first) ? [first, ...kept.filter((n) => n !== first)] : kept;
    return order.flatMap((name) => {
      const storage = place(name);
      const text = storage.read();
      return text === null ? [] : [{ name, storage, text }];
    });
  }
  /** Goes on with a saved one. */
  take({ name, storage }: SavedGame): void {
    this.name = name;
    this.#storage = storage;
  }
  /** From here on another game is shown. */
  begin(): void {
    this.name = SavedGames.#fresh();
    this.#storage = place(this.name);
  }
  /** Another window has gone on with the game shown. */
  get stale(): boolean {
    return this.#storage.stale;
  }
  /** Saves the game shown. False where nothing more can be saved: it lives as long as the page. */
  write(text: string): boolean {
    if (this.stale) this.begin();
    if (!this.#storage.write(text)) return false;
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
