// A game with all its variations, as plain data: no function changes a tree, each returns a new one.
// It knows no rules; the plies it keeps come from them.
import type { GameRecord, Note, Ply, RecordLine, RecordMove } from '../rules/types.ts';

/** What a place of the tree has beside its moves. */
export interface Annotation {
  readonly comment?: string;
  readonly nags?: readonly number[];
  /** As a record holds it, seen by side 0. */
  readonly eval?: string;
  readonly clock?: number;
  readonly took?: number;
  readonly commands?: Note['commands'];
}

export interface Node extends Annotation {
  readonly id: number;
  /** -1 at the root. */
  readonly parent: number;
  /** The move that leads here; none at the root. */
  readonly ply?: Ply;
  /** The first child goes on with the line, the others are variations. */
  readonly children: readonly number[];
}

export interface Tree {
  readonly start: string;
  readonly nodes: ReadonlyMap<number, Node>;
  readonly next: number;
}

export const ROOT = 0;

export function plant(start: string, annotation: Annotation = {}): Tree {
  return { start, nodes: new Map([[ROOT, { ...annotation, id: ROOT, parent: -1, children: [] }]]), next: 1 };
}

export function node(tree: Tree, id: number): Node {
  return tree.nodes.get(id) ?? (tree.nodes.get(ROOT) as Node);
}

export function position(tree: Tree, id: number): string {
  return node(tree, id).ply?.position ?? tree.start;
}

function change(tree: Tree, ...nodes: readonly Node[]): Tree {
  const map = new Map(tree.nodes);
  for (const n of nodes) map.set(n.id, n);
  return { ...tree, nodes: map };
}

/** Puts a move behind a place, into nodes that may be changed; a move that is there already is only found. */
function insert(nodes: Map<number, Node>, at: number, ply: Ply, annotation: Annotation, id: number): number {
  const parent = nodes.get(at) ?? (nodes.get(ROOT) as Node);
  const known = parent.children.find((c) => nodes.get(c)?.ply?.move === ply.move);
  if (known !== undefined) return known;
  nodes.set(parent.id, { ...parent, children: [...parent.children, id] });
  nodes.set(id, { ...annotation, id, parent: parent.id, ply, children: [] });
  return id;
}

/** Puts a move behind a place and says where it stands; a move that is there already is only found. */
export function add(tree: Tree, at: number, ply: Ply, annotation: Annotation = {}): readonly [Tree, number] {
  const nodes = new Map(tree.nodes);
  const id = insert(nodes, at, ply, annotation, tree.next);
  return id < tree.next ? [tree, id] : [{ ...tree, nodes, next: id + 1 }, id];
}

/** Takes a move away with everything behind it; the root stays. */
export function remove(tree: Tree, id: number): Tree {
  const gone = node(tree, id);
  if (gone.parent < 0) return tree;
  const parent = node(tree, gone.parent);
  const nodes = new Map(tree.nodes);
  nodes.set(parent.id, { ...parent, children: parent.children.filter((c) => c !== id) });
  const todo = [id];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    todo.push(...(nodes.get(at)?.children ?? []));
    nodes.delete(at);
  }
  return { ...tree, nodes };
}

/** Makes the line to a place the main line. */
export function promote(tree: Tree, id: number): Tree {
  const changed: Node[] = [];
  for (let at = node(tree, id); at.parent >= 0; at = node(tree, at.parent)) {
    const parent = node(tree, at.parent);
    if (parent.children[0] === at.id) continue;
    changed.push({ ...parent, children: [at.id, ...parent.children.filter((c) => c !== at.id)] });
  }
  return changed.length ? change(tree, ...changed) : tree;
}

/** Changes the annotation of a place; fields that are not given stay. */
export function annotate(tree: Tree, id: number, annotation: Annotation): Tree {
  return change(tree, { ...node(tree, id), ...annotation });
}

/** The places from behind the root to a place. */
export function way(tree: Tree, id: number): readonly number[] {
  const out: number[] = [];
  for (let at = node(tree, id); at.parent >= 0; at = node(tree, at.parent)) out.unshift(at.id);
  return out;
}

/** How the line of a place goes on. */
export function rest(tree: Tree, id: number): readonly number[] {
  const out: number[] = [];
  for (let at = node(tree, id).children[0]; at !== undefined; at = node(tree, at).children[0]) out.push(at);
  return out;
}

/** The whole line of a place: how it is reached and how it goes on. */
export function line(tree: Tree, id: number): readonly number[] {
  return [...way(tree, id), ...rest(tree, id)];
}

export function main(tree: Tree): readonly number[] {
  return rest(tree, ROOT);
}

export function isMain(tree: Tree, id: number): boolean {
  return promote(tree, id) === tree;
}

/** The first place of the variation a place lies in, -1 on the main line. */
export function branch(tree: Tree, id: number): number {
  for (let at = node(tree, id); at.parent >= 0; at = node(tree, at.parent)) {
    if (node(tree, at.parent).children[0] !== at.id) return at.id;
  }
  return -1;
}

/** The place that many plies down the line of another. */
export function atPly(tree: Tree, id: number, ply: number): number {
  if (ply <= 0) return ROOT;
  const all = line(tree, id);
  return all[Math.min(ply, all.length) - 1] ?? ROOT;
}

/** The place with a position: on the main line first, at the ply named first; -1 where there is none. */
export function find(tree: Tree, wanted: string, ply: number): number {
  let best = -1;
  let rank = -1;
  for (const id of tree.nodes.keys()) {
    if (position(tree, id) !== wanted) continue;
    const r = (way(tree, id).length === ply ? 2 : 0) + (isMain(tree, id) ? 1 : 0);
    if (r > rank) [best, rank] = [id, r];
  }
  return best;
}

const noteOf = (annotation: Annotation): Note | undefined => {
  const { comment, clock, took, eval: value, commands } = annotation;
  const note = {
    ...(comment ? { comment } : {}),
    ...(clock === undefined ? {} : { clock }),
    ...(took === undefined ? {} : { took }),
    ...(value ? { eval: value } : {}),
    ...(commands?.length ? { commands } : {}),
  };
  return Object.keys(note).length ? note : undefined;
};

const annotationOf = (note: Note | undefined, nags?: readonly number[]): Annotation => ({
  ...(note ?? {}),
  ...(nags?.length ? { nags } : {}),
});

/** The moves behind a place as a record holds them. */
export function moves(tree: Tree, id: number): readonly RecordMove[] {
  const out: RecordMove[] = [];
  let at = node(tree, id);
  while (at.children.length) {
    const [first, ...others] = at.children as readonly [number, ...number[]];
    const go = (child: number): RecordMove => {
      const n = node(tree, child);
      const note = noteOf(n);
      return { text: n.ply?.move ?? '', ...(n.nags?.length ? { nags: n.nags } : {}), ...(note ? { note } : {}) };
    };
    const variations: RecordLine[] = others.map((o) => ({ moves: [go(o), ...moves(tree, o)] }));
    out.push({ ...go(first), ...(variations.length ? { variations } : {}) });
    at = node(tree, first);
  }
  return out;
}

/** Everything about a game but its moves. */
export type Head = Omit<GameRecord, 'moves' | 'note' | 'start'>;

export function toRecord(tree: Tree, head: Head): GameRecord {
  const note = noteOf(node(tree, ROOT));
  return { ...head, start: tree.start, ...(note ? { note } : {}), moves: moves(tree, ROOT) };
}

/** What is asked to turn a line of a record into plies. */
export type Replayer = (start: string, moves: readonly string[]) => Promise<readonly Ply[]>;

/** The tree of a record. A line ends at the first move that cannot be played. */
export async function fromRecord(record: GameRecord, replay: Replayer): Promise<Tree> {
  const { nodes: planted, start } = plant(record.start, annotationOf(record.note));
  const nodes = new Map(planted); // one for all moves: a large record has thousands
  let next = 1;
  const grow = async (at: number, lineOf: RecordLine): Promise<void> => {
    const plies = await replay(
      nodes.get(at)?.ply?.position ?? start,
      lineOf.moves.map((m) => m.text),
    );
    const side: [number, RecordLine][] = [];
    let here = at;
    for (const [i, ply] of plies.entries()) {
      const m = lineOf.moves[i] as RecordMove;
      for (const v of m.variations ?? []) side.push([here, v]);
      let annotation = annotationOf(m.note, m.nags);
      if (i === 0 && at !== ROOT && lineOf.note?.comment) {
        // The comment before a variation is added to that of its first move.
        annotation = { ...annotation, comment: [lineOf.note.comment, annotation.comment].filter(Boolean).join(' ') };
      }
      here = insert(nodes, here, ply, annotation, next);
      if (here === next) next++;
    }
    for (const [from, v] of side) await grow(from, v);
  };
  await grow(ROOT, record);
  return { start, nodes, next };
}
