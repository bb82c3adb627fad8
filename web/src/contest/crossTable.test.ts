// @vitest-environment jsdom
import { mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';
import CrossTable from './CrossTable.svelte';
import { contest } from './fixture.ts';

describe('a cross table', () => {
  it('has a column for the level that fills in, so that each line adds up', () => {
    const c = contest(3, 6, 'over');
    // The last of twelve is no person but the level.
    c.filler = { id: 'p11', name: 'level5', kind: 'level', level: 5 };
    c.entrants = c.entrants.filter((e) => e.person.id !== 'p11');
    c.standings = c.standings.filter((s) => s.person !== 'p11');
    const shown = mount(CrossTable, { target: document.body, props: { contest: c, base: '/', me: '' } });
    const value = (text: string): number => Number(text.replace('½', '.5').replace(/^\./, '0.'));
    const rows = [...document.querySelectorAll('tbody tr')];
    expect(rows).toHaveLength(11);
    for (const row of rows) {
      const boxes = [...row.querySelectorAll('.box')].map((b) => value(b.textContent ?? ''));
      expect(boxes).toHaveLength(3);
      expect(boxes.reduce((a, b) => a + b)).toBe(value(row.querySelector('.sum')?.textContent ?? ''));
    }
    expect(document.querySelectorAll('thead th')).toHaveLength(14);
    expect(document.querySelector('.key')?.textContent).toContain('★');
    unmount(shown);
  });
});
