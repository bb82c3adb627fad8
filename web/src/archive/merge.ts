// What becomes of one thing that two devices have: the account's version of it and the one here. Nothing here is lost: of
// two courses of a game, or two versions of an analysis, both stay.
import { mark, putCopy, touch, type Writing } from './archive.ts';
import type { Known } from './database.ts';
import { type Entry, hash, type Shape } from './entry.ts';
import { order } from './order.ts';
import { merged, type Study } from './study.ts';
import type { Card, Try } from './trained.ts';

/** What an item of the account is; null where it is gone. */
export type Theirs =
  | { readonly kind: 'g'; readonly entry: Entry; readonly text: string; readonly shape?: Shape }
  | { readonly kind: 's'; readonly study: Study }
  | { readonly kind: 't'; readonly one: Try }
  | { readonly kind: 'c'; readonly card: Card }
  | { readonly kind: 'p'; readonly value: string; readonly at: number }
  | null;

export const splitItem = (item: string): readonly [string, string] => [item.slice(0, 1), item.slice(2)];

/**
 * Takes the version of the account; what was changed here since the last one is merged with it. What cannot be read leaves
 * what is here as it is.
 */
export async function take(tx: Writing, item: string, version: number, theirs: Theirs | undefined): Promise<void> {
  const known = await tx.objectStore('known').get(item);
  if (known && known.version >= version) return; // another window was faster
  const unsent = tx.objectStore('unsent');
  const changedHere = (await unsent.getKey(item)) !== undefined;
  const [kind, id] = splitItem(item);
  let stays = false;
  let more: Partial<Known> = {};
  if (theirs === undefined) stays = changedHere;
  else if (theirs === null) stays = changedHere ? await isHere(tx, kind, id) : await gone(tx, kind, id);
  else if (theirs.kind === 'g') {
    const was = await tx.objectStore('texts').get(id);
    stays = changedHere && (await game(tx, id, theirs, known?.text));
    if (!stays) await putGame(tx, id, theirs);
    more = { text: hash(theirs.text), ...(was === undefined ? {} : { was: hash(was) }) };
  } else if (theirs.kind === 's') stays = await study(tx, id, theirs.study, changedHere);
  else if (theirs.kind === 't') await tx.objectStore('tries').put(theirs.one);
  else if (theirs.kind === 'c') {
    const had = changedHere ? await tx.objectStore('cards').get(id) : undefined;
    stays = !!had && had.last > theirs.card.last;
    if (!stays) await tx.objectStore('cards').put(theirs.card);
  } else {
    // What is chosen here later is sent over it.
    stays = changedHere && (known?.at ?? 0) > theirs.at;
    more = stays ? { value: known?.value, at: known?.at } : { value: theirs.value, at: theirs.at };
  }
  await tx.objectStore('known').put({ version, ...more }, item);
  if (!stays) await unsent.delete(item);
}

/** Whether two have the same fields, in whichever order. */
const isSame = (a: object, b: object): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

async function isHere(tx: Writing, kind: string, id: string): Promise<boolean> {
  const store = STORE[kind];
  return store !== undefined && (await tx.objectStore(store).getKey(id)) !== undefined;
}
export const STORE: Readonly<Record<string, 'games' | 'studies' | 'tries' | 'cards'>> = {
  g: 'games',
  s: 'studies',
  t: 'tries',
  c: 'cards',
};

async function gone(tx: Writing, kind: string, id: string): Promise<false> {
  const store = STORE[kind];
  if (store) await tx.objectStore(store).delete(id);
  if (store === 'games') await tx.objectStore('texts').delete(id);
  return false;
}

type Game = Extract<Theirs, { kind: 'g' }>;
async function putGame(tx: Writing, id: string, { entry, text, shape }: Game): Promise<void> {
  if (shape) await tx.objectStore('shapes').put(shape);
  await Promise.all([tx.objectStore('games').put(entry), tx.objectStore('texts').put(text, id)]);
}

/** How the game here, which was changed, stands to that of the account: since is the hash of the text that both began from. */
export function standing(
  had: Pick<Game, 'entry' | 'text'>,
  theirs: Pick<Game, 'text'>,
  since: string | undefined,
): 'same' | 'ours' | 'theirs' | 'both' {
  if (had.text === theirs.text) return 'same';
  if (since === hash(had.text)) return 'theirs';
  if (since === hash(theirs.text)) return 'ours';
  if (had.entry.kind === 'analysis') return 'both';
  const how = order(had.text, theirs.text);
  return how === 'older' ? 'ours' : how === 'newer' ? 'theirs' : how === 'same' ? 'same' : 'both';
}

/** A game that was changed here: says whether what is here now stays and is sent. */
async function game(tx: Writing, id: string, theirs: Game, since: string | undefined): Promise<boolean> {
  const [entry, text] = await Promise.all([tx.objectStore('games').get(id), tx.objectStore('texts').get(id)]);
  if (!entry || text === undefined) return false;
  const how = standing({ entry, text }, theirs, since);
  if (how === 'both') {
    await setAside(tx, entry, text);
    return false;
  }
  // Where one has deleted it and the other has not, it stays.
  const { deleted, ...alive } = how === 'ours' ? entry : theirs.entry;
  const both = deleted !== undefined && entry.deleted !== undefined && theirs.entry.deleted !== undefined;
  const accuracy = alive.accuracy ?? (entry.line === theirs.entry.line ? entry.accuracy : undefined);
  const next: Entry = { ...alive, ...(accuracy ? { accuracy } : {}), ...(both ? { deleted } : {}) };
  if (how !== 'ours' && isSame(next, theirs.entry)) return false;
  await putGame(tx, id, { ...theirs, entry: next, text: how === 'ours' ? text : theirs.text });
  return true;
}

/** Keeps the version here under a name of its own; that of a chapter becomes the next chapter. */
export async function setAside(tx: Writing, entry: Entry, text: string): Promise<void> {
  const { deleted: _, ...alive } = entry;
  const copy = await putCopy(tx, alive, text);
  const { study: of } = JSON.parse(text) as { study?: unknown };
  const list = typeof of === 'string' ? await tx.objectStore('studies').get(of) : undefined;
  const at = list?.chapters.findIndex((c) => c.id === entry.id) ?? -1;
  const chapter = list?.chapters[at];
  if (!list || !chapter) return;
  const chapters = [...list.chapters];
  chapters.splice(at + 1, 0, { ...chapter, id: copy });
  await Promise.all([tx.objectStore('studies').put({ ...list, chapters }), touch(tx, 's', list.id)]);
}

async function study(tx: Writing, id: string, theirs: Study, changedHere: boolean): Promise<boolean> {
  const had = changedHere ? await tx.objectStore('studies').get(id) : undefined;
  const deleted = had?.deleted !== undefined && theirs.deleted !== undefined;
  const next = had && !deleted ? merged(had, theirs) : theirs;
  await tx.objectStore('studies').put(next);
  if (!had || deleted || isSame(next, theirs)) return false;
  // A chapter that one has deleted is in it again, and so is its game.
  await mark(
    tx,
    next.chapters.map((c) => c.id),
    undefined,
  );
  return true;
}
