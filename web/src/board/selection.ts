// What a person has selected on the board, as plain data, and every way it can change, as plain functions. No DOM, no
// clock, no drawing. Position, legal moves and claims come from outside.
import type { Intent, Legs, Move, Stacks } from './types.ts';

/** What stands on the board and what can be done there. */
export interface Choices {
  readonly stacks: Stacks;
  readonly moves: readonly Move[];
  readonly legs?: Legs;
  /** The claim chosen for the coming move, "" for none. */
  readonly claim: string;
  /** False while it is not this person's turn: stacks can be looked at only. */
  readonly active: boolean;
  /** A chosen move waits to be confirmed. */
  readonly confirm?: boolean;
  /** A tap on a spot without a stack is an attempt, too. */
  readonly anywhere?: boolean;
  /** A tap on an own stack that is no target explains why not; only the second tap selects it. */
  readonly askFirst?: boolean;
}

/** What the person has done so far in the coming move. */
export interface Selection {
  /** Origin and the spots passed so far; empty while nothing is selected. */
  readonly path: readonly string[];
  /** The spot whose refusal is being explained. */
  readonly asked: string;
  /** A finished move that waits to be confirmed. */
  readonly draft: Intent | null;
  readonly dragging: boolean;
  /** The spot under the pointer or the key focus, as far as it matters to the move. */
  readonly over: string;
}

export const empty: Selection = { path: [], asked: '', draft: null, dragging: false, over: '' };

/** A move that is not among the legal ones. */
export interface Attempt {
  readonly claim: string;
  /** "" where a piece was to be placed. */
  readonly from: string;
  /** "" where a stack was only tapped. */
  readonly to: string;
  readonly path: readonly string[];
}

/** What follows from a tap, a drag or a key: the new selection, and the move asked for. */
export interface SelectionResult {
  readonly selection: Selection;
  /** A legal move. */
  readonly intent?: Intent;
  /** A move that is not legal, to be explained by the owner. */
  readonly attempt?: Attempt;
}

const stay = (selection: Selection): SelectionResult => ({ selection });

/** What follows from the choices, worked out once: a board asks at every frame and for every spot. */
interface Derived {
  readonly fitting: readonly Move[];
  readonly movable: ReadonlySet<string>;
  readonly placeable: ReadonlySet<string>;
  /** How many moves each stack has. */
  readonly counts: ReadonlyMap<string, number>;
  readonly reached: Map<string, Reach>;
}
const cache = new WeakMap<Choices, Derived>();

function derived(g: Choices): Derived {
  const had = cache.get(g);
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
  cache.set(g, made);
  return made;
}

/** The moves that fit the claim chosen. */
export function fitting(g: Choices): readonly Move[] {
  return derived(g).fitting;
}

/** How many moves a stack has under the claim chosen. */
export function count(g: Choices, spot: string): number {
  return derived(g).counts.get(spot) ?? 0;
}

/** The spots a person may take a stack up from. */
export function movable(g: Choices): ReadonlySet<string> {
  return derived(g).movable;
}

/** The spots at which a piece may be placed; none once the game moves stacks. */
export function placeable(g: Choices): ReadonlySet<string> {
  return derived(g).placeable;
}

function legsOf(g: Choices, from: string): Readonly<Record<string, readonly string[]>> | undefined {
  return g.legs?.[`${g.claim},${from}`];
}

/** What can still be reached, given the path so far. */
export interface Reach {
  readonly targets: ReadonlySet<string>;
  /** Spots at which the stack would go on, this path's own left out. */
  readonly points: ReadonlySet<string>;
}

const nothing: Reach = { targets: new Set(), points: new Set() };

export function reach(g: Choices, path: readonly string[]): Reach {
  if (!path.length) return nothing;
  const { reached } = derived(g);
  const key = path.join();
  const had = reached.get(key);
  if (had) return had;
  const made = search(g, path);
  reached.set(key, made);
  return made;
}

function search(g: Choices, path: readonly string[]): Reach {
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
  // Legs do not lead to every goal of a legal move; such a goal can still be tapped directly.
  if (path.length === 1) {
    const shown = new Set(Object.values(legs).flat());
    for (const goal of goals) if (!shown.has(goal)) targets.add(goal);
  }
  return { targets, points };
}

/** The shortest way on from the end of a path to a spot, the path included; null when there is none. */
export function route(g: Choices, path: readonly string[], to: string): readonly string[] | null {
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

function land(g: Choices, selection: Selection, to: string): SelectionResult {
  const from = selection.path[0];
  const path = from ? route(g, selection.path, to) : [to];
  if (!path) return stay(selection);
  const intent: Intent = { ...(g.claim ? { claim: g.claim } : {}), ...(from ? { from } : {}), to, path };
  if (g.confirm && !(selection.draft && selection.draft.to === to && selection.draft.from === from)) {
    return { selection: { ...selection, asked: '', dragging: false, draft: intent } };
  }
  return {
    selection: { ...empty, over: selection.over },
    intent: selection.draft?.to === to ? selection.draft : intent,
  };
}

/** The stacks as they are shown until the rules answer: the move carried out, with what it builds on its goal. */
export function previewStacks(stacks: Stacks, move: Pick<Intent, 'from' | 'to'>, built: string): Stacks {
  const { [move.from ?? '']: _, ...rest } = stacks;
  return { ...rest, [move.to]: built };
}

export function confirmDraft(selection: Selection): SelectionResult {
  return selection.draft ? { selection: { ...empty, over: selection.over }, intent: selection.draft } : stay(selection);
}

/** A tap, or Enter, on a spot. */
export function tap(g: Choices, selection: Selection, spot: string): SelectionResult {
  const fresh = { ...empty, over: selection.over };
  if (!g.active) return stay(fresh);
  if (placeable(g).has(spot)) return land(g, { ...selection, path: [] }, spot);
  const own = movable(g).has(spot);
  const from = selection.path[0];
  if (!from) {
    if (own) return stay({ ...fresh, path: [spot] });
    const tried = placeable(g).size > 0 || !!g.anywhere;
    return g.stacks[spot] || tried
      ? {
          selection: { ...fresh, asked: spot },
          attempt: { claim: g.claim, from: tried ? '' : spot, to: tried ? spot : '', path: [spot] },
        }
      : stay(fresh);
  }
  const { targets, points } = reach(g, selection.path);
  if (targets.has(spot)) return land(g, selection, spot);
  if (points.has(spot)) {
    const way = route(g, selection.path, spot);
    return stay({ ...selection, path: way ?? selection.path, asked: '', draft: null });
  }
  if (spot === from) return stay(fresh);
  const at = selection.path.indexOf(spot);
  if (at > 0) return stay({ ...selection, path: selection.path.slice(0, at), asked: '', draft: null }); // a step back
  if (!g.stacks[spot]) return stay(fresh);
  const attempt = { claim: g.claim, from, to: spot, path: [...selection.path, spot] };
  if (own && (!g.askFirst || selection.asked === spot)) {
    return g.askFirst ? stay({ ...fresh, path: [spot] }) : { selection: { ...fresh, path: [spot] }, attempt };
  }
  return { selection: { ...selection, asked: spot, draft: null }, attempt };
}

/** Esc, or a tap beside the board: one step back, until nothing is selected. */
export function cancel(selection: Selection): Selection {
  if (selection.draft) return { ...selection, draft: null };
  return { ...empty, over: selection.over };
}

/** A drag begins on a spot. */
export function lift(g: Choices, selection: Selection, spot: string): Selection {
  if (selection.path.length > 0 && selection.path[selection.path.length - 1] === spot)
    return { ...selection, dragging: true, draft: null };
  if (!movable(g).has(spot)) return selection;
  return { ...empty, path: [spot], dragging: true, over: spot };
}

/** A drag is over a spot ("" beside the board). A spot at which the stack goes on joins the path. */
export function dragOver(g: Choices, selection: Selection, spot: string): Selection {
  if (!selection.dragging || selection.over === spot) return selection;
  if (spot && reach(g, selection.path).points.has(spot) && legsOf(g, selection.path[0] ?? '')) {
    const legs = legsOf(g, selection.path[0] ?? '');
    const end = selection.path[selection.path.length - 1] ?? '';
    // Only a direct leg joins by itself: passing over a far point on the way to a goal must not bind.
    if (legs?.[end]?.includes(spot)) return { ...selection, over: spot, path: [...selection.path, spot] };
  }
  return { ...selection, over: spot };
}

/** A drag ends on a spot ("" beside the board). */
export function drop(g: Choices, selection: Selection, spot: string): SelectionResult {
  if (!selection.dragging) return stay(selection);
  const held = { ...selection, dragging: false };
  const from = selection.path[0] ?? '';
  if (!spot) return stay({ ...empty });
  if (spot === from || selection.path.includes(spot)) return stay(held);
  if (reach(g, held.path).targets.has(spot)) return land(g, held, spot);
  if (reach(g, selection.path.slice(0, 1)).targets.has(spot)) return land(g, { ...held, path: [from] }, spot);
  if (!g.stacks[spot]) return stay({ ...empty, over: spot });
  return {
    selection: { ...empty, over: spot, asked: spot },
    attempt: { claim: g.claim, from, to: spot, path: [...selection.path, spot] },
  };
}

/** The pointer or the focus is over a spot. */
export function hover(selection: Selection, spot: string): Selection {
  return selection.over === spot ? selection : { ...selection, over: spot };
}

/** The choices have changed (another claim, another position): the selection stays as far as it still can. */
export function revise(g: Choices, selection: Selection): Selection {
  const from = selection.path[0];
  const draft = stillLegal(g, selection.draft) ? selection.draft : null;
  if (!from) return selection.draft && !g.active ? { ...empty, over: selection.over } : { ...selection, draft };
  if (!movable(g).has(from)) return { ...empty, over: selection.over };
  const legs = legsOf(g, from);
  let path: readonly string[] = [from];
  for (const next of selection.path.slice(1)) {
    const end = path[path.length - 1] as string;
    if (!legs?.[end]?.includes(next) || !legs[next]) break;
    path = [...path, next];
  }
  return { ...selection, path, asked: '', draft };
}
function stillLegal(g: Choices, draft: Intent | null): boolean {
  if (!draft || !g.active || (draft.claim ?? '') !== g.claim) return false;
  return g.moves.some((m) => m.from === draft.from && m.to === draft.to && (m.claim ?? '') === g.claim);
}

/** The path of the selected stack to the spot under the pointer, or the draft's; null for none. */
export function planned(g: Choices, selection: Selection): readonly string[] | null {
  if (selection.draft) return selection.draft.from ? selection.draft.path : null;
  if (!selection.path.length) return null;
  if (selection.over && selection.over !== selection.path[0]) {
    const way = route(g, selection.path, selection.over);
    if (
      way &&
      (reach(g, selection.path).targets.has(selection.over) || reach(g, selection.path).points.has(selection.over))
    )
      return way;
  }
  return selection.path.length > 1 ? selection.path : null;
}
