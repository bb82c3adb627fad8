// The bench of the editor: a setup, its history, and what the rules say of it at every change.
import { format, show } from '../analysis/address.ts';
import type { Intent, Layout, Move, Pieces } from '../board/types.ts';
import { type GameInfo, type Refusal, type Rules, RulesError, unknownGame, type View } from '../rules/types.ts';
import * as S from './setup.ts';

/** The piece in hand, "-" to take away, ">" to move whole stacks. */
export type Tool = string;

const UNDO = 200;
const LONGEST = 2000; // of a text in an address; no position has half of it

export class Bench {
  readonly rules: Rules;
  games: readonly GameInfo[] = $state.raw([]);
  info: GameInfo | null = $state.raw(null);
  layout: Layout | null = $state.raw(null);
  setup: S.Setup = $state.raw(S.blank);
  past: readonly S.Setup[] = $state.raw([]);
  /** What the rules make of the setup; null while they refuse it. */
  view: View | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  tool: Tool = $state('>');
  /** The position as text, as it is or as somebody writes it. */
  code = $state('');
  /** The text is being written by hand. */
  typed = $state(false);
  #asked = 0;

  constructor(rules: Rules) {
    this.rules = rules;
  }

  readonly pieces: Pieces = $derived.by(() => (this.info?.claims === false ? 'rings' : 'discs'));
  readonly text = $derived.by(() => (this.info && this.layout ? S.write(this.setup, this.info, this.layout) : ''));
  /** What the board lets one do with the tool in hand, as moves. */
  readonly open: readonly Move[] = $derived.by(() => {
    const spots = this.layout?.spots.map((s) => s.name) ?? [];
    const { stacks } = this.setup;
    if (this.tool !== '>') return spots.filter((s) => this.tool !== '-' || stacks[s]).map((to) => ({ text: to, to }));
    return Object.keys(stacks).flatMap((from) =>
      spots.filter((to) => to !== from).map((to) => ({ text: `${from}-${to}`, from, to })),
    );
  });
  /** The piece that a tap would put down, "" for none. */
  readonly placing = $derived.by(() => (this.tool === '-' || this.tool === '>' ? '' : this.tool));
  /** The highest stack there is or may be. */
  readonly highest = $derived.by(() =>
    Math.max(this.info?.highest ?? 5, ...Object.values(this.setup.stacks).map((s) => s.length)),
  );

  /**
   * Opens a position, or a start position where there is none. One that cannot be read stands in its text, to be mended;
   * a game that there is not is thrown.
   */
  async arrive(game: string, position: string): Promise<void> {
    this.games = await this.rules.games();
    const known = this.games.find((g) => g.id === game) ?? this.games[0];
    if (!known) return;
    await this.use(known);
    if (!position || (game && known.id !== game)) await this.begin('');
    if (game && known.id !== game) throw new RulesError(unknownGame(game, this.games));
    if (!position) return;
    const s = this.layout && S.read(position, known, this.layout);
    if (s) this.setup = s;
    else this.write(position);
  }
  async use(next: GameInfo): Promise<void> {
    const layout = await this.rules.layout(next.id);
    const same = this.layout && this.info?.claims === next.claims;
    this.info = next;
    this.layout = layout;
    if (same) return;
    this.past = [];
    this.setup = S.blank;
    this.tool = next.pieces[0]?.letter ?? '>';
  }
  async choose(id: string): Promise<void> {
    const next = this.games.find((g) => g.id === id);
    if (!next) return;
    const other = this.info?.claims !== next.claims;
    await this.use(next);
    if (other) await this.begin('');
  }
  /** A start position of the game: of a word, or any. */
  async begin(word: string): Promise<void> {
    if (!this.info || !this.layout) return;
    const any = crypto.randomUUID?.() ?? String(Math.random());
    const s = S.read(await this.rules.start(this.info.id, word || any, this.info.full), this.info, this.layout);
    if (s) this.become(s);
  }

  become(next: S.Setup): void {
    if (next === this.setup) return;
    this.past = [...this.past.slice(1 - UNDO), this.setup];
    this.setup = next.placing ? { ...next, side: S.placingSide(next) } : next;
    this.typed = false;
  }
  undo(): void {
    const last = this.past[this.past.length - 1];
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.setup = last;
    this.typed = false;
  }
  /** What the tool does at a spot. */
  act(i: Intent): void {
    if (this.tool === '>') {
      if (i.from) this.become(S.carry(this.setup, i.from, i.to));
    } else if (this.tool === '-') this.become(S.pop(this.setup, i.to));
    else this.become(S.pile(this.setup, i.to, this.tool));
  }
  /** The position is written by hand. */
  write(value: string): void {
    this.typed = true;
    this.code = value;
    const s = this.info && this.layout && S.read(value, this.info, this.layout);
    if (!s) return;
    this.past = [...this.past.slice(1 - UNDO), this.setup];
    this.setup = s;
  }

  /**
   * Puts the setup before the rules; an answer to an older question is dropped. The address has it whatever they say:
   * what is half done is there again when the page is.
   */
  async ask(info: GameInfo, position: string): Promise<void> {
    const ask = ++this.#asked;
    show(format({ game: info.id, position: position.slice(0, LONGEST) }));
    try {
      const v = await this.rules.view(info.id, position);
      if (ask !== this.#asked) return;
      [this.view, this.refusal] = [v, null];
      const s = this.typed && this.layout && S.read(v.position, info, this.layout);
      if (s) this.setup = s;
      show(format({ game: info.id, position: v.position }));
    } catch (e) {
      if (ask !== this.#asked) return;
      if (!(e instanceof RulesError)) throw e;
      [this.view, this.refusal] = [null, e.refusal];
    }
  }
}
