// The controller of a table of people: offers and their answers, a move prepared before one's turn, chat, and what is said
// of all that. What every game has is in game/gameController.svelte.ts.
import type { Line } from '../../gen/api.ts';
import type { Marks } from '../board/types.ts';
import { GameController, type GamePage } from '../game/gameController.svelte.ts';
import type { GameEvent, GameUpdate } from '../game/source.ts';
import { sayRefusal } from '../parts/say.ts';
import { prefs } from '../prefs.svelte.ts';
import type { Side } from '../rules/types.ts';
import type { Outcome } from './connection.svelte.ts';
import { isSlow } from './names.ts';
import { nonce, type OnlineGame, refusalOf } from './onlineGame.svelte.ts';

/** How much time the opponent gets at a press. */
const MORE_TIME = 15_000;

export class TableController extends GameController<OnlineGame> {
  /** A move that is played as soon as it is one's turn, if it then can be. */
  premove: { readonly from: string; readonly to: string } | null = $state.raw(null);
  /** What was told last and is gone soon. */
  notice = $state('');
  #noticed: ReturnType<typeof setTimeout> | undefined;

  constructor(game: OnlineGame, page: GamePage) {
    super(game, page, {
      owner: (s) => this.#owner(s),
      closed: () => this.half !== null,
      confirm: () => this.confirms,
      claims: () => game.mine,
      picking: () => this.premoving,
      ahead: true,
      onpick: (spot) => this.#pick(spot),
    });
  }

  #owner(side: Side): string {
    const { t } = prefs.texts;
    const { me } = this.game;
    if (me === null) return t('say.owner.side', { player: this.name(side) });
    return t(side === me ? 'say.owner.yours' : 'say.owner.theirs');
  }
  get control(): string {
    return this.game.table?.options.control ?? '-';
  }
  /** A move waits to be confirmed: always, or where nobody is in a hurry. */
  get confirms(): boolean {
    return prefs.settings.confirm || (prefs.settings.confirmSlow && isSlow(this.control));
  }
  readonly marks: Marks = $derived.by(() => {
    const { premove } = this;
    const marks = this.board.marks;
    if (!premove) return marks;
    const path = premove.to ? [premove.from, premove.to] : [premove.from];
    return { ...marks, picked: path, arrows: path.length > 1 ? [{ path, kind: 'plan' }] : undefined };
  });

  // --- a move prepared
  /** It is the opponent's turn, and a move can be prepared: in games with a clock that runs. */
  get premoving(): boolean {
    const { game } = this;
    const ready = game.me !== null && !!game.state && !game.over && game.live && !game.provisional;
    return ready && game.turn !== game.me && !isSlow(this.control) && !game.view?.placing;
  }
  #pick(spot: string): void {
    const { premove } = this;
    const { t } = prefs.texts;
    if (!premove || premove.to || premove.from === spot) {
      const again = premove?.from === spot || !this.game.view?.stacks[spot];
      this.premove = again ? null : { from: spot, to: '' };
      this.board.voice.speak(again ? t('ui.table.premove.none') : spot);
      return;
    }
    this.premove = { from: premove.from, to: spot };
    this.board.voice.speak(t('ui.table.premove.set', { move: `${premove.from}\u2009–\u2009${spot}` }));
  }
  dropPremove(): void {
    this.premove = null;
  }
  /** One's turn has come: what was prepared is played, if it is a move. */
  #playPrepared(): void {
    const { premove, game } = this;
    if (!premove) return;
    this.premove = null;
    const { from, to } = premove;
    const move = game.view?.moves.find((m) => m.from === from && m.to === to && !m.claim);
    if (move) void this.play(move.text);
    else if (to) this.tell(prefs.texts.t('ui.table.premove.impossible', { move: `${from}\u2009–\u2009${to}` }));
  }
  override leave(): void {
    super.leave();
    this.premove = null;
  }

  // --- what happens
  /** Tells something that needs no answer: it is shown for some seconds, and read. */
  tell(text: string, urgent = false): void {
    this.notice = text;
    clearTimeout(this.#noticed);
    this.#noticed = setTimeout(() => (this.notice = ''), 4000);
    if (urgent) this.board.voice.assert(text);
    else this.board.voice.speak(text);
  }
  protected override onupdate(update: GameUpdate, said: string): void {
    super.onupdate(update, said);
    const { event, played, from } = update;
    if (played && this.game.mine && this.game.live) this.#playPrepared();
    else if (played || event.kind === 'takeback') this.premove = null; // it was meant for another position
    if (from !== 'elsewhere' || this.game.over) return;
    const { t } = prefs.texts;
    const by = 'side' in event && event.side !== undefined ? event.side : null;
    const player = by === null ? '' : this.name(by);
    if (event.kind === 'offer') {
      const text = t(event.what === 'draw' ? 'ui.draw.offered' : 'ui.table.takeback.offered', { player });
      this.page.sound('claim');
      this.board.voice.assert(text);
    } else if (event.kind === 'decline') {
      this.tell(t('ui.table.declined', { player }));
    } else if (event.kind === 'moretime') {
      this.tell(t('ui.table.more_time.given', { player, n: Math.round(event.add / 1000) }));
    }
  }

  // --- what one does
  async act(event: GameEvent): Promise<boolean> {
    const answer = await this.game.send(event);
    if (answer.status === 'refused') this.refuse(sayRefusal(prefs.texts, answer.refusal));
    return answer.status === 'accepted';
  }
  refuse(text: string): void {
    this.problem = text;
    this.board.voice.assert(text);
  }
  offerDraw(): void {
    void this.act({ kind: 'offer', what: 'draw' }).then((ok) => ok && this.tell(prefs.texts.t('ui.table.offered')));
  }
  offerTakeback(): void {
    const to = this.game.takeBackTo;
    if (to < 0) return;
    void this.act({ kind: 'offer', what: 'takeback', to }).then(
      (ok) => ok && this.tell(prefs.texts.t('ui.table.offered')),
    );
  }
  moreTime(): void {
    void this.act({ kind: 'moretime', add: MORE_TIME });
  }
  resign(): void {
    const { t } = prefs.texts;
    this.sure = { text: t('ui.sure.resign_you'), act: t('ui.resign'), yes: () => void this.act({ kind: 'resign' }) };
  }
  abort(): void {
    const { t } = prefs.texts;
    this.sure = {
      text: t('ui.table.sure.abort'),
      act: t('ui.table.abort'),
      yes: () => void this.act({ kind: 'abort' }),
    };
  }

  // --- the table itself
  async #post(message: Parameters<OnlineGame['connection']['post']>[0]): Promise<Outcome> {
    const outcome = await this.game.connection.post(message);
    if (!outcome.ok) this.refuse(sayRefusal(prefs.texts, refusalOf(outcome.error)));
    return outcome;
  }
  sit(): Promise<Outcome> {
    return this.#post({ type: 'sit', table: this.game.id, nonce: nonce() });
  }
  stand(): Promise<Outcome> {
    return this.#post({ type: 'leave', table: this.game.id });
  }
  rematch(same: boolean): Promise<Outcome> {
    return this.#post({ type: 'rematch', table: this.game.id, same, nonce: nonce() });
  }
  declineRematch(): Promise<Outcome> {
    return this.#post({ type: 'rematch', table: this.game.id, no: true });
  }
  claim(draw: boolean): Promise<Outcome> {
    return this.#post({ type: 'claim', table: this.game.id, draw });
  }
  async say(text: string): Promise<boolean> {
    return (await this.#post({ type: 'say', table: this.game.id, text })).ok;
  }
}

/** Who said a line, and what. */
export const lineKey = (l: Line): string => `${l.room} ${l.number}`;
