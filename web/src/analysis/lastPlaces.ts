// Where a study was left: the chapter shown last, and the place in each. It is kept on this device and is no part of the
// study, which may be changed elsewhere meanwhile.
import { StorageKey } from '../device/storageKey.ts';

const KEY = 'cairn.studies';
/** Of more studies it is not remembered. */
const MOST = 30;

export interface Place {
  readonly position: string;
  readonly ply: number;
}
interface Left {
  readonly study: string;
  readonly chapter: string;
  readonly places: Readonly<Record<string, Place>>;
}

const isRaw = (v: unknown): v is Record<string, unknown> => v !== null && typeof v === 'object';
const isPlace = (v: unknown): v is Place => isRaw(v) && typeof v.position === 'string' && typeof v.ply === 'number';
function isLeft(v: unknown): v is Left {
  if (!isRaw(v) || typeof v.study !== 'string' || typeof v.chapter !== 'string') return false;
  return isRaw(v.places) && Object.values(v.places).every(isPlace);
}

function all(key: StorageKey): readonly Left[] {
  try {
    const list: unknown = JSON.parse(key.read() ?? '[]');
    return Array.isArray(list) ? list.filter(isLeft) : [];
  } catch {
    return []; // not ours
  }
}

export function lastPlace(study: string, chapter?: string): { readonly chapter: string; readonly place?: Place } {
  const left = all(new StorageKey(KEY)).find((l) => l.study === study);
  const id = chapter ?? left?.chapter ?? '';
  return { chapter: id, place: left?.places[id] };
}

/** Remembers a place; where there is no storage, nothing is. */
export function rememberPlace(study: string, chapter: string, place: Place): void {
  const key = new StorageKey(KEY);
  const kept = all(key);
  const places = { ...kept.find((l) => l.study === study)?.places, [chapter]: place };
  const others = kept.filter((l) => l.study !== study).slice(0, MOST - 1);
  key.write(JSON.stringify([{ study, chapter, places }, ...others]));
}
