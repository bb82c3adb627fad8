// Where a game is named on the page, as `concrete` in deps_test.go has it for Go: everywhere else a game is what the
// rules say of it. A file that is new here goes into CONTRIBUTING.md, "Add a game", too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, sourceOf, sources } from './imports.fixture.ts';

/** The files that name games by their ids, and what for. */
const NAMED: Readonly<Record<string, string>> = {
  'board/paint.ts': 'the color of DVONN pieces',
  'embed/keys.ts': 'texts an embedded board loads',
  'embed/wish.ts': 'the game of an embedded board that names none',
  'glossary/GlossaryPage.svelte': 'the heading of the terms of DVONN',
  'glossary/links.ts': 'which terms a game has',
  'glossary/terms.ts': 'groups of terms',
  'i18n/parts.ts': 'texts that come with a page',
  'learn/StepView.svelte': 'which terms a lesson has',
  'widgets/SettingsDialog.svelte': 'the pieces that settings show',
  'places.ts': 'where the lessons of a game are',
  'play/NewGame.svelte': 'which chapter of the rules a game has',
  'play/choice.ts': 'the game of a first visit',
  'play/families.ts': 'how games are chosen',
  'rulespage/Diagram.svelte': 'the shape of a board that is not there yet',
  'rulespage/RulesPage.svelte': 'the chapters of the rules',
  'table/LobbyPage.svelte': 'the presets of the lobby',
  'table/newTable.ts': 'the game of a first table',
  'training/Hub.svelte': 'the puzzles of a first visit',
  'training/pack.ts': 'the games that have puzzles',
};

const IDS = 'lyngk|lyngk6|lyngk-captured|dvonn';
/** An id as a text, as a property, or among the choices of a pattern. */
const named = new RegExp(`(['"\`])(?:${IDS})\\1|^\\s*(?:lyngk6?|dvonn): |[(|](?:${IDS})[)|]`, 'm');
const code = (text: string): string => text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '').replace(/<!--[\s\S]*?-->/g, '');

describe('games', () => {
  it('are named in these files alone', () => {
    const found = sources.filter((f) => named.test(code(sourceOf(f))));
    expect(found.sort()).toEqual(Object.keys(NAMED).sort());
  });

  it('are found where they are named', () => {
    for (const text of [`g === 'dvonn'`, '`lyngk`', '  lyngk6: {', '/^(lyngk|dvonn)$/'])
      expect(named.test(code(text)), text).toBe(true);
    for (const text of ['// of "lyngk"', `t('game.dvonn')`, 'lyngkStack', '<!-- `dvonn` -->'])
      expect(named.test(code(text)), text).toBe(false);
  });

  it('are added as CONTRIBUTING.md says', () => {
    const how = readFileSync(join(root, '../../CONTRIBUTING.md'), 'utf8');
    expect(Object.keys(NAMED).filter((f) => !how.includes(`web/src/${f}`))).toEqual([]);
  });
});
