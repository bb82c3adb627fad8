// The terms of the games and of the program in all languages, as data of the project, and the ways to look at them.
import list from '../../../internal/show/i18n/glossary.json';
import type { Lang } from '../i18n/index.ts';

export interface Term extends Readonly<Record<Lang, readonly string[]>> {
  readonly key: string;
  /** The text term.… that says in one sentence what it is; a word of the program has none. */
  readonly means?: string;
  /** The languages whose word is not from a rulebook. */
  readonly ours: readonly string[];
}

export const TERMS = list as unknown as readonly Term[];

export const GROUPS = ['game', 'turn', 'board', 'piece', 'color', 'lyngk', 'end', 'start', 'dvonn', 'program'] as const;
export type Group = (typeof GROUPS)[number];

const heads: Readonly<Record<string, Group>> = {
  game: 'game',
  rules: 'game',
  variant: 'game',
  sudden_death: 'game',
  house_rule: 'game',
  player: 'game',
  turn: 'turn',
  move: 'turn',
  pass: 'turn',
  board: 'board',
  spot: 'board',
  adjacent: 'board',
  straight_line: 'board',
  jump_over: 'board',
  piece: 'piece',
  stack: 'piece',
  on_top: 'piece',
  below: 'piece',
  color: 'color',
  joker: 'color',
  neutral: 'color',
  claim: 'color',
  lyngk: 'lyngk',
  obstacle: 'end',
  point: 'end',
  score: 'end',
  tie: 'end',
  tie_break: 'end',
  draw: 'end',
  winner: 'end',
  win: 'end',
  lose: 'end',
  loss: 'end',
  start_position: 'start',
  random: 'start',
  draw_lots: 'start',
  dvonn: 'dvonn',
  ui: 'program',
};

/** Where a term belongs, by the beginning of its key. */
export function group(key: string): Group | undefined {
  return heads[key.split('.')[0] ?? ''];
}

/** The clauses that explain a term, for those that have one. */
const clauses: Readonly<Record<string, string>> = {
  'claim.verb': '1.1',
  'claim.noun': '1.1',
  'claim.color': '1.1',
  'neutral.color': '1.1',
  'piece.top': '1.2',
  'piece.passive': '1.2',
  'neutral.piece': '1.2',
  'stack.neutral': '1.2',
  joker: '1.2',
  straight_line: '1.3',
  jump_over: '1.3',
  'spot.empty': '1.3',
  'spot.occupied': '1.3',
  stack: '1.4',
  'color.missing': '1.4',
  'stack.height': '1.5',
  'stack.higher': '1.5',
  'stack.same_height': '1.5',
  'piece.single': '1.5',
  'lyngk.rule': '1.6',
  'lyngk.point': '1.6',
  'lyngk.connected': '1.6',
  'move.double': '1.6',
  'move.triple': '1.6',
  'move.quadruple': '1.6',
  'move.multiple': '1.6',
  'stack.5': '1.7',
  'stack.complete': '1.7',
  'stack.removed': '1.7',
  'stack.remove': '1.7',
  'stack.captured': '1.7',
  'stack.capture': '1.7',
  obstacle: '1.7',
  point: '1.7',
  house_rule: '1.7',
  'stack.6': '1.8',
  'variant.stack_of_6': '1.8',
  'color.white.name': '1.8',
  sudden_death: '1.8',
  'game.lyngk6': '1.8',
  'pass.verb': '1.9',
  'pass.noun': '1.9',
  'pass.forced': '1.9',
  'game.end': '1.10',
  tie: '1.10',
  tie_break: '1.10',
  draw: '1.10',
  'dvonn.placing_phase': '2.1',
  'dvonn.place': '2.1',
  'dvonn.vacant_space': '2.1',
  'dvonn.stacking_phase': '2.2',
  'dvonn.piece': '2.2',
  'dvonn.blocked': '2.2',
  'dvonn.surrounded': '2.2',
  'dvonn.edge': '2.2',
  'dvonn.isolation': '2.3',
  'dvonn.isolated': '2.3',
  'dvonn.cut_off': '2.3',
  'dvonn.linked': '2.3',
  'dvonn.in_contact': '2.3',
  'dvonn.removed_piece': '2.3',
  'dvonn.control': '2.5',
  'dvonn.highest_stack': '2.5',
};
export const clauseOf = (key: string): string => clauses[key] ?? '';
export const EXPLAINED = Object.keys(clauses);

/** A text without case and accents, as people type it. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ł/g, 'l')
    .replace(/Ł/g, 'L')
    .replace(/ß/g, 'ss')
    .replace(/[’']/g, "'")
    .toLowerCase();
}

/** The terms that hold every word searched for, in one of the languages shown. */
export function search(terms: readonly Term[], wanted: string, langs: readonly Lang[]): Term[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return terms.filter((term) => {
    const texts = langs.flatMap((l) => term[l] ?? []).map(plain);
    return words.every((w) => texts.some((t) => t.includes(w)));
  });
}
