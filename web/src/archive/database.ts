// The database of the archive in the browser (IndexedDB), and its versions.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Entry, Shape } from './entry.ts';
import type { Study } from './study.ts';
import type { Card, Try } from './trained.ts';
import { ArchiveError, asArchiveError } from './trouble.ts';

export const NAME = 'cairn';
/** Raised when the stores change; a page of an older version that meets a newer database says so and leaves it alone. */
export const VERSION = 4;

/** Milliseconds in which the browser opens it, or it cannot be had. */
const PATIENCE = 10_000;

export interface Stores extends DBSchema {
  /** One line a game, read all at once. */
  games: { key: string; value: Entry; indexes: { changed: number; line: string } };
  /** The games themselves, by the same id. */
  texts: { key: string; value: string };
  /** How the small boards of a rule set are drawn. */
  shapes: { key: string; value: Shape };
  /** Analyses under one name, since version 2. */
  studies: { key: string; value: Study };
  /** The puzzles that were tried, and those that come back, since version 3. */
  tries: { key: string; value: Try; indexes: { at: number } };
  cards: { key: string; value: Card };
  /** What was changed since it was sent to the account, by its item, with a number of the change; since version 4. */
  unsent: { key: string; value: number };
  /** What the account has of each item, as far as this device knows; at "" whose account it is. */
  known: { key: string; value: Known };
}
/** What an account has of an item. */
export interface Known {
  readonly version: number;
  /** A hash of the game's text, or the value of a setting and when it was chosen. */
  readonly text?: string;
  /** A hash of the text whose place that has taken here. */
  readonly was?: string;
  readonly value?: string;
  readonly at?: number;
  /** Of the account as a whole. */
  readonly person?: string;
  readonly epoch?: number;
}
export type Database = IDBPDatabase<Stores>;

/** Opens the database; onclose runs when it has to be opened again. */
export async function open(onclose: () => void, name = NAME, version = VERSION): Promise<Database> {
  if (typeof indexedDB === 'undefined') throw new ArchiveError('none');
  try {
    return await new Promise<Database>((resolve, reject) => {
      let late = false;
      // A browser that does not answer is not waited for: WebKit sometimes opens nothing for a page at its first visit.
      const timer = setTimeout(() => {
        late = true;
        reject(new ArchiveError('failed'));
      }, PATIENCE);
      openDB<Stores>(name, version, {
        upgrade(db, from, _, tx) {
          tx.done.catch(() => {}); // where it fails, opening does
          if (from < 1) {
            const games = db.createObjectStore('games', { keyPath: 'id' });
            games.createIndex('changed', 'changed');
            games.createIndex('line', 'line');
            db.createObjectStore('texts');
            db.createObjectStore('shapes', { keyPath: 'game' });
          }
          if (from < 2) db.createObjectStore('studies', { keyPath: 'id' });
          if (from < 3) {
            db.createObjectStore('tries', { keyPath: 'id' }).createIndex('at', 'at');
            db.createObjectStore('cards', { keyPath: 'id' });
          }
          if (from < 4) {
            db.createObjectStore('unsent');
            db.createObjectStore('known');
          }
        },
        blocked() {
          late = true;
          reject(new ArchiveError('blocked'));
        },
        blocking(_, __, event) {
          // A newer page wants to change it: this one lets go, and finds it newer when it writes again.
          (event.target as IDBDatabase).close();
          onclose();
        },
        terminated: onclose,
      })
        .then((db) => (late ? db.close() : resolve(db)), reject)
        .finally(() => clearTimeout(timer));
    });
  } catch (e) {
    throw asArchiveError(e);
  }
}
