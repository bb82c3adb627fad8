// The places of the site, each a page of its own, by their addresses from the root. The build makes a page of each, and the
// tests in a browser look at every page that was built.
export const PAGES = {
  play: '',
  analysis: 'analysis/',
  editor: 'editor/',
  learn: 'learn/',
  rules: 'rules/',
  glossary: 'glossary/',
  about: 'about/',
  friend: 'friend/',
  lobby: 'lobby/',
  table: 'table/',
  me: 'me/',
} as const;
export type Page = keyof typeof PAGES;

/** Those that the top bar leads to. */
export const PLACES = (['play', 'analysis', 'learn', 'rules'] as const).map((p) => [p, PAGES[p]] as const);
export type Place = (typeof PLACES)[number][0];

/** Where the lessons of a game begin, on the page for learning. */
export const LESSONS: Readonly<Record<string, string>> = {
  lyngk: 'lyngk',
  'lyngk-captured': 'lyngk/five/house',
  lyngk6: 'lyngk6',
  dvonn: 'dvonn',
};

/** What the fragment of an address names; one that cannot be read names itself. */
export function anchor(hash: string): string {
  const name = hash.replace(/^#/, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
