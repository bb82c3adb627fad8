// From state to picture: what lies where, in the order of painting. Plain data in, markup out; the component only
// puts it into the page, and the picture export writes it to a file.
import { disc, discShadow, layer } from './discs.ts';
import { type Card, fan, spread } from './fan.ts';
import type { Plan, Point } from './geometry.ts';
import { claimedRing, drawing, type Mark, markSvg, nameTag, route as routeLine } from './marks.ts';
import { LIVE, type Paint } from './paint.ts';
import { ring, ringShadow } from './rings.ts';
import { type Choices, movable, placeable, planned, reach, type Selection } from './selection.ts';
import { type Fit, place } from './surface.ts';
import type { Arrow, Marks, Pieces, Stacks } from './types.ts';

/** One thing drawn: its key stays the same while it is the same thing. */
export interface Item {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly svg: string;
  readonly alpha?: number;
}

export interface Scene {
  readonly marks: readonly Item[];
  readonly routes: readonly Item[];
  readonly stacks: readonly Item[];
  readonly over: readonly Item[];
}

export interface SceneInput {
  readonly plan: Plan;
  readonly pieces: Pieces;
  /** The highest stack the game knows. */
  readonly highest: number;
  readonly choices: Choices;
  readonly selection: Selection;
  readonly marks: Marks;
  /** The spot with the visible key focus, or "". */
  readonly focus?: string;
  /** The stack shown in a card, or "". */
  readonly inspect?: string;
  readonly spreadAll?: boolean;
  /** Nothing that stands or stood on the board is drawn: it is played from memory. */
  readonly blind?: boolean;
  /** Targets are not lit before they are pointed at. */
  readonly unlit?: boolean;
  /** The piece a placing would put down. */
  readonly placing?: string;
  /** While something travels: what stands on the board meanwhile, and what is in the air. */
  readonly moving?: {
    readonly stacks: Stacks;
    readonly flying: readonly Flying[];
    readonly fading: readonly Fading[];
    readonly landed: boolean;
  };
  /** A stack in the pointer's hold: where it came from, and where it is, in pitches from the board's center. */
  readonly held?: (Point & { readonly from: string }) | null;
  readonly paint?: Paint;
}

export interface Flying {
  readonly stack: string;
  readonly at: Point;
  readonly lift: number;
}

export interface Fading {
  readonly spot: string;
  readonly stack: string;
  readonly alpha: number;
}

const cache = new Map<string, string>();

/** Drawing a stack again and again costs; the same stack at the same size is drawn once. */
function drawn(key: string, make: () => string): string {
  const hit = cache.get(key);
  if (hit !== undefined) return hit;
  if (cache.size > 2000) cache.clear();
  const made = make();
  cache.set(key, made);
  return made;
}

function stackSvg(
  v: Pick<SceneInput, 'pieces' | 'highest' | 'paint'>,
  stack: string,
  p: number,
  look: { lift?: number; ghost?: boolean; bare?: boolean; lit?: readonly number[] } = {},
): string {
  const t = v.paint ?? LIVE;
  const make = (): string =>
    v.pieces === 'discs' ? disc(stack, p, t, { ...look, h: layer(v.highest) }) : ring(stack, p, t, look);
  if (t !== LIVE) return make();
  return drawn(
    `${v.pieces}|${v.highest}|${stack}|${p}|${look.lift ?? 0}|${look.ghost ? 1 : 0}${look.bare ? 1 : 0}|${look.lit ?? ''}`,
    make,
  );
}

function shadowSvg(v: Pick<SceneInput, 'pieces' | 'paint'>, stack: string, p: number): string {
  const t = v.paint ?? LIVE;
  return v.pieces === 'discs' ? discShadow(p, t) : ringShadow(stack.length, p, t);
}

/** Keeps what is drawn as it was, so that only what has changed is put into the page again. */
export function steady(): (next: Scene) => Scene {
  let known = new Map<string, Item>();
  return (next) => {
    const now = new Map<string, Item>();
    const keep = (items: readonly Item[]): Item[] =>
      items.map((i) => {
        const had = known.get(i.key);
        const same = had && had.x === i.x && had.y === i.y && had.svg === i.svg && had.alpha === i.alpha ? had : i;
        now.set(i.key, same);
        return same;
      });
    const kept = {
      marks: keep(next.marks),
      routes: keep(next.routes),
      stacks: keep(next.stacks),
      over: keep(next.over),
    };
    known = now;
    return kept;
  };
}

export function scene(v: SceneInput, f: Fit): Scene {
  const { plan, choices, selection, marks } = v;
  const { p } = f;
  const t = v.paint ?? LIVE;
  const stacks = v.blind ? {} : (v.moving?.stacks ?? choices.stacks);
  const at = (name: string): Point => place(f, plan.at.get(name) ?? { x: 0, y: 0 });
  const from = selection.path[0] ?? '';
  const still = !v.moving || v.moving.landed;
  const { targets, points } = still
    ? reach(choices, selection.path)
    : { targets: new Set<string>(), points: new Set<string>() };
  const way = still && (!v.blind || selection.draft) ? planned(choices, selection) : null;
  const last = marks.last?.path ?? [];
  const gone = still && !v.blind ? (marks.gone ?? {}) : {};
  const doomed = new Set(still ? (marks.doomed ?? []) : []);

  const kinds = new Map<string, Mark[]>();
  const mark = (name: string | undefined, kind: Mark): void => {
    if (name && plan.at.has(name)) kinds.set(name, [...(kinds.get(name) ?? []), kind]);
  };
  const busy = new Set([...targets, ...points, ...selection.path]);
  if (last.length > 1 && last[0] && !busy.has(last[0])) mark(last[0], 'from');
  const goal = last[last.length - 1];
  if (still && goal && !busy.has(goal) && stacks[goal] && !doomed.has(goal)) mark(goal, 'last');
  if (still) {
    const lit = !v.unlit && !v.blind;
    for (const name of points) if (lit || (name === selection.over && !v.blind)) mark(name, 'point');
    for (const name of targets) {
      const pointed = (name === selection.over && !v.blind) || name === selection.draft?.to;
      if (!doomed.has(name) && (pointed || lit)) mark(name, pointed ? 'hover' : 'target');
    }
    for (const name of marks.targets ?? []) if (lit) mark(name, 'target');
    if (!from && marks.lens && !v.blind) {
      const { bound, freed, goals } = marks.lens;
      for (const name of goals) mark(name, 'opened');
      for (const name of bound) mark(name, freed.includes(name) ? 'freed' : 'bound');
    }
    for (const name of selection.path.slice(1)) mark(name, 'passed');
    mark(from, 'selected');
  }
  for (const name of marks.picked ?? []) mark(name, 'freed');
  mark(v.focus, 'focus');

  // They lie below all that is said of a move in hand.
  const { letter: claimed = '', spots: theirs = [] } = (still && !v.blind && marks.claimed) || {};
  const claimedItems: Item[] = theirs
    .filter((name) => !busy.has(name) && stacks[name])
    .map((name) => ({
      key: `claimed ${name}`,
      ...at(name),
      svg: drawn(`claimed|${claimed}|${p}|${t === LIVE}`, () => `<g class="claimed">${claimedRing(claimed, p, t)}</g>`),
    }));
  const markItems: Item[] = [...kinds].map(([name, list]) => ({
    key: `mark ${name}`,
    ...at(name),
    svg: drawn(`mark|${v.pieces}|${list}|${p}|${t === LIVE}`, () =>
      list.map((k) => markSvg(k, v.pieces, p, t)).join(''),
    ),
  }));

  const routes: Item[] = [];
  const over: Item[] = [];
  const line = (key: string, names: readonly string[], kind: Arrow): void => {
    const ghost = gone[names[names.length - 1] ?? ''] && kind === 'played';
    const { line, head, above } = routeLine(names.map(at), v.pieces, p, t, kind, ghost ? 0.46 * p : 0);
    if (above) {
      over.push({ key, x: 0, y: 0, svg: line + head });
      return;
    }
    // Rings leave so little room between them that a head below them could not be seen.
    routes.push({ key, x: 0, y: 0, svg: v.pieces === 'discs' ? line + head : line });
    if (v.pieces === 'rings' && head) over.push({ key: `${key} head`, x: 0, y: 0, svg: head });
  };
  if (!from && !selection.draft && last.length > 1) line('last', last, 'played');
  for (const [i, a] of (marks.arrows ?? []).entries()) line(`arrow ${i}`, a.path, a.kind);
  if (way) line('way', way, 'plan');
  for (const [i, s] of (marks.drawings ?? []).entries()) {
    if (!plan.at.has(s.from) || !plan.at.has(s.to)) continue; // of another board
    over.push({ key: `drawing ${i}`, x: 0, y: 0, svg: drawing(at(s.from), at(s.to), v.pieces, p, s.color) });
  }

  for (const c of marks.counts ?? []) over.push({ key: `count ${c.spot}`, ...at(c.spot), svg: c.svg(p) });
  for (const name of f.coords ? [] : (marks.named ?? [])) {
    if (plan.at.has(name)) over.push({ key: `name ${name}`, ...at(name), svg: nameTag(name, p, t) });
  }

  const own = still && !from ? movable(choices) : new Set<string>();
  const open = still ? placeable(choices) : new Set<string>();
  const items: { item: Item; depth: number }[] = [];
  const put = (key: string, q: Point, svg: string, depth = q.y, alpha?: number): void => {
    items.push({ item: { key, x: q.x, y: q.y, svg, alpha }, depth });
  };
  const hinges = new Set(still ? marks.hinges : []);
  const blocked = new Set(still ? marks.blocked : []);
  for (const name of plan.at.keys()) {
    const stack = stacks[name];
    const q = at(name);
    const left = gone[name];
    if (left) put(`gone ${name}`, q, stackSvg(v, left, p, { ghost: true }), q.y - 0.01);
    if (!stack) {
      if (v.placing && !v.blind && open.has(name) && name === (selection.draft?.to || selection.over)) {
        put(`ghost ${name}`, q, stackSvg(v, v.placing, p, { ghost: true }));
      }
      continue;
    }
    if (v.held?.from === name) continue; // it is in the hand
    const lifted =
      name === from && !selection.draft
        ? v.pieces === 'discs'
          ? 0.16
          : 0.14
        : name === selection.over && own.has(name)
          ? 0.05
          : 0;
    const ghost = doomed.has(name) || selection.draft?.from === name;
    let svg =
      v.spreadAll && stack.length > 1 && !ghost
        ? spread(stack, v.pieces, p, t)
        : stackSvg(v, stack, p, { lift: lifted, ghost, lit: marks.lit?.[name] });
    if (!ghost && hinges.has(name)) svg += markSvg('hinge', v.pieces, p, t);
    if (!ghost && blocked.has(name)) svg += markSvg('blocked', v.pieces, p, t);
    put(`stack ${name}`, q, svg);
  }
  for (const [i, s] of (v.blind ? [] : (v.moving?.fading ?? [])).entries()) {
    const q = at(s.spot);
    put(`fading ${i}`, q, stackSvg(v, s.stack, p), q.y - 0.01, s.alpha);
  }
  for (const [i, s] of (v.blind ? [] : (v.moving?.flying ?? [])).entries()) {
    // The shadow stays on the board and the stack rises above it: drawn once, moved at every frame.
    const q = place(f, s.at);
    over.push({ key: `shade ${i}`, ...q, svg: shadowSvg(v, s.stack, p) });
    over.push({ key: `fly ${i}`, x: q.x, y: q.y - s.lift * p, svg: stackSvg(v, s.stack, p, { bare: true }) });
  }
  const holding = v.held && stacks[v.held.from];
  if (v.held && holding) {
    over.push({ key: 'held', ...place(f, v.held), svg: stackSvg(v, holding, p, { lift: 0.16 }) });
  }
  if (selection.draft?.from && still) {
    const moving = stacks[selection.draft.from];
    const q = at(selection.draft.to);
    if (moving) over.push({ key: 'draft', x: q.x, y: q.y - 0.2 * p, svg: stackSvg(v, moving, p, { ghost: true }) });
  }
  const seen = v.inspect ? (stacks[v.inspect] ?? gone[v.inspect]) : undefined;
  if (v.inspect && seen && !v.held) {
    const q = at(v.inspect);
    const card: Card = fan(seen, v.pieces, p, q.x, q.y - (v.pieces === 'discs' ? 0.1 * p : 0), f.w, f.h, t);
    over.push({ key: `card ${v.inspect}`, x: card.x, y: card.y, svg: card.svg });
  }
  items.sort((a, b) => a.depth - b.depth || a.item.x - b.item.x);
  return { marks: [...claimedItems, ...markItems], routes, stacks: items.map((i) => i.item), over };
}
