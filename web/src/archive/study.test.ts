import { describe, expect, it } from 'vitest';
import { changed, clean, LONGEST_NAME, merged, moved, newStudy, readStudies, withChapter, without } from './study.ts';

const names = (s: ReturnType<typeof newStudy>) => s.chapters.map((c) => c.name).join(' ');
const three = ['a', 'b', 'c'].reduce((s, id) => withChapter(s, { id, name: id }), newStudy('s', 'Study', 1));

describe('a study', () => {
  it('has its chapters in an order that can be changed', () => {
    expect([names(moved(three, 'a', 1)), names(moved(three, 'c', -2)), names(moved(three, 'b', 9))]).toEqual([
      'b a c',
      'c a b',
      'a c b',
    ]);
    expect([moved(three, 'a', -1), moved(three, 'nobody', 1)]).toEqual([three, three]);
  });
  it('names and drops chapters, and has each once', () => {
    expect(names(changed(three, 'b', { name: '  The   end ' }))).toBe('a The end c');
    expect(changed(three, 'b', { note: ' why ', flipped: true }).chapters[1]).toEqual({
      ...{ id: 'b', name: 'b', note: 'why', flipped: true },
    });
    const plain = changed(changed(three, 'b', { note: 'why', flipped: true }), 'b', { note: ' ', flipped: false });
    expect(plain.chapters[1]).toEqual({ id: 'b', name: 'b' });
    expect(names(withChapter(without(three, 'b'), { id: 'b', name: 'b' }, 1))).toBe('a b c');
    expect(names(without(three, 'b'))).toBe('a c');
    expect(withChapter(three, { id: 'b', name: 'again' })).toBe(three);
  });
  it('has every chapter of two that went on apart, in the order of the later', () => {
    const here = { ...withChapter(three, { id: 'd', name: 'd' }), changed: 5 };
    const there = { ...moved(withChapter(three, { id: 'e', name: 'e' }), 'e', -9), changed: 9, deleted: 9 };
    expect(names(merged(here, there))).toBe('e a b c d');
    expect(names(merged(there, here))).toBe('e a b c d');
    expect(merged(here, there).deleted).toBe(undefined);
  });
  it('is read from a file as far as it is one', () => {
    expect(readStudies(JSON.parse(JSON.stringify([three])))).toEqual([three]);
    const chapters = [{ id: 'a', name: 3 }, { id: '../', name: 'no' }, null, { id: 'a', name: 'again' }];
    expect(readStudies([{ ...three, chapters }, { ...three, id: '' }, 'x'])).toEqual([
      { ...three, chapters: [{ id: 'a', name: '' }] },
    ]);
    expect(readStudies('nothing')).toEqual([]);
  });
  it('keeps names on one line and short', () => {
    expect(clean(' a\n b ')).toBe('a b');
    expect([...clean('é'.repeat(500))].length).toBe(LONGEST_NAME);
  });
});
