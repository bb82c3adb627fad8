// The controller of an analysis: beside the board it leads the engine, goes through the tree of variations, and says what
// happens. It draws nothing itself.
import type { Arrow, Drawing, DrawingColor, Marks } from '../board/types.ts';
import type { StepTo } from '../device/keyboard.ts';
import { BoardController } from '../game/boardController.svelte.ts';
import { reasonOf, verdictOf } from '../game/ending.ts';
import { sentence } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { turned } from '../rules/turned.ts';
import type { Move, Ply, Side, View } from '../rules/types.ts';
import { type Headline, headlineOf } from '../speech/headline.ts';
import { inWords } from '../speech/moveList.ts';
import { sayReasons } from '../speech/reasons.ts';
import { sayDecision, sayPly } from '../speech/say.ts';
import { Folds } from '../widgets/folds.svelte.ts';
import type { AnalysisTree } from './analysisTree.svelte.ts';
import { Chances } from './chances.svelte.ts';
import { EngineSession } from './engineSession.svelte.ts';
import { Judging } from './judging.svelte.ts';
import { Learning } from './learning.svelte.ts';
import { inLanguage } from './remark.ts';
import { shapesOf, toggled, withShapes } from './shapes.ts';
import * as T from './tree.ts';
import { evalValue, marked, seenFrom, share, type Value, value } from './value.ts';
import { digitsOf, GLYPH_KEYS, placeName, sayValue, valueText } from './words.ts';

/** What the page around an analysis does. */
export interface AnalysisPage {
  /** A move was made. */
  onply(ply: Ply): void;
}

export class AnalysisController {
  readonly analysis: AnalysisTree;
  readonly session: EngineSession;
  readonly judging: Judging;
  readonly learning: Learning;
  readonly board: BoardController;
  /** Which variations are folded up in the list of moves. */
  readonly folds = new Folds();
  readonly #page: AnalysisPage;
  readonly #chances: Chances;
  engineOn = $state(false);
  /** How many lines the engine follows. */
  count = $state(3);
  arrows = $state(true);
  /** What the other side would do if it were to move. */
  threat: Move | null = $state.raw(null);
  /** What the explorer draws on the board, while it is shown. */
  explored: Pick<Marks, 'arrows' | 'counts'> | null = $state.raw(null);
  /** How many legs of the next move are shown; 0 between moves. */
  half = $state(0);

  constructor(analysis: AnalysisTree, page: AnalysisPage, session = new EngineSession()) {
    this.analysis = analysis;
    this.session = session;
    this.#page = page;
    this.#chances = new Chances(analysis.rules);
    this.judging = new Judging(analysis, session, this.#chances);
    this.learning = new Learning(analysis, session, () => this.#onlesson());
    this.board = new BoardController(analysis, {
      owner: (s) => prefs.texts.t('say.owner.side', { player: this.board.name(s) }),
      turn: () => this.#turn(),
      picking: () => this.drawing,
      onpick: (spot) => this.#pick(spot),
      anywhere: () => true,
      aboveMoves: true,
      ahead: () => [],
      onupdate: ({ played }, announcement) => {
        if (!played) return;
        this.#close();
        this.#page.onply(played.ply);
        const { outcome } = played.after;
        const then = outcome === 'ongoing' ? this.#turn() : `${this.headline.lead} ${this.headline.rest}`;
        this.board.voice.speak(`${announcement} ${then}`);
      },
    });
  }

  // --- what there is
  readonly view = $derived.by(() => this.analysis.view as View);
  readonly over = $derived.by(() => this.view.outcome !== 'ongoing');
  /** The places of the tree, with what is said of them in the reader's language. */
  readonly nodes = $derived.by(() => inLanguage(prefs.texts, this.analysis.tree.nodes));
  /** What the sides are called where a name stands alone: "You" for the person here, who has given none. */
  readonly names: readonly [string, string] = $derived.by(() => [this.#name(0), this.#name(1)]);
  #name(side: Side): string {
    const { analysis, board } = this;
    return analysis.me === side && !analysis.players[side].name ? prefs.texts.t('player.you') : board.name(side);
  }
  /** What the numbers of values are: one's own chance, in a game of one's own. */
  readonly unit: string = $derived.by(() => {
    const { t } = prefs.texts;
    return this.analysis.me === null ? t('ui.analysis.unit', { player: this.names[0] }) : t('ui.analysis.unit.you');
  });
  /** A value as a number of that unit. */
  number(v: Value, digits?: number): string {
    return valueText(seenFrom(this.analysis.me ?? 0, v), prefs.texts.lang, digits);
  }
  readonly #place = $derived.by(() => ({ game: this.analysis.info?.id ?? '', position: this.view.position }));
  readonly #arrows = $derived.by(() => {
    const { analysis, board, half, threat, best, learning } = this;
    if (learning.side !== null) {
      // What was played is the question, and is drawn until there is an answer.
      const path = learning.answer
        ? board.wayOf(learning.answer.move)
        : (learning.open && learning.mistake?.path) || [];
      return path.length > 1 ? [{ path, kind: learning.answer ? ('plan' as const) : ('threat' as const) }] : [];
    }
    const list: { path: readonly string[]; kind: Arrow }[] = [];
    if (half) {
      const path = T.node(analysis.tree, analysis.line[analysis.ply] ?? 0).ply?.path ?? [];
      if (path.length > half) list.push({ path: path.slice(0, half + 1), kind: 'played' });
    }
    if (threat?.from && threat.to) list.push({ path: [threat.from, threat.to], kind: 'threat' });
    if (this.explored?.arrows && !board.selection.path.length && !half) return [...list, ...this.explored.arrows];
    if (this.arrows && best && !board.selection.path.length && !half) {
      // The best one last, so that it lies above the others; a way that several lines begin with is drawn once.
      const first = (m: string): readonly string[] => (m ? board.wayOf(m) : []);
      const ways = [first(best), ...this.lines.map((l) => first(l.pv[0] ?? ''))].filter((w) => w.length > 1);
      const own = ways.filter((w, i) => ways.findIndex((v) => v.join() === w.join()) === i);
      for (const path of own.slice(1)) list.push({ path, kind: 'other' });
      if (own[0]) list.push({ path: own[0], kind: 'plan' });
    }
    return list;
  });
  /** Where a piece is placed, which has no way to be drawn; undefined for other moves. */
  readonly #placed: string | undefined = $derived.by(() => {
    const { arrows, best, learning } = this;
    const { answer, open, mistake, side } = learning;
    if (side !== null && !answer) return open && mistake?.path?.length === 1 ? mistake.path[0] : undefined;
    const move = side === null ? arrows && best : answer?.move;
    return this.view.moves.find((m) => m.text === move && !m.from)?.to;
  });
  readonly marks: Marks = $derived.by(() => {
    const picked = this.drawFrom || this.#placed;
    return {
      ...this.board.marks,
      arrows: this.#arrows,
      drawings: this.learning.side === null ? this.shapes : [],
      picked: picked && !this.explored ? [picked] : undefined,
      counts: this.explored?.counts,
    };
  });
  /** The game has ended and is not judged yet: that is offered beside how it stands. */
  readonly unjudged: boolean = $derived.by(() => {
    const { analysis, judging, view } = this; // the end is known once it is shown
    return !!view && analysis.result !== 'ongoing' && !!judging.line.length && !judging.summary && !judging.progress;
  });
  /** How the game ended at the place shown, where the board does not show it: somebody resigned, or the time was out. */
  readonly #ended: Headline | null = $derived.by(() => {
    const { analysis, board, over, half, view } = this;
    const { head, me, at, played } = analysis;
    const { result: outcome, termination: why = 'normal' } = head;
    if (at !== played || over || half || board.selection.path.length) return null;
    const by = outcome === 'first' ? 1 : 0;
    const rest = why === 'normal' ? '' : reasonOf(board.speech, { ending: { why, by, outcome }, me }, view);
    const lead = outcome === 'ongoing' ? '' : verdictOf(board.speech, { me, outcome });
    return lead || why === 'aborted' ? { lead, rest } : null;
  });
  readonly headline: Headline = $derived.by(() => {
    if (this.#ended) return this.#ended;
    const { speech, moment } = this.board;
    const { outcome } = this.view;
    const headline = headlineOf(speech, { ...moment, outcome, thinking: false, me: this.analysis.me });
    return this.over ? { lead: headline.lead, rest: sayDecision(speech, this.view, this.analysis.me) } : headline;
  });
  #turn(): string {
    const { t } = prefs.texts;
    const { side } = this.view;
    return side === this.analysis.me ? t('say.your_turn') : t('say.turn_of', { player: this.board.name(side) });
  }

  /** A text with moves as records write them, for a listener. */
  #inWords(text: string): string {
    return inWords(text, this.board.pieces, prefs.texts.t);
  }

  // --- the engine
  readonly #thought = $derived.by(() => this.session.of(this.#place));
  readonly best = $derived.by(() => this.#thought.best);
  readonly current: Value | null = $derived.by(
    () =>
      this.session.known(this.#place) ?? evalValue(this.analysis.node.eval, (n) => this.#chances.at(this.#place, n)),
  );
  /** What a record says that a place is worth, as the list of moves shows it. */
  valueBeside(id: number): string {
    const { tree, info } = this.analysis;
    const place = { game: info?.id ?? '', position: T.position(tree, id) };
    const known = evalValue(T.node(tree, id).eval, (n) => this.#chances.at(place, n));
    return known ? this.number(known) : '';
  }
  readonly words = $derived.by(() => (this.current ? this.#say(this.current) : ''));
  #say(v: Value, digits = 0): string {
    return sayValue(v, this.names, prefs.texts, digits, this.analysis.me);
  }
  /** The engine's lines for the position shown, and for no other. */
  readonly lines = $derived.by(() => {
    const values = this.#thought.lines.map((l) => value(l, this.view.side));
    const digits = digitsOf(values);
    return this.#thought.lines.map(({ multipv, depth, pv, nps }, i) => {
      const v = values[i] as Value;
      return {
        multipv,
        number: this.number(v, digits),
        proved: !!v.proved,
        depth,
        pv,
        nps,
        words: this.#say(v, digits),
      };
    });
  });
  /** What speaks for the engine's move, as the end of its search tells it. */
  readonly because = $derived.by(() => {
    const { advice, best } = this.#thought;
    const reason = sayReasons(prefs.texts, advice.reasons).join(' ');
    return advice.move === best && reason ? prefs.texts.t('ui.hint.move', { move: best, reason }) : '';
  });
  engine(on: boolean): void {
    this.engineOn = on;
    if (!on) this.session.off();
  }
  /** What the other side would do if it were to move; a second time takes it away. */
  async findThreat(): Promise<void> {
    const had = this.threat || this.#seeking;
    this.#forget();
    if (had) return;
    const abort = new AbortController();
    this.#seeking = abort;
    const { analysis, session, view, board } = this;
    const { info } = board;
    try {
      const v = await turned(analysis.rules, info.id, view.position);
      if (!v || abort.signal.aborted) return;
      session.stop();
      const wish = { game: info.id, position: v.position, time: 500 };
      const best = await session.thinker.think(wish, () => {}, abort.signal);
      if (!abort.signal.aborted) {
        this.threat = v.moves.find((m) => m.text === best.move) ?? null;
        const { t } = prefs.texts;
        board.voice.speak(t('ui.what', { what: t('ui.analysis.threat'), name: this.#inWords(best.move) }));
      }
      if (analysis.position === view.position && analysis.info === info) this.think();
    } catch (e) {
      if (!abort.signal.aborted) board.fail(e);
    } finally {
      if (this.#seeking === abort) this.#seeking = null;
    }
  }
  #seeking: AbortController | null = null;
  /** No threat is shown or looked for any more. */
  #forget(): void {
    this.#seeking?.abort();
    this.#seeking = null;
    this.threat = null;
  }
  /** Starts the engine, if it is on, at the position shown; not while a game is being judged. */
  think(): void {
    if (this.engineOn && !this.judging.progress) void this.session.analyze(this.board.info, this.view, this.count);
  }

  reset(): void {
    this.board.reset();
    this.#close();
  }
  /** What was found belongs to a position that is no longer shown. */
  #close(): void {
    this.#forget();
    this.half = 0;
  }
  /** Esc: closes what is open and drops the selection. */
  leave(): void {
    if (this.drawFrom) this.drawFrom = '';
    else if (this.drawing) this.draw(false);
    this.board.leave();
    this.#forget();
  }

  // --- in the tree
  async go(id: number): Promise<void> {
    const { analysis } = this;
    const [was, next] = [analysis.at, T.node(analysis.tree, id)];
    const here = T.node(analysis.tree, was);
    this.board.step = next.parent === was ? (next.ply ?? {}) : here.parent === id ? (here.ply ?? {}) : {};
    this.reset();
    if (!(await this.board.trying(analysis.go(id).then(() => true)))) return;
    const { t } = prefs.texts;
    const comment = this.nodes.get(analysis.at)?.comment;
    const place = placeName(analysis.tree, analysis.at, t, (ply) => sayPly(this.board.speech, ply, this.view));
    const ended = this.#ended;
    const more = [comment && this.#inWords(comment), ended?.lead, ended?.rest].filter(Boolean);
    this.board.voice.speak(more.length ? [sentence(place), ...more].join(' ') : place);
  }
  by(n: number): void {
    const all = [T.ROOT, ...this.analysis.line];
    const to = all[Math.max(0, Math.min(all.length - 1, all.indexOf(this.analysis.at) + n))];
    if (to !== undefined && to !== this.analysis.at) void this.go(to);
  }
  step(to: StepTo): void {
    if (to === 'first') void this.go(T.ROOT);
    else if (to === 'last') void this.go(this.analysis.line.at(-1) ?? T.ROOT);
    else this.by(to === 'on' ? 1 : -1);
  }
  /** Half a step: a leg of a move by way of points. */
  async leg(n: 1 | -1): Promise<void> {
    const { analysis } = this;
    const next = T.node(analysis.tree, analysis.line[analysis.ply] ?? T.ROOT).ply?.path ?? [];
    if (n > 0) {
      if (this.half < next.length - 2) this.half++;
      else this.by(1);
    } else if (this.half) this.half--;
    else if (analysis.at !== T.ROOT) {
      const legs = analysis.last?.path?.length ?? 0;
      await this.go(analysis.node.parent);
      this.half = Math.max(0, legs - 2);
    }
  }
  /** Plays a move from here; a refusal is explained. False where it was not played. */
  play(text: string): Promise<boolean> {
    return this.board.move(text);
  }
  /** Plays moves one after another, until another place is shown. */
  async playLine(moves: readonly string[]): Promise<void> {
    for (const m of moves) if (!(await this.play(m))) return;
  }
  /** Judges the whole game. */
  async judge(): Promise<void> {
    const { t } = prefs.texts;
    try {
      const n = await this.judging.run();
      if (n !== null) this.board.voice.speak(n ? t('ui.analysis.mistakes', { n }) : t('ui.analysis.no_mistakes'));
    } catch (e) {
      this.board.fail(e);
    }
  }
  toMistake(direction: 1 | -1): void {
    const id = this.judging.next(this.analysis.ply, direction);
    if (id !== undefined) void this.go(id);
  }

  // --- glyphs, and what is drawn
  /** Gives the move that led here a glyph by its number, or takes it away: the same again, or 0. */
  mark(nag: number): void {
    const { analysis } = this;
    const { nags, ply } = analysis.node;
    if (!ply) return;
    const next = nags?.includes(nag) ? 0 : nag;
    analysis.annotate(analysis.at, { nags: marked(nags, next) });
    const { t } = prefs.texts;
    const text = t(GLYPH_KEYS[next] ?? 'ui.analysis.glyph.none');
    this.board.voice.speak(t('place.text', { place: this.#inWords(ply.move), text }));
  }
  /** Taps draw instead of moving. */
  drawing = $state(false);
  /** The color of what is drawn next. */
  color: DrawingColor = $state('green');
  /** Where an arrow begins that has no end yet. */
  drawFrom = $state('');
  readonly shapes: readonly Drawing[] = $derived.by(() => shapesOf(this.analysis.node.commands));
  draw(on: boolean): void {
    this.reset();
    this.drawFrom = '';
    this.drawing = on && this.learning.side === null;
    if (this.drawing) this.board.voice.speak(prefs.texts.t('ui.drawing.how'));
    this.board.component?.focus(true);
  }
  #pick(spot: string): void {
    if (!this.drawFrom) {
      this.drawFrom = spot;
      this.board.voice.speak(prefs.texts.t('ui.drawing.to', { spot }));
      return;
    }
    const from = this.drawFrom;
    this.drawFrom = '';
    this.addShape(from, spot);
  }
  /** Draws an arrow, or a circle where both ends are one spot; the same again takes it away. */
  addShape(from: string, to: string, color: DrawingColor = this.color): void {
    if (this.learning.side !== null) return;
    const had = this.shapes.length;
    this.#keep(toggled(this.shapes, { from, to, color }));
    const { t } = prefs.texts;
    const what = from === to ? t('ui.drawing.circle', { spot: from }) : t('ui.drawing.arrow', { from, to });
    const gone = this.shapes.length < had;
    this.board.voice.speak(gone ? t('ui.what', { what: t('ui.drawing.removed'), name: what }) : what);
  }
  clearShapes(): void {
    this.drawFrom = '';
    this.#keep([]);
  }
  #keep(shapes: readonly Drawing[]): void {
    const { analysis } = this;
    analysis.annotate(analysis.at, { commands: withShapes(analysis.node.commands, shapes) });
  }

  // --- learning from mistakes
  /** A place of the tree as the moves number it. */
  title(id: number): string {
    return placeName(this.analysis.tree, id, prefs.texts.t);
  }
  /** What is said of the exercise shown. */
  readonly lesson: string = $derived.by(() => {
    const { t, lang } = prefs.texts;
    const { learning, names } = this;
    const { moment, tried, lost, answer, mistake, solved, all, side } = learning;
    const best = answer?.move ?? '';
    switch (moment) {
      case 'ask':
        return side !== null && side === this.analysis.me
          ? t('ui.mistakes.ask.you', { move: mistake?.move ?? '' })
          : t('ui.mistakes.ask', { player: names[side ?? 0], move: mistake?.move ?? '' });
      case 'checking':
        return t('ui.mistakes.checking');
      case 'again':
        return t('ui.mistakes.again', { move: tried });
      case 'wrong':
        return t('ui.mistakes.wrong', { move: tried, percent: share(lost, lang) });
      case 'right':
        return t('ui.mistakes.right', { move: best });
      case 'good':
        return t('ui.mistakes.good', { move: tried, best });
      case 'shown':
        return t('ui.mistakes.shown', { best });
      case 'failed':
        return t('ui.engine.failed');
      case 'done':
        return t('ui.mistakes.done', { found: solved, n: all.length });
    }
  });
  async learn(side: Side): Promise<void> {
    this.session.off();
    this.engineOn = false;
    this.drawing = false;
    this.drawFrom = '';
    this.reset();
    await this.board.trying(this.learning.start(side));
    this.board.component?.focus(true);
  }
  async nextLesson(): Promise<void> {
    this.reset();
    await this.board.trying(this.learning.next());
    if (this.learning.moment === 'ask') this.board.component?.focus(true);
  }
  endLearning(): void {
    this.learning.end();
    this.reset();
    this.board.component?.focus(true);
  }
  #onlesson(): void {
    this.board.reset();
    this.board.voice.speak(this.#inWords(this.lesson));
  }
}
