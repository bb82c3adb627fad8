// Trying things on a board: it plays what the rules allow from a given position and tells why of what they do not.
// What a try is worth is the host's business; it draws nothing itself.
import type { Step } from '../board/animate.ts';
import { colorOf } from '../board/names.ts';
import { empty, foreseen, type Hand, type Result } from '../board/state.ts';
import type { Intent, Marks, Pieces, Stacks } from '../board/types.ts';
import { claimable, ownersOf } from '../parts/claims.ts';
import { drawn } from '../parts/drawn.ts';
import { moveText, type Scene, sayPly } from '../parts/say.ts';
import { refused, type Why, whyNot, whyTitle } from '../parts/why.ts';
import { prefs } from '../prefs.svelte.ts';
import { type GameInfo, type Ply, type Refusal, type Rules, RulesError, type Side, type View } from '../rules/types.ts';

/** What is tried here, and who hears of it. */
export interface Host {
  info(): GameInfo;
  /** Colors can be claimed. */
  claims(): boolean;
  /** Moves can be made. */
  active(): boolean;
  /** Stacks are marked instead of moved. */
  quiz(): boolean;
  /** The board drops what is in hand. */
  clear(): void;
  onview(view: View): void;
  onply(ply: Ply, view: View, said: string): void;
  /** The rules refuse what was tried; move is how it is written, as far as it was told. */
  onwhy(why: Why, move: string): void;
  /** Something else is being done: what was said is past. */
  onhand(): void;
  onpick(spot: string): void;
  onsay(text: string): void;
}

/** A try as it is written; of a stack that was only tapped there is no target. */
export function written(ask: NonNullable<Result['ask']>): string {
  if (!ask.from) return ask.to;
  return `${ask.claim ? `${ask.claim},` : ''}${ask.from}-${ask.to}`;
}

export class Trial {
  readonly rules: Rules;
  readonly #host: Host;
  view: View | null = $state.raw(null);
  /** Whose stacks are called yours: the side that began. */
  learner: Side = $state(0);
  last: Ply | null = $state.raw(null);
  /** How many plies were played since the beginning. */
  plies = $state(0);
  step: Step = $state.raw({});
  claim = $state('');
  lit: Why['lit'] = $state.raw({});
  hand: Hand = $state.raw(empty);
  /** What a move will come to, shown at once; the rules tell the rest a moment later. */
  ahead: Stacks | null = $state.raw(null);
  #start = '';
  #busy = false;
  #asked = 0;

  constructor(rules: Rules, host: Host) {
    this.rules = rules;
    this.#host = host;
  }

  readonly info = $derived.by(() => this.#host.info());
  readonly pieces: Pieces = $derived.by(() => (this.info.claims ? 'discs' : 'rings'));
  readonly scene: Scene = $derived.by(() => ({
    texts: prefs.texts,
    info: this.info,
    pieces: this.pieces,
    names: ['', ''],
  }));
  /** All free colors: one without a move may be tried as well, and the rules tell why it leads nowhere. */
  readonly colors = $derived.by(() =>
    this.view && this.#host.claims() && this.#host.active()
      ? claimable(this.info, this.view).map((c) => ({ ...c, possible: true }))
      : [],
  );
  readonly owners = $derived.by(() => {
    const { t } = prefs.texts;
    const say = (s: Side): string => t(s === this.learner ? 'say.owner.yours' : 'say.owner.theirs');
    return ownersOf(this.info, this.view?.claims, say, t('say.owner.neutral'));
  });
  readonly marks: Marks = $derived.by(() => {
    const [from, to] = [this.hand.path[0], this.hand.over];
    const aim = from && to ? this.view?.moves.find((m) => m.from === from && m.to === to) : undefined;
    return {
      last: this.last?.path ? { path: this.last.path } : undefined,
      gone: this.last?.gone,
      lit: this.lit,
      doomed: aim?.cuts,
    };
  });

  #settle(next: View, ply: Ply | null, how: Step): void {
    this.step = how;
    this.ahead = null;
    this.view = next;
    this.last = ply;
    this.plies = ply ? this.plies + 1 : 0;
    this.claim = '';
    this.lit = {};
    this.#host.clear();
  }
  /** Shows a position; what was asked before is past. */
  async open(position: string): Promise<void> {
    this.#start = position;
    const ask = ++this.#asked;
    const next = await this.rules.view(this.info.id, position);
    if (ask !== this.#asked) return; // another position is wanted by now
    this.#settle(next, null, {});
    this.learner = next.side;
    this.#host.onview(next);
  }
  /** Back to the position it began with. */
  async reset(): Promise<void> {
    const back = this.last ?? {};
    const ask = ++this.#asked;
    const next = await this.rules.view(this.info.id, this.#start);
    if (ask === this.#asked) this.#settle(next, null, back);
  }

  /** Plays a move text; what the rules refuse is told. */
  async play(text: string, path?: readonly string[], seen?: Promise<void>): Promise<void> {
    const { view } = this;
    if (!view || this.#busy) return;
    this.#busy = true;
    const ask = ++this.#asked;
    try {
      const asked = this.rules.play(this.info.id, view.position, text);
      const [{ ply: told, view: next }] = await Promise.all([asked, seen]);
      if (ask !== this.#asked) return;
      const ply = path && path.length > 2 ? { ...told, path } : told;
      const said = sayPly(this.scene, ply, view.stacks, next);
      this.#settle(next, ply, ply);
      this.#host.onply(ply, next, said);
    } catch (e) {
      this.ahead = null;
      if (!(e instanceof RulesError)) throw e;
      const spelled = text.replace(/^.,/, '').replaceAll('-', '\u2009–\u2009');
      const title = text === 'pass' ? prefs.texts.t('lesson.ui.no_pass') : whyTitle(this.scene, spelled);
      this.#refuse(title, e.refusal, text);
    } finally {
      this.#busy = false;
    }
  }
  #refuse(title: string, r: Refusal, move: string): void {
    this.#tell(refused(this.scene, title, r, this.view?.stacks ?? {}), move);
  }
  #tell(why: Why, move: string): void {
    this.lit = why.lit;
    this.#host.onwhy(why, move);
  }

  // --- what the board reports
  onmove(i: Intent): void {
    const { view } = this;
    if (!view || this.#busy) return;
    const hops = i.path.length > 2 && this.info.claims;
    const text = hops ? `${i.claim ? `${i.claim},` : ''}${i.path.join('-')}` : moveText(i);
    this.step = { path: i.path };
    this.ahead = foreseen(view.stacks, i, view.placing);
    void this.play(text, i.path, drawn());
  }
  async onask(ask: NonNullable<Result['ask']>): Promise<void> {
    const { view } = this;
    if (!view) return;
    if (this.#host.quiz()) {
      this.#host.onpick(ask.from || ask.to);
      return;
    }
    // Where no color can be claimed, none is recommended.
    const moves = this.#host.claims() ? view.moves : view.moves.filter((m) => !m.claim);
    const why = await whyNot(this.rules, this.scene, { ...view, moves }, ask);
    if (this.view !== view) return;
    if (why) this.#tell(why, written(ask));
    else void this.play(`${ask.claim ? `${ask.claim},` : ''}${ask.path.join('-')}`, ask.path); // traced by hand, and legal
  }
  async onclaim(letter: string): Promise<void> {
    const { t } = prefs.texts;
    const { view } = this;
    this.claim = letter;
    this.lit = {};
    this.#host.onhand();
    const color = colorOf(letter, this.pieces);
    this.#host.onsay(letter ? t('ui.claim.chosen', { color }) : t('ui.claim.none'));
    if (!letter || !view || view.moves.some((m) => m.claim === letter)) return;
    // A claim without a move: the rules say why, at any move.
    const [from = '', to = ''] = Object.keys(view.stacks);
    const text = `${letter},${from}-${to}`;
    const r = await this.rules.why(this.info.id, view.position, text);
    if (r && this.claim === letter) this.#refuse(t('lesson.ui.no_claim', { color }), r, text);
  }
  onhand(next: Hand): void {
    const moved = next.path.join() !== this.hand.path.join();
    if (moved || next.asked !== this.hand.asked) this.lit = {};
    if (moved) this.#host.onhand();
    this.hand = next;
  }
  onquery(key: string): void {
    const { view, last, info } = this;
    if (!view) return;
    const { t } = prefs.texts;
    const turn = t('say.turn_of', { player: t(`side.${info.sides[view.side]}`) });
    this.#host.onsay(key === 'l' && last ? sayPly(this.scene, last, {}, view) : turn);
  }
}
