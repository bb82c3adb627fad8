// A study as one file: its chapters are the games of a record file, and tags say what study they are from, with the names
// that studies of chess have.
import { type Chapter, cleanChapter, type Study } from '../archive/study.ts';
import { isolated } from '../i18n/index.ts';
import type { GameRecord } from '../rules/types.ts';

const STUDY = 'StudyName';
const ID = 'StudyId';
const CHAPTER = 'ChapterName';
const NOTE = 'ChapterNote';
const ORIENTATION = 'Orientation';
const OURS: readonly string[] = [STUDY, ID, CHAPTER, NOTE, ORIENTATION];

/** A chapter on its way into a study. */
export interface NewChapter extends Omit<Chapter, 'id'> {
  readonly record: GameRecord;
}
export interface FoundStudy {
  readonly id: string;
  readonly name: string;
  readonly chapters: readonly NewChapter[];
}

const tagOf = ({ tags }: GameRecord, name: string): string => tags?.find((t) => t.name === name)?.value ?? '';

/** The record without what a study says of it. */
export function plainRecord({ tags, ...record }: GameRecord): GameRecord {
  const own = tags?.filter((t) => !OURS.includes(t.name)) ?? [];
  return { ...record, ...(own.length ? { tags: own } : {}) };
}
/** The record as the file of its study has it. */
export function taggedRecord({ id, name }: Study, chapter: Chapter, record: GameRecord): GameRecord {
  const { tags = [], ...rest } = plainRecord(record);
  const ours = [
    { name: STUDY, value: name },
    { name: ID, value: id },
    { name: CHAPTER, value: chapter.name },
    { name: NOTE, value: chapter.note ?? '' },
    { name: ORIENTATION, value: chapter.flipped ? 'second' : '' },
  ];
  return { ...rest, tags: [...tags, ...ours.filter((t) => t.value)] };
}
/** A record as a chapter, named as its tags name it, else by its players. */
export function chapterOf(record: GameRecord): NewChapter {
  const players = [record.first, record.second].flatMap((n) => (n ? [isolated(n)] : [])).join(' – ');
  const inStudy = !!tagOf(record, STUDY); // then a name that is missing was not given
  const tagged = {
    name: tagOf(record, CHAPTER) || (inStudy ? '' : players),
    note: tagOf(record, NOTE),
    flipped: tagOf(record, ORIENTATION) === 'second',
  };
  const { id: _, ...chapter } = cleanChapter({ id: '', ...tagged });
  return { ...chapter, record: plainRecord(record) };
}
/** The study that all of these records are from; null where there is none. */
export function studyIn(records: readonly GameRecord[]): FoundStudy | null {
  const [first] = records;
  const [name, id] = first ? [tagOf(first, STUDY), tagOf(first, ID)] : ['', ''];
  if (!name || !records.every((r) => tagOf(r, STUDY) === name && tagOf(r, ID) === id)) return null;
  return { id: /^[\w~-]{1,80}$/.test(id) ? id : '', name, chapters: records.map(chapterOf) };
}
