// The rules as the page sees them. They exist once, in Go, and run in a worker of their own; every question is a
// promise. A refusal rejects with a RulesError that names the clause and can be told in any language.
import type { Move as BoardMove, Layout, Legs, Stacks } from '../board/types.ts';

export interface GameInfo {
  readonly id: string;
  /** The official name, never translated. */
  readonly name: string;
  /** The height no stack can exceed. */
  readonly highest: number;
  /** All kinds of pieces in the order of the text forms, with the English names of their colors. */
  readonly pieces: readonly { readonly letter: string; readonly color: string }[];
  /** The sides' tokens in text forms. */
  readonly sides: readonly [string, string];
  /** Colors are claimed in this game. */
  readonly claims: boolean;
  /** It can start on a full random board instead of by placing. */
  readonly full: boolean;
}

/** 0 is the side that starts. */
export type Side = 0 | 1;
export type Outcome = 'ongoing' | 'first' | 'second' | 'draw';

export interface Move extends BoardMove {
  /** Spots whose stacks this move would cut off. */
  readonly cuts?: readonly string[];
}

export interface Count {
  readonly key: string;
  readonly n: number;
}

/** All that is shown of a position, and all that can be done in it. */
export interface View {
  readonly position: string;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly stacks: Stacks;
  readonly claims?: readonly [readonly string[], readonly string[]];
  /** What decides when nobody can move, most important first. */
  readonly standing?: readonly [readonly Count[], readonly Count[]];
  readonly moves: readonly Move[];
  readonly legs?: Legs;
  /** The only move is a pass. */
  readonly pass?: boolean;
  /** The piece that is placed next. */
  readonly placing?: string;
  readonly hinges?: readonly string[];
  readonly blocked?: readonly string[];
}

/** A move as it happened. */
export interface Ply {
  readonly move: string;
  readonly claim?: string;
  /** Origin, spots gone on from, goal; one spot for a placing, nothing for a pass. */
  readonly path?: readonly string[];
  /** What left the board by it, the moved stack itself included when it went. */
  readonly gone?: Stacks;
  readonly side: Side;
  /** The position after it. */
  readonly position: string;
}

export interface Refusal {
  /** Stable id and key of the translation, such as "lyngk.target_higher". */
  readonly code: string;
  /** The clause of the rules that is broken, or nothing where the text is no move or position. */
  readonly clause?: string;
  /** Offset in the text that was given, -1 where there was none. */
  readonly offset: number;
  readonly spots?: readonly string[];
  readonly args?: Readonly<Record<string, string>>;
  /** Of a record: where in the file. */
  readonly place?: Place;
  /** Of a record: what the rules refuse in it. */
  readonly why?: Refusal;
  /** Of a warning: how many there are of its kind; this is the first. */
  readonly count?: number;
  /** The sentence in English, filled in, without place and reason. */
  readonly text: string;
}

/** A place in a file of records; everything counts from 1. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly game?: number;
  readonly ply?: number;
  readonly variation?: boolean;
}

export class RulesError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.text);
    this.name = 'RulesError';
    this.refusal = refusal;
  }
}

/** What is wrong with the name of a game that there is not. */
export const unknownGame = (game: string, games: readonly GameInfo[]): Refusal => {
  const known = games.map((g) => g.id).join(', ');
  return {
    code: 'record.game',
    args: { game, games: known },
    offset: -1,
    text: `unknown game ${game}; known are ${known}`,
  };
};

export interface Replay {
  /** Those that could be played. */
  readonly plies: readonly Ply[];
  /** The first move that is refused, counted from 0, and why. */
  readonly failed?: number;
  readonly why?: Refusal;
}

/** What is said at one place of a line. Clocks are milliseconds left, `took` is what the move took; an evaluation is text, seen by side 0. */
export interface Note {
  readonly comment?: string;
  readonly clock?: number;
  readonly took?: number;
  readonly eval?: string;
  readonly commands?: readonly { readonly name: string; readonly value: string }[];
}

export interface RecordLine {
  readonly note?: Note;
  readonly moves: readonly RecordMove[];
}

export interface RecordMove {
  readonly text: string;
  /** Glyphs by number, as in chess: 1 is "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!". */
  readonly nags?: readonly number[];
  readonly note?: Note;
  /** Other lines from the position before this move. */
  readonly variations?: readonly RecordLine[];
}

/** The stored moves of one game and what is said about them. */
export interface GameRecord extends RecordLine {
  readonly game: string;
  readonly start: string;
  readonly first?: string;
  readonly second?: string;
  readonly result: Outcome;
  readonly termination?: 'normal' | 'resignation' | 'time' | 'abandoned' | 'agreement' | 'adjudication' | 'aborted';
  readonly timeControl?: string;
  readonly seed?: string;
  readonly tags?: readonly { readonly name: string; readonly value: string }[];
}

/** One game of a file: the record, or what is wrong with it and what could be read before that. */
export interface RecordEntry {
  readonly record?: GameRecord;
  readonly error?: Refusal;
  readonly warnings?: readonly Refusal[];
  readonly file?: string;
  readonly number?: number;
}

export interface Rules {
  games(): Promise<readonly GameInfo[]>;
  layout(game: string): Promise<Layout>;
  /** The start position of a seed; full asks for a full random board. */
  start(game: string, seed: string, full?: boolean): Promise<string>;
  view(game: string, position: string): Promise<View>;
  play(game: string, position: string, move: string): Promise<{ readonly ply: Ply; readonly view: View }>;
  replay(game: string, start: string, moves: readonly string[]): Promise<Replay>;
  /** What forbids a move; null when nothing does. */
  why(game: string, position: string, move: string): Promise<Refusal | null>;
  /** What keeps a stack from moving at all; null when there is no one reason. */
  whyStack(game: string, position: string, claim: string, from: string): Promise<Refusal | null>;
  formats(): Promise<readonly { readonly name: string; readonly extension: string }[]>;
  /** Reads a file of any known format, packed or not; game is the rule set of a file that names none. */
  importRecords(data: Uint8Array, name: string, game?: string): Promise<readonly RecordEntry[]>;
  /** Writes a record; the warnings tell what the format does not support. */
  exportRecord(
    record: GameRecord,
    format: string,
  ): Promise<{ readonly text: string; readonly warnings?: readonly Refusal[] }>;
}
