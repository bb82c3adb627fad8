// The rules as the page sees them. They exist once, in Go, and run in a worker of their own; every question is a
// promise. A refusal rejects with a RulesError that names the clause; the catalog has its text in every language.
//
// What is asked and answered is described in Go (cmd/cairn-wasm/message), and the types are made from there.
import type * as M from '../../gen/messages.ts';

export type * from '../../gen/messages.ts';
export type LogEvent = M.Event;
export type ClockState = M.Clock;
export type PendingOffer = M.Offer;

export class RulesError extends Error {
  readonly refusal: M.Refusal;
  constructor(refusal: M.Refusal) {
    super(refusal.text);
    this.name = 'RulesError';
    this.refusal = refusal;
  }
}

/** The rules did not come or have ended: nothing is known about what they were asked. */
export class LoadError extends Error {
  constructor(message: string) {
    super(message || 'the rules could not be loaded');
    this.name = 'LoadError';
  }
}

export const unknownGame = (game: string, games: readonly M.GameInfo[]): M.Refusal => {
  const known = games.map((g) => g.id).join(', ');
  return {
    code: 'record.game',
    args: { game, games: known },
    offset: -1,
    text: `unknown game ${game}; known games: ${known}`,
  };
};

/** Asks a worker a question; a refusal rejects, and so does a signal. */
export type Ask<Q, A> = <K extends keyof A>(op: K, question?: Omit<Q, 'op'>, signal?: AbortSignal) => Promise<A[K]>;

export interface Rules {
  games(): Promise<readonly M.GameInfo[]>;
  layout(game: string): Promise<M.Layout>;
  /** The start position of a seed; full asks for a full random board. */
  start(game: string, seed: string, full?: boolean): Promise<string>;
  view(game: string, position: string): Promise<M.View>;
  play(game: string, position: string, move: string): Promise<M.Played>;
  replay(game: string, start: string, moves: readonly string[]): Promise<M.Replay>;
  /** What forbids a move; null when nothing does. */
  why(game: string, position: string, move: string): Promise<M.Refusal | null>;
  /** What keeps a stack from moving. */
  whyStack(game: string, position: string, claim: string, from: string): Promise<M.Stuck>;
  /** A position under construction, read from its text. */
  setup(game: string, text: string): Promise<M.SetupState>;
  /** The same after an edit; the empty board where there is no setup. */
  edit(game: string, setup: M.Setup | null, edit: M.Edit): Promise<M.SetupState>;
  /** Says what a pasted text is; a position that several games accept is taken for one of this game. */
  recognize(text: string, game: string): Promise<M.Recognized>;
  /** What a log of a game has led to. */
  fold(log: M.Log): Promise<M.Folded>;
  /**
   * What events lead to that are appended to a log; their times are those since the event before. The caller reads the
   * clock. Where the time of the side to move was over before, the fall of its flag comes instead.
   */
  apply(log: M.Log, events: readonly LogEvent[]): Promise<M.Applied>;
  /** What moves have lost of the chance to win, and their marks. */
  judge(game: string, position: string, moves: readonly M.Judgeable[]): Promise<readonly M.Judged[]>;
  /** The chances to win at estimates in hundredths, each of its position. */
  chances(game: string, positions: readonly string[], scores: readonly number[]): Promise<readonly number[]>;
  /** How well each side played a judged game. */
  accuracy(turns: readonly M.JudgedMove[]): Promise<M.Accuracy>;
  /** Formats, files and records: a program of their own, fetched at the first such question. */
  formats(): Promise<readonly M.Format[]>;
  /** Reads a file of any known format, packed or not; game is the rule set of a file that names none. */
  importRecords(data: Uint8Array, name: string, game?: string, signal?: AbortSignal): Promise<readonly M.RecordEntry[]>;
  /** Writes a record; the warnings list what the format does not support. */
  exportRecord(record: M.GameRecord, format: string): Promise<M.Exported>;
  /** The record of a log; moves that were taken back are variations. */
  record(log: M.Log): Promise<M.GameRecord>;
  /** The log of a record's main line, under the terms of a game at home. */
  log(record: M.GameRecord): Promise<M.Converted>;
  /** Whether layout and sides of a game at a table follow from what server and players gave. */
  drawn(record: M.GameRecord): Promise<M.Drawn>;
  /** What else the records are asked. */
  records: Ask<M.FileQuestion, M.FileAnswers>;
}
