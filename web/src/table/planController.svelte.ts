// The controller of a plan: the board on which a player plays for both from the last position on, and the lines that come of
// it. Each one is saved at once; the server plays them.
import { BoardController } from '../game/boardController.svelte.ts';
import { LineGame } from '../game/lineGame.svelte.ts';
import type { GameUpdate, Player } from '../game/source.ts';
import { prefs } from '../prefs.svelte.ts';
import { inWords } from '../speech/moveList.ts';
import { sayRefusal } from '../speech/say.ts';
import type { OnlineGame } from './onlineGame.svelte.ts';
import { fits, type Lines, MOST, planOf, withLine } from './plan.ts';
import { refusalOf } from './refusal.ts';

/** A line of the players of a game. */
class PlanLine extends LineGame {
  override readonly players: readonly [Player, Player];
  constructor(game: OnlineGame) {
    super(game.rules, () => true);
    this.players = game.players;
  }
}

export class PlanController {
  readonly game: OnlineGame;
  readonly line: LineGame;
  readonly board: BoardController;
  /** What was saved last, or why it was not. */
  said = $state('');

  constructor(game: OnlineGame) {
    this.game = game;
    this.line = new PlanLine(game);
    this.board = new BoardController(this.line, {
      owner: (s) => prefs.texts.t(s === game.me ? 'say.owner.yours' : 'say.owner.theirs'),
      turn: () => this.asks,
      confirm: () => false,
      onupdate: (update, announcement) => void this.#onupdate(update, announcement),
    });
    this.board.flipped = game.me === 1;
  }
  readonly #plan = $derived.by(() => planOf(this.game));
  get lines(): Lines {
    return this.#plan.lines;
  }
  /** What the game has left, but for what is planned again. */
  readonly unplayed: Lines = $derived.by(() => {
    const now = new Set(this.lines.map((l) => l.join(' ')));
    return (this.#plan.unplayed ?? []).filter((l) => !now.has(l.join(' ')));
  });
  /** The moves on the board. */
  readonly path = $derived.by(() => this.line.plies.slice(0, this.line.at));
  readonly opponent = $derived.by(() => this.board.name(this.game.me === 0 ? 1 : 0));
  /** What is to be done on the board. */
  readonly asks = $derived.by(() => {
    const { t } = prefs.texts;
    if (this.line.outcome !== 'ongoing') return t('ui.table.plan.ends');
    if (this.line.view?.side === this.game.me) return t('ui.table.plan.answer');
    return t(this.path.length ? 'ui.table.plan.next' : 'ui.table.plan.play', { player: this.opponent });
  });

  /** Begins at the last position of the game; resolves to false where that could not be shown. */
  async begin(): Promise<boolean> {
    const { info, layout, lastPosition } = this.game;
    if (!info || !layout) return false;
    this.board.step = {};
    const there = await this.line.open(info, layout, lastPosition);
    this.board.reset();
    return !!there;
  }
  /** Shows a line on the board; one that the game has left is planned once more, as far as it can be played now. */
  async show(line: readonly string[]): Promise<void> {
    if (!(await this.begin())) return;
    for (const move of line) {
      if (move !== 'pass' && !(await this.board.move(move))) return;
      await this.#pass();
    }
  }
  back(): void {
    const { at } = this.line;
    const passes = this.line.plies.slice(0, at).findLastIndex((p) => p.move !== 'pass');
    void this.line.goTo(Math.max(0, passes));
  }
  say(line: readonly string[]): string {
    const { t } = prefs.texts;
    const [move = '', ...rest] = line.map((m) => inWords(m, this.board.pieces, t));
    return t('ui.table.plan.line', { move, rest: rest.join(' ') });
  }

  async #onupdate({ event }: GameUpdate, announcement: string): Promise<void> {
    const { path } = this;
    if (event.kind !== 'move') return;
    this.board.voice.speak([announcement, this.asks].filter(Boolean).join(' '));
    if (path[path.length - 1]?.side === this.game.me) await this.save(withLine(this.lines, path, this.game.me ?? 0));
    setTimeout(() => void this.#pass()); // the move before it is being played still
  }
  /** A forced pass is no answer that one could choose. */
  async #pass(): Promise<void> {
    while (this.line.view?.pass && !this.line.waiting && (await this.board.move('pass')));
  }
  async remove(line: readonly string[]): Promise<void> {
    await this.save(this.lines.filter((l) => l !== line));
    if (this.path.length) await this.begin();
  }
  async save(lines: Lines): Promise<void> {
    const { texts } = prefs;
    const { game } = this;
    const before = planOf(game);
    if (lines === this.lines && lines.length) return;
    if (!fits(lines)) {
      this.#tell(texts.t('table.plan_long', { most: MOST }));
      return;
    }
    const ply = game.plies.length;
    const plan = { ply, lines: lines.map((l) => [...l]), ...(before.unplayed ? { unplayed: before.unplayed } : {}) };
    game.plan = plan;
    const outcome = await game.connection.post({ type: 'plan', table: game.id, ply, lines: plan.lines });
    if (outcome.ok) this.said = texts.t(lines.length ? 'ui.table.plan.saved' : 'ui.table.plan.none');
    else {
      if (game.plan === plan) game.plan = before;
      this.#tell(sayRefusal(texts, refusalOf(outcome.error)));
    }
  }
  #tell(text: string): void {
    this.said = text;
    this.board.voice.assert(text);
  }
}
