// What the archive lists of a game: enough to show, search and count it without the rules. It is worked out once, when the
// game is kept; the game itself lies beside it as a text.

import type { Layout, Pieces, Stacks } from '../board/types.ts';
import { levelNamed } from '../game/levels.ts';
import { piecesOf } from '../games.ts';
import type { Folded, GameInfo, GameRecord, Log, Outcome, Ply, Side, View } from '../rules/types.ts';

/** A game that was played, or a game as it was analyzed, with its variations. */
export type Kind = 'game' | 'analysis';

export interface Entry {
  readonly id: string;
  readonly kind: Kind;
  /** The id of the rule set. */
  readonly game: string;
  readonly names: readonly [string, string];
  /** The computer's level on each side, 0 for a person. */
  readonly levels: readonly [number, number];
  /** The side of the person whose archive this is; null where two people shared the device, and in analyses of other people's games. */
  readonly me: Side | null;
  readonly over: boolean;
  readonly outcome: Outcome;
  /** Why it ended, as a record says it; "" while it goes on. */
  readonly why: string;
  readonly plies: number;
  /** The time control as a record writes it, "-" for none. */
  readonly control: string;
  /** The count that decides the game, of each side, and its key; without one where nothing is counted yet. */
  readonly score?: readonly [number, number];
  readonly counted?: string;
  /** The last position's stacks: "a1:IB b2:R". */
  readonly stacks: string;
  /** The same for a game and its analysis as long as both have the same moves. */
  readonly line: string;
  /** How well each side played, in percent, where the moves were judged. */
  readonly accuracy?: readonly [number | null, number | null];
  /** An analysis in which nothing stands beside the moves of its main line. */
  readonly bare?: true;
  /** The table of people at which it was played. */
  readonly table?: string;
  /** Milliseconds since 1970. */
  readonly begun: number;
  readonly changed: number;
  /** When it was deleted; such a game can be brought back for a while. */
  readonly deleted?: number;
}

/** What the drawing of a small board needs of a rule set, so that lists need no rules. */
export interface Shape {
  readonly game: string;
  readonly layout: Layout;
  readonly pieces: Pieces;
  readonly highest: number;
  /** The sides' tokens, by which they are named. */
  readonly sides: readonly [string, string];
}

/** A game on its way to the archive. */
export interface Draft {
  readonly entry: Entry;
  readonly text: string;
  readonly shape?: Shape;
}

/** 53 bits of a text (cyrb53): enough to tell games apart, not against those who want a collision. */
export function hash(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 2654435761);
    b = Math.imul(b ^ c, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/** The id of a game that was saved before games had one: the same in every window that finds it. */
export const legacyId = ({ terms }: Log, seed: string): string =>
  `s${hash(JSON.stringify([terms.game, terms.start, terms.players, terms.control, seed]))}`;

/** An id for something new. */
export const freshId = (): string => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

/** What a game and its analysis have in common: how many moves led to which position. */
export const lineOf = (game: string, moves: number, last: string): string => hash([game, moves, last].join('|'));

/** The id of the analysis of a game that was played; a game that has gone on since is analyzed again. */
export const analysisIdOf = ({ id, line }: Pick<Entry, 'id' | 'line'>): string => `${id}.${line}`;

export const packed = (stacks: Stacks): string =>
  Object.entries(stacks)
    .map(([spot, stack]) => `${spot}:${stack}`)
    .join(' ');

export function unpacked(text: string): Stacks {
  const pairs = text.split(' ').filter(Boolean);
  return Object.fromEntries(pairs.map((p) => p.split(':') as [string, string]));
}

export const shapeOf = (info: GameInfo, layout: Layout): Shape => ({
  game: info.id,
  layout,
  pieces: piecesOf(info),
  highest: info.highest,
  sides: info.sides,
});

function scoreOf(view: View): Pick<Entry, 'score' | 'counted'> {
  const [a, b] = [view.standing?.[0]?.[0], view.standing?.[1]?.[0]];
  return a && b ? { score: [a.n, b.n], counted: a.key } : {};
}

export interface Played {
  readonly id: string;
  readonly begun: number;
  /** The side of this device's person at a table; at home the levels say it. */
  readonly me?: Side | null;
  readonly table?: string;
}

/** The entry of a game that was played; now is when it was changed. */
export function entryOfGame(
  { id, begun, me, table }: Played,
  { terms, plies, state }: Pick<Folded, 'terms' | 'plies' | 'state'>,
  now: number,
): Entry {
  const [first, second] = terms.players;
  const levels = [levelNamed(first.plays), levelNamed(second.plays)] as const;
  const alone = levels[0] > 0 === levels[1] > 0 ? null : levels[0] > 0 ? 1 : 0;
  const { end, view } = state;
  return {
    ...{ id, kind: 'game', game: terms.game, names: [first.name ?? '', second.name ?? ''], levels },
    ...{ me: me === undefined ? alone : me, over: !!end, outcome: end?.outcome ?? 'ongoing', why: end?.why ?? '' },
    ...{ plies: plies.length, control: terms.control, ...scoreOf(view), stacks: packed(view.stacks) },
    line: lineOf(terms.game, plies.length, view.position),
    ...(table ? { table } : {}),
    ...{ begun, changed: now },
  };
}

/** Whether a record has nothing but the moves of its main line, with their times. */
const isBare = ({ moves, note }: GameRecord): boolean =>
  !note &&
  moves.every(
    ({ variations, nags, note: own }) =>
      !variations?.length && !nags?.length && !own?.comment && !own?.commands?.length && !own?.eval,
  );

/** The entry of an analysis; plies and view are those of its main line. */
export function entryOfAnalysis(
  id: string,
  { record, me = null }: { readonly record: GameRecord; readonly me?: Side | null },
  plies: readonly Ply[],
  view: View,
  accuracy: Entry['accuracy'],
  now: number,
): Entry {
  return {
    ...{ id, kind: 'analysis', game: record.game, names: [record.first ?? '', record.second ?? ''], levels: [0, 0] },
    ...{ me, over: record.result !== 'ongoing', outcome: record.result, why: record.termination ?? '' },
    ...{ plies: plies.length, control: record.timeControl || '-', ...scoreOf(view), stacks: packed(view.stacks) },
    line: lineOf(record.game, plies.length, view.position),
    ...(accuracy ? { accuracy } : {}),
    ...(isBare(record) ? { bare: true } : {}),
    ...{ begun: now, changed: now },
  };
}
