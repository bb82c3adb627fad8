// Who may import whom in src/, as deps_test.go has it for Go. A folder that is new is a new line here.
import { describe, expect, it } from 'vitest';
import { imported, sourceOf, sources } from './imports.fixture.ts';

/**
 * A line a folder (or a file of src/ itself), behind the colon what it imports. Every import goes to a line above, so
 * reading downward is reading from the drawing and the rules to the pages. What comes from outside src/ is named too.
 */
const TABLE = `
  board:
  i18n: virtual:texts ../../internal
  places:
  theme:
  rules: ../gen
  engine: ../gen rules ../../nn
  games: board
  prefs: board i18n
  speech: board i18n rules engine
  device: board theme prefs
  widgets: ../gen board i18n places rules games prefs speech device
  game: board i18n rules games prefs speech device widgets ../../internal
  offline: ../gen virtual:texts i18n games prefs device
  archive: ../gen board i18n places theme rules games prefs device widgets game
  explorer: ../gen board i18n rules games prefs device widgets archive
  notFound: theme prefs widgets
  about: places theme prefs device widgets
  glossary: i18n places theme prefs widgets ../../internal
  analysis: ../gen board i18n theme rules engine games prefs speech device widgets game offline archive explorer
  table: ../gen board i18n places theme rules games prefs speech device widgets game offline archive
  people: ../gen places theme rules game games prefs device widgets table
  contest: ../gen i18n places theme rules games prefs speech device widgets game table people
  host: ../gen i18n places theme game prefs device widgets table people
  notices: ../gen places prefs device widgets theme offline table
  learn: board i18n theme rules games prefs speech device widgets game glossary
  embed: ../gen virtual:embed-texts board i18n theme rules games prefs speech device widgets game
  embedding: board i18n theme rules prefs device widgets
  training: board places theme rules engine games prefs speech device widgets game archive analysis learn ../../internal
  play: ../gen board i18n places theme rules engine games prefs speech device widgets game offline archive table training
  editor: board theme rules games prefs speech device widgets
  rulespage: board places theme rules games prefs speech widgets glossary learn
`;

/** A folder of src/, a file of src/ itself, or where outside it is. */
function room(path: string): string {
  if (path.startsWith('virtual:')) return path.replace(/\/.*$/, '');
  if (path.startsWith('..'))
    return path
      .split('/')
      .slice(0, path.startsWith('../..') ? 3 : 2)
      .join('/');
  const [first = '', ...rest] = path.split('/');
  return rest.length ? first : first.replace(/\..*$/, '');
}
const arrows = new Map(sources.map((f) => [f, imported(f)]));
const table = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(':');
      return [
        line.slice(0, at).trim(),
        line
          .slice(at + 1)
          .trim()
          .split(/\s+/)
          .filter(Boolean),
      ];
    }),
);

describe('imports', () => {
  it('are those of the table, no more and no fewer', () => {
    const found = new Map<string, Set<string>>([...table.keys()].map((k) => [k, new Set()]));
    for (const [file, all] of arrows) {
      const from = room(file);
      if (!found.has(from)) found.set(from, new Set());
      for (const to of all.map(room)) if (to !== from) found.get(from)?.add(to);
    }
    const sorted = (m: ReadonlyMap<string, Iterable<string>>) =>
      [...m].map(([k, v]) => `${k}: ${[...v].sort().join(' ')}`);
    expect(sorted(found)).toEqual(sorted(table));
  });
  it('go to a line above', () => {
    const order = [...table.keys()];
    const upward = [...table].flatMap(([from, all]) =>
      all.filter((to) => order.includes(to) && order.indexOf(to) >= order.indexOf(from)).map((to) => `${from}: ${to}`),
    );
    expect(upward).toEqual([]);
  });
  it('are not waited for: a module that awaits at its top level keeps Rolldown from joining small files', () => {
    const waits = sources.filter((file) => /^(export )?(const [^=]+= )?await\b/m.test(sourceOf(file)));
    expect(waits).toEqual([]);
  });
  it('lead to files that are there, and never in a circle', () => {
    const state = new Map<string, 'open' | 'done'>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        circles.push([...path.slice(path.indexOf(file)), file].join(' > '));
        return;
      }
      state.set(file, 'open');
      for (const to of arrows.get(file) ?? []) if (arrows.has(to)) visit(to, [...path, file]);
      state.set(file, 'done');
    };
    for (const file of sources) visit(file, []);
    expect(circles).toEqual([]);
    const missing = [...arrows].flatMap(([file, all]) =>
      all
        .filter((to) => /^[^.v].*\.(ts|svelte)$/.test(to) && !/\.d\.ts$/.test(to) && !arrows.has(to))
        .map((to) => `${file}: ${to}`),
    );
    expect(missing).toEqual([]);
  });
});
