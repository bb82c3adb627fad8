// What a board says: the spoken name of a spot and the answers to a listener's questions. The words come from the
// catalog; here is only what is said, and in which order.

import type { Plan } from './geometry.ts';
import { DISCS, RINGS } from './paint.ts';
import { type Choices, count, movable, reach, type Selection } from './selection.ts';
import type { Marks, Pieces, Stacks, Translate } from './types.ts';

export interface Speaker {
  readonly plan: Plan;
  readonly pieces: Pieces;
  readonly choices: Choices;
  readonly selection: Selection;
  readonly marks: Marks;
  /** Whose a letter is when it lies on top, in words. */
  readonly owners: Readonly<Record<string, string>>;
  readonly t: Translate;
  /** What stands on the board is not told: it is played from memory. */
  readonly blind?: boolean;
}

/** The English name of a piece's color, the middle of its keys. In DVONN B is black, in LYNGK blue. */
export function colorOf(letter: string, pieces: Pieces): string {
  return (pieces === 'discs' ? DISCS[letter] : RINGS[letter])?.name ?? '';
}

/** The spoken name of a piece, as a layer of a stack. */
export function pieceName(letter: string, pieces: Pieces, t: Translate): string {
  return t(`color.${colorOf(letter, pieces)}.layer`);
}

/** Pieces from the top down, as a list. */
function pieceList(letters: string, pieces: Pieces, t: Translate): string {
  return [...letters]
    .reverse()
    .map((c) => pieceName(c, pieces, t))
    .join(', ');
}

/** "e4, stack of 3, black on top, yours; below: red, joker; 4 targets". */
export function spotName(s: Speaker, spot: string): string {
  const { t, choices, selection } = s;
  if (s.blind) return selection.path[0] === spot ? `${spot}; ${t('say.selected')}` : spot;
  const stack = choices.stacks[spot];
  const parts: string[] = [];
  if (!stack) parts.push(`${spot}, ${t('say.empty')}`);
  else {
    const top = stack[stack.length - 1] ?? '';
    const head =
      stack.length === 1
        ? pieceName(top, s.pieces, t)
        : `${t('say.stack', { n: stack.length })}, ${t('say.top', { color: colorOf(top, s.pieces) })}`;
    parts.push([spot, head, s.owners[top]].filter(Boolean).join(', '));
    if (stack.length > 1) parts.push(t('say.below', { layers: pieceList(stack.slice(0, -1), s.pieces, t) }));
    if (stack.length > 1 && s.marks.anchors?.includes(spot)) parts.push(t('say.holds_dvonn'));
  }
  const gone = s.marks.gone?.[spot];
  if (gone) parts.push(t('a11y.gone', { pieces: pieceList(gone, s.pieces, t) }));
  const { targets, points } = reach(choices, selection.path);
  if (selection.path[0] === spot) parts.push(t('say.selected'));
  if (selection.path.indexOf(spot) > 0) parts.push(t('a11y.passed'));
  if (targets.has(spot) || s.marks.targets?.includes(spot)) parts.push(t('say.target'));
  if (points.has(spot)) parts.push(t('say.lyngk_point'));
  if (!selection.path.length && movable(choices).has(spot)) parts.push(t('say.targets', { n: count(choices, spot) }));
  if (s.marks.hinges?.includes(spot)) parts.push(t('say.hinge'));
  if (s.marks.blocked?.includes(spot)) parts.push(t('say.surrounded'));
  if (s.marks.picked?.includes(spot)) parts.push(t('say.marked'));
  if (s.marks.doomed?.includes(spot)) parts.push(t('say.would_cut'));
  return parts.join('; ');
}

/** The answer to a question about a spot; null where the host has to answer. */
export function answer(s: Speaker, key: string, spot: string): string | null {
  const { t } = s;
  if (s.blind && /^[osmxc]$/.test(key)) return spotName(s, spot);
  switch (key) {
    case 'o':
      return spotName(s, spot);
    case 's': {
      const stack = s.choices.stacks[spot];
      if (!stack) return `${spot}, ${t('say.empty')}`;
      const list = [...stack].map((c, i) => `${i + 1} ${pieceName(c, s.pieces, t)}`).join(', ');
      return `${spot}, ${t('say.layers', { layers: list })}`;
    }
    case 'm': {
      const { targets, points } = reach(s.choices, s.selection.path.length ? s.selection.path : [spot]);
      const list = (set: ReadonlySet<string>): string => [...set].sort().join(', ');
      if (!targets.size && !points.size)
        return t('place.text', { place: s.selection.path[0] ?? spot, text: t('say.no_targets') });
      const parts = [t('a11y.targets', { n: targets.size, spots: list(targets) })];
      if (points.size) parts.push(t('a11y.points', { n: points.size, spots: list(points) }));
      return parts.join('. ');
    }
    case 'x':
      return scan(s, spot);
    case 'c': {
      const gone = Object.entries(s.marks.gone ?? {});
      if (!gone.length) return t('a11y.nothing_gone');
      return gone.map(([place, stack]) => t('place.text', { place, text: pieceList(stack, s.pieces, t) })).join('; ');
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
      const stack = s.choices.stacks[at];
      if (!stack) continue;
      const top = pieceName(stack[stack.length - 1] ?? '', s.pieces, s.t);
      lines.push(s.t('a11y.seen', { n: steps, spot: at, height: stack.length, piece: top }));
      break;
    }
  });
  return lines.length ? lines.join('; ') : s.t('a11y.nothing_seen', { spot });
}

/** Where the focus starts: a stack that can move, else the spot nearest the middle. */
export function firstFocus(plan: Plan, choices: Choices, stacks: Stacks): string {
  const own = movable(choices);
  let best = '';
  let near = Number.POSITIVE_INFINITY;
  for (const [name, p] of plan.at) {
    const d = p.x * p.x + p.y * p.y + (own.size && !own.has(name) ? 100 : 0) + (stacks[name] ? 0 : 50);
    if (d < near) [best, near] = [name, d];
  }
  return best;
}
