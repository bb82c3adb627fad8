// The moves of a game as lists show them: the main line two plies a row, comments and variations under their rows. It knows
// no rules; the plies it is given come from them.
import { colorOf } from '../board/names.ts';
import type { Pieces, Translate } from '../board/types.ts';
import { cutClaim } from '../rules/moveText.ts';
import type { Ply } from '../rules/types.ts';

/** A place of a game: the move that leads there, what is said of it, and how the game goes on. */
export interface MoveNode {
  readonly id: number;
  /** -1 at the start. */
  readonly parent: number;
  /** None at the start. */
  readonly ply?: Pick<Ply, 'side' | 'move' | 'claim' | 'took'>;
  /** The first goes on with the line, the others are variations. */
  readonly children: readonly number[];
  readonly comment?: string;
  /** The numbers of its glyphs. */
  readonly nags?: readonly number[];
}
export type MoveNodes = ReadonlyMap<number, MoveNode>;

const START = 0;

/** The places of a game without variations; ids are the numbers of plies played. */
export function chain(plies: readonly NonNullable<MoveNode['ply']>[]): MoveNodes {
  const next = (id: number): readonly number[] => (id < plies.length ? [id + 1] : []);
  const start: MoveNode = { id: START, parent: -1, children: next(0) };
  return new Map([
    [START, start],
    ...plies.map((ply, i) => [i + 1, { id: i + 1, parent: i, ply, children: next(i + 1) }] as const),
  ]);
}

export interface Numbered {
  /** The number of the pair of moves it belongs to. */
  readonly n: number;
  /** It is the second of its pair. */
  readonly second: boolean;
}

/** The number of a move after the one before it; a side that moves twice begins a new pair. */
export function number(before: Numbered | null, { side }: Pick<Ply, 'side'>): Numbered {
  if (!before) return { n: 1, second: side === 1 };
  return side === 1 && !before.second ? { n: before.n, second: true } : { n: before.n + 1, second: side === 1 };
}
/** How a number is written before its move. */
export const numberText = ({ n, second }: Numbered): string => `${n}${second ? '…' : '.'}`;

/** A ply as the list counts it, "8. e7-f6", or "8… b2-g7" for the second of its row; "" where there is none. */
export function numbered<P extends Pick<Ply, 'side' | 'move'>>(
  plies: readonly P[],
  i: number,
  shown = (ply: P): string => ply.move,
): string {
  const last = plies[i];
  if (!last) return '';
  let num: Numbered | null = null;
  for (const p of plies.slice(0, i + 1)) num = number(num, p);
  return num ? `${numberText(num)} ${shown(last)}` : '';
}

/** A move as it is read, its claim left out: a chip shows it. */
export function moveShown(move: string, t: Translate): string {
  const [, text] = cutClaim(move);
  return text === 'pass' ? t('ui.pass.title') : text.replaceAll('-', '\u2009–\u2009');
}

/** A piece of a text: words, or a move with its claim, "" for none. */
export interface TextPiece {
  readonly claim: string;
  readonly shown: string;
}
/** Cuts a text at the moves in it, as records write them: "Better: R,b1-b2". */
export function cutMoves(text: string, t: Translate): readonly TextPiece[] {
  const pieces = text.split(/(\b(?:[IBRGK],)?[a-k]\d\d?(?:-[a-k]\d\d?)+\b|^pass$)/);
  return pieces.map((p, i) => (i % 2 ? { claim: cutClaim(p)[0], shown: moveShown(p, t) } : { claim: '', shown: p }));
}

/** A text where no disc can stand, with the moves in it as words: "Better: red, b1 – b2". */
export function inWords(text: string, pieces: Pieces, t: Translate): string {
  const parts = cutMoves(text, t).map(({ claim, shown }) => {
    return claim ? `${t(`color.${colorOf(claim, pieces)}.name`)}, ${shown}` : shown;
  });
  return parts.join('');
}

/** How a record's glyphs are written, by their numbers. */
export const GLYPHS: Readonly<Record<number, string>> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };
export const glyphsOf = (nags: readonly number[] | undefined): string =>
  (nags ?? []).map((n) => GLYPHS[n] ?? '').join('');

/** A variation: the move it begins with, and the number of the one before it. */
export interface Variation {
  readonly id: number;
  readonly before: Numbered | null;
}

/** What stands under another: two moves of the main line, a comment, or a variation. */
export type Row =
  | {
      readonly kind: 'moves';
      readonly n: number;
      /** How many plies came before its moves. */
      readonly ply: number;
      readonly first?: number;
      readonly second?: number;
    }
  | { readonly kind: 'comment'; readonly id: number; readonly text: string }
  | ({ readonly kind: 'variation' } & Variation);

/** A move of a variation, which flows as text. */
export interface Item {
  readonly id: number;
  readonly num: Numbered;
  /** The number is written: at the start, after a break, and for the first of a pair. */
  readonly fresh: boolean;
  /** The other moves from the position before it. */
  readonly variations: readonly Variation[];
}

/** The line that begins with a move; the moves beside that one belong to another line. */
export function itemsOf(nodes: MoveNodes, { id: from, before }: Variation): readonly Item[] {
  const out: Item[] = [];
  let last = before;
  let fresh = true;
  for (let node = nodes.get(from); node?.ply; node = nodes.get(node.children[0] ?? Number.NaN)) {
    const { id, ply } = node;
    const siblings = nodes.get(node.parent)?.children ?? [];
    const others = siblings[0] === id ? siblings.slice(1) : [];
    const num = number(last, ply);
    const variations = others.map((other) => ({ id: other, before: last }));
    out.push({ id, num, fresh: fresh || !num.second, variations });
    fresh = variations.length > 0 || !!node.comment;
    last = num;
  }
  return out;
}

/** The rows of a game. A side that passes keeps its column, and what stands under a first move parts it from the second. */
export function rowsOf(nodes: MoveNodes): readonly Row[] {
  const out: Row[] = [];
  const start = nodes.get(START);
  if (start?.comment) out.push({ kind: 'comment', id: START, text: start.comment });
  const main = itemsOf(nodes, { id: start?.children[0] ?? Number.NaN, before: null });
  for (const [ply, { id, num, variations }] of main.entries()) {
    const last = out.at(-1);
    if (num.second && last?.kind === 'moves' && last.n === num.n) out[out.length - 1] = { ...last, second: id };
    else out.push({ kind: 'moves', n: num.n, ply, ...(num.second ? { second: id } : { first: id }) });
    const comment = nodes.get(id)?.comment;
    if (comment) out.push({ kind: 'comment', id, text: comment });
    out.push(...variations.map((v) => ({ kind: 'variation', ...v }) as const));
  }
  return out;
}

/** The moves that variations begin with, wherever they stand. */
export const variationsIn = (nodes: MoveNodes): readonly number[] =>
  [...nodes.values()].flatMap((n) => n.children.slice(1));

/** The way from the start to a place, as ids. */
export function wayTo(nodes: MoveNodes, id: number): readonly number[] {
  const out: number[] = [];
  for (let n = nodes.get(id); n?.ply; n = nodes.get(n.parent)) out.unshift(n.id);
  return out;
}

/** A move as it is read, its claim left out: "b1 – b2". */
export function spaced(t: Translate, { move, path = [] }: Pick<Ply, 'move' | 'path'>): string {
  if (path.length > 1) return path.join('\u2009–\u2009');
  return path.length ? move : t('ui.pass.title');
}
