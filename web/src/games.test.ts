// Where a game is named on the page, as `concrete` in deps_test.go has it for Go: everywhere else a game is what the
// rules say of it.
import { describe, expect, it } from 'vitest';
import { FAMILIES, familyOf, kindOf } from './games.ts';
import { sourceOf, sources } from './imports.fixture.ts';
import { games } from './rules/prepared.ts';

/** The files that name a game: what the page knows of each, and the look of its pieces. */
const NAMED = ['board/paint.ts', 'games.ts'];

const IDS = 'lyngk|lyngk6|lyngk-captured|dvonn';
/** An id as a text, as a property, or among the choices of a pattern. */
const named = new RegExp(`(['"\`])(?:${IDS})\\1|^\\s*(?:lyngk6?|dvonn): |[(|](?:${IDS})[)|]`, 'm');
const code = (text: string): string => text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '').replace(/<!--[\s\S]*?-->/g, '');

describe('games', () => {
  it('are named in these files alone', () => {
    const found = sources.filter((f) => named.test(code(sourceOf(f))));
    expect(found.sort()).toEqual(NAMED);
  });

  it('are found where they are named', () => {
    for (const text of [`g === 'dvonn'`, '`lyngk`', '  lyngk6: {', '/^(lyngk|dvonn)$/'])
      expect(named.test(code(text)), text).toBe(true);
    for (const text of ['// of "lyngk"', `t('game.dvonn')`, 'lyngkStack', '<!-- `dvonn` -->'])
      expect(named.test(code(text)), text).toBe(false);
  });

  it('are each a kind of one family, on a full board too where a game has both', () => {
    const kinds = FAMILIES.flatMap((f) => f.kinds.map((k) => `${k.game} ${k.full}`));
    const wanted = games.flatMap((g) => (g.full ? [`${g.id} false`, `${g.id} true`] : [`${g.id} false`]));
    expect(kinds.toSorted()).toEqual(wanted.toSorted());
  });
  it('are found with how their board is filled', () => {
    expect(familyOf('lyngk6').id).toBe('lyngk');
    expect(kindOf('dvonn', true).key).toBe('full');
    // What was chosen for another game counts only where there is a choice.
    expect(kindOf('lyngk', true).key).toBe('classic');
  });
});
