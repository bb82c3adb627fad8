// The work at the desk: what is in hand, what the engine says, where one goes in the tree, what is said about it. It
// leads the study and the mind; it draws nothing itself.
import type { Step } from '../board/animate.ts';
import { colorOf } from '../board/names.ts';
import { empty, type Given, type Hand, planned, type Result, route } from '../board/state.ts';
import type { Intent, Marks, Pieces } from '../board/types.ts';
import { sentence } from '../i18n/index.ts';
import { claimable, lensOf, ownersOf } from '../parts/claims.ts';
import { aimOf, forecastOf } from '../parts/forecast.ts';
import { moveText, player, type Scene, sayDecision, sayPlan, sayPly, sayWinner } from '../parts/say.ts';
import { Voice } from '../parts/voice.svelte.ts';
import { refused, type Why, whyNot, whyTitle } from '../parts/why.ts';
import { prefs } from '../prefs.svelte.ts';
import { type GameInfo, type Ply, RulesError, type Side, type View } from '../rules/types.ts';
import { evalValue, type Value, value } from './judge.ts';
import { Judging } from './judging.svelte.ts';
import { Mind } from './mind.svelte.ts';
import type { Study } from './study.svelte.ts';
import * as T from './tree.ts';
import { moveShown, sayReasons, sayValue } from './words.ts';

/** What the work needs of the page around it. */
export interface Room {
  /** The board drops what is in hand. */
  clear(): void;
  /** A move was made. */
  onply(ply: Ply): void;
}

export class Work {
  readonly study: Study;
  readonly mind = new Mind();
  readonly judging: Judging;
  readonly voice = new Voice();
  readonly #room: Room;
  hand: Hand = $state.raw(empty);
  claim = $state('');
  /** The claim that is looked at. */
  lens = $state('');
  why: Why | null = $state.raw(null);
  step: Step = $state.raw({});
  engineOn = $state(false);
  /** How many lines the engine follows. */
  count = $state(3);
  arrows = $state(true);
  hinges = $state(false);
  /** What the other side would do if it were to move. */
  threat = $state('');
  /** Legs shown of the next move; 0 when one stands between moves. */
  half = $state(0);

  constructor(study: Study, room: Room) {
    this.study = study;
    this.#room = room;
    this.judging = new Judging(study, this.mind);
  }

  // --- what there is
  readonly info = $derived.by(() => this.study.info as GameInfo);
  readonly view = $derived.by(() => this.study.view as View);
  readonly pieces: Pieces = $derived.by(() => (this.info.claims ? 'discs' : 'rings'));
  readonly scene: Scene = $derived.by(() => ({
    texts: prefs.texts,
    info: this.info,
    pieces: this.pieces,
    names: [this.study.head.first ?? '', this.study.head.second ?? ''],
  }));
  readonly names: readonly [string, string] = $derived.by(() => [player(this.scene, 0), player(this.scene, 1)]);
  readonly over = $derived.by(() => this.view.outcome !== 'ongoing');
  readonly active = $derived.by(() => !this.over && !this.view.pass && !this.study.busy);
  readonly colors = $derived.by(() => (this.view.pass ? [] : claimable(this.info, this.view)));
  readonly owners = $derived.by(() => {
    const { t } = prefs.texts;
    const say = (s: Side): string => t('say.owner.side', { player: this.names[s] });
    return ownersOf(this.info, this.view.claims, say, t('say.owner.neutral'));
  });
  readonly #given: Given = $derived.by(() => ({
    stacks: this.view.stacks,
    moves: this.view.moves,
    legs: this.view.legs,
    claim: this.claim,
    active: this.active,
  }));
  readonly aim = $derived.by(() => aimOf(this.view, this.hand, this.claim));
  readonly way = $derived.by(() => planned(this.#given, this.hand));
  readonly forecast = $derived.by(() => forecastOf(this.info, this.view, this.aim, prefs.texts.t));
  readonly seeing = $derived.by(() => lensOf(this.view, this.lens, this.pieces, prefs.texts.t));
  readonly #arrows = $derived.by(() => {
    const { study, half, threat, mind } = this;
    const list: { path: readonly string[]; kind: 'plan' | 'played' | 'threat' }[] = [];
    if (half) {
      const path = T.node(study.tree, study.line[study.ply] ?? 0).ply?.path ?? [];
      if (path.length > half) list.push({ path: path.slice(0, half + 1), kind: 'played' });
    }
    const [from, to] = (threat.split(',').pop() ?? '').split('-');
    if (from && to) list.push({ path: [from, to], kind: 'threat' });
    if (this.arrows && this.engineOn && mind.best && !this.hand.path.length && !half) {
      const path = this.#wayOf(mind.best);
      if (path.length > 1) list.push({ path, kind: 'plan' });
    }
    return list;
  });
  readonly marks: Marks = $derived.by(() => ({
    last: this.study.last?.path ? { path: this.study.last.path } : undefined,
    gone: this.study.last?.gone,
    lit: this.why?.lit,
    doomed: this.forecast?.cuts,
    lens: this.seeing?.marks,
    arrows: this.#arrows,
    hinges: this.hinges ? this.view.hinges : undefined,
    blocked: this.hinges ? this.view.blocked : undefined,
  }));
  readonly headline = $derived.by(() => {
    const { t } = prefs.texts;
    const { view, hand, way, scene, study } = this;
    if (this.over) return { lead: sayWinner(scene, view.outcome), rest: sayDecision(scene, view) };
    if (way && hand.path[0] && this.aim) return { lead: way.join(' – '), rest: sayPlan(scene, view.stacks, way) };
    if (hand.path.length > 1) return { lead: hand.path.join(' – '), rest: '' };
    const who = this.names[view.side];
    const next = view.placing
      ? t('ui.to_place', { player: who, color: colorOf(view.placing, this.pieces) })
      : t('ui.to_move', { player: who });
    return { lead: study.last && !hand.path.length ? moveShown(study.last.move, t) : '', rest: sentence(next) };
  });

  // --- the engine
  readonly current: Value | null = $derived.by(
    () => this.mind.known.get(this.view.position) ?? evalValue(this.study.node.eval),
  );
  readonly words = $derived.by(() => (this.current ? sayValue(this.current, this.names, prefs.texts) : ''));
  readonly lines = $derived.by(() =>
    this.mind.lines.map((l) => {
      const v = value(l, this.view.side);
      const words = sayValue(v, this.names, prefs.texts);
      return { multipv: l.multipv, value: v, own: value(l, 0), depth: l.depth, pv: l.pv, words };
    }),
  );
  readonly because = $derived.by(() => {
    const { told, best } = this.mind;
    const others = told.reasons.filter((r) => r.key !== 'best');
    const reason = sentence(sayReasons(others, prefs.texts)).replace(/^./, (c) => c.toLowerCase());
    return told.move === best && reason ? prefs.texts.t('ui.hint.move', { move: best, reason }) : '';
  });
  engine(on: boolean): void {
    this.engineOn = on;
    if (!on) this.mind.off();
  }
  /** The way of a move over the board; a placing has none. */
  #wayOf(text: string): readonly string[] {
    const m = this.view.moves.find((x) => x.text === text);
    if (!m?.from || !m.to) return [];
    const given = { ...this.#given, claim: m.claim ?? '', active: true };
    return route(given, [m.from], m.to) ?? [m.from, m.to];
  }
  /** What the other side would do if it were to move; a second time takes it away. */
  async findThreat(): Promise<void> {
    if (this.threat) {
      this.threat = '';
      return;
    }
    const { study, mind, view, info } = this;
    const words = view.position.split(' ');
    words[1] = info.sides[view.side === 0 ? 1 : 0];
    try {
      const v = await study.rules.view(info.id, words.join(' '));
      if (v.outcome !== 'ongoing' || v.pass) return;
      mind.stop();
      const wish = { game: info.id, position: v.position, time: 500 };
      const best = await mind.thinker.think(wish, () => {}, new AbortController().signal);
      if (study.position !== view.position) return;
      this.threat = best.move;
      this.voice.speak(`${prefs.texts.t('ui.analysis.threat')}: ${best.move}`);
      if (this.engineOn) void mind.look(info, view, this.count);
    } catch {
      // While pieces are placed nobody can move twice: there is no threat to show.
    }
  }

  reset(): void {
    this.claim = '';
    this.lens = '';
    this.why = null;
    this.threat = '';
    this.half = 0;
    this.#room.clear();
  }
  /** Esc: what is open is closed, what is in hand put back. */
  leave(): void {
    this.why = null;
    this.threat = '';
    this.lens = '';
    this.#room.clear();
  }

  // --- in the tree
  async go(id: number): Promise<void> {
    const { study } = this;
    const [was, next] = [study.at, T.node(study.tree, id)];
    const here = T.node(study.tree, was);
    this.step = next.parent === was ? (next.ply ?? {}) : here.parent === id ? (here.ply ?? {}) : {};
    this.reset();
    await study.go(id);
    const p = study.last;
    const said = [p ? `${study.ply}. ${p.move}` : prefs.texts.t('a11y.start'), study.node.comment ?? ''];
    this.voice.speak(said.filter(Boolean).join('. '));
  }
  by(n: number): void {
    const all = [T.ROOT, ...this.study.line];
    const to = all[Math.max(0, Math.min(all.length - 1, all.indexOf(this.study.at) + n))];
    if (to !== undefined && to !== this.study.at) void this.go(to);
  }
  first(): void {
    void this.go(T.ROOT);
  }
  last(): void {
    void this.go(this.study.line.at(-1) ?? T.ROOT);
  }
  /** Half a step: a leg of a move by way of points. */
  async leg(n: 1 | -1): Promise<void> {
    const { study } = this;
    const next = T.node(study.tree, study.line[study.ply] ?? T.ROOT).ply?.path ?? [];
    if (n > 0) {
      if (this.half < next.length - 2) this.half++;
      else this.by(1);
    } else if (this.half) this.half--;
    else if (study.at !== T.ROOT) {
      const legs = study.last?.path?.length ?? 0;
      await this.go(study.node.parent);
      this.half = Math.max(0, legs - 2);
    }
  }
  async play(text: string, path?: readonly string[]): Promise<void> {
    const { study, scene } = this;
    const before = this.view.stacks;
    try {
      await study.play(text, path, (p) => (this.step = p));
    } catch (e) {
      if (!(e instanceof RulesError)) throw e;
      this.#tell(refused(scene, whyTitle(scene, text), e.refusal, this.view.stacks));
      return;
    }
    this.reset();
    const p = study.last;
    if (!p || !study.view) return;
    this.#room.onply(p);
    const said = sayPly(scene, p, before, study.view);
    const next = this.over
      ? sayWinner(scene, study.view.outcome)
      : prefs.texts.t('say.turn_of', { player: this.names[study.view.side] });
    this.voice.speak(`${said} ${next}`);
  }
  async playLine(moves: readonly string[]): Promise<void> {
    for (const m of moves) await this.play(m);
  }
  /** Judges the whole game. */
  async judge(): Promise<void> {
    const { t } = prefs.texts;
    try {
      const n = await this.judging.run();
      this.voice.speak(n ? t('ui.analysis.mistakes', { n }) : t('ui.analysis.no_mistakes'));
    } catch {
      this.voice.assert(t('ui.engine.failed'));
    }
  }
  toMistake(direction: 1 | -1): void {
    const id = this.judging.next(this.study.ply, direction);
    if (id !== undefined) void this.go(id);
  }

  // --- what the board reports
  onmove(i: Intent): void {
    void this.play(moveText(i), i.path);
  }
  onhand(next: Hand): void {
    if (next.path.join() !== this.hand.path.join() || next.asked !== this.hand.asked) this.why = null;
    this.hand = next;
  }
  onclaim(letter: string): void {
    const { t } = prefs.texts;
    this.claim = letter;
    this.why = null;
    this.voice.speak(letter ? t('ui.claim.chosen', { color: colorOf(letter, this.pieces) }) : t('ui.claim.none'));
  }
  async onask(ask: NonNullable<Result['ask']>): Promise<void> {
    const { view } = this;
    const why = await whyNot(this.study.rules, this.scene, view, ask);
    if (why && this.view.position === view.position) this.#tell(why);
  }
  #tell(why: Why): void {
    this.why = why;
    this.voice.assert(`${why.title}. ${why.text}`);
  }
  onquery(key: string): void {
    const { t } = prefs.texts;
    const { last } = this.study;
    if (key === 'l') this.voice.speak(last ? sayPly(this.scene, last, this.study.before, this.view) : t('a11y.start'));
    if (key === 't') this.voice.speak(t('say.turn_of', { player: this.names[this.view.side] }));
  }
}
