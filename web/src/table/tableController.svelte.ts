// The controller of a game at a table of people. Beyond what every game has (game/gameController.svelte.ts) it handles
// offers, chat and rematches, and says what happens.

import { untrack } from 'svelte';
import type { Line, Table, ToServer } from '../../gen/api.ts';
import type { Marks } from '../board/types.ts';
import { isSlow } from '../game/control.ts';
import { GameController, type GamePage } from '../game/gameController.svelte.ts';
import type { GameEvent, GameUpdate } from '../game/source.ts';
import { capital } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import type { Side } from '../rules/types.ts';
import { sayFault } from '../speech/fault.ts';
import { inWords } from '../speech/moveList.ts';
import { sayRefusal } from '../speech/say.ts';
import type { Outcome } from './connection.svelte.ts';
import { Muted } from './muted.svelte.ts';
import { lineKey } from './names.ts';
import type { OnlineGame } from './onlineGame.svelte.ts';
import { refusalOf } from './refusal.ts';
import type { RecordHost, SetupCheck } from './setupCheck.ts';
import { nonce, noteShare } from './shares.ts';

/** How many milliseconds "Give time" adds to the opponent's clock. */
const MORE_TIME = 15_000;

/** What the page of a table does for its controller. */
export interface TableSurroundings extends GamePage {
  readonly host: RecordHost & {
    /** A table with the server's promise for the draw of its layout; it is there before the game begins. */
    table(id: string): Promise<Pick<Table, 'commit'>>;
  };
  /** Goes to another table. */
  visit(table: string): void;
  /** The chat is in sight. */
  reads(): boolean;
}

/** What was done by a message, as the button for it says it. */
function actOf({ type, event, no, draw }: ToServer): string {
  if (type === 'rematch') return no ? 'ui.decline' : 'ui.rematch';
  if (type === 'claim') return draw ? 'ui.table.gone.draw' : 'ui.table.gone.win';
  switch (event?.kind) {
    case 'offer':
      return event.what === 'takeback' ? 'ui.back' : 'ui.offer_draw';
    case 'moretime':
      return 'ui.table.more_time';
    case 'withdraw':
    case 'abort':
      return `ui.table.${event.kind}`;
    case 'resign':
    case 'accept':
    case 'decline':
      return `ui.${event.kind}`;
  }
  return 'ui.table.chat';
}

export class TableController extends GameController<OnlineGame> {
  /** What the check of board and sides has found; null before it was asked for. */
  setup: SetupCheck | 'asked' | 'failed' | null = $state.raw(null);
  readonly muted = new Muted();
  #seen: ReadonlySet<string> = $state.raw(new Set());
  readonly #around: TableSurroundings;

  constructor(game: OnlineGame, around: TableSurroundings) {
    super(game, around, {
      owner: (s) => this.#owner(s),
      confirm: () => this.confirms,
    });
    game.onarrived = () => this.board.voice.speak(prefs.texts.t('ui.table.unsent.arrived'));
    this.#around = around;
    this.#seen = new Set(game.chat.map(lineKey));
  }

  // --- what happens without a press
  /** Starts clocks, forced passes and the way to a rematch; returns a function that stops them. */
  run(): () => void {
    const { game, board } = this;
    // A rematch that was agreed on before this page was opened leads nowhere: this game was asked for.
    const agreed = !!game.table?.rematch?.agreed;
    const stop = $effect.root(() => {
      // One's own side is at the lower end of the board.
      const seat = $derived(game.me);
      const start = $derived(game.start);
      $effect(() => {
        void start;
        board.flipped = seat === 1;
      });
      $effect(() => this.runClock());
      $effect(() => this.playForcedPass());
      // The server may refuse what was sent before this page was loaded.
      $effect(() => {
        const { refusal } = game;
        if (refusal) untrack(() => this.refuse(sayRefusal(prefs.texts, refusal)));
      });
      // A screen reader hears that something has not arrived as soon as the screen shows it.
      $effect(() => {
        const { unsent } = this;
        if (!unsent) return;
        const { t } = prefs.texts;
        const what = unsent.act || inWords(unsent.move, board.pieces, t);
        untrack(() => board.voice.assert(`${what}, ${t('ui.table.unsent')}. ${capital(unsent.why)}`));
      });
      // Once both agree on a rematch, the players go to its table.
      $effect(() => {
        const again = game.table?.rematch;
        if (!agreed && again?.agreed && again.table && game.me !== null) this.#around.visit(again.table);
      });
      $effect(() => {
        const lines = game.chat;
        if (this.#around.reads()) this.#seen = new Set(lines.map(lineKey));
      });
      $effect(() => {
        if (game.over && game.table?.reveal) untrack(() => void this.checkSetup());
      });
    });
    return stop;
  }
  /** Says that the game begins, to a player who has waited for it on this page. */
  begin(): void {
    const { game } = this;
    if (game.me === null || game.plies.length || game.over) return;
    const player = this.name(game.me === 0 ? 1 : 0);
    this.board.voice.speak(`${prefs.texts.t('ui.table.begins', { player })} ${this.whose(game.turn)}`);
  }

  // --- what has not arrived
  /** A move, or what else was done here, that may not have reached the server; why, and what one's clock does. */
  readonly unsent: { readonly move: string; readonly act: string; readonly why: string } | null = $derived.by(() => {
    const { game } = this;
    const { connection } = game;
    const { texts } = prefs;
    const act = game.unsentAct;
    if (!game.unsent && !act) return null;
    const running = game.running !== null && game.running === game.me && connection.state === 'open';
    const why = connection.trouble
      ? sayRefusal(texts, refusalOf(connection.trouble))
      : texts.t('ui.table.unsent.about') + (running ? ` ${texts.t('ui.table.offline.clock')}` : '');
    return game.unsent
      ? { move: game.provisional?.event.move ?? '', act: '', why }
      : { move: '', act: act ? texts.t(actOf(act)) : '', why };
  });

  // --- chat
  /** The lines of people who are not muted. */
  readonly lines: readonly Line[] = $derived.by(() => this.game.chat.filter((l) => !this.muted.has(l.person.id)));
  /** How many lines of others have not been shown yet. */
  readonly unread: number = $derived.by(() => {
    const me = this.game.connection.me?.id;
    return this.lines.filter((l) => l.person.id !== me && !this.#seen.has(lineKey(l))).length;
  });

  // --- the draw of board and sides
  /** Whether the board was drawn: a game of placing begins without pieces. */
  get boardDrawn(): boolean {
    return !this.board.info.full || !!this.game.table?.options.full;
  }
  get sidesDrawn(): boolean {
    return !!this.game.table?.reveal?.drawn;
  }
  async checkSetup(): Promise<void> {
    const { game } = this;
    const reveal = game.table?.reveal;
    if (!reveal || (this.setup !== null && this.setup !== 'failed')) return;
    if (!this.boardDrawn && !this.sidesDrawn) return;
    this.setup = 'asked';
    try {
      const { id, me, start } = game;
      const { checkSetup } = await import('./setupCheck.ts'); // not before a game is over
      this.setup = await checkSetup(game.rules, this.#around.host, { id, reveal, start, me });
    } catch {
      this.setup = 'failed';
    }
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
  /** Moves have to be confirmed: in every game or in slow ones, as the settings say. */
  get confirms(): boolean {
    return prefs.settings.confirm || (prefs.settings.confirmSlow && isSlow(this.control));
  }
  readonly marks: Marks = $derived.by(() => {
    const { last, ...rest } = this.board.marks;
    // A move that is not sent is drawn as one that is planned.
    const unsent = this.game.unsent && this.game.live && last;
    return unsent
      ? { ...rest, picked: last.path.slice(-1), arrows: [{ path: last.path, kind: 'plan' }] }
      : this.premoves.over({ ...rest, last });
  });

  // --- what happens
  protected override onupdate(update: GameUpdate, announcement: string): void {
    super.onupdate(update, announcement);
    const { event, from } = update;
    if (from !== 'elsewhere' || this.game.over) return;
    const { t } = prefs.texts;
    const by = 'side' in event && event.side !== undefined ? event.side : null;
    const player = by === null ? '' : this.name(by);
    if (event.kind === 'offer') {
      const text = t(event.what === 'draw' ? 'ui.draw.offered' : 'ui.table.takeback.offered', { player });
      this.page.sound('claim');
      this.board.voice.assert(text);
    } else if (event.kind === 'withdraw') {
      this.tell(t('ui.table.withdrawn', { player }));
    } else if (event.kind === 'decline') {
      this.tell(t('ui.table.declined', { player }));
    } else if (event.kind === 'moretime') {
      this.tell(t('ui.table.more_time.given', { player, n: Math.round(event.add / 1000) }));
    }
  }

  // --- what one does
  async act(event: GameEvent): Promise<boolean> {
    try {
      const answer = await this.game.send(event);
      if (answer.status === 'refused') this.refuse(sayRefusal(prefs.texts, answer.refusal));
      return answer.status === 'accepted';
    } catch (e) {
      this.refuse(sayFault(prefs.texts, e));
      return false;
    }
  }
  get canOfferDraw(): boolean {
    return this.game.me !== null && !this.game.over && !this.game.offered('draw', 'me');
  }
  offerDraw(): void {
    void this.act({ kind: 'offer', what: 'draw' }).then((ok) => ok && this.#offered());
  }
  offerTakeback(): void {
    const to = this.game.takeBackTo;
    if (to < 0) return;
    void this.act({ kind: 'offer', what: 'takeback', to }).then((ok) => ok && this.#offered());
  }
  /** Says that the offer is sent. On the screen a card shows it until there is an answer. */
  #offered(): void {
    this.board.voice.speak(prefs.texts.t('ui.table.offered'));
  }
  moreTime(): void {
    void this.act({ kind: 'moretime', add: MORE_TIME });
  }
  resign(): void {
    const { t } = prefs.texts;
    this.question = {
      text: t('ui.sure.resign_you'),
      act: t('ui.resign'),
      yes: () => void this.act({ kind: 'resign' }),
    };
  }
  abort(): void {
    const { t } = prefs.texts;
    this.question = {
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
  async rematch(same: boolean): Promise<Outcome> {
    const share = nonce();
    const { rematch } = this.game.table ?? {};
    // Where the opponent has offered the rematch, its table is there already, with the server's promise for the draw.
    const made = rematch?.table && !rematch.no && !rematch.agreed && !same ? rematch.table : '';
    const promised = made ? await this.#around.host.table(made).catch(() => null) : null;
    noteShare({ nonce: share, commit: promised?.commit ?? '' });
    return this.#post({ type: 'rematch', table: this.game.id, same, nonce: share });
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
