// A study: several games under one name, in an order, each with a name of its own. The games are analyses of the archive;
// a study is the list of them.

export interface Chapter {
  /** The analysis in the archive. */
  readonly id: string;
  /** "" where it has none; then its number is shown. */
  readonly name: string;
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
/** A name as it is kept: one line without spaces around it, and not too long. */
export const clean = (name: string): string =>
  [...name.replace(/\s+/g, ' ').trim()].slice(0, LONGEST_NAME).join('').trim();

export const newStudy = (id: string, name: string, now: number): Study => ({
  ...{ id, name: clean(name), chapters: [], begun: now, changed: now },
});

/** The study with another chapter at its end; one that is in it stays where it is. */
export function withChapter(study: Study, chapter: Chapter): Study {
  if (study.chapters.some((c) => c.id === chapter.id)) return study;
  return { ...study, chapters: [...study.chapters, { ...chapter, name: clean(chapter.name) }] };
}
export const without = (study: Study, id: string): Study => ({
  ...study,
  chapters: study.chapters.filter((c) => c.id !== id),
});
export const renamed = (study: Study, id: string, name: string): Study => ({
  ...study,
  chapters: study.chapters.map((c) => (c.id === id ? { ...c, name: clean(name) } : c)),
});
/** The study with a chapter moved so many places; at the ends it stays. */
export function moved(study: Study, id: string, by: number): Study {
  const from = study.chapters.findIndex((c) => c.id === id);
  const to = Math.max(0, Math.min(study.chapters.length - 1, from + by));
  if (from < 0 || to === from) return study;
  const chapters = study.chapters.filter((c) => c.id !== id);
  chapters.splice(to, 0, study.chapters[from] as Chapter);
  return { ...study, chapters };
}
