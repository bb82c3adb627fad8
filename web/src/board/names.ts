// What a board says: the spoken name of a spot and the answers to a listener's questions. The words come from the
// catalog; here is only what is said, and in which order.

import type { Plan } from './geometry.ts';
import { DISCS, RINGS } from './paint.ts';
import { fitting, type Given, type Hand, movable, reach } from './state.ts';
import type { Marks, Owner, Pieces, Stacks, Translate } from './types.ts';

export interface Speaker {
  readonly plan: Plan;
  readonly pieces: Pieces;
  readonly given: Given;
  readonly hand: Hand;
  readonly marks: Marks;
  /** Whose a letter is when it lies on top. */
  readonly owners: Readonly<Record<string, Owner>>;
  readonly t: Translate;
}

/** The spoken name of a piece. In DVONN B is black, in LYNGK blue: the kind of pieces decides. */
export function pieceName(letter: string, pieces: Pieces, t: Translate): string {
  const q = pieces === 'discs' ? DISCS[letter] : RINGS[letter];
  return q ? t(`piece.${q.name}`) : letter;
}

/** Pieces from the top down, as a list. */
export function pieceList(letters: string, pieces: Pieces, t: Translate): string {
  return [...letters]
    .reverse()
    .map((c) => pieceName(c, pieces, t))
    .join(', ');
}

/** How many moves each stack has, under the claim chosen. */
function count(given: Given, spot: string): number {
  return fitting(given).filter((m) => m.from === spot).length;
}

/** "e4, stack of 3, black on top, yours; below: red, joker; 4 targets". */
export function spotName(s: Speaker, spot: string): string {
  const { t, given, hand } = s;
  const stack = given.stacks[spot];
  const parts: string[] = [];
  if (!stack) parts.push(`${spot}, ${t('board.empty')}`);
  else {
    const top = stack[stack.length - 1] ?? '';
    const owner = s.owners[top];
    const head =
      stack.length === 1
        ? pieceName(top, s.pieces, t)
        : `${t('board.stackOf', { n: stack.length })}, ${t('board.onTop', { piece: pieceName(top, s.pieces, t) })}`;
    parts.push([spot, head, owner ? t(`board.owner.${owner}`) : ''].filter(Boolean).join(', '));
    if (stack.length > 1) parts.push(t('board.below', { pieces: pieceList(stack.slice(0, -1), s.pieces, t) }));
  }
  const gone = s.marks.gone?.[spot];
  if (gone) parts.push(t('board.gone', { pieces: pieceList(gone, s.pieces, t) }));
  const { targets, points } = reach(given, hand.path);
  if (hand.path[0] === spot) parts.push(t('board.selected'));
  if (hand.path.indexOf(spot) > 0) parts.push(t('board.passed'));
  if (targets.has(spot)) parts.push(t('board.target'));
  if (points.has(spot)) parts.push(t('board.point'));
  if (!hand.path.length && movable(given).has(spot)) parts.push(t('board.targets', { n: count(given, spot) }));
  if (s.marks.hinges?.includes(spot)) parts.push(t('board.hinge'));
  if (s.marks.blocked?.includes(spot)) parts.push(t('board.blocked'));
  if (s.marks.doomed?.includes(spot)) parts.push(t('board.doomed'));
  return parts.join('; ');
}

/** The answer to a question about a spot; null where the host has to answer. */
export function answer(s: Speaker, key: string, spot: string): string | null {
  const { t } = s;
  switch (key) {
    case 'o':
      return spotName(s, spot);
    case 's': {
      const stack = s.given.stacks[spot];
      if (!stack) return `${spot}, ${t('board.empty')}`;
      const list = [...stack].map((c, i) => `${i + 1} ${pieceName(c, s.pieces, t)}`).join(', ');
      return `${spot}, ${t('board.fromBottom', { pieces: list })}`;
    }
    case 'm': {
      const { targets, points } = reach(s.given, s.hand.path.length ? s.hand.path : [spot]);
      const list = (set: ReadonlySet<string>): string => [...set].sort().join(', ');
      if (!targets.size && !points.size) return t('board.noTargets', { spot: s.hand.path[0] ?? spot });
      const said = [t('board.targetList', { n: targets.size, spots: list(targets) })];
      if (points.size) said.push(t('board.pointList', { n: points.size, spots: list(points) }));
      return said.join('. ');
    }
    case 'x':
      return scan(s, spot);
    case 'c': {
      const gone = Object.entries(s.marks.gone ?? {});
      if (!gone.length) return t('board.nothingGone');
      return gone.map(([at, stack]) => `${at}: ${pieceList(stack, s.pieces, t)}`).join('; ');
    }
    default:
      return null;
  }
}

/** What is seen from a spot along each of its lines. */
function scan(s: Speaker, spot: string): string {
  const lines: string[] = [];
  const from = s.plan.spot.get(spot);
  from?.next.forEach((first, direction) => {
    let steps = 0;
    for (let at = first; at; at = s.plan.spot.get(at)?.next[direction] ?? null) {
      steps++;
      const stack = s.given.stacks[at];
      if (!stack) continue;
      const top = pieceName(stack[stack.length - 1] ?? '', s.pieces, s.t);
      lines.push(s.t('board.seen', { n: steps, spot: at, height: stack.length, piece: top }));
      break;
    }
  });
  return lines.length ? lines.join('; ') : s.t('board.nothingSeen', { spot });
}

/** Where the focus starts: a stack that can move, else the spot nearest the middle. */
export function firstFocus(plan: Plan, given: Given, stacks: Stacks): string {
  const own = movable(given);
  let best = '';
  let near = Number.POSITIVE_INFINITY;
  for (const [name, p] of plan.at) {
    const d = p.x * p.x + p.y * p.y + (own.size && !own.has(name) ? 100 : 0) + (stacks[name] ? 0 : 50);
    if (d < near) [best, near] = [name, d];
  }
  return best;
}
