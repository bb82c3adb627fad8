// A sitting at a table: a game and the seat one plays it from. It leads the game (device.svelte.ts), the computer
// (opponent.svelte.ts) and the seat, and says what happens; it draws nothing itself.
import type { Aloft, Marks, Stacks } from '../board/types.ts';
import type { Engine } from '../engine/types.ts';
import { headlineOf } from '../parts/headline.ts';
import { sayPly, sayReasons, sayWinner } from '../parts/say.ts';
import { Seat } from '../parts/seat.svelte.ts';
import type { Sound } from '../parts/sound.ts';
import { prefs } from '../prefs.svelte.ts';
import type { GameInfo, Ply, Side, View } from '../rules/types.ts';
import { face } from './clock.ts';
import type { Device, How } from './device.svelte.ts';
import { reasonOf } from './ending.ts';
import type { Ending } from './kept.ts';
import { Opponent } from './opponent.svelte.ts';

/** What a sitting needs of the page around it. */
export interface Room {
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
  readonly seat: Seat;
  readonly #room: Room;
  /** A move of several legs is looked at spot by spot: which ply, and how many legs are done. */
  half: { readonly ply: number; readonly leg: number; readonly stacks: Stacks } | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** What the computer answered to an offer. */
  told = $state('');
  /** A question that is asked before something that cannot be undone. */
  sure: { readonly text: string; readonly yes: () => void } | null = $state.raw(null);
  /** The forced pass waits: somebody wants to look first. */
  hold = $state(false);
  /** The result was put aside. */
  seen = $state(false);

  constructor(device: Device, engine: Engine, room: Room) {
    this.device = device;
    this.#room = room;
    this.opponent = new Opponent(engine, device, {
      onmove: async (text) => void (await this.play(text, undefined, { remote: true })),
      pace: () => this.#pace(),
    });
    this.seat = new Seat({
      rules: device.rules,
      info: () => device.info as GameInfo,
      view: () => device.view as View,
      names: () => device.names,
      levels: () => device.terms.levels,
      open: () => device.live && this.mine && !this.half,
      busy: () => device.busy,
      last: () => device.last,
      before: () => device.before,
      owner: (s) => prefs.texts.t(s === device.view?.side ? 'say.owner.yours' : 'say.owner.theirs'),
      turn: () => this.#turn(),
      play: (text, path, seen) => this.play(text, path, { seen }),
      ontake: () => {
        room.noise('take');
        this.told = '';
      },
    });
  }

  // --- what there is
  /** The move is a person's, whether anybody looks at the last position or not. */
  readonly mine = $derived.by(() => !this.device.over && !this.device.computer && !this.device.paused);
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
    const hint = this.device.live ? this.hint : null;
    return {
      ...this.seat.marks,
      arrows: hint && hint.path.length > 1 ? [{ path: hint.path, kind: 'plan' }] : undefined,
      picked: hint?.path,
    };
  });
  readonly headline = $derived.by(() =>
    headlineOf(this.seat.scene, {
      ...this.seat.moment,
      outcome: this.device.outcome,
      half: this.aloft?.spot,
      thinking: this.opponent.thinking,
      me: this.device.me,
    }),
  );
  readonly decision = $derived.by(() =>
    reasonOf(this.seat.scene, this.device, this.device.end ?? (this.device.view as View)),
  );

  name(side: Side): string {
    return this.seat.name(side);
  }
  /** Where something has left the board and no clock runs, there is time to see what. */
  #pace(): number {
    const { last, terms } = this.device;
    const much = !terms.control && Object.keys(last?.gone ?? {}).length > 0;
    return (this.#room.calm() ? 150 : 650) * (much ? 3 : 1);
  }
  /** "Your turn." where only one can be meant. */
  #whose(side: Side): string {
    const { t } = prefs.texts;
    return this.device.me === side ? t('say.your_turn') : t('say.turn_of', { player: this.name(side) });
  }
  /** The clocks, and whose turn it is. */
  #turn(): string {
    const { device } = this;
    const clock = (s: Side): string =>
      prefs.texts.t('a11y.clock', { player: this.name(s), time: face(device.left[s]) });
    return [...(device.terms.control ? [clock(0), clock(1)] : []), this.#whose(device.turn)].join(' ');
  }

  reset(): void {
    if (this.opponent.advising) this.opponent.stop();
    this.seat.reset();
    this.hint = null;
    this.half = null;
    this.told = '';
    this.hold = false;
  }
  /** Esc: whatever is open is closed, what is in hand put back. */
  leave(): void {
    if (this.opponent.advising) this.opponent.stop();
    this.seat.leave();
    this.hint = null;
    this.half = null;
    this.sure = null;
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
    this.seat.step = at === was + 1 && forward ? forward : at === was - 1 && back ? back : {};
    this.reset();
    await device.look(at);
    this.seat.voice.speak(this.#where());
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
      else this.seat.voice.speak(this.#where());
      return;
    }
    const p = device.plies[ply];
    const stacks = await device.stacksAt(ply);
    if (device.plies[ply] !== p) return; // taken back meanwhile
    this.hint = null;
    this.seat.why = null;
    this.half = { ply, leg: next, stacks };
    this.seat.voice.speak(prefs.texts.t('ui.hop', { spot: p?.path?.[next] ?? '' }));
  }

  // --- moving
  /** Plays a move; false when nothing came of it. */
  async play(
    text: string,
    path?: readonly string[],
    how: Pick<How, 'remote' | 'seen'> & { readonly redo?: boolean } = {},
  ): Promise<boolean> {
    const { device, seat } = this;
    const before = (device.end ?? (device.view as View)).stacks;
    const plies = device.plies.length;
    const looking = device.live;
    const onply = (p: Ply): void => {
      if (looking) seat.show(p);
    };
    const run = (): Promise<void> =>
      how.redo ? device.redo(onply) : device.play(text, { path, onply, remote: how.remote, seen: how.seen });
    if (!(await seat.attempt(text, run)) || device.plies.length === plies) return false;
    if (looking) this.reset();
    this.seen = false;
    const p = device.plies[device.plies.length - 1];
    if (!p || !device.end) return true;
    this.#sound(p, looking);
    const said = sayPly(seat.scene, p, before, device.end);
    if (device.over) this.ended(said);
    else seat.voice.speak(`${said} ${this.#whose(device.end.side)}`);
    return true;
  }
  #sound(p: Ply, looking: boolean): void {
    const legs = Math.max(0, (p.path?.length ?? 1) - 1);
    const delay = looking && !this.#room.calm() ? 90 + Math.min(420, 160 * legs) : 0;
    const goal = p.path?.[p.path.length - 1] ?? '';
    if (p.claim) this.#room.noise('claim');
    const captured = this.seat.info.claims && p.gone?.[goal];
    this.#room.noise(captured ? 'capture' : Object.keys(p.gone ?? {}).length ? 'cut' : 'land', delay);
  }
  async undo(): Promise<void> {
    const { device } = this;
    const p = device.plies[device.plies.length - 1];
    if (!p || !device.can.undo) return;
    const plies = device.plies.length;
    this.seat.step = device.live && !device.ending ? p : {};
    this.opponent.stop();
    this.reset();
    await device.undo();
    if (plies - device.plies.length > 1) this.seat.step = {};
    this.seen = false;
    this.seat.voice.speak(`${prefs.texts.t('ui.back')}. ${this.#whose(device.turn)}`);
  }

  // --- advice, offers, the end
  async advise(): Promise<void> {
    const { device, opponent } = this;
    const { voice } = this.seat;
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
    const { ply } = await device.rules.play(this.seat.info.id, advice.position, move);
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
    if (yes === null || this.device.over) return; // called off, or no answer to be had
    if (yes) this.finish({ by: 'agreement' });
    else {
      this.told = t('ui.draw.declined');
      this.seat.voice.assert(this.told);
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
    this.sure = null;
    this.#room.onend();
    this.#room.noise('end', 300);
    const said = `${before} ${sayWinner(this.seat.scene, this.device.outcome)} ${this.decision}`;
    this.seat.voice.assert(said.trim());
  }
}
