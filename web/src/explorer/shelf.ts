// Where the runs of an index lie: each has the positions of some games, in blocks that begin with known keys.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A game of a run: its id, its rule set, and what changes when it is played on. */
export type Shelved = readonly [id: string, game: string, stamp: string];

export interface Shelf {
  readonly id: number;
  readonly games: readonly Shelved[];
  /** The keys with which the blocks begin. */
  readonly firsts: readonly string[];
  /** A byte a game: by how much side 0 was ahead at its end, in base64. */
  readonly margins: string;
}

export interface Shelves {
  all(): Promise<readonly Shelf[]>;
  /** The blocks of those numbers, each of its run. */
  blocks(at: readonly (readonly [run: number, n: number])[]): Promise<readonly string[]>;
  /** Adds a run, and takes others away, in one step. */
  change(add: Shelf | null, blocks: readonly string[], remove: readonly number[]): Promise<void>;
}

/** Shelves that last as long as the page. */
export class PassingShelves implements Shelves {
  readonly #runs = new Map<number, { readonly shelf: Shelf; readonly blocks: readonly string[] }>();

  async all(): Promise<readonly Shelf[]> {
    return [...this.#runs.values()].map((r) => r.shelf);
  }
  async blocks(at: readonly (readonly [number, number])[]): Promise<readonly string[]> {
    return at.map(([run, n]) => this.#runs.get(run)?.blocks[n] ?? '');
  }
  async change(add: Shelf | null, blocks: readonly string[], remove: readonly number[]): Promise<void> {
    for (const id of remove) this.#runs.delete(id);
    if (add) this.#runs.set(add.id, { shelf: add, blocks });
  }
}

interface Stores extends DBSchema {
  shelves: { key: number; value: Shelf };
  blocks: { key: [number, number]; value: Uint8Array };
}

/** Shelves in the browser's database. They can be made again, so another version begins with empty ones. */
export class KeptShelves implements Shelves {
  readonly #db: IDBPDatabase<Stores>;

  private constructor(db: IDBPDatabase<Stores>) {
    this.#db = db;
  }
  static async open(name = 'cairn.explorer'): Promise<KeptShelves> {
    const db = await openDB<Stores>(name, 2, {
      upgrade(db) {
        for (const store of db.objectStoreNames) db.deleteObjectStore(store);
        db.createObjectStore('shelves', { keyPath: 'id' });
        db.createObjectStore('blocks');
      },
      blocking: (_, __, e) => (e.target as IDBDatabase).close(),
    });
    return new KeptShelves(db);
  }
  all(): Promise<readonly Shelf[]> {
    return this.#db.getAll('shelves');
  }
  async blocks(at: readonly (readonly [number, number])[]): Promise<readonly string[]> {
    const store = this.#db.transaction('blocks').store;
    const all = await Promise.all(at.map(([run, n]) => store.get([run, n])));
    return all.map((bytes) => (bytes ? btoa(String.fromCharCode(...bytes)) : ''));
  }
  async change(add: Shelf | null, blocks: readonly string[], remove: readonly number[]): Promise<void> {
    const tx = this.#db.transaction(['shelves', 'blocks'], 'readwrite');
    const [shelves, store] = [tx.objectStore('shelves'), tx.objectStore('blocks')];
    for (const id of remove) {
      void shelves.delete(id);
      void store.delete(IDBKeyRange.bound([id], [id + 1], false, true));
    }
    for (const [n, text] of blocks.entries())
      if (add)
        void store.put(
          Uint8Array.from(atob(text), (c) => c.charCodeAt(0)),
          [add.id, n],
        );
    if (add) void shelves.put(add);
    await tx.done;
  }
}
