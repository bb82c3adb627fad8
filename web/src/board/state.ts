// What a person is doing at the board, as plain data, and every way it can change, as plain functions. No DOM, no
// clock, no drawing. The host owns position, legal moves and claims; see types.ts.
import type { Intent, Legs, Move, Stacks } from './types.ts';

/** What the board is told. */
export interface Given {
  readonly stacks: Stacks;
  readonly moves: readonly Move[];
  readonly legs?: Legs;
  /** The claim chosen for the coming move, "" for none. */
  readonly claim: string;
  /** False while it is not this person's turn: stacks can be looked at only. */
  readonly active: boolean;
  /** A chosen move waits to be confirmed. */
  readonly confirm?: boolean;
  /** On a stack that is no goal: ask why first, take it up at the second tap. */
  readonly askFirst?: boolean;
}

/** What the person has done so far in this move. */
export interface Hand {
  /** Origin and the spots gone by so far; empty while nothing is taken up. */
  readonly path: readonly string[];
  /** The spot whose refusal is being explained. */
  readonly asked: string;
  /** A finished move that waits to be confirmed. */
  readonly draft: Intent | null;
  readonly dragging: boolean;
  /** The spot under the pointer or the key focus, as far as it matters to the move. */
  readonly over: string;
}

export const empty: Hand = { path: [], asked: '', draft: null, dragging: false, over: '' };

/** What follows from an act: the new hand, and what the host is to do. */
export interface Result {
  readonly hand: Hand;
  readonly intent?: Intent;
  /** A move that does not exist was tried: the host says why. */
  readonly ask?: {
    readonly claim: string;
    readonly from: string;
    readonly to: string;
    readonly path: readonly string[];
  };
}

const stay = (hand: Hand): Result => ({ hand });

/** What follows from what a board is told, worked out once: a board asks at every frame and for every spot. */
interface Facts {
  readonly fitting: readonly Move[];
  readonly movable: ReadonlySet<string>;
  readonly placeable: ReadonlySet<string>;
  /** How many moves each stack has. */
  readonly counts: ReadonlyMap<string, number>;
  readonly reached: Map<string, Reach>;
}
const known = new WeakMap<Given, Facts>();

function facts(g: Given): Facts {
  const had = known.get(g);
  if (had) return had;
  const fits = g.moves.filter((m) => (m.claim ?? '') === g.claim && m.to);
  const counts = new Map<string, number>();
  const placeable = new Set<string>();
  for (const m of fits) {
    if (m.from) counts.set(m.from, (counts.get(m.from) ?? 0) + 1);
    else if (m.to && g.active) placeable.add(m.to);
  }
  const made = {
    fitting: fits,
    movable: new Set(g.active ? counts.keys() : []),
    placeable,
    counts,
    reached: new Map(),
  };
  known.set(g, made);
  return made;
}

/** The moves that fit the claim chosen. */
export function fitting(g: Given): readonly Move[] {
  return facts(g).fitting;
}

/** How many moves a stack has under the claim chosen. */
export function count(g: Given, spot: string): number {
  return facts(g).counts.get(spot) ?? 0;
}

/** The spots a person may take a stack up from. */
export function movable(g: Given): ReadonlySet<string> {
  return facts(g).movable;
}

/** The spots at which a piece may be placed; none once the game moves stacks. */
export function placeable(g: Given): ReadonlySet<string> {
  return facts(g).placeable;
}

function legsOf(g: Given, from: string): Readonly<Record<string, readonly string[]>> | undefined {
  return g.legs?.[`${g.claim},${from}`];
}

/** What can still be reached, given the path so far. */
export interface Reach {
  readonly targets: ReadonlySet<string>;
  /** Spots at which the stack would go on, this path's own left out. */
  readonly points: ReadonlySet<string>;
}

const nothing: Reach = { targets: new Set(), points: new Set() };

export function reach(g: Given, path: readonly string[]): Reach {
  if (!path.length) return nothing;
  const { reached } = facts(g);
  const key = path.join();
  const had = reached.get(key);
  if (had) return had;
  const made = search(g, path);
  reached.set(key, made);
  return made;
}

function search(g: Given, path: readonly string[]): Reach {
  const from = path[0] as string;
  const goals = new Set(fitting(g).flatMap((m) => (m.from === from && m.to ? [m.to] : [])));
  const legs = legsOf(g, from);
  if (!legs) return { targets: goals, points: new Set() };
  const targets = new Set<string>();
  const points = new Set<string>();
  const seen = new Set(path);
  const todo = [path[path.length - 1] as string];
  for (let spot = todo.pop(); spot !== undefined; spot = todo.pop()) {
    for (const next of legs[spot] ?? []) {
      if (legs[next] && next !== from) {
        if (!seen.has(next)) {
          seen.add(next);
          points.add(next);
          todo.push(next);
        }
      } else if (goals.has(next)) targets.add(next);
    }
  }
  // A goal the legs do not lead to (they tell less than the moves) can still be named outright.
  if (path.length === 1) {
    const shown = new Set(Object.values(legs).flat());
    for (const goal of goals) if (!shown.has(goal)) targets.add(goal);
  }
  return { targets, points };
}

/** The shortest way on from the end of a path to a spot, the path included; null when there is none. */
export function route(g: Given, path: readonly string[], to: string): readonly string[] | null {
  const from = path[0];
  const end = path[path.length - 1];
  if (!from || !end) return null;
  const legs = legsOf(g, from);
  if (!legs) return path.length === 1 && reach(g, path).targets.has(to) ? [from, to] : null;
  const before = new Map<string, string>();
  const seen = new Set(path);
  const todo = [end];
  for (let i = 0; i < todo.length; i++) {
    const spot = todo[i] as string;
    for (const next of legs[spot] ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      before.set(next, spot);
      if (next === to) {
        const back = [to];
        for (let s = before.get(to); s !== undefined && s !== end; s = before.get(s)) back.unshift(s);
        return [...path, ...back];
      }
      if (legs[next] && next !== from) todo.push(next);
    }
  }
  return path.length === 1 && reach(g, path).targets.has(to) ? [from, to] : null;
}

function land(g: Given, hand: Hand, to: string): Result {
  const from = hand.path[0];
  const path = from ? route(g, hand.path, to) : [to];
  if (!path) return stay(hand);
  const intent: Intent = { ...(g.claim ? { claim: g.claim } : {}), ...(from ? { from } : {}), to, path };
  if (g.confirm && !(hand.draft && hand.draft.to === to && hand.draft.from === from)) {
    return { hand: { ...hand, asked: '', dragging: false, draft: intent } };
  }
  return { hand: { ...empty, over: hand.over }, intent: hand.draft?.to === to ? hand.draft : intent };
}

/** What the stacks come to by a move, as far as it can be told without the rules. */
export function foreseen(stacks: Stacks, move: Pick<Intent, 'from' | 'to'>, placing = ''): Stacks {
  const { from, to } = move;
  const { [from ?? '']: moved, ...rest } = stacks;
  return { ...rest, [to]: (stacks[to] ?? '') + (from ? (moved ?? '') : placing) };
}

/** The confirmation of a draft, by a button of the host. */
export function confirmDraft(hand: Hand): Result {
  return hand.draft ? { hand: { ...empty, over: hand.over }, intent: hand.draft } : stay(hand);
}

/** A tap, or Enter, on a spot. */
export function tap(g: Given, hand: Hand, spot: string): Result {
  const fresh = { ...empty, over: hand.over };
  if (!g.active) return stay(fresh);
  if (placeable(g).has(spot)) return land(g, { ...hand, path: [] }, spot);
  const own = movable(g).has(spot);
  const from = hand.path[0];
  if (!from) {
    if (own) return stay({ ...fresh, path: [spot] });
    const tried = placeable(g).size > 0;
    return g.stacks[spot] || tried
      ? {
          hand: { ...fresh, asked: spot },
          ask: { claim: g.claim, from: tried ? '' : spot, to: tried ? spot : '', path: [spot] },
        }
      : stay(fresh);
  }
  const { targets, points } = reach(g, hand.path);
  if (targets.has(spot)) return land(g, hand, spot);
  if (points.has(spot)) {
    const way = route(g, hand.path, spot);
    return stay({ ...hand, path: way ?? hand.path, asked: '', draft: null });
  }
  if (spot === from) return stay(fresh);
  const at = hand.path.indexOf(spot);
  if (at > 0) return stay({ ...hand, path: hand.path.slice(0, at), asked: '', draft: null }); // a step back
  if (!g.stacks[spot]) return stay(fresh);
  const ask = { claim: g.claim, from, to: spot, path: [...hand.path, spot] };
  if (own && (!g.askFirst || hand.asked === spot)) {
    return g.askFirst ? stay({ ...fresh, path: [spot] }) : { hand: { ...fresh, path: [spot] }, ask };
  }
  return { hand: { ...hand, asked: spot, draft: null }, ask };
}

/** Esc, or a tap beside the board: one step back, as far as nothing in hand. */
export function cancel(hand: Hand): Hand {
  if (hand.draft) return { ...hand, draft: null };
  return { ...empty, over: hand.over };
}

/** A drag begins on a spot. */
export function lift(g: Given, hand: Hand, spot: string): Hand {
  if (hand.path.length > 0 && hand.path[hand.path.length - 1] === spot) return { ...hand, dragging: true, draft: null };
  if (!movable(g).has(spot)) return hand;
  return { ...empty, path: [spot], dragging: true, over: spot };
}

/** A drag is over a spot ("" beside the board). A spot at which the stack goes on joins the path. */
export function dragOver(g: Given, hand: Hand, spot: string): Hand {
  if (!hand.dragging || hand.over === spot) return hand;
  if (spot && reach(g, hand.path).points.has(spot) && legsOf(g, hand.path[0] ?? '')) {
    const legs = legsOf(g, hand.path[0] ?? '');
    const end = hand.path[hand.path.length - 1] ?? '';
    // Only a direct leg joins by itself: passing over a far point on the way to a goal must not bind.
    if (legs?.[end]?.includes(spot)) return { ...hand, over: spot, path: [...hand.path, spot] };
  }
  return { ...hand, over: spot };
}

/** A drag ends on a spot ("" beside the board). */
export function drop(g: Given, hand: Hand, spot: string): Result {
  if (!hand.dragging) return stay(hand);
  const held = { ...hand, dragging: false };
  const from = hand.path[0] ?? '';
  if (!spot) return stay({ ...empty });
  if (spot === from || hand.path.includes(spot)) return stay(held);
  if (reach(g, held.path).targets.has(spot)) return land(g, held, spot);
  if (reach(g, hand.path.slice(0, 1)).targets.has(spot)) return land(g, { ...held, path: [from] }, spot);
  if (!g.stacks[spot]) return stay({ ...empty, over: spot });
  return {
    hand: { ...empty, over: spot, asked: spot },
    ask: { claim: g.claim, from, to: spot, path: [...hand.path, spot] },
  };
}

/** The pointer or the focus is over a spot. */
export function hover(hand: Hand, spot: string): Hand {
  return hand.over === spot ? hand : { ...hand, over: spot };
}

/** The host's facts have changed (another claim, another position): what is in hand stays as far as it still can. */
export function revise(g: Given, hand: Hand): Hand {
  const from = hand.path[0];
  if (!from) return hand.draft && !g.active ? { ...empty, over: hand.over } : { ...hand, draft: null };
  if (!movable(g).has(from)) return { ...empty, over: hand.over };
  const legs = legsOf(g, from);
  let path: readonly string[] = [from];
  for (const next of hand.path.slice(1)) {
    const end = path[path.length - 1] as string;
    if (!legs?.[end]?.includes(next) || !legs[next]) break;
    path = [...path, next];
  }
  return { ...hand, path, asked: '', draft: null };
}

/** The way the stack in hand would take to the spot under the pointer, or the draft's; null for none. */
export function planned(g: Given, hand: Hand): readonly string[] | null {
  if (hand.draft) return hand.draft.from ? hand.draft.path : null;
  if (!hand.path.length) return null;
  if (hand.over && hand.over !== hand.path[0]) {
    const way = route(g, hand.path, hand.over);
    if (way && (reach(g, hand.path).targets.has(hand.over) || reach(g, hand.path).points.has(hand.over))) return way;
  }
  return hand.path.length > 1 ? hand.path : null;
}
