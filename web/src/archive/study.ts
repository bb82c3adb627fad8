// A study: several games under one name, in an order, each with a name of its own. The games are analyses of the archive;
// a study is the list of them.
import { isTime } from './time.ts';

export interface Chapter {
  /** The analysis in the archive. */
  readonly id: string;
  /** "" where it has none; then its number is shown. */
  readonly name: string;
  /** What a person wrote beside it. */
  readonly note?: string;
  /** The board is shown from the other side. */
  readonly flipped?: boolean;
}

export interface Study {
  readonly id: string;
  readonly name: string;
  readonly chapters: readonly Chapter[];
  /** Milliseconds since 1970. */
  readonly begun: number;
  readonly changed: number;
  /** When it was deleted; it can be brought back for a while. */
  readonly deleted?: number;
}

export const LONGEST_NAME = 80;
export const LONGEST_NOTE = 400;
/** A name as it is kept: one line without spaces around it, and not too long. */
export const clean = (name: string, most = LONGEST_NAME): string =>
  [...name.replace(/\s+/g, ' ').trim()].slice(0, most).join('').trim();
/** A chapter as it is kept: what is empty is left out. */
export function cleanChapter({ id, name, note = '', flipped }: Chapter): Chapter {
  const cleanNote = clean(note, LONGEST_NOTE);
  return { id, name: clean(name), ...(cleanNote ? { note: cleanNote } : {}), ...(flipped ? { flipped } : {}) };
}

export const newStudy = (id: string, name: string, now: number): Study => ({
  ...{ id, name: clean(name), chapters: [], begun: now, changed: now },
});

/** The study with another chapter, at its end or at a place; one that is in it stays where it is. */
export function withChapter(study: Study, chapter: Chapter, at = study.chapters.length): Study {
  if (study.chapters.some((c) => c.id === chapter.id)) return study;
  const chapters = [...study.chapters];
  chapters.splice(Math.max(0, at), 0, cleanChapter(chapter));
  return { ...study, chapters };
}
/** What two windows, or two devices, have of one study: the order and names of the later one, and every chapter of both. */
export function merged(had: Study, now: Study): Study {
  const [older, newer] = had.changed > now.changed ? [now, had] : [had, now];
  const { deleted: _, ...kept } = newer;
  const all = older.chapters.reduce((s, c) => withChapter(s, c), newer);
  return { ...kept, chapters: all.chapters, begun: Math.min(had.begun, now.begun) };
}
export const without = (study: Study, id: string): Study => ({
  ...study,
  chapters: study.chapters.filter((c) => c.id !== id),
});
/** The study with what is said of a chapter changed; fields that are not given stay, and empty ones go. */
export function changed(study: Study, id: string, to: Partial<Omit<Chapter, 'id'>>): Study {
  return { ...study, chapters: study.chapters.map((c) => (c.id === id ? cleanChapter({ ...c, ...to }) : c)) };
}
/** The study with a chapter moved that many places; at the ends it stays. */
export function moved(study: Study, id: string, by: number): Study {
  const from = study.chapters.findIndex((c) => c.id === id);
  const to = Math.max(0, Math.min(study.chapters.length - 1, from + by));
  if (from < 0 || to === from) return study;
  const chapters = study.chapters.filter((c) => c.id !== id);
  chapters.splice(to, 0, study.chapters[from] as Chapter);
  return { ...study, chapters };
}

const isText = (v: unknown): v is string => typeof v === 'string';
const ID = /^[\w.~-]{1,80}$/;

/** The studies in what a file holds; what is none is left out. */
export function readStudies(value: unknown): readonly Study[] {
  const list = (v: unknown): Record<string, unknown>[] =>
    Array.isArray(v) ? v.filter((x) => x !== null && typeof x === 'object') : [];
  return list(value).flatMap(({ id, name, chapters, begun, changed: at }) => {
    if (!isText(id) || !ID.test(id) || !isText(name) || !isTime(begun) || !isTime(at)) return [];
    const all = list(chapters).flatMap(({ id: own, name: title, note, flipped }): Chapter[] =>
      isText(own) && ID.test(own)
        ? [{ id: own, name: isText(title) ? title : '', note: isText(note) ? note : '', flipped: flipped === true }]
        : [],
    );
    const study: Study = { id, name: clean(name), chapters: [], begun, changed: at };
    return [all.reduce((s, c) => withChapter(s, c), study)];
  });
}
