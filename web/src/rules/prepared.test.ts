import { expect, it } from 'vitest';
import boards from '../../gen/boards.json' with { type: 'json' };
import { layouts } from './prepared.ts';

it('spots lie beside each other as the rules say', () => {
  const known: Readonly<Record<string, string>> = boards.boards;
  const told = boards.layouts as unknown as Readonly<Record<string, (typeof layouts)[string]>>;
  expect(Object.keys(layouts).length).toBeGreaterThan(3);
  for (const [game, layout] of Object.entries(layouts)) {
    const want = told[known[game] ?? ''];
    expect(layout.spots.map((s) => [s.name, ...s.next])).toEqual(want?.spots.map((s) => [s.name, ...s.next]));
    expect(layout.columns).toEqual(want?.columns);
  }
});
