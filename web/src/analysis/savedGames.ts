// The saved games of the analysis, the latest first. Each has a name and a storage key of its own, so that two windows do
// not overwrite each other; where both change the same game, the second saves it under a new name.
import { StorageKey } from '../parts/storageKey.ts';

const KEY = 'cairn.analysis';
/** No more games, or characters beside the one shown, are saved than these: others need storage as well. */
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
  /** Saves the game shown. False where that failed: then it exists only in this page. */
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
