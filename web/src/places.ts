// The places of the site, each a page of its own, by their addresses from the root. The build makes a page of each, and the
// tests in a browser look at every page that was built.
export const PAGES = {
  play: '',
  analysis: 'analysis/',
  editor: 'editor/',
  learn: 'learn/',
  rules: 'rules/',
  glossary: 'glossary/',
  embed: 'embed/',
  about: 'about/',
  friend: 'friend/',
  lobby: 'lobby/',
  table: 'table/',
  me: 'me/',
  people: 'people/',
  profile: '@/', // of the person whose name follows
  contests: 'contests/',
  contest: 'contest/', // the one whose id follows
  screen: 'contest/screen/', // the same, for a wall
  notices: 'me/notices/',
  bots: 'me/bots/',
  archive: 'archive/',
  training: 'training/',
} as const;
export type Page = keyof typeof PAGES;

/** Those that the top bar leads to. Lobby and contests are among them where the host has tables of people. */
const TOP = ['play', 'lobby', 'contests', 'training', 'archive', 'analysis', 'learn', 'rules'] as const;
export type Place = (typeof TOP)[number];
export const places = (people: boolean): readonly (readonly [Place, string])[] =>
  TOP.filter((p) => people || (p !== 'lobby' && p !== 'contests')).map((p) => [p, PAGES[p]] as const);

/** What the fragment of an address names; one that cannot be read names itself. */
export function anchor(hash: string): string {
  const name = hash.replace(/^#/, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
