import { describe, expect, it } from 'vitest';
import { clean, LONGEST_NAME, moved, newStudy, renamed, withChapter, without } from './study.ts';

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
    expect(names(renamed(three, 'b', '  The   end '))).toBe('a The end c');
    expect(names(without(three, 'b'))).toBe('a c');
    expect(withChapter(three, { id: 'b', name: 'again' })).toBe(three);
  });
  it('keeps names on one line and short', () => {
    expect(clean(' a\n b ')).toBe('a b');
    expect([...clean('é'.repeat(500))].length).toBe(LONGEST_NAME);
  });
});
