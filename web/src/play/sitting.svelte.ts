// A sitting at a table: what is in hand, which color is chosen, where one looks, what is said and shown about it. It
// leads the game (device.svelte.ts), the computer (opponent.svelte.ts) and the board; it draws nothing itself.
import type { Step } from '../board/animate.ts';
import { colorOf } from '../board/names.ts';
import { empty, foreseen, type Given, type Hand, planned, type Result } from '../board/state.ts';
import type { Aloft, Intent, Marks, Pieces, Stacks } from '../board/types.ts';
import type { Engine } from '../engine/types.ts';
import { claimable, lensOf, ownersOf } from '../parts/claims.ts';
import { drawn } from '../parts/drawn.ts';
import { aimOf, forecastOf } from '../parts/forecast.ts';
import { moveText, player, type Scene, sayPly, sayReasons, sayWinner } from '../parts/say.ts';
import type { Sound } from '../parts/sound.ts';
import { Voice } from '../parts/voice.svelte.ts';
import { refused, type Why, whyNot, whyTitle } from '../parts/why.ts';
import { prefs } from '../prefs.svelte.ts';
import { type GameInfo, type Ply, RulesError, type Side, type View } from '../rules/types.ts';
import { face } from './clock.ts';
import type { Device, Ending, How } from './device.svelte.ts';
import { reasonOf } from './ending.ts';
import { headlineOf } from './headline.ts';
import { Opponent } from './opponent.svelte.ts';

/** What a sitting needs of the page around it. */
export interface Room {
  /** The board drops what is in hand. */
  clear(): void;
  noise(what: Sound, delay?: number): void;
  /** Nothing travels. */
  calm(): boolean;
  /** The game is over: everything is shown again. */
  onend(): void;
}

export interface Hint {
  readonly move: string;
  readonly claim: string;
  readonly path: readonly string[];
  readonly text: string;
}

export class Sitting {
  readonly device: Device;
  readonly opponent: Opponent;
  readonly voice = new Voice();
  readonly #room: Room;
  hand: Hand = $state.raw(empty);
  claim = $state('');
  /** The claim that is looked at. */
  lens = $state('');
  /** A move of several legs is looked at spot by spot: which ply, and how many legs are done. */
  half: { readonly ply: number; readonly leg: number; readonly stacks: Stacks } | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** What a move will come to, shown at once; the rules tell the rest a moment later. */
  ahead: Stacks | null = $state.raw(null);
  /** What the computer answered to an offer. */
  told = $state('');
  why: Why | null = $state.raw(null);
  /** A question that is asked before something that cannot be undone. */
  sure: { readonly text: string; readonly yes: () => void } | null = $state.raw(null);
  /** The forced pass waits: somebody wants to look first. */
  hold = $state(false);
  /** The result was put aside. */
  seen = $state(false);
  step: Step = $state.raw({});

  constructor(device: Device, engine: Engine, room: Room) {
    this.device = device;
    this.#room = room;
    this.opponent = new Opponent(engine, device, {
      onmove: (text) => this.play(text, undefined, { remote: true }),
      pace: () => (room.calm() ? 150 : 650),
    });
  }

  // --- what there is
  readonly info = $derived.by(() => this.device.info as GameInfo);
  readonly view = $derived.by(() => this.device.view as View);
  readonly pieces: Pieces = $derived.by(() => (this.info.claims ? 'discs' : 'rings'));
  readonly scene: Scene = $derived.by(() => ({
    texts: prefs.texts,
    info: this.info,
    pieces: this.pieces,
    names: this.device.names,
    levels: this.device.terms.levels,
  }));
  /** The move is a person's, whether anybody looks at the last position or not. */
  readonly mine = $derived.by(() => !this.device.over && !this.device.computer && !this.device.paused);
  /** Moves can be made on the board. */
  readonly active = $derived.by(() => {
    const { device } = this;
    return device.live && this.mine && !this.view.pass && !device.busy && !this.half;
  });
  // The colors stay where they are while the rules look at a move: they are the same again a moment later.
  readonly colors = $derived.by(() =>
    this.device.live && this.mine && !this.view.pass && !this.half ? claimable(this.info, this.view) : [],
  );
  readonly owners = $derived.by(() => {
    const { t } = prefs.texts;
    const { side, claims } = this.view;
    const say = (s: Side): string => t(s === side ? 'say.owner.yours' : 'say.owner.theirs');
    return ownersOf(this.info, claims, say, t('say.owner.neutral'));
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
  readonly aloft: Aloft | undefined = $derived.by(() => {
    const { half } = this;
    const path = half && this.device.plies[half.ply]?.path;
    if (!half || !path) return undefined;
    const stacks: Record<string, string> = { ...half.stacks };
    const stack = stacks[path[0] ?? ''] ?? '';
    delete stacks[path[0] ?? ''];
    return { stacks, stack, spot: path[half.leg] ?? '' };
  });
  readonly marks: Marks = $derived.by(() => {
    const { last } = this.device;
    const hint = this.device.live ? this.hint : null;
    return {
      last: last?.path ? { path: last.path } : undefined,
      gone: last?.gone,
      lit: this.why?.lit,
      doomed: this.forecast?.cuts,
      lens: this.seeing?.marks,
      arrows: hint && hint.path.length > 1 ? [{ path: hint.path, kind: 'plan' }] : undefined,
      picked: hint?.path,
    };
  });
  readonly headline = $derived.by(() =>
    headlineOf(this.scene, {
      view: this.view,
      last: this.device.last,
      outcome: this.device.outcome,
      hand: this.hand,
      way: this.aim || this.hand.draft ? this.way : null,
      half: this.aloft?.spot,
      thinking: this.opponent.thinking,
      me: this.device.me,
    }),
  );
  readonly decision = $derived.by(() => reasonOf(this.scene, this.device, this.device.end ?? this.view));

  name(side: Side): string {
    return player(this.scene, side);
  }
  /** "Your turn." where only one can be meant. */
  #whose(side: Side): string {
    const { t } = prefs.texts;
    return this.device.me === side ? t('say.your_turn') : t('say.turn_of', { player: this.name(side) });
  }

  reset(): void {
    this.claim = '';
    this.lens = '';
    this.why = null;
    this.hint = null;
    this.half = null;
    this.told = '';
    this.hold = false;
    this.#room.clear();
  }
  /** Esc: whatever is open is closed, what is in hand put back. */
  leave(): void {
    if (this.opponent.advising) this.opponent.stop();
    this.why = null;
    this.hint = null;
    this.half = null;
    this.sure = null;
    this.lens = '';
    this.#room.clear();
  }

  // --- looking back
  #where(): string {
    const { last, at } = this.device;
    return last ? `${at}. ${last.move}` : prefs.texts.t('a11y.start');
  }
  async go(at: number): Promise<void> {
    const { device } = this;
    const was = device.at;
    const [forward, back] = [device.plies[was], device.plies[was - 1]];
    this.step = at === was + 1 && forward ? forward : at === was - 1 && back ? back : {};
    this.reset();
    await device.look(at);
    this.voice.speak(this.#where());
  }
  /** A step that begins or ends within a move of several legs. */
  async leg(by: 1 | -1): Promise<void> {
    const { device, half } = this;
    const ply = half ? half.ply : by > 0 ? device.at : device.at - 1;
    const legs = (device.plies[ply]?.path?.length ?? 2) - 1;
    const next = half ? half.leg + by : by > 0 ? 1 : legs - 1;
    if (legs < 2 || next <= 0 || next >= legs) {
      const to = half ? (by > 0 ? ply + 1 : ply) : device.at + by;
      this.half = null;
      if (to !== device.at) await this.go(to);
      else this.voice.speak(this.#where());
      return;
    }
    const stacks = await device.stacksAt(ply);
    this.hint = null;
    this.why = null;
    this.half = { ply, leg: next, stacks };
    this.voice.speak(prefs.texts.t('ui.hop', { spot: device.plies[ply]?.path?.[next] ?? '' }));
  }

  // --- moving
  onmove(i: Intent): void {
    this.step = { path: i.path };
    this.ahead = foreseen(this.view.stacks, i, this.view.placing);
    void this.play(moveText(i), i.path, { seen: drawn() });
  }
  async play(text: string, path?: readonly string[], how: Pick<How, 'redo' | 'remote' | 'seen'> = {}): Promise<void> {
    const { device } = this;
    const before = device.end?.stacks ?? this.view.stacks;
    const chosen = this.claim;
    const plies = device.plies.length;
    const looking = device.live;
    const onply = (p: Ply): void => {
      if (looking) this.step = p;
    };
    try {
      if (how.redo) await device.redo(onply);
      else await device.play(text, { path, onply, remote: how.remote, seen: how.seen });
    } catch (e) {
      this.ahead = null;
      if (!(e instanceof RulesError)) throw e;
      this.claim = chosen;
      this.#tell(refused(this.scene, whyTitle(this.scene, text), e.refusal, this.view.stacks));
      return;
    }
    this.ahead = null;
    if (device.plies.length === plies) return;
    if (looking) this.reset();
    this.seen = false;
    const p = device.plies[device.plies.length - 1];
    if (!p || !device.end) return;
    this.#sound(p, looking);
    const said = sayPly(this.scene, p, before, device.end);
    if (device.over) this.ended(said);
    else this.voice.speak(`${said} ${this.#whose(device.end.side)}`);
  }
  #sound(p: Ply, looking: boolean): void {
    const legs = Math.max(0, (p.path?.length ?? 1) - 1);
    const delay = looking && !this.#room.calm() ? 90 + Math.min(420, 160 * legs) : 0;
    const goal = p.path?.[p.path.length - 1] ?? '';
    if (p.claim) this.#room.noise('claim');
    const captured = this.info.claims && p.gone?.[goal];
    this.#room.noise(captured ? 'capture' : Object.keys(p.gone ?? {}).length ? 'cut' : 'land', delay);
  }
  async undo(): Promise<void> {
    const { device } = this;
    const p = device.plies[device.plies.length - 1];
    if (!p || !device.can.undo) return;
    const plies = device.plies.length;
    this.step = device.live && !device.ending ? p : {};
    this.opponent.stop();
    this.reset();
    await device.undo();
    if (plies - device.plies.length > 1) this.step = {};
    this.seen = false;
    this.voice.speak(`${prefs.texts.t('ui.back')}. ${this.#whose(device.turn)}`);
  }

  // --- what the board reports
  onhand(next: Hand): void {
    if (next.path.join() !== this.hand.path.join() || next.asked !== this.hand.asked) this.why = null;
    if (next.path.length > this.hand.path.length) {
      this.#room.noise('take');
      this.told = '';
    }
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
    const why = await whyNot(this.device.rules, this.scene, view, ask);
    if (why && this.view.position === view.position) this.#tell(why);
  }
  #tell(why: Why): void {
    this.why = why;
    this.voice.assert(`${why.title}. ${why.text}`);
  }
  /** A question of a listener that the board cannot answer itself. */
  onquery(key: string): void {
    const { device } = this;
    const { t } = prefs.texts;
    if (key === 'l') {
      const last = device.last;
      this.voice.speak(last ? sayPly(this.scene, last, device.before, this.view) : t('a11y.start'));
    }
    if (key === 't') {
      const clock = (s: Side): string => t('a11y.clock', { player: this.name(s), time: face(device.left[s]) });
      this.voice.speak([...(device.terms.control ? [clock(0), clock(1)] : []), this.#whose(device.turn)].join(' '));
    }
  }

  // --- advice, offers, the end
  async advise(): Promise<void> {
    const { device, opponent, voice } = this;
    const { t } = prefs.texts;
    if (!device.can.hint) return;
    if (!device.live) await this.go(device.plies.length);
    this.reset();
    voice.speak(t('ui.hint.thinking'));
    const advice = await opponent.advise();
    if (!advice) {
      if (!opponent.trouble && device.can.hint) voice.speak(t('ui.hint.none'));
      return;
    }
    const { move, reasons = [] } = advice.best;
    const { ply } = await device.rules.play(this.info.id, advice.position, move);
    if (device.tip !== advice.position || !device.live) return;
    const text = sayReasons(prefs.texts, reasons);
    this.hint = { move: ply.move, claim: ply.claim ?? '', path: ply.path ?? [], text };
    voice.speak(`${t('ui.hint')}: ${ply.move}. ${text}`);
  }
  async offer(): Promise<void> {
    const { t } = prefs.texts;
    if (this.device.me === null) {
      this.sure = { text: t('ui.sure.draw'), yes: () => this.finish({ by: 'agreement' }) };
      return;
    }
    this.reset();
    const yes = await this.opponent.agrees();
    if (this.device.over) return;
    if (yes) this.finish({ by: 'agreement' });
    else {
      this.told = t('ui.draw.declined');
      this.voice.assert(this.told);
    }
  }
  resign(): void {
    const { t } = prefs.texts;
    const { me } = this.device;
    const loser = me ?? this.device.turn;
    const text = me === null ? t('ui.sure.resign', { player: this.name(loser) }) : t('ui.sure.resign_you');
    this.sure = { text, yes: () => this.finish({ by: 'resignation', loser }) };
  }
  finish(ending: NonNullable<Ending>): void {
    this.opponent.stop();
    this.reset();
    this.device.finish(ending);
    this.seen = false;
    this.ended();
  }
  ended(before = ''): void {
    this.#room.onend();
    this.#room.noise('end', 300);
    const said = `${before} ${sayWinner(this.scene, this.device.outcome)} ${this.decision}`;
    this.voice.assert(said.trim());
  }
}
