// A game being analyzed: its tree of variations, the place looked at, and what the rules say of it.

import { isSigned, signed } from '../archive/accuracy.ts';
import {
  type Archiver,
  analysisIn,
  analysisText,
  draftOfAnalysis,
  recordOf,
  type SavedAnalysis,
  UnreadableError,
} from '../archive/archiver.ts';
import { analysisIdOf } from '../archive/entry.ts';
import type { Layout } from '../board/types.ts';
import { type Address, format, nowhere, parse, show } from '../device/address.ts';
import { people } from '../device/people.svelte.ts';
import {
  ACCEPTED,
  type Answer,
  DROPPED,
  type GameEvent,
  type GameSource,
  type GameUpdate,
  Listeners,
  type Player,
  type SendOptions,
  traced,
} from '../game/source.ts';
import { takenBy } from '../game/taken.ts';
import type { GameInfo, GameRecord, Outcome, Ply, Refusal, Rules, Side, View } from '../rules/types.ts';
import { LoadError, RulesError } from '../rules/types.ts';
import { type SavedGame, SavedGames } from './savedGames.ts';
import * as T from './tree.ts';

export class AnalysisTree implements GameSource {
  readonly rules: Rules;
  info: GameInfo | null = $state.raw(null);
  layout: Layout | null = $state.raw(null);
  tree: T.Tree = $state.raw(T.plant(''));
  head: T.Head = $state.raw({ game: '', result: 'ongoing' });
  at = $state(T.ROOT);
  view: View | null = $state.raw(null);
  /** The end of the line shown; stepping forward goes there. */
  end = $state(T.ROOT);
  /** The last move of the game as it was opened: what comes behind it here was never played. */
  played = $state(T.ROOT);
  waiting = $state(false);
  /** The storage of the page, and the archive, took the tree when they were last asked to keep it. */
  #here = $state(true);
  #kept = $state(true);
  /** What was saved last, and what of it is in a file. */
  #text = $state.raw('');
  #filed = $state.raw('');
  /** The archive, to which every analysis goes. */
  archiver: Archiver | null = null;
  /** Moves made on the board go here, while they are to become no part of the tree. */
  guard: ((event: GameEvent) => Promise<Answer>) | null = $state.raw(null);
  /** The name the game shown is saved under. */
  name = $state('');
  /** A judgement has gone through the whole game. */
  judged = $state(false);
  /** The study whose chapter is shown, "" for none. */
  study = $state('');
  /** The side of the person here, where the game is known to be one of theirs. */
  me: Side | null = $state(null);
  /** Another window has changed the game shown too, and it goes on under a new name from here on. */
  onfork: (from: string, to: string) => void = () => {};
  readonly #saved = new SavedGames();
  #views = new Map<string, View>();
  #asked = 0;
  #opened = 0;
  #trimming = false;
  readonly #listeners = new Listeners();

  constructor(rules: Rules) {
    this.rules = rules;
  }

  get node(): T.Node {
    return T.node(this.tree, this.at);
  }
  get position(): string {
    return T.position(this.tree, this.at);
  }
  get ply(): number {
    return T.way(this.tree, this.at).length;
  }
  /** The line shown, from the start to `end`. */
  get line(): readonly number[] {
    return T.line(this.tree, this.end);
  }
  get last(): Ply | null {
    return this.node.ply ?? null;
  }

  get players(): readonly [Player, Player] {
    return [
      { name: this.head.first ?? '', level: 0 },
      { name: this.head.second ?? '', level: 0 },
    ];
  }
  /** How the position looked at stands. */
  get outcome(): Outcome {
    return this.view?.outcome ?? 'ongoing';
  }
  /** A move can be made anywhere in the tree: another one than the next begins a variation. */
  get playable(): boolean {
    return this.outcome === 'ongoing';
  }
  listen(listener: (update: GameUpdate) => void): () => void {
    return this.#listeners.add(listener);
  }

  async viewAt(position: string): Promise<View> {
    const known = this.#views.get(position);
    if (known) return known;
    const { info } = this;
    const view = await this.rules.view(info?.id ?? '', position);
    if (info === this.info) this.#views.set(position, view);
    return view;
  }

  /**
   * Opens a position, or a whole game. The refusal is thrown, and what was open stays; it stays too where another game
   * is opened before the rules have answered.
   */
  async open(info: GameInfo, start: string, moves: readonly string[] = [], ply = -1): Promise<void> {
    const ask = ++this.#opened;
    const all = await this.rules.replay(info.id, start, moves);
    if (all.failed !== undefined && all.why) throw this.#refused(all.failed, moves, all.why);
    // The canonical text, so that an address written by hand finds its place again.
    const first = await this.rules.view(info.id, start);
    let tree = T.plant(first.position);
    let at = T.ROOT;
    for (const p of all.plies) [tree, at] = T.add(tree, at, p);
    const head: T.Head = { game: info.id, result: 'ongoing' };
    const taken = await this.#take(ask, info, tree, head, ply < 0 ? at : T.atPly(tree, at, ply));
    if (taken && moves.length) this.save(); // of a position the address holds all there is
  }

  /** Opens a record at a ply of its main line. */
  async load(info: GameInfo, record: GameRecord, ply = 0): Promise<void> {
    const ask = ++this.#opened;
    const start = record.start || (await this.rules.start(info.id, ''));
    const { tree, head } = await this.#grown(info, { ...record, start });
    const at = T.atPly(tree, T.main(tree).at(-1) ?? T.ROOT, ply);
    const me = people.name ? [record.first, record.second].indexOf(people.name) : -1;
    if (await this.#take(ask, info, tree, head, at, undefined, me < 0 ? {} : { me: me as Side })) this.save();
  }
  async #grown(info: GameInfo, record: GameRecord): Promise<{ tree: T.Tree; head: T.Head }> {
    const replay: T.Replayer = async (from, list) => (await this.rules.replay(info.id, from, list)).plies;
    const { moves: _, note: __, start: ___, ...head } = record;
    return { tree: await T.fromRecord(record, replay), head };
  }

  /** Shows another game, a saved one or a new one. */
  async #take(
    ask: number,
    info: GameInfo,
    tree: T.Tree,
    head: T.Head,
    at: number,
    kept?: SavedGame,
    { study = '', me = null }: Omit<Partial<SavedAnalysis>, 'record'> = {},
  ): Promise<boolean> {
    const layout = await this.rules.layout(info.id);
    const view = await this.rules.view(info.id, T.position(tree, at));
    if (ask !== this.#opened) return false;
    const chapter = this.study && this.name;
    if (kept) this.#saved.take(kept);
    else this.#saved.begin();
    this.name = this.#saved.name;
    this.study = study;
    this.me = me;
    this.#asked++;
    this.#views.clear();
    this.#views.set(view.position, view);
    this.info = info;
    this.layout = layout;
    this.tree = tree;
    this.head = head;
    this.judged = isSigned(head);
    this.at = at;
    this.end = T.line(tree, at).at(-1) ?? at;
    this.played = T.main(tree).at(-1) ?? T.ROOT;
    this.view = view;
    // From here a step back in the browser leads to the chapter before; after such a step the address names another one.
    const leaves = !!chapter && chapter !== this.name && parse(location.search).chapter === chapter;
    this.#point(leaves ? 'push' : 'replace');
    // The position one step back is asked for in advance, so that it can be shown at once.
    if (at !== T.ROOT) this.viewAt(T.position(tree, this.node.parent)).catch(() => {}); // it is asked for again when wanted
    return true;
  }

  async go(id: number): Promise<void> {
    const ask = ++this.#asked;
    const view = await this.viewAt(T.position(this.tree, id));
    if (ask !== this.#asked || !this.tree.nodes.has(id)) return;
    this.at = id;
    this.view = view;
    if (!this.line.includes(id)) this.end = T.line(this.tree, id).at(-1) ?? id;
    this.#point();
  }
  /** Goes along the line shown. */
  step(by: number): Promise<void> {
    const all = [T.ROOT, ...this.line];
    const i = Math.max(0, all.indexOf(this.at));
    return this.go(all[Math.max(0, Math.min(all.length - 1, i + by))] ?? T.ROOT);
  }

  /**
   * Plays a move from the place looked at. It is dropped while another one is being played, or where
   * another place was shown before the rules had answered.
   */
  async send(event: GameEvent, { after }: SendOptions = {}): Promise<Answer> {
    if (event.kind !== 'move' || !this.info || this.waiting) return DROPPED;
    if (this.guard) {
      this.waiting = true;
      return this.guard(event).finally(() => (this.waiting = false));
    }
    this.waiting = true;
    const from = this.at;
    const ask = this.#asked;
    try {
      const asked = this.rules.play(this.info.id, this.position, event.move);
      const [{ ply: told, view }] = await Promise.all([asked, after]);
      if (ask !== this.#asked || from !== this.at) return DROPPED;
      this.#asked++;
      this.#views.set(view.position, view);
      const ply = traced(told, event.path);
      const [tree, id] = T.add(this.tree, from, ply);
      this.tree = tree;
      this.at = id;
      this.view = view;
      if (!this.line.includes(id)) this.end = T.line(tree, id).at(-1) ?? id;
      this.save();
      this.#listeners.tell({ event, from: 'here', played: { ply, after: view, shown: true } });
      return ACCEPTED;
    } catch (e) {
      if (e instanceof RulesError) return { status: 'refused', refusal: e.refusal };
      throw e;
    } finally {
      this.waiting = false;
    }
  }

  /** Plays a list of moves from here, all of them or none; the refusal is thrown. */
  async follow(moves: readonly string[]): Promise<void> {
    if (!this.info) return;
    const from = this.at;
    const { position } = this;
    const all = await this.rules.replay(this.info.id, position, moves);
    if (all.failed !== undefined && all.why) throw this.#refused(all.failed, moves, all.why);
    if (T.position(this.tree, from) !== position) return; // another game was opened meanwhile
    let tree = this.tree;
    let at = from;
    for (const p of all.plies) [tree, at] = T.add(tree, at, p);
    this.tree = tree;
    this.save();
    await this.go(at);
  }
  #refused(n: number, moves: readonly string[], why: Refusal): RulesError {
    const move = moves[n] ?? '';
    const { clause, spots, offset } = why; // what was tried is shown and linked as in a refused move
    const at = { clause, spots, offset, place: { ply: n + 1 } };
    return new RulesError({ ...at, code: 'record.illegal', args: { move }, why, text: `${move} is illegal` });
  }

  /** Adds a line behind a place without going there. */
  async addLine(
    at: number,
    moves: readonly string[],
    annotation: T.Annotation = {},
    { save = true } = {},
  ): Promise<void> {
    if (!this.info) return;
    const position = T.position(this.tree, at);
    const all = await this.rules.replay(this.info.id, position, moves);
    if (!this.tree.nodes.has(at) || T.position(this.tree, at) !== position) return; // it is gone by now
    let tree = this.tree;
    let here = at;
    for (const [i, p] of all.plies.entries()) [tree, here] = T.add(tree, here, p, i === 0 ? annotation : {});
    this.tree = tree;
    if (save) this.save();
  }
  /** Changes the annotation of a place; who changes many saves them together. */
  annotate(id: number, annotation: T.Annotation, { save = true } = {}): void {
    this.tree = T.annotate(this.tree, id, annotation);
    if (save) this.save();
  }
  /** Notes that a judgement has gone through the whole game. */
  sign(): void {
    this.judged = true;
    this.save();
  }
  promote(id: number): void {
    this.tree = T.promote(this.tree, id);
    this.save();
  }
  /** Takes a move away with everything behind it; if the place shown is among it, the one before the move is shown. */
  async remove(id: number): Promise<void> {
    const { parent, ply } = T.node(this.tree, id);
    if (parent < 0) return;
    const view = await this.viewAt(T.position(this.tree, parent));
    if (T.node(this.tree, id).ply !== ply) return; // it is gone by now
    const inside = T.way(this.tree, this.at).includes(id);
    this.tree = T.remove(this.tree, id);
    if (inside) {
      this.#asked++;
      this.at = parent;
      this.view = view;
    }
    if (!this.tree.nodes.has(this.end)) this.end = T.line(this.tree, this.at).at(-1) ?? this.at;
    this.save();
  }

  /** How the game has ended, as far as its record says it or its last position was looked at. */
  get result(): Outcome {
    const outcome = this.#views.get(T.position(this.tree, T.main(this.tree).at(-1) ?? T.ROOT))?.outcome;
    return this.head.result === 'ongoing' && outcome ? outcome : this.head.result;
  }
  record(): GameRecord {
    const { result } = this;
    const tags = this.judged ? signed(this.head) : this.head.tags;
    return T.toRecord(this.tree, { ...this.head, result, ...(tags ? { tags } : {}) });
  }
  /** The stacks each side has taken on the way here. */
  taken(): [string[], string[]] {
    return takenBy(T.way(this.tree, this.at).map((id) => T.node(this.tree, id).ply));
  }

  /** The address of the place shown, for somebody else: the study it is in is on this device alone. */
  address(): string {
    return format({ game: this.info?.id ?? '', position: this.position, ply: this.ply });
  }
  /**
   * The address of the whole game, at the place of its main line nearest to the one shown; null where it would be too
   * long. A main line alone stays legible, everything else is packed.
   */
  async gameAddress(): Promise<string | null> {
    const { LONGEST, pack } = await import('../archive/packed.ts');
    const { tree, info } = this;
    const main = T.main(tree);
    const ply = T.way(tree, this.at).filter((id) => main.includes(id)).length;
    const game = info?.id ?? '';
    const record = this.record();
    const moves = main.map((id) => T.node(tree, id).ply?.move ?? '');
    const board = T.node(tree, main[ply - 1] ?? T.ROOT).ply?.position ?? tree.start;
    const plain = format({ game, position: tree.start, board, moves, ply });
    const { first, second, tags, note } = record;
    const more = record.moves.some((m) => m.note || m.nags || m.variations);
    if (!first && !second && !tags?.length && !note && !more && plain.length < LONGEST) return plain;
    const packed = format({ game, board, ply, packed: await pack(record) });
    return packed.length < LONGEST ? packed : null;
  }
  /** Nothing keeps the tree as it is now: it ends with this page. */
  get lost(): boolean {
    return !this.#here && !(this.archiver && this.#kept) && this.#text !== this.#filed;
  }
  /** The tree as it was saved last; it is in a file from here on. */
  filed(): string {
    this.#filed = this.#text;
    return this.#text;
  }
  /** Another window has gone on with this game. */
  get stale(): boolean {
    return this.#saved.stale;
  }
  /** Says that a side was that of the person here, or takes it back. */
  own(side: Side): void {
    this.me = this.me === side ? null : side;
    this.save();
  }
  save(): void {
    const saved = { record: this.record(), study: this.study, me: this.me };
    this.#text = analysisText(saved);
    this.#here = this.#saved.write(this.#text);
    const before = this.name;
    const { name } = this.#saved;
    this.name = name;
    this.#point();
    if (name !== before) this.onfork(before, name);
    const here = this.#here;
    this.archiver?.note(
      name,
      () => draftOfAnalysis(this.rules, name, saved),
      (kept) => {
        this.#kept = kept;
        if (kept && !here) this.#saved.drop(this.#saved.named(name)); // what is there is older than what the archive has
      },
    );
    void this.#trim();
  }
  /** The game shown becomes a chapter of a study. */
  join(study: string): void {
    this.study = study;
    this.save();
  }
  /** The study of the game shown is deleted: the game stays open, as an analysis of its own. */
  leaveStudy(): void {
    this.study = '';
    this.#point();
  }
  /** The older analyses leave the storage of the page, each once the archive has it. */
  async #trim(): Promise<void> {
    const { archiver } = this;
    if (!archiver || this.#trimming) return;
    this.#trimming = true;
    try {
      for (const game of this.#saved.surplus()) {
        try {
          await archiver.keep(async () => draftOfAnalysis(this.rules, game.name, analysisIn(game.text)));
          this.#saved.drop(game);
        } catch (e) {
          if (!(e instanceof UnreadableError)) return; // the archive takes nothing now: they stay
        }
      }
    } finally {
      this.#trimming = false;
    }
  }
  /** The address names the place, in a study with its chapter, and the window remembers of which game. */
  #point(how: 'replace' | 'push' = 'replace'): void {
    const { info, position, ply, study } = this;
    const address = { game: info?.id ?? '', position, ply };
    show(format(study ? { ...address, study, chapter: this.name } : address), { game: this.#saved.name }, how);
  }
  /** Opens the saved game that has the place of an address: the one of this window, else the newest. */
  async resume(games: readonly GameInfo[], to: Address): Promise<boolean> {
    const ask = ++this.#opened;
    const had: unknown = history.state?.game;
    const name = typeof had === 'string' ? had : '';
    const all = [...this.#saved.all(name)];
    if (name && all[0]?.name !== name) all.unshift(...(await this.#archived(name)));
    for (const kept of all) {
      try {
        const saved = analysisIn(kept.text);
        const { record } = saved;
        const info = games.find((g) => g.id === record.game);
        if (!info || (to.game && to.game !== info.id)) continue;
        const { tree, head } = await this.#grown(info, record);
        const at = to.position ? T.find(tree, to.position, Math.max(0, to.ply)) : T.ROOT;
        if (at < 0) continue;
        await this.#take(ask, info, tree, head, at, kept, saved);
        return true;
      } catch (e) {
        if (e instanceof LoadError) throw e;
        // Not a game of ours: the next one is tried.
      }
    }
    return false;
  }
  /** The text of a saved analysis. The storage of the page has what the archive may not have yet. */
  async textOf(name: string): Promise<string | undefined> {
    return this.#saved.named(name).text || (await this.archiver?.archive())?.text(name);
  }
  /** The analysis of this window, where it has left the storage of the page. */
  async #archived(name: string): Promise<readonly SavedGame[]> {
    try {
      const text = await this.textOf(name);
      return text === undefined ? [] : [{ ...this.#saved.named(name), text }];
    } catch {
      return []; // there is no archive
    }
  }
  /**
   * Opens what the archive has of that id: an analysis as it was left, and a game that was played as the analysis of it.
   * named says who plays where a game names nobody, and place where to go: a position or a ply, else the end of the game,
   * as its line in the archive shows it. False where there is none.
   */
  async reopen(
    games: readonly GameInfo[],
    id: string,
    named: (level: number) => string,
    { position, ply }: Pick<Address, 'position' | 'ply'> = nowhere,
  ): Promise<boolean> {
    const ask = ++this.#opened;
    const archive = await this.archiver?.archive();
    if (!archive) return false;
    const [entry, text] = await Promise.all([archive.entry(id), archive.text(id)]);
    const name = entry?.kind === 'game' ? analysisIdOf(entry) : id;
    const here = this.#saved.named(name);
    const kept = here.text || (name === id ? text : await archive.text(name));
    const saved = kept ? analysisIn(kept) : null;
    const record = saved?.record ?? (await recordOf(this.rules, text ?? '', named));
    const info = games.find((g) => g.id === record?.game);
    if (!record || !info) return false;
    const { tree, head } = await this.#grown(info, record);
    const end = T.main(tree).at(-1) ?? T.ROOT;
    const at = position ? Math.max(T.ROOT, T.find(tree, position, ply)) : ply < 0 ? end : T.atPly(tree, end, ply);
    const me = (entry?.kind === 'game' ? entry.me : null) ?? saved?.me;
    if (await this.#take(ask, info, tree, head, at, here, { study: saved?.study, me })) this.save();
    return true;
  }
}
