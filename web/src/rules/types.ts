// The rules as the page sees them. They exist once, in Go, and run in a worker of their own; every question is a
// promise. A refusal rejects with a RulesError that names the clause; the catalog has its text in every language.
//
// What is asked and answered is described in Go (cmd/cairn-wasm/message), and the types are made from there; here they
// only become readonly.
import type * as M from '../../gen/messages.ts';

/** The same value, which nobody changes: answers are shared by all who see them. */
export type Frozen<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [K in keyof T]: Frozen<T[K]> };

export type Side = M.Side;
export type Outcome = M.Outcome;
export type GameInfo = Frozen<M.GameInfo>;
export type Layout = Frozen<M.Layout>;
export type View = Frozen<M.View>;
export type Move = Frozen<M.Move>;
export type Claimable = Frozen<M.Claimable>;
export type Drawn = Frozen<M.Drawn>;
export type Decision = Frozen<M.Decision>;
export type Count = Frozen<M.Count>;
export type Ply = Frozen<M.Ply>;
export type Played = Frozen<M.Played>;
export type Replay = Frozen<M.Replay>;
export type Refusal = Frozen<M.Refusal>;
export type Place = Frozen<M.Place>;
export type Stuck = Frozen<M.Stuck>;
export type Setup = Frozen<M.Setup>;
export type Edit = Frozen<M.Edit>;
export type SetupState = Frozen<M.SetupState>;
export type Recognized = Frozen<M.Recognized>;
export type Format = Frozen<M.Format>;
export type Note = Frozen<M.Note>;
export type RecordLine = Frozen<M.RecordLine>;
export type RecordMove = Frozen<M.RecordMove>;
export type GameRecord = Frozen<M.GameRecord>;
export type RecordEntry = Frozen<M.RecordEntry>;
export type Exported = Frozen<M.Exported>;
export type Log = Frozen<M.Log>;
export type Terms = Frozen<M.Terms>;
export type LogEvent = Frozen<M.Event>;
export type Folded = Frozen<M.Folded>;
export type Applied = Frozen<M.Applied>;
export type GameState = Frozen<M.GameState>;
export type ClockState = Frozen<M.Clock>;
export type Control = Frozen<M.Control>;
export type PendingOffer = Frozen<M.Offer>;
export type End = Frozen<M.End>;
export type Converted = Frozen<M.Converted>;
export type Judgeable = Frozen<M.Judgeable>;
export type Judged = Frozen<M.Judged>;
export type JudgedMove = Frozen<M.JudgedMove>;
export type Accuracy = Frozen<M.Accuracy>;

export class RulesError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
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

/** The refusal of an unknown game. */
export const unknownGame = (game: string, games: readonly GameInfo[]): Refusal => {
  const known = games.map((g) => g.id).join(', ');
  return {
    code: 'record.game',
    args: { game, games: known },
    offset: -1,
    text: `unknown game ${game}; known games: ${known}`,
  };
};

/** Asks a worker a question; a refusal rejects, and so does a signal. */
export type Ask<Q, A> = <K extends keyof A>(
  op: K,
  question?: Omit<Frozen<Q>, 'op'>,
  signal?: AbortSignal,
) => Promise<Frozen<A[K]>>;

export interface Rules {
  games(): Promise<readonly GameInfo[]>;
  layout(game: string): Promise<Layout>;
  /** The start position of a seed; full asks for a full random board. */
  start(game: string, seed: string, full?: boolean): Promise<string>;
  view(game: string, position: string): Promise<View>;
  play(game: string, position: string, move: string): Promise<Played>;
  replay(game: string, start: string, moves: readonly string[]): Promise<Replay>;
  /** What forbids a move; null when nothing does. */
  why(game: string, position: string, move: string): Promise<Refusal | null>;
  /** What keeps a stack from moving. */
  whyStack(game: string, position: string, claim: string, from: string): Promise<Stuck>;
  /** A position under construction, read from its text. */
  setup(game: string, text: string): Promise<SetupState>;
  /** The same after an edit; the empty board where there is no setup. */
  edit(game: string, setup: Setup | null, edit: Edit): Promise<SetupState>;
  /** Says what a pasted text is; a position that several games accept is taken for one of this game. */
  recognize(text: string, game: string): Promise<Recognized>;
  /** What a log of a game has led to. */
  fold(log: Log): Promise<Folded>;
  /**
   * What events lead to that are appended to a log; their times are those since the event before. The caller reads the
   * clock. Where the time of the side to move was over before, the fall of its flag comes instead.
   */
  apply(log: Log, events: readonly LogEvent[]): Promise<Applied>;
  /** What moves have lost of the chance to win, and their marks. */
  judge(game: string, position: string, moves: readonly Judgeable[]): Promise<readonly Judged[]>;
  /** The chances to win at estimates in hundredths, each of its position. */
  chances(game: string, positions: readonly string[], scores: readonly number[]): Promise<readonly number[]>;
  /** How well each side played a judged game. */
  accuracy(turns: readonly JudgedMove[]): Promise<Accuracy>;
  /** Formats, files and records: a program of their own, fetched at the first such question. */
  formats(): Promise<readonly Format[]>;
  /** Reads a file of any known format, packed or not; game is the rule set of a file that names none. */
  importRecords(data: Uint8Array, name: string, game?: string, signal?: AbortSignal): Promise<readonly RecordEntry[]>;
  /** Writes a record; the warnings list what the format does not support. */
  exportRecord(record: GameRecord, format: string): Promise<Exported>;
  /** The record of a log; moves that were taken back are variations. */
  record(log: Log): Promise<GameRecord>;
  /** The log of a record's main line, under the terms of a game at home. */
  log(record: GameRecord): Promise<Converted>;
  /** Whether layout and sides of a game at a table follow from what server and players gave. */
  drawn(record: GameRecord): Promise<Drawn>;
  /** What else the records are asked. */
  records: Ask<M.FileQuestion, M.FileAnswers>;
}
