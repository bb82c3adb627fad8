// Which texts of the catalog which page loads. Every page has those that belong to no part; those of a part come with
// the pages that ask for it (prefs.speak in their main.ts), and what only the terminal says comes with none.

export const PARTS = [
  'play',
  'start',
  'lessons',
  'rules',
  'terms',
  'files',
  'tables',
  'people',
  'notices',
  'contests',
  'archive',
  'training',
  'drills',
  'reasons',
  'embed',
  'analysis',
  'explorer',
  'editor',
  'about',
  'account',
  'dialogs',
] as const;
export type Part = (typeof PARTS)[number];

// What other pages show as well stands behind (?!, and comes with every page.
const parts: readonly (readonly [RegExp, readonly Part[]])[] = [
  // What a device says of a notice is kept in the language of the page.
  [/^(ui\.notices|notice|push)\./, ['notices']],
  [/^ui\.contest\.people$/, ['contests', 'notices', 'people']],
  [/^ui\.contest\.(place|wood)$/, ['contests', 'account']],
  [/^(ui\.contest|contest)\.|^ui\.contest$/, ['contests']],
  // What hosts do is read by few; who becomes one hears it on the page about oneself.
  [/^ui\.host(\.become)?$/, ['notices', 'account']],
  [/^(ui\.)?(host|decided)(\.|$)/, ['notices']],
  [/^ui\.front\.|^ui\.start\.(continue|device|friend|people)/, ['play']],
  // What one chooses before a game.
  [
    /^level\.\d+\.about$|^ui\.start\.(clock\.(?!none)|(?!allowed|clock|game$|layout|name$|opponent|side|title$))|^ui\.new\.(name|players|resume|start)/,
    ['start'],
  ],
  [/^ui\.start\.(allowed|opponent|side)|^ui\.new\.(board|placing)/, ['start', 'people']],
  [/^ui\.daily\./, ['play', 'archive', 'training']],
  [/^ui\.start\.layout/, ['start', 'editor']],
  // Why a move is good, or a mistake, is known only when the engine has searched; one draws on a board behind the rules.
  // A puzzle is solved by what a move does, and needs no comparison with the next best one.
  [/^reason\.(\w+\.leads_|level|loses|next)|^ui\.hint\.(ifnot|move)$/, ['reasons']],
  [/^reason\.|^ui\.hint\.(reason|also|ifnot|line|best|move)$/, ['reasons', 'training']],
  // The rules page names the lessons that go with a clause.
  [/^lesson\.(?!ui\.)\w+\.\w+$/, ['lessons', 'rules']],
  [/^lesson\.(?!ui\.)/, ['lessons']],
  [/^lesson\.ui\.(?!no_claim$|places$)|^ui\.learn\.(?!back$|lessons$)/, ['lessons', 'rules', 'training']],
  [/^rules\./, ['rules']],
  [/^(term|glossary|ui\.glossary)\./, ['terms']],
  [/^ui\.(paused|gives_up)(\.|$)/, ['play']],
  [/^ui\.lobby\.nobody/, ['play', 'tables']],
  [/^ui\.lobby\.(find|here|lately)$/, ['play', 'people']],
  [/^ui\.table\.(days|each)$/, ['tables', 'archive']],
  [/^ui\.table\.premove/, ['play', 'tables']],
  [/^ui\.me$/, ['tables', 'about']],
  [/^ui\.keep\.(?!missing)/, ['reasons', 'archive', 'training']],
  [/^ui\.keep\./, ['play', 'archive', 'training', 'analysis']],
  [/^ui\.explorer\./, ['explorer']],
  [/^a11y\.(graph|evaluation)/, ['analysis']],
  // The name of one's own: what leads to it stands around tables, the rest comes with the dialogs and pages about it.
  [/^ui\.account\.(keep|have$|signin$)|^ui\.ratings$|^ui\.lobby\.people$/, ['people', 'account']],
  [/^ui\.bots$/, ['account', 'people']],
  [/^ui\.(account|passkey|profile|ratings|bots)(\.|$)/, ['account']],
  [/^account\.(?!needed)|^bot\.(?!busy|pair|terms)/, ['account']],
  [/^(account|bot)\.|^table\.(asks|declined|guest|invited|no_ask|options|plan_|too_many)/, ['people']],
  [/^ui\.(rated|casual|unrated|person|pool)(\.|$)/, ['tables']],
  // The list of moves, which the analysis has too, marks a move that waits for the connection.
  [/^ui\.table\.unsent$/, ['tables', 'analysis']],
  // What is said around tables, while one waits at them, and when their games end, but not while one plays.
  [
    /^(ui\.friend|ui\.me|me|setup)\.|^ui\.lobby\.(filter|find|here|more|no_tables|player|plays|seats\.|self|tab|yours)/,
    ['people'],
  ],
  [
    /^ui\.table\.(alone|ask|close$|drawn_|gone|invited|link|not_here|plain|point|public|plan|qr|rematch|reserved|rings|setup|share|sit|takeback\.|terms|waited|wifi)/,
    ['people'],
  ],
  [/^(ui\.(table|friend|lobby|me)|table|me|live|setup)\.|^ui\.table$/, ['tables']],
  // A kept game that becomes a chapter of a study is listed in the analysis, too.
  [/^(ui\.archive\.(more|deleted|words|none_found|analysis|two|against\.\w+)|unit\.moves)$/, ['archive', 'analysis']],
  [/^(ui\.archive\.|unit\.chapters$)/, ['archive']],
  [/^ui\.training\.(daily\.(puzzle|board|days)$|result\.)/, ['play', 'training']],
  [/^(ui\.training|puzzle)\./, ['training']],
  [/^ui\.(run|mine)\./, ['drills']],
  [/^ui\.mistakes\./, ['reasons', 'drills']],
  [/^ui\.drawing\.|^ui\.study\.(cut|unread)/, ['reasons']],
  [
    /^ui\.import\.(drop|file|flawed|paste|reading|several|warnings)|^ui\.study\.(all|copy|name|note|shared|text|title)/,
    ['files'],
  ],
  [/^ui\.study(\.|$)/, ['analysis']],
  [/^ui\.import\.|^ui\.(drawing|mistakes)$/, ['analysis']],
  // The dialog that saves and shares is fetched with the words of files.
  [/^ui\.export\./, ['files']],
  // What the judge leaves in a record is written where games are judged.
  [/^ui\.analysis\.(glyph\.|remark$)/, ['analysis', 'reasons']],
  [/^ui\.analysis\.tab\.explorer$/, ['play', 'tables', 'analysis']],
  [/^ui\.analysis\.(?!engine$|variation$|play_from$)/, ['analysis']],
  [/^ui\.editor\.(?!code$)/, ['editor']],
  [/^ui\.picture\./, ['analysis', 'editor']],
  [/^(record|boardspace|movelist|codecup|pbm|warning)\./, ['files']],
  [/^tui\.format\./, ['files']],
  [/^ui\.embed(ding|\.board)\./, ['embed']],
  // What is wrong with a position as text: only links, files and what is typed into the editor have one.
  [/^lyngk\.text_|^dvonn\.(fields|column|space_|dvonn_on_top|too_many|turn$|phase|place_)/, ['files']],
  // Dialogs that every page has are fetched with their texts.
  [/^ui\.(settings|keys|menu|share)\./, ['dialogs']],
  [/^ui\.about\.|^app\.about$/, ['about']],
  [/^(cli|tui|draw|date|unit|file|match|learn)\./, []],
];

/** The parts that a text belongs to; null where every page has it. */
export function partsOf(key: string): readonly Part[] | null {
  return parts.find(([which]) => which.test(key))?.[1] ?? null;
}
