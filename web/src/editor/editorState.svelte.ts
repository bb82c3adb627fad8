// The state of the position editor: a setup, the texts of those before it, and what the rules make of it. The rules change
// the setup and read and write its text; here is only which question is asked when.

import type { Intent, Layout, Move, Pieces } from '../board/types.ts';
import { format, show } from '../device/address.ts';
import { piecesOf } from '../games.ts';
import {
  type Edit,
  type GameInfo,
  type Refusal,
  type Rules,
  RulesError,
  type Setup,
  type SetupState,
  unknownGame,
  type View,
} from '../rules/types.ts';

/** The piece that a tap puts down, "-" to take pieces away, ">" to move whole stacks. */
export type Tool = string;

const UNDO = 200;
const LONGEST = 2000; // of a text in an address; no position has half of it

const emptySetup: Setup = { stacks: {}, side: 0, claims: ['', ''], score: [0, 0], placing: false };
const NOTHING: SetupState = { text: '', highest: 5 };

export class EditorState {
  readonly rules: Rules;
  games: readonly GameInfo[] = $state.raw([]);
  info: GameInfo | null = $state.raw(null);
  layout: Layout | null = $state.raw(null);
  /** The last answer of the rules that has a setup. */
  #state: SetupState = $state.raw(NOTHING);
  /** The texts of earlier setups, oldest first. */
  past: readonly string[] = $state.raw([]);
  /** The position of the setup; null while the rules refuse it. */
  view: View | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  tool: Tool = $state('>');
  /** The position as text: that of the setup, or as somebody is typing it. */
  code = $state('');
  /** The text is being typed. */
  typed = $state(false);
  /** Questions wait for the answers to those before them: an edit changes what the last one has left. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(rules: Rules) {
    this.rules = rules;
  }

  readonly pieces: Pieces = $derived.by(() => (this.info ? piecesOf(this.info) : 'discs'));
  readonly setup: Setup = $derived.by(() => this.#state.setup ?? emptySetup);
  readonly text = $derived.by(() => this.#state.text);
  /** The height of the highest stack there is or may be. */
  readonly highest = $derived.by(() => this.#state.highest);
  /** The moves on the board that the tool allows. */
  readonly moves: readonly Move[] = $derived.by(() => {
    const spots = this.layout?.spots.map((s) => s.name) ?? [];
    const { stacks } = this.setup;
    if (this.tool !== '>') return spots.filter((s) => this.tool !== '-' || stacks[s]).map((to) => ({ text: to, to }));
    return Object.keys(stacks).flatMap((from) =>
      spots.filter((to) => to !== from).map((to) => ({ text: `${from}-${to}`, from, to })),
    );
  });
  /** The piece that a tap would put down, "" for none. */
  readonly placing = $derived.by(() => (this.tool === '-' || this.tool === '>' ? '' : this.tool));

  /** How many pieces of a letter are not on the board. */
  left(letter: string): number {
    return this.#state.left?.[letter] ?? 0;
  }
  /** The side that has claimed a color, -1 for nobody. */
  owner(letter: string): -1 | 0 | 1 {
    return this.setup.claims.findIndex((c) => c.includes(letter)) as -1 | 0 | 1;
  }

  /**
   * Opens the position of an address, or a start position where it names none. A text that cannot be read is shown for
   * correction; the name of an unknown game is thrown as a refusal.
   */
  async open(game: string, position: string): Promise<void> {
    this.games = await this.rules.games();
    const named = game || (position && (await this.rules.recognize(position, '')).game);
    const wanted = this.games.find((g) => g.id === named);
    const info = wanted ?? this.games[0];
    if (!info) return;
    await this.#use(info);
    if (position && (wanted || !game)) await this.#ask(position);
    else await this.begin('');
    this.past = [];
    if (game && !wanted) throw new RulesError(unknownGame(game, this.games));
  }
  /** Another game: the setup stays where it has the same board and pieces. */
  async choose(id: string): Promise<void> {
    const next = this.games.find((g) => g.id === id);
    if (!next) return;
    const text = this.typed ? this.code : this.text;
    if (await this.#use(next)) await this.#ask(text, this.typed);
    else await this.begin('');
  }
  /** Changes the game; false where nothing of the setup can stay. */
  async #use(next: GameInfo): Promise<boolean> {
    const layout = await this.rules.layout(next.id);
    const board = (l: Layout | null, g: GameInfo | null): string => JSON.stringify([l?.columns, g?.pieces]);
    const same = board(layout, next) === board(this.layout, this.info);
    this.info = next;
    this.layout = layout;
    if (same) return true;
    this.#state = NOTHING;
    this.past = [];
    this.tool = next.pieces[0]?.letter ?? '>';
    return false;
  }
  /** A start position of the game: that of a seed, or any. */
  async begin(seed: string): Promise<void> {
    const { info } = this;
    if (!info) return;
    const any = crypto.randomUUID?.() ?? String(Math.random());
    this.typed = false;
    // An edit that comes meanwhile changes this position, not the one before.
    await this.#change(async () => this.rules.setup(info.id, await this.rules.start(info.id, seed || any, info.full)));
  }

  edit(edit: Edit): Promise<void> {
    this.typed = false;
    return this.#change((info) => this.rules.edit(info.id, this.setup, edit));
  }
  /** What the tool does at a spot. */
  act({ from = '', to }: Intent): Promise<void> {
    if (this.tool === '>') return this.edit({ do: 'carry', spot: from, to });
    return this.edit(this.tool === '-' ? { do: 'pop', spot: to } : { do: 'put', spot: to, piece: this.tool });
  }
  async undo(): Promise<void> {
    this.typed = false;
    await this.#enqueue(async (info) => {
      const last = this.past[this.past.length - 1];
      if (last === undefined) return;
      this.past = this.past.slice(0, -1);
      this.#show(await this.rules.setup(info.id, last));
    });
  }
  /** The position is typed: the board follows as soon as the text can be read. */
  write(text: string): Promise<void> {
    this.typed = true;
    this.code = text;
    this.#point(text);
    return this.#change(
      (info) => this.rules.setup(info.id, text),
      () => this.typed && this.code !== text, // more was typed meanwhile
    );
  }

  /** Shows what the rules read in a text; one that they cannot read is shown as if it were typed. */
  #ask(text: string, typed = false): Promise<void> {
    return this.#enqueue(async (info) => {
      const answer = await this.rules.setup(info.id, text);
      this.typed = typed || !answer.setup;
      if (this.typed) this.code = text;
      this.#show(answer);
    });
  }
  /** Shows an answer of the rules; where it is another setup, the one before can be had again. */
  #change(ask: (info: GameInfo) => Promise<SetupState>, outdated = (): boolean => false): Promise<void> {
    return this.#enqueue(async (info) => {
      if (outdated()) return;
      const answer = await ask(info);
      if (outdated()) return;
      if (answer.setup && this.text && answer.text !== this.text) this.past = [...this.past.slice(1 - UNDO), this.text];
      this.#show(answer);
    });
  }
  #show(answer: SetupState): void {
    if (answer.setup) this.#state = answer;
    this.view = answer.view ?? null;
    this.refusal = answer.refusal ?? null;
    if (!this.typed) this.code = answer.text;
    this.#point(this.view?.position ?? this.code);
  }
  /** The address has the position, whatever the rules say of it: an unfinished one is there again after a reload. */
  #point(position: string): void {
    show(format({ game: this.info?.id ?? '', position: position.slice(0, LONGEST) }));
  }
  #enqueue(act: (info: GameInfo) => Promise<void>): Promise<void> {
    const run = async (): Promise<void> => {
      if (this.info) await act(this.info);
    };
    const done = this.#queue.then(run);
    this.#queue = done.catch(() => {});
    return done;
  }
}
