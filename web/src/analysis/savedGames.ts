// The games of the analysis that were saved last, the latest first. Each has a name and a storage key of its own, so that
// two windows do not overwrite each other; where both change the same game, the second saves it under a new name. All of
// them go to the archive under their names; the older ones leave here once they are kept there.
import { ANALYSES, namesIn } from '../archive/archiver.ts';
import { StorageKey } from '../device/storageKey.ts';

/** No more games, or characters beside the one shown, stay here than these: others need storage as well. */
const MOST = 8;
const ROOM = 2_000_000;

const place = (name: string): StorageKey => new StorageKey(`${ANALYSES}.${name}`);

export interface SavedGame {
  readonly name: string;
  /** The storage as it was when the text was read. */
  readonly storage: StorageKey;
  readonly text: string;
}

/** The names of all that is saved, newest first. */
const names = (list: StorageKey): readonly string[] => namesIn(list.read());

export class SavedGames {
  readonly #list = new StorageKey(ANALYSES);
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
    return this.#list.write(JSON.stringify([this.name, ...names(this.#list).filter((n) => n !== this.name)]));
  }
  /** The one of that name; its text is empty where it is not saved here. */
  named(name: string): SavedGame {
    const storage = place(name);
    return { name, storage, text: storage.read() ?? '' };
  }
  /** The saved games that may leave, oldest first, once they are kept elsewhere. */
  surplus(): readonly SavedGame[] {
    let [room, n] = [ROOM, 1];
    const over: SavedGame[] = [];
    for (const name of names(this.#list)) {
      if (name === this.name) continue;
      const game = this.named(name);
      room -= game.text.length;
      if (++n > MOST || room <= 0) over.unshift(game);
    }
    return over;
  }
  /** Removes one, unless it was changed since it was read. */
  drop({ name, storage }: SavedGame): void {
    if (storage.stale) return;
    storage.clear();
    this.#list.write(JSON.stringify(names(this.#list).filter((n) => n !== name)));
  }
}
