// What is kept on this device goes with the account of its person: games, studies, training and settings are sent to the
// server when they have changed, and what other devices have changed is taken. Every item has a version there; a change is
// stored only where it began from the present one, and is merged with it otherwise (merge.ts). What was changed is noted in the
// transaction that changes it, and what was taken is noted in the one that takes it, so nothing is lost wherever a page ends.
import type { Keep, Kept, KeptItem, KeptNow } from '../../gen/api.ts';
import { type Archive, type Reading, touch, type Writing } from './archive.ts';
import type { Known } from './database.ts';
import { hash, type Shape } from './entry.ts';
import { STORE, setAside, splitItem, standing, type Theirs, take } from './merge.ts';
import { packText, unpackText } from './packed.ts';
import { readStudies } from './study.ts';
import { isTime } from './time.ts';
import { readTraining } from './trained.ts';
import { readGame } from './transfer.ts';

/** The longest payload, how many items go together, and about how many characters of them. */
const LONGEST = 256 * 1024;
const AT_ONCE = 100;
const ROOM = 1_000_000;

export interface Calls {
  read(after: number, wait: number, signal?: AbortSignal): Promise<Kept>;
  send(body: Omit<Keep, 'person'>): Promise<KeptNow>;
}
/** What this device has beside the archive. */
export interface Here {
  /** The settings that go along, as JSON. */
  settings(): Readonly<Record<string, string>>;
  set(name: string, value: string): void;
  /** What a page has saved of a game under a key of its own, null for nothing; and replaces it where it is still that. */
  saved(id: string): string | null;
  replace(id: string, was: string | null, by: string): boolean;
  /** The games that the page knows. */
  readonly games: readonly { readonly id: string }[];
  /** Keeps in the archive what pages have saved elsewhere. */
  gather(): Promise<void>;
  shape(game: string): Promise<Shape | undefined>;
  now(): number;
}

/** What was deleted on the server is not sent again; somebody else is signed in here. */
export class EndedError extends Error {}

type Item = { readonly item: string; readonly version: number; readonly theirs: Theirs | undefined };

export class Along {
  readonly #archive: Archive;
  readonly #person: string;
  readonly #calls: Calls;
  readonly #here: Here;
  /** What is too large to be sent. */
  readonly tooLarge = new Set<string>();
  /** Of the account, as it was said last. */
  now: KeptNow | null = null;

  constructor(archive: Archive, person: string, calls: Calls, here: Here) {
    this.#archive = archive;
    this.#person = person;
    this.#calls = calls;
    this.#here = here;
  }
  /** From here on everything goes with the account: nothing is known of it yet, and all that is here is to be sent. */
  begin(): Promise<void> {
    return this.#archive.write(async (tx) => {
      if ((await tx.objectStore('known').get(''))?.person === this.#person) return;
      const unsent = tx.objectStore('unsent');
      await Promise.all([tx.objectStore('known').clear(), unsent.clear()]);
      for (const [kind, store] of Object.entries(STORE))
        await Promise.all(
          (await tx.objectStore(store).getAllKeys()).map((id) => unsent.put(Math.random(), `${kind}.${id}`)),
        );
      await tx.objectStore('known').put({ version: 0, person: this.#person }, '');
    }, true);
  }
  /** What is known of the account is forgotten: with the next yes all is compared again. */
  end(): Promise<void> {
    return this.#archive.write(async (tx) => {
      if ((await tx.objectStore('known').get(''))?.person === this.#person) await tx.objectStore('known').clear();
    }, true);
  }
  /** The state of the account here; in a transaction, so that no other window makes it another's meanwhile. */
  async #state(tx: Writing | Reading): Promise<Known> {
    const state = await tx.objectStore('known').get('');
    if (state?.person !== this.#person) throw new EndedError();
    return state;
  }

  /** Takes what others have changed and sends what was changed here, until neither is left; said hears how many items are still to be sent. */
  async round(said: (left: number) => void = () => {}): Promise<void> {
    for (;;) {
      await this.#noteSettings(false);
      while (await this.receive(await this.#calls.read(await this.#after(), 0)));
      await this.#noteSettings(true);
      if (await this.#send(said)) return;
    }
  }
  /** Waits until another device has changed something, and takes it. */
  async wait(seconds: number, signal: AbortSignal): Promise<void> {
    await this.receive(await this.#calls.read(await this.#after(), seconds, signal));
  }
  #after(): Promise<number> {
    return this.#archive.read(async (tx) => (await this.#state(tx)).version);
  }

  // --- taking
  /** Takes changes of other devices; says whether there are more. */
  async receive(kept: Kept): Promise<boolean> {
    this.now = kept;
    const items: Item[] = [];
    for (const { item, version, payload } of kept.items ?? [])
      items.push({ item, version, theirs: await this.#read(item, payload) });
    await this.#check(kept.epoch);
    for (const { item, version, theirs } of items) {
      if (theirs?.kind === 'g') await this.#yield(item, version, theirs);
      if (theirs?.kind === 'p' && !(await this.#isLater(item, version, theirs.at)))
        this.#here.set(splitItem(item)[1], theirs.value);
    }
    await this.#archive.write(
      async (tx) => {
        const state = await this.#state(tx);
        for (const { item, version, theirs } of items) await take(tx, item, version, theirs);
        const version = Math.max(state.version, ...items.map((i) => i.version));
        await tx.objectStore('known').put({ ...state, epoch: kept.epoch, version }, '');
      },
      !items.some(({ theirs }) => theirs === null || (theirs && theirs.kind !== 'p')),
    );
    return !!kept.more;
  }
  #check(epoch: number): Promise<void> {
    return this.#archive.read(async (tx) => {
      const { epoch: had } = await this.#state(tx);
      if (had !== undefined && had !== epoch) throw new EndedError();
    });
  }
  /** What a payload says; undefined where it is of a later version of the page, or none of ours. */
  async #read(item: string, payload: string): Promise<Theirs | undefined> {
    if (!payload) return null;
    const [kind] = splitItem(item);
    try {
      const value = JSON.parse(await unpackText(payload)) as Readonly<Record<string, unknown>>;
      if (kind === 'g') {
        const found = readGame(value, 0, this.#here.games);
        if ('code' in found) return undefined;
        const shape = await this.#shape(found.entry.game);
        const { deleted } = value.entry as { readonly deleted?: unknown };
        return { kind, entry: { ...found.entry, ...when(deleted) }, text: found.text, ...(shape ? { shape } : {}) };
      }
      if (kind === 's')
        return readStudies([value]).map((study) => ({
          kind: 's' as const,
          study: { ...study, ...when(value.deleted) },
        }))[0];
      if (kind === 't') return readTraining({ tries: [value] }).tries.map((one) => ({ kind: 't' as const, one }))[0];
      if (kind === 'c') return readTraining({ cards: [value] }).cards.map((card) => ({ kind: 'c' as const, card }))[0];
      if (kind === 'p' && isTime(value.at)) return { kind, value: JSON.stringify(value.v), at: value.at };
    } catch {
      // None of ours.
    }
    return undefined;
  }
  readonly #shapes = new Map<string, Promise<Shape | undefined>>();
  /** How small boards of a game are drawn, where that is not known here yet. */
  #shape(game: string): Promise<Shape | undefined> {
    let shape = this.#shapes.get(game);
    if (!shape) {
      shape = this.#archive.shapes().then((all) => (all.has(game) ? undefined : this.#here.shape(game)));
      this.#shapes.set(game, shape);
    }
    return shape;
  }
  /**
   * What a page has saved of a game under a key of its own gives way to what is taken, before that: the page then sees that
   * another window has gone on with it. So does one that shows an analysis of the archive and has saved nothing yet. What is
   * only there is kept in the archive first.
   */
  async #yield(item: string, version: number, theirs: Extract<Theirs, { kind: 'g' }>): Promise<void> {
    const id = theirs.entry.id;
    for (let again = 0; again < 5; again++) {
      const saved = this.#here.saved(id);
      if (saved === theirs.text) return;
      const kept = await this.#archive.text(id);
      if (saved === null && (kept === undefined || kept === theirs.text || theirs.entry.kind === 'game')) return;
      if (saved !== null && kept !== saved) await this.#here.gather();
      const gives = await this.#archive.write(async (tx) => {
        await this.#state(tx);
        const [entry, text, changed, known] = await Promise.all([
          tx.objectStore('games').get(id),
          tx.objectStore('texts').get(id),
          tx.objectStore('unsent').getKey(item),
          tx.objectStore('known').get(item),
        ]);
        if (known && known.version >= version) return false; // another window was faster
        if (!entry || text === undefined || changed === undefined) return true;
        const how = standing({ entry, text }, theirs, known?.text);
        if (how !== 'both') return how === 'theirs';
        await setAside(tx, entry, text);
        await tx.objectStore('unsent').delete(item);
        return true;
      });
      if (!gives || this.#here.replace(id, saved, theirs.text)) return;
    }
  }

  // --- settings
  /** Notes which settings were changed here; with first, also those of which the account knows nothing. */
  #noteSettings(first: boolean): Promise<void> {
    return this.#archive.write(async (tx) => {
      await this.#state(tx);
      const known = tx.objectStore('known');
      for (const [name, value] of Object.entries(this.#here.settings())) {
        const had = await known.get(`p.${name}`);
        if (had ? had.value === value : !first) continue;
        await known.put({ version: 0, ...had, value, at: had ? this.#here.now() : 0 }, `p.${name}`);
        await touch(tx, 'p', name);
      }
    }, true);
  }
  #isLater(item: string, version: number, at: number): Promise<boolean> {
    return this.#archive.read(async (tx) => {
      const known = await tx.objectStore('known').get(item);
      if (known && known.version >= version) return true;
      return (await tx.objectStore('unsent').getKey(item)) !== undefined && (known?.at ?? 0) > at;
    });
  }

  // --- sending
  /** Sends what was changed here; false where another device was faster, whose changes are to be taken first. */
  async #send(said: (left: number) => void): Promise<boolean> {
    const late = new Set<string>();
    for (;;) {
      const { epoch, left, batch } = await this.#batch(late);
      said(left);
      if (!batch.length) return !late.size;
      const sent: (Changed & { readonly payload: string })[] = [];
      let room = ROOM;
      for (const one of batch) {
        const payload = one.plain === null ? '' : await packText(one.plain);
        if (payload.length > LONGEST) {
          this.tooLarge.add(one.item);
          continue;
        }
        room -= payload.length;
        if (sent.length && room < 0) break;
        sent.push({ ...one, payload });
      }
      if (!sent.length) continue;
      const items = sent.map(({ item, base, payload }): KeptItem => ({ item, version: base, payload }));
      this.now = await this.#calls.send({ epoch, items });
      const { versions = [] } = this.now;
      await this.#archive.write(async (tx) => {
        await this.#state(tx);
        for (const [i, { item, change, text }] of sent.entries()) {
          const version = versions[i] ?? 0;
          if (!version) late.add(item);
          else await this.#stored(tx, item, change, version, text);
        }
      }, true);
    }
  }
  async #stored(tx: Writing, item: string, change: number, version: number, text: string | undefined): Promise<void> {
    const [known, unsent] = [tx.objectStore('known'), tx.objectStore('unsent')];
    const [had, now] = await Promise.all([known.get(item), unsent.get(item)]);
    const { was: _, ...kept } = had ?? {};
    if ((had?.version ?? 0) < version)
      await known.put({ ...kept, version, ...(text === undefined ? {} : { text }) }, item);
    if (now === change) await unsent.delete(item); // else it was changed again meanwhile
  }
  /** Some of what is to be sent, without what is too large or was late; and how much is left in all. */
  #batch(late: ReadonlySet<string>): Promise<{ epoch: number; left: number; batch: readonly Changed[] }> {
    return this.#archive.write(async (tx) => {
      const state = await this.#state(tx);
      const unsent = tx.objectStore('unsent');
      const skip = late.size + this.tooLarge.size;
      const most = AT_ONCE + skip;
      const [left, keys, changes] = await Promise.all([
        unsent.count(),
        unsent.getAllKeys(null, most),
        unsent.getAll(null, most),
      ]);
      const found = await Promise.all(
        keys.map(async (item, i): Promise<Changed | null> => {
          if (late.has(item) || this.tooLarge.has(item)) return null;
          const known = await tx.objectStore('known').get(item);
          const { plain, text } = await plainOf(tx, item, known);
          const base = known?.version ?? 0;
          if (plain === null && !base) {
            await unsent.delete(item); // it came and went
            return null;
          }
          return { item, change: changes[i] as number, base, plain, ...(text === undefined ? {} : { text }) };
        }),
      );
      return { epoch: state.epoch ?? 0, left: left - skip, batch: found.filter((c) => c !== null).slice(0, AT_ONCE) };
    }, true);
  }
}

interface Changed {
  readonly item: string;
  readonly change: number;
  readonly base: number;
  /** As JSON, null where it is gone. */
  readonly plain: string | null;
  /** The hash of a game's text. */
  readonly text?: string;
}
async function plainOf(
  tx: Writing,
  item: string,
  known: Known | undefined,
): Promise<{ plain: string | null; text?: string }> {
  const [kind, id] = splitItem(item);
  if (kind === 'p') return { plain: `{"v":${known?.value ?? 'null'},"at":${known?.at ?? 0}}` };
  const store = STORE[kind];
  const had = store && (await tx.objectStore(store).get(id));
  if (!had) return { plain: null };
  if (store !== 'games') return { plain: JSON.stringify(had) };
  const text = await tx.objectStore('texts').get(id);
  if (text === undefined) return { plain: null };
  return { plain: `{"entry":${JSON.stringify(had)},"game":${text}}`, text: hash(text) };
}

const when = (deleted: unknown): { readonly deleted?: number } => (isTime(deleted) ? { deleted } : {});
