// A whole game in an address: its record, variations and comments included, compressed. What is read may come from
// anybody, so what does not fit the form is no record.
import type { GameRecord, Note, Outcome, RecordLine, RecordMove } from '../rules/types.ts';

/** Longer addresses are cut off by messengers and mail programs. */
export const LONGEST = 8000; // characters
/** A text that grows beyond this while it is unpacked is none of ours. */
const MOST = 4_000_000; // bytes
/** Variations within variations. */
const DEEPEST = 100;

async function through(data: Uint8Array<ArrayBuffer>, by: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const out: Uint8Array[] = [];
  let size = 0;
  const writer = by.writable.getWriter();
  // What is wrong with the data is thrown where it is read.
  void writer.write(data).catch(() => {});
  void writer.close().catch(() => {});
  const reader = by.readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const part = next.value as Uint8Array;
    size += part.length;
    if (size > MOST) {
      await reader.cancel();
      throw new RangeError('the text is too long');
    }
    out.push(part);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of out) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A text as a word of letters, digits, "-" and "_". */
export async function packText(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let s = '';
  for (const byte of packed) s += String.fromCharCode(byte);
  return btoa(s).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text in such a word; throws where there is none. */
export async function unpackText(word: string): Promise<string> {
  const bytes = Uint8Array.from(atob(word.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

export const pack = (record: GameRecord): Promise<string> => packText(JSON.stringify(record));

/** The record in such a word, null where there is none. */
export async function unpack(word: string): Promise<GameRecord | null> {
  try {
    return recordOf(JSON.parse(await unpackText(word)));
  } catch {
    return null;
  }
}

type Raw = Readonly<Record<string, unknown>>;
const isRaw = (v: unknown): v is Raw => v !== null && typeof v === 'object' && !Array.isArray(v);
const list = (v: unknown): readonly unknown[] => (Array.isArray(v) ? (v as unknown[]) : []);
const texts = <K extends string>(from: Raw, ...keys: readonly K[]): { [k in K]?: string } =>
  Object.fromEntries(keys.flatMap((k) => (typeof from[k] === 'string' ? [[k, from[k]]] : []))) as { [k in K]?: string };
const numbers = <K extends string>(from: Raw, ...keys: readonly K[]): { [k in K]?: number } =>
  Object.fromEntries(keys.flatMap((k) => (Number.isFinite(from[k]) ? [[k, from[k]]] : []))) as { [k in K]?: number };
const tags = (v: unknown): { name: string; value: string }[] =>
  list(v).flatMap((t) => (isRaw(t) && typeof t.name === 'string' ? [{ name: t.name, value: `${t.value ?? ''}` }] : []));

function noteOf(v: unknown): Note | undefined {
  if (!isRaw(v)) return undefined;
  const commands = tags(v.commands);
  const note = {
    ...texts(v, 'comment', 'eval'),
    ...numbers(v, 'clock', 'took'),
    ...(commands.length ? { commands } : {}),
  };
  return Object.keys(note).length ? note : undefined;
}
function moveOf(v: unknown, depth: number): RecordMove {
  const raw = isRaw(v) ? v : {};
  const nags = list(raw.nags).filter((n): n is number => Number.isInteger(n));
  const note = noteOf(raw.note);
  const variations = depth < DEEPEST ? list(raw.variations).map((l) => lineOf(l, depth + 1)) : [];
  return {
    text: typeof raw.text === 'string' ? raw.text : '', // the rules refuse it: the line is read up to there
    ...(nags.length ? { nags } : {}),
    ...(note ? { note } : {}),
    ...(variations.length ? { variations } : {}),
  };
}
function lineOf(v: unknown, depth: number): RecordLine {
  const raw = isRaw(v) ? v : {};
  const note = noteOf(raw.note);
  return { ...(note ? { note } : {}), moves: list(raw.moves).map((m) => moveOf(m, depth)) };
}
const OUTCOMES: readonly unknown[] = ['first', 'second', 'draw', 'ongoing'] satisfies Outcome[];

/** A record as far as it is one; null for anything else. */
export function recordOf(v: unknown): GameRecord | null {
  if (!isRaw(v) || typeof v.game !== 'string' || typeof v.start !== 'string') return null;
  const all = tags(v.tags);
  return {
    ...texts(v, 'first', 'second', 'timeControl', 'seed'),
    ...(typeof v.termination === 'string' ? { termination: v.termination as GameRecord['termination'] } : {}),
    game: v.game,
    start: v.start,
    result: OUTCOMES.includes(v.result) ? (v.result as Outcome) : 'ongoing',
    ...(all.length ? { tags: all } : {}),
    ...lineOf(v, 0),
  };
}
