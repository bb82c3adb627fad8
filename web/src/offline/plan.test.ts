import { describe, expect, it } from 'vitest';
import { answer, outdated, prefix, rebased } from './plan.ts';

const scope = 'https://host.example/games/cairn/';
const known = new Set(['', 'analysis/', 'table/', '@/', 'contest/', '404.html', 'icon.svg', 'assets/rules-1.wasm']);
const asked = (path: string, navigates = false): string => {
  const a = answer(new URL(path, scope).href, scope, navigates, known);
  return 'path' in a ? `${a.kind} ${a.path}` : a.kind;
};

describe('an address', () => {
  it('is answered by a file of this version', () => {
    expect(asked('', true)).toBe('file ');
    expect(asked('?seed=1#24', true)).toBe('file ');
    expect(asked('analysis/?g=lyngk&p=a_b', true)).toBe('file analysis/');
    expect(asked('icon.svg')).toBe('file icon.svg');
    expect(asked('assets/rules-1.wasm')).toBe('file assets/rules-1.wasm');
  });
  it('of a page may be written in other ways', () => {
    expect(asked('analysis', true)).toBe('move analysis/');
    expect(asked('index.html', true)).toBe('file ');
    expect(asked('analysis/index.html', true)).toBe('file analysis/');
    expect(asked('reindex.html', true)).toBe('unknown');
  });
  it('of a file of another version is looked for', () => {
    expect(asked('assets/rules-0.wasm')).toBe('file assets/rules-0.wasm');
  });
  it('that is not ours is left alone', () => {
    expect(asked('api/tables')).toBe('network');
    expect(asked('api/server')).toBe('server');
    expect(asked('../other/')).toBe('network');
    expect(asked('../other/', true)).toBe('network');
    expect(asked('https://elsewhere.example/games/cairn/', true)).toBe('network');
    expect(asked('abcd1234', true)).toBe('unknown');
  });
  it('of a person is answered by the page of people', () => {
    expect(asked('@/Marta', true)).toBe('table @/');
    expect(asked('@/Zo%C3%AB%20K', true)).toBe('table @/');
    expect(asked('@/', true)).toBe('file @/');
    expect(asked('@/a/b', true)).toBe('unknown');
    expect(asked('@/Marta')).toBe('network');
  });
  it('of a contest is answered by its page, that of its big screen by the server', () => {
    expect(asked('contest/abcd2345', true)).toBe('table contest/');
    expect(asked('contest/abcd2345/screen/', true)).toBe('unknown');
  });
  it('of a table is answered by the page of tables', () => {
    expect(asked('abcd2345', true)).toBe('table table/');
    expect(asked('abcd2345')).toBe('network');
    expect(asked('abcdefgh', true)).toBe('unknown');
    expect(asked('a/abcd2345', true)).toBe('unknown');
    const page = '<script src="../theme.js"></script><a href="../lobby/">';
    expect(rebased(page, '../', scope)).toBe(
      '<script src="/games/cairn/theme.js"></script><a href="/games/cairn/lobby/">',
    );
  });
});

describe('old versions', () => {
  const name = (v: number): string => prefix(scope) + v;
  it('go, all but the last', () => {
    expect(outdated([name(1), name(2), name(3)], scope, name(3))).toEqual([name(1)]);
    expect(outdated([name(1)], scope, name(1))).toEqual([]);
    expect(outdated([name(1), name(2)], scope, name(2))).toEqual([]);
  });
  it('of others on the same host stay', () => {
    const others = ['something', prefix('https://host.example/games/') + 1, prefix('https://host.example/') + 1];
    expect(outdated([...others, name(1), name(2), name(3)], scope, name(3))).toEqual([name(1)]);
  });
});
