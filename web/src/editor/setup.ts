// A position under construction, as plain data, and its text. Whether it is allowed is for the rules to say.
import type { Layout, Stacks } from '../board/types.ts';
import type { GameInfo } from '../rules/types.ts';

export interface Setup {
  readonly stacks: Stacks;
  /** The side to move. */
  readonly side: 0 | 1;
  readonly claims: readonly [string, string];
  readonly score: readonly [number, number];
  /** Pieces are still being placed. */
  readonly placing: boolean;
}

export const blank: Setup = { stacks: {}, side: 0, claims: ['', ''], score: [0, 0], placing: false };

/** How often each kind of piece is in the set. */
export function supply(info: GameInfo, letter: string): number {
  if (info.claims) return letter === 'J' ? 3 : 8;
  return letter === 'D' ? 3 : 23;
}

/** How many pieces of a kind are not on the board. */
export function left(s: Setup, info: GameInfo, letter: string): number {
  let n = supply(info, letter);
  for (const stack of Object.values(s.stacks)) for (const c of stack) if (c === letter) n--;
  return n;
}

/** The position's text as the contract has it. */
export function write(s: Setup, info: GameInfo, layout: Layout): string {
  const board = layout.columns.map((c) => c.map((spot) => s.stacks[spot] || '.').join(',')).join('/');
  const turn = info.sides[s.side];
  if (!info.claims) return `${board} ${turn} ${s.placing ? 'place' : 'move'}`;
  const order = info.pieces.map((p) => p.letter).join('');
  const claims = s.claims.map((c) => [...c].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join('') || '-');
  return `${board} ${turn} ${claims.join(':')} ${s.score.join(':')}`;
}

/** Reads what can be read of a position's text; null where not even the board has the right shape. */
export function read(text: string, info: GameInfo, layout: Layout): Setup | null {
  const [board = '', turn = '', third = '', fourth = ''] = text.trim().replaceAll('_', ' ').split(/\s+/);
  const columns = board.split('/').map((c) => c.split(','));
  if (columns.length !== layout.columns.length) return null;
  const stacks: Record<string, string> = {};
  for (const [i, column] of layout.columns.entries()) {
    if (columns[i]?.length !== column.length) return null;
    for (const [j, spot] of column.entries()) {
      const stack = (columns[i]?.[j] ?? '').toUpperCase();
      if (stack && stack !== '.') stacks[spot] = info.claims ? stack.replaceAll('W', 'J') : stack;
    }
  }
  const known = info.pieces.map((p) => p.letter);
  if (Object.values(stacks).some((s) => [...s].some((c) => !known.includes(c)))) return null;
  const side = info.sides.indexOf(turn.toLowerCase()) === 1 ? 1 : 0;
  const both = (field: string): [string, string] => {
    const [a = '', b = ''] = field.split(':');
    return [a, b];
  };
  const colors = (c: string): string => [...c.toUpperCase()].filter((x) => known.includes(x)).join('');
  const [c1, c2] = info.claims ? both(third) : ['', ''];
  const [s1, s2] = info.claims ? both(fourth) : ['', ''];
  const count = (n: string): number => (/^\d{1,2}$/.test(n) ? Number(n) : 0);
  return {
    stacks,
    side,
    claims: [colors(c1), colors(c2)],
    score: [count(s1), count(s2)],
    placing: !info.claims && third.toLowerCase() === 'place',
  };
}

/** Puts a stack on a spot; without pieces the spot is empty. */
export function put(s: Setup, spot: string, stack: string): Setup {
  const { [spot]: _, ...others } = s.stacks;
  return { ...s, stacks: stack ? { ...others, [spot]: stack } : others };
}

/** A piece on top of what stands on a spot. */
export const pile = (s: Setup, spot: string, letter: string): Setup => put(s, spot, (s.stacks[spot] ?? '') + letter);

/** The top piece taken away. */
export const pop = (s: Setup, spot: string): Setup => put(s, spot, (s.stacks[spot] ?? '').slice(0, -1));

/** A whole stack set on another spot, on top of what stands there. */
export function carry(s: Setup, from: string, to: string): Setup {
  const moving = s.stacks[from];
  if (!moving || from === to) return s;
  return put(put(s, from, ''), to, (s.stacks[to] ?? '') + moving);
}

/** A color goes to nobody, to the first side, to the second, and back to nobody. */
export function claim(s: Setup, letter: string, owner: -1 | 0 | 1): Setup {
  const without = s.claims.map((c) => c.replaceAll(letter, '')) as [string, string];
  if (owner >= 0) without[owner as 0 | 1] += letter;
  return { ...s, claims: without };
}

export function owner(s: Setup, letter: string): -1 | 0 | 1 {
  return s.claims[0].includes(letter) ? 0 : s.claims[1].includes(letter) ? 1 : -1;
}

/** While pieces are placed the number on the board says whose turn it is. */
export function placingSide(s: Setup): 0 | 1 {
  return (Object.keys(s.stacks).length % 2) as 0 | 1;
}
