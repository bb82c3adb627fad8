// The places of the site that the top bar leads to, each a page of its own, by the way from the root.
export const PLACES = [
  ['play', ''],
  ['analysis', 'analysis/'],
  ['learn', 'learn/'],
  ['rules', 'rules/'],
] as const;
export type Place = (typeof PLACES)[number][0];
