// The work at the desk: what the engine says, where one goes in the tree, what is said about it. It leads the study, the
// mind and the seat; it draws nothing itself.
import type { Marks } from '../board/types.ts';
import { sentence } from '../i18n/index.ts';
import { type Headline, headlineOf } from '../parts/headline.ts';
import { sayDecision, sayPly, sayWinner } from '../parts/say.ts';
import { Seat } from '../parts/seat.svelte.ts';
import { prefs } from '../prefs.svelte.ts';
import type { GameInfo, Ply, View } from '../rules/types.ts';
import { evalValue, type Value, value } from './judge.ts';
import { Judging } from './judging.svelte.ts';
import { Mind } from './mind.svelte.ts';
import type { How, Study } from './study.svelte.ts';
import * as T from './tree.ts';
import { sayReasons, sayValue } from './words.ts';

/** What the work needs of the page around it. */
export interface Room {
  /** A move was made. */
  onply(ply: Ply): void;
}

export class Work {
  readonly study: Study;
  readonly mind: Mind;
  readonly judging: Judging;
  readonly seat: Seat;
  readonly #room: Room;
  engineOn = $state(false);
  /** How many lines the engine follows. */
  count = $state(3);
  arrows = $state(true);
  /** What the other side would do if it were to move. */
  threat = $state('');
  /** Legs shown of the next move; 0 when one stands between moves. */
  half = $state(0);

  constructor(study: Study, room: Room, mind = new Mind()) {
    this.study = study;
    this.mind = mind;
    this.#room = room;
    this.judging = new Judging(study, this.mind);
    this.seat = new Seat({
      rules: study.rules,
      info: () => study.info as GameInfo,
      view: () => study.view as View,
      names: () => [study.head.first ?? '', study.head.second ?? ''],
      open: () => !this.over,
      busy: () => study.busy,
      last: () => study.last,
      before: () => study.before,
      owner: (s) => prefs.texts.t('say.owner.side', { player: this.names[s] }),
      turn: () => this.#turn(),
      play: (text, path, seen) => this.play(text, { path, seen }),
    });
  }

  // --- what there is
  readonly view = $derived.by(() => this.study.view as View);
  readonly over = $derived.by(() => this.view.outcome !== 'ongoing');
  readonly names: readonly [string, string] = $derived.by(() => [this.seat.name(0), this.seat.name(1)]);
  readonly #place = $derived.by(() => ({ game: this.study.info?.id ?? '', position: this.view.position }));
  readonly #arrows = $derived.by(() => {
    const { study, seat, half, threat, best } = this;
    const list: { path: readonly string[]; kind: 'plan' | 'played' | 'threat' }[] = [];
    if (half) {
      const path = T.node(study.tree, study.line[study.ply] ?? 0).ply?.path ?? [];
      if (path.length > half) list.push({ path: path.slice(0, half + 1), kind: 'played' });
    }
    const [from, to] = (threat.split(',').pop() ?? '').split('-');
    if (from && to) list.push({ path: [from, to], kind: 'threat' });
    if (this.arrows && best && !seat.hand.path.length && !half) {
      const path = seat.wayOf(best);
      if (path.length > 1) list.push({ path, kind: 'plan' });
    }
    return list;
  });
  readonly marks: Marks = $derived.by(() => ({ ...this.seat.marks, arrows: this.#arrows }));
  readonly headline: Headline = $derived.by(() => {
    const { scene, moment } = this.seat;
    const { outcome } = this.view;
    const said = headlineOf(scene, { ...moment, outcome, thinking: false, me: null });
    return this.over ? { lead: said.lead, rest: sayDecision(scene, this.view) } : said;
  });
  #turn(): string {
    return prefs.texts.t('say.turn_of', { player: this.names[this.view.side] });
  }

  // --- the engine
  readonly #thought = $derived.by(() => this.mind.of(this.#place));
  readonly best = $derived.by(() => this.#thought.best);
  readonly current: Value | null = $derived.by(() => this.mind.known(this.#place) ?? evalValue(this.study.node.eval));
  readonly words = $derived.by(() => (this.current ? sayValue(this.current, this.names, prefs.texts) : ''));
  /** What the engine makes of the position shown, and of no other. */
  readonly lines = $derived.by(() =>
    this.#thought.lines.map((l) => {
      const v = value(l, this.view.side);
      const words = sayValue(v, this.names, prefs.texts);
      const { multipv, depth, pv, nps } = l;
      return { multipv, value: v, own: value(l, 0), depth, pv, nps, words };
    }),
  );
  readonly because = $derived.by(() => {
    const { told, best } = this.#thought;
    const others = told.reasons.filter((r) => r.key !== 'best');
    const reason = sentence(sayReasons(others, prefs.texts)).replace(/^./, (c) => c.toLowerCase());
    return told.move === best && reason ? prefs.texts.t('ui.hint.move', { move: best, reason }) : '';
  });
  engine(on: boolean): void {
    this.engineOn = on;
    if (!on) this.mind.off();
  }
  /** What the other side would do if it were to move; a second time takes it away. */
  async findThreat(): Promise<void> {
    const had = this.threat || this.#seeking;
    this.#forget();
    if (had) return;
    const abort = new AbortController();
    this.#seeking = abort;
    const { study, mind, view, seat } = this;
    const { info } = seat;
    const words = view.position.split(' ');
    words[1] = info.sides[view.side === 0 ? 1 : 0];
    try {
      const v = await study.rules.view(info.id, words.join(' '));
      if (v.outcome !== 'ongoing' || v.pass) return;
      mind.stop();
      const wish = { game: info.id, position: v.position, time: 500 };
      const best = await mind.thinker.think(wish, () => {}, abort.signal);
      if (!abort.signal.aborted) {
        this.threat = best.move;
        seat.voice.speak(`${prefs.texts.t('ui.analysis.threat')}: ${best.move}`);
      }
      if (study.position === view.position && study.info === info) this.think();
    } catch {
      // While pieces are placed nobody can move twice: there is no threat to show.
    } finally {
      if (this.#seeking === abort) this.#seeking = null;
    }
  }
  #seeking: AbortController | null = null;
  /** No threat is shown or looked for any more. */
  #forget(): void {
    this.#seeking?.abort();
    this.#seeking = null;
    this.threat = '';
  }
  /** The engine, where it is on, looks at the position shown; not while it judges. */
  think(): void {
    if (this.engineOn && !this.judging.progress) void this.mind.look(this.seat.info, this.view, this.count);
  }

  reset(): void {
    this.seat.reset();
    this.#forget();
    this.half = 0;
  }
  /** Esc: what is open is closed, what is in hand put back. */
  leave(): void {
    this.seat.leave();
    this.#forget();
  }

  // --- in the tree
  async go(id: number): Promise<void> {
    const { study } = this;
    const [was, next] = [study.at, T.node(study.tree, id)];
    const here = T.node(study.tree, was);
    this.seat.step = next.parent === was ? (next.ply ?? {}) : here.parent === id ? (here.ply ?? {}) : {};
    this.reset();
    await study.go(id);
    const p = study.last;
    const said = [p ? `${study.ply}. ${p.move}` : prefs.texts.t('a11y.start'), study.node.comment ?? ''];
    this.seat.voice.speak(said.filter(Boolean).join('. '));
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
  /** Plays a move from here; what the rules refuse is told. False where nothing came of it. */
  async play(text: string, how: Pick<How, 'path' | 'seen'> = {}): Promise<boolean> {
    const { study, seat } = this;
    const before = this.view.stacks;
    let played = false;
    const run = async (): Promise<void> => {
      played = await study.play(text, { ...how, onply: (p) => seat.show(p) });
    };
    if (!(await seat.attempt(text, run)) || !played) return false;
    this.reset();
    const p = study.last;
    if (!p || !study.view) return true;
    this.#room.onply(p);
    const said = sayPly(seat.scene, p, before, study.view);
    seat.voice.speak(`${said} ${this.over ? sayWinner(seat.scene, study.view.outcome) : this.#turn()}`);
    return true;
  }
  /** Plays moves one after another, as far as nobody goes elsewhere meanwhile. */
  async playLine(moves: readonly string[]): Promise<void> {
    for (const m of moves) if (!(await this.play(m))) return;
  }
  /** Judges the whole game. */
  async judge(): Promise<void> {
    const { t } = prefs.texts;
    try {
      const n = await this.judging.run();
      if (n !== null) this.seat.voice.speak(n ? t('ui.analysis.mistakes', { n }) : t('ui.analysis.no_mistakes'));
    } catch {
      this.seat.voice.assert(t('ui.engine.failed'));
    }
  }
  toMistake(direction: 1 | -1): void {
    const id = this.judging.next(this.study.ply, direction);
    if (id !== undefined) void this.go(id);
  }
}
