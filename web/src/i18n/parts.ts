// Which texts of the catalog which page loads. Every page has those that belong to no part; those of a part come with
// the pages that ask for it (prefs.speak in their main.ts), and what only the terminal says comes with none.

export const PARTS = [
  'lessons',
  'rules',
  'terms',
  'files',
  'tables',
  'archive',
  'training',
  'embed',
  'analysis',
] as const;
export type Part = (typeof PARTS)[number];

const parts: readonly (readonly [RegExp, readonly Part[]])[] = [
  // The rules page names the lessons that go with a clause.
  [/^lesson\.(lyngk6?|dvonn)\.\w+$/, ['lessons', 'rules']],
  [/^lesson\.(lyngk6?|dvonn)\./, ['lessons']],
  [/^rules\.(\d|intro|lyngk|dvonn)/, ['rules']],
  [/^term\./, ['terms']],
  [/^(ui\.(table|friend|lobby|me)|table|me|live|setup)\.|^ui\.(table|friend|me)$/, ['tables']],
  // A kept game that becomes a chapter of a study is listed in the analysis, too.
  [/^(ui\.archive\.(more|deleted|words|none_found|analysis|two|against\.\w+)|unit\.moves)$/, ['archive', 'analysis']],
  [/^(ui\.archive\.|unit\.(days|chapters)$)/, ['archive']],
  [/^ui\.study(\.|$)/, ['analysis']],
  [/^(ui\.training|puzzle)\./, ['training']],
  [/^ui\.(mistakes|drawing)(\.|$)/, ['analysis']],
  [/^(record|boardspace|movelist|codecup|pbm|warning)\./, ['files']],
  [/^tui\.format\./, ['files']],
  [/^ui\.embedding\./, ['embed']],
  [/^(cli|tui|draw|date|unit|file)\./, []],
];

/** The parts that a text belongs to; null where every page has it. */
export function partsOf(key: string): readonly Part[] | null {
  return parts.find(([which]) => which.test(key))?.[1] ?? null;
}
