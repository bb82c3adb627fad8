import { describe, expect, it } from 'vitest';
import { newStudy, type Study } from '../archive/study.ts';
import type { GameRecord } from '../rules/types.ts';
import { chapterOf, plainRecord, studyIn, taggedRecord } from './studyFile.ts';

const study: Study = {
  ...newStudy('s1', 'Endings', 1),
  chapters: [
    { id: 'a', name: 'One', note: 'Why', flipped: true },
    { id: 'b', name: '' },
  ],
};
const record: GameRecord = {
  game: 'lyngk',
  start: 'x',
  result: 'ongoing',
  tags: [{ name: 'Site', value: 'here' }],
  moves: [],
};
const written = study.chapters.map((c) => taggedRecord(study, c, record));

describe('the file of a study', () => {
  it('has its names in tags, and is the same study when it is read', () => {
    expect(studyIn(written)).toEqual({
      id: 's1',
      name: 'Endings',
      chapters: [
        { name: 'One', note: 'Why', flipped: true, record },
        { name: '', record },
      ],
    });
  });
  it('is written the same a second time', () => {
    const again = written.map((r, i) => taggedRecord(study, study.chapters[i] ?? { id: '', name: '' }, r));
    expect(again).toEqual(written);
    expect(plainRecord(written[1] as GameRecord)).toEqual(record);
    const { tags: _, ...bare } = record;
    expect(plainRecord(taggedRecord(study, { id: 'b', name: '' }, bare))).toEqual(bare);
  });
  it('is none where games are of no study or of several', () => {
    const other = taggedRecord({ ...study, name: 'Openings' }, { id: 'c', name: 'Two' }, record);
    expect([studyIn([record]), studyIn([...written, other]), studyIn([])]).toEqual([null, null, null]);
    expect(chapterOf(other)).toEqual({ name: 'Two', record });
  });
});
