// The archive: every game and analysis that was begun on this device, and every puzzle that was tried. What a promise here has fulfilled is stored; nothing
// is written in part.
import type { IDBPTransaction } from 'idb';
import { type Database, NAME, open, type Stores, VERSION } from './database.ts';
import { type Draft, type Entry, hash, type Shape } from './entry.ts';
import { order } from './order.ts';
import { BATCH, counted, type Step } from './step.ts';
import { merged, type Study } from './study.ts';
import type { Card, Training, Try } from './trained.ts';
import { ArchiveError, asArchiveError } from './trouble.ts';

const STORES = ['games', 'texts', 'shapes', 'studies', 'tries', 'cards', 'unsent', 'known'] as const;
export type Writing = IDBPTransaction<Stores, typeof STORES, 'readwrite'>;
export type Reading = IDBPTransaction<Stores, typeof STORES, 'readonly'>;

/** How long a deleted game can be brought back. */
export const GRACE = 30 * 24 * 3600 * 1000;
const CHANNEL = 'cairn.archive';

/** What becomes of games when a study is changed. */
export interface StudyGames {
  readonly keep?: readonly Draft[];
  readonly remove?: readonly string[];
  readonly restore?: readonly string[];
}

export class Archive {
  readonly #name: string;
  readonly #version: number;
  #open: Promise<Database> | null = null;

  constructor(name = NAME, version = VERSION) {
    this.#name = name;
    this.#version = version;
  }
  #db(): Promise<Database> {
    this.#open ??= open(() => (this.#open = null), this.#name, this.#version).catch((e) => {
      this.#open = null;
      throw e;
    });
    return this.#open;
  }
  async close(): Promise<void> {
    const db = await this.#open?.catch(() => null);
    this.#open = null;
    db?.close();
  }
  /** What a browser says that ends the transaction is heard, too: one that nobody waits for would be an error of the page. */
  async read<T>(act: (tx: Reading) => Promise<T>): Promise<T> {
    try {
      const tx = (await this.#db()).transaction(STORES);
      const [result] = await Promise.all([act(tx), tx.done]);
      return result;
    } catch (e) {
      throw asArchiveError(e);
    }
  }
  /**
   * Does all of it or nothing; what was done is on the disk when the promise is fulfilled. Other windows hear of it, unless
   * nothing that is kept has changed.
   */
  async write<T>(act: (tx: Writing) => Promise<T>, quiet = false): Promise<T> {
    try {
      return await this.#try(act, quiet);
    } catch (e) {
      // Where there is no room, what was deleted gives its own: then it cannot be brought back any longer.
      if (!(e instanceof ArchiveError) || e.trouble !== 'full' || !(await this.#forget(Number.POSITIVE_INFINITY)))
        throw e;
      return this.#try(act, quiet);
    }
  }
  async #try<T>(act: (tx: Writing) => Promise<T>, quiet = false): Promise<T> {
    const db = await this.#db();
    let tx: Writing | undefined;
    try {
      tx = db.transaction(STORES, 'readwrite', { durability: 'strict' });
      const [result] = await Promise.all([act(tx), tx.done]);
      if (!quiet) tell();
      return result;
    } catch (e) {
      try {
        tx?.abort();
      } catch {
        // It has ended already.
      }
      throw asArchiveError(e);
    }
  }

  // --- keeping
  /** Keeps a game, or what has become of it since. */
  async put(draft: Draft): Promise<void> {
    await this.write((tx) => put(tx, draft));
  }
  /**
   * Takes what was kept elsewhere, all of it or nothing: games, of which deleted ones come back; what was trained; studies, which
   * are merged with what is here of them. Says how many games, and how many tries, were not here in this form. What `step`
   * throws takes it all back.
   */
  take(
    drafts: readonly Draft[],
    training: Training = { tries: [], cards: [] },
    studies: readonly Study[] = [],
    step?: Step,
  ): Promise<{ readonly games: number; readonly tries: number }> {
    return this.write(async (tx) => {
      const done = counted(training.tries.length + training.cards.length + drafts.length, step);
      const tries = await takeTraining(tx, training, done);
      for (const study of studies) {
        const had = await tx.objectStore('studies').get(study.id);
        await putStudy(tx, had ? merged(had, study) : study);
      }
      return { games: await takeGames(tx, drafts, done), tries };
    });
  }
  /** Puts games aside as deleted; they can be restored for a while. */
  async remove(ids: readonly string[], now = Date.now()): Promise<void> {
    await this.#mark(ids, now);
  }
  async restore(ids: readonly string[]): Promise<void> {
    await this.#mark(ids, undefined);
  }
  async #mark(ids: readonly string[], deleted: number | undefined): Promise<void> {
    await this.write((tx) => mark(tx, ids, deleted));
  }
  /** Forgets what was deleted long ago; who has just read all games hands them over. */
  async purge(now = Date.now(), games?: readonly Entry[]): Promise<void> {
    await this.#forget(now - GRACE, games);
  }
  /** Forgets what was deleted before a time; says how many games and studies that were. */
  async #forget(before: number, games?: readonly Entry[]): Promise<number> {
    const isOld = (e: { readonly deleted?: number }): boolean => e.deleted !== undefined && e.deleted < before;
    const old = (games ?? (await this.entries())).filter(isOld);
    const studies = (await this.studies()).filter(isOld);
    if (old.length || studies.length)
      await this.#try(async (tx) => {
        for (const { id } of studies) await Promise.all([tx.objectStore('studies').delete(id), touch(tx, 's', id)]);
        for (const { id } of old)
          await Promise.all([
            tx.objectStore('games').delete(id),
            tx.objectStore('texts').delete(id),
            touch(tx, 'g', id),
          ]);
      });
    return old.length + studies.length;
  }

  // --- studies
  /** Keeps a new study with the games that are its chapters. */
  async putStudy(study: Study, drafts: readonly Draft[] = []): Promise<void> {
    await this.write(async (tx) => {
      for (const draft of drafts) await put(tx, draft);
      await putStudy(tx, study);
    });
  }
  /**
   * Changes a study from what it is by now, so that what other windows have changed stays. Games of new chapters are kept
   * with it, those of others deleted or brought back. Undefined where there is no such study.
   */
  changeStudy(
    id: string,
    change: (study: Study) => Study,
    { keep = [], remove = [], restore = [] }: StudyGames = {},
    now = Date.now(),
  ): Promise<Study | undefined> {
    return this.write(async (tx) => {
      const had = await tx.objectStore('studies').get(id);
      if (!had) return undefined;
      const next = change(had);
      if (next === had) return had;
      for (const draft of keep) await put(tx, draft);
      await mark(tx, remove, now);
      await mark(tx, restore, undefined);
      const study = { ...next, changed: now };
      await putStudy(tx, study);
      return study;
    });
  }
  /** Deletes a study with the games of its chapters, or brings them back. */
  async deleteStudy(id: string, deleted: boolean, now = Date.now()): Promise<void> {
    await this.write(async (tx) => {
      const had = await tx.objectStore('studies').get(id);
      if (!had) return;
      const { deleted: _, ...study } = had;
      const at = deleted ? now : undefined;
      await mark(
        tx,
        had.chapters.map((c) => c.id),
        at,
      );
      await putStudy(tx, at === undefined ? study : { ...study, deleted: at });
    });
  }
  study(id: string): Promise<Study | undefined> {
    return this.read((tx) => tx.objectStore('studies').get(id));
  }
  /** All studies, the one changed last first, deleted ones too. */
  async studies(): Promise<readonly Study[]> {
    const all = await this.read((tx) => tx.objectStore('studies').getAll());
    return all.sort((a, b) => b.changed - a.changed);
  }

  // --- training
  /** Keeps a try, and when puzzles come back by it, if they do. */
  async keepTry(one: Try, ...cards: readonly Card[]): Promise<void> {
    await this.write(async (tx) => {
      await putTry(tx, one);
      for (const card of cards) await putCard(tx, card);
    });
  }
  /** Every try, oldest first, and every puzzle that comes back. */
  training(): Promise<Training> {
    return this.read(async (tx) => {
      const [tries, cards] = await Promise.all([
        tx.objectStore('tries').index('at').getAll(),
        tx.objectStore('cards').getAll(),
      ]);
      return { tries, cards };
    });
  }
  /** Whether any puzzle was tried. */
  trained(): Promise<boolean> {
    return this.read(async (tx) => (await tx.objectStore('tries').count()) > 0);
  }

  // --- finding
  /** The latest games, newest first; deleted ones are left out. */
  latest(most: number): Promise<readonly Entry[]> {
    return this.read(async (tx) => {
      const list: Entry[] = [];
      const index = tx.objectStore('games').index('changed');
      for (let at = await index.openCursor(null, 'prev'); at && list.length < most; at = await at.continue())
        if (at.value.deleted === undefined) list.push(at.value);
      return list;
    });
  }
  /** All games, newest first, deleted ones too. Read by an index they would take twice the time; sorting them is nothing. */
  entries(): Promise<readonly Entry[]> {
    return this.read(async (tx) =>
      (await tx.objectStore('games').getAll()).reverse().sort((a, b) => b.changed - a.changed),
    );
  }
  entry(id: string): Promise<Entry | undefined> {
    return this.read((tx) => tx.objectStore('games').get(id));
  }
  /** The game itself, as it was saved. */
  text(id: string): Promise<string | undefined> {
    return this.read((tx) => tx.objectStore('texts').get(id));
  }
  async shapes(): Promise<ReadonlyMap<string, Shape>> {
    const all = await this.read((tx) => tx.objectStore('shapes').getAll());
    return new Map(all.map((s) => [s.game, s]));
  }
  /** Everything that is not deleted, with the texts, oldest first. */
  all(step?: Step): Promise<readonly Draft[]> {
    return this.read(async (tx) => {
      if ((await tx.objectStore('games').count()) > BATCH) step?.(0);
      const games = await tx.objectStore('games').index('changed').getAll();
      const texts = tx.objectStore('texts');
      const text = new Map<string, string>();
      const done = counted(games.length, step);
      for (let range: IDBKeyRange | undefined, more = true; more; ) {
        const [keys, found] = await Promise.all([texts.getAllKeys(range, BATCH), texts.getAll(range, BATCH)]);
        for (const [i, key] of keys.entries()) text.set(key, found[i] ?? '');
        done(keys.length);
        more = keys.length === BATCH;
        range = IDBKeyRange.lowerBound(keys.at(-1) ?? '', true);
      }
      return games.filter((e) => e.deleted === undefined).map((entry) => ({ entry, text: text.get(entry.id) ?? '' }));
    });
  }
}

/** Notes that something has changed, in the transaction that changes it: it goes to the account if that is wanted (along.ts). */
export const touch = (tx: Writing, kind: string, id: string): Promise<unknown> =>
  tx.objectStore('unsent').put(Math.random(), `${kind}.${id}`);
const putGame = (tx: Writing, entry: Entry): Promise<unknown> =>
  Promise.all([tx.objectStore('games').put(entry), touch(tx, 'g', entry.id)]);
const putStudy = (tx: Writing, study: Study): Promise<unknown> =>
  Promise.all([tx.objectStore('studies').put(study), touch(tx, 's', study.id)]);
const putTry = (tx: Writing, one: Try): Promise<unknown> =>
  Promise.all([tx.objectStore('tries').put(one), touch(tx, 't', one.id)]);
const putCard = (tx: Writing, card: Card): Promise<unknown> =>
  Promise.all([tx.objectStore('cards').put(card), touch(tx, 'c', card.id)]);

/** Marks games as deleted at a time, or as not deleted. */
export async function mark(tx: Writing, ids: readonly string[], deleted: number | undefined): Promise<void> {
  for (const id of ids) {
    const had = await tx.objectStore('games').get(id);
    if (!had || had.deleted === deleted) continue;
    const { deleted: _, ...entry } = had;
    await putGame(tx, deleted === undefined ? entry : { ...entry, deleted });
  }
}

/** Takes games from elsewhere; says how many were not here in this form. */
async function takeGames(tx: Writing, drafts: readonly Draft[], done: (n?: number) => void): Promise<number> {
  const known = new Set(await tx.objectStore('texts').getAllKeys());
  const fresh: Draft[] = [];
  const others: Draft[] = [];
  for (const draft of drafts) {
    (known.has(draft.entry.id) ? others : fresh).push(draft);
    known.add(draft.entry.id);
  }
  // Nothing is at the place of a fresh one, so they do not get in each other's way, and a batch of them waits for the database
  // together. An analysis finds its game there.
  for (const kind of ['game', 'analysis'] as const) {
    const list = fresh.filter((d) => d.entry.kind === kind);
    for (let i = 0; i < list.length; i += BATCH) {
      const batch = list.slice(i, i + BATCH);
      await Promise.all(batch.map((d) => put(tx, d)));
      done(batch.length);
    }
  }
  let taken = fresh.length;
  for (const draft of others) {
    if (await take(tx, draft)) taken++;
    done();
  }
  return taken;
}

/** Takes a game from elsewhere; a deleted one comes back. Says whether it was not here in this form. */
async function take(tx: Writing, draft: Draft): Promise<boolean> {
  const { id } = draft.entry;
  const before = await tx.objectStore('texts').get(id);
  const had = await tx.objectStore('games').get(id);
  if (had?.deleted !== undefined) await mark(tx, [id], undefined);
  const how = before === undefined ? 'newer' : order(before, draft.text);
  if (how === 'older' || (how === 'same' && had?.deleted === undefined)) return false;
  await put(tx, draft);
  return true;
}

/** Takes what was trained elsewhere; of a puzzle that comes back, what was tried last counts. Says how many tries are new. */
async function takeTraining(tx: Writing, { tries, cards }: Training, done: () => void): Promise<number> {
  let taken = 0;
  for (const one of tries) {
    done();
    if ((await tx.objectStore('tries').getKey(one.id)) !== undefined) continue;
    taken++;
    await putTry(tx, one);
  }
  for (const card of cards) {
    done();
    const had = await tx.objectStore('cards').get(card.id);
    if (!had || had.last < card.last) await putCard(tx, card);
  }
  return taken;
}

async function put(tx: Writing, { entry, text, shape }: Draft): Promise<void> {
  const [games, texts] = [tx.objectStore('games'), tx.objectStore('texts')];
  if (shape) await tx.objectStore('shapes').put(shape);
  const [had, before] = await Promise.all([games.get(entry.id), texts.get(entry.id)]);
  let next = entry;
  if (had && before !== undefined) {
    const how = order(before, text);
    // A window that was left behind, by another one or by another device.
    if (how === 'older') return;
    if (how === 'newer' && entry.kind === 'analysis' && (await isPast(tx, entry.id, text))) return;
    if (how === 'apart') {
      // The same beginning went on in two ways: both are kept.
      await putCopy(tx, had, before);
    }
    next = { ...next, begun: Math.min(had.begun, next.begun) };
    if (how === 'same') {
      next = { ...next, changed: had.changed };
      if (had.deleted !== undefined) next = { ...next, deleted: had.deleted };
    }
    if (!next.accuracy && had.accuracy && had.line === next.line) next = { ...next, accuracy: had.accuracy };
  }
  next = await judged(tx, next);
  await Promise.all([putGame(tx, next), texts.put(text, next.id)]);
}
async function isPast(tx: Writing, id: string, text: string): Promise<boolean> {
  const known = await tx.objectStore('known').get(`g.${id}`);
  return known?.was !== undefined && known.was === hash(text);
}
/** Keeps a game beside the one that takes its place; returns under which id. */
export async function putCopy(tx: Writing, had: Entry, text: string): Promise<string> {
  let n = 1;
  while (await tx.objectStore('games').getKey(`${had.id}~${n}`)) n++;
  const id = `${had.id}~${n}`;
  await Promise.all([putGame(tx, { ...had, id }), tx.objectStore('texts').put(text, id)]);
  return id;
}

/** A judged analysis tells the games with the same moves how well they were played; a game asks its analyses. */
async function judged(tx: Writing, entry: Entry): Promise<Entry> {
  if (!entry.plies) return entry;
  const games = tx.objectStore('games');
  if (entry.kind === 'game' && entry.accuracy) return entry;
  if (entry.kind === 'analysis' && !entry.accuracy) return entry;
  const others = await games.index('line').getAll(entry.line);
  if (entry.kind === 'game') {
    const accuracy = others.find((e) => e.kind === 'analysis' && e.accuracy)?.accuracy;
    return accuracy ? { ...entry, accuracy } : entry;
  }
  const { accuracy } = entry;
  if (accuracy) for (const e of others) if (e.kind === 'game') await putGame(tx, { ...e, accuracy });
  return entry;
}

/** Tells other windows, and other parts of this one, that the archive has changed. */
function tell(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}
/** Calls back when any window has changed the archive. Returns what ends it. */
export function watch(changed: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = changed;
  return () => channel.close();
}
