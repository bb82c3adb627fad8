// What can be asked of the engine, and what it tells. It runs in a worker of its own that is loaded at the first
// question. Scores and chances are for the side to move of the position asked about.

/** When a search ends; what is set holds together. None at all: when it is stopped, or everything is proved. */
export interface Limits {
  readonly depth?: number;
  readonly nodes?: number;
  /** Times in milliseconds. */
  readonly movetime?: number;
  readonly clock?: readonly [number, number];
  readonly increment?: readonly [number, number];
  /** The clock counts even at zero. */
  readonly clocked?: boolean;
  /** Kept back from every time for what happens outside the search. */
  readonly overhead?: number;
}

export interface Question {
  readonly game: string;
  readonly position: string;
  /** "level1" to "level10", "greedy", "random"; none is the engine at full strength. */
  readonly player?: string;
  /** What a player leaves to chance: the same seed, position and level give the same move everywhere. */
  readonly seed?: string;
  readonly limits?: Limits;
  /** How many best moves to find. */
  readonly multipv?: number;
  /** The moves to choose from; all when left out. */
  readonly only?: readonly string[];
  /** Prove the outcome, then the best margin, instead of searching. */
  readonly solve?: boolean;
  /** Go on to the best margin when the outcome is proved. */
  readonly exhaust?: boolean;
  /** Memory for what was seen, in MiB. */
  readonly hash?: number;
}

/** What a search has learned so far about one of its best moves. */
export interface Info {
  /** 1 for the best move, 2 for the second. */
  readonly multipv: number;
  readonly depth: number;
  readonly seldepth: number;
  /** In hundredths of about a piece; without meaning where there is a result. */
  readonly score: number;
  /** A proved result. */
  readonly result?: 'win' | 'loss' | 'draw';
  /** What a proved win or loss comes to, where that is proved too: the difference in one count of the standing. */
  readonly margin?: { readonly key: string; readonly by: number };
  readonly bound: 'exact' | 'lower' | 'upper' | 'none';
  readonly proved?: boolean;
  /** How likely the side to move wins, from 0 to 1, a draw counted half. */
  readonly chance: number;
  readonly nodes: number;
  /** Milliseconds since the search began. */
  readonly time: number;
  readonly nps: number;
  /** Thousandths of the memory in use. */
  readonly hashfull: number;
  readonly pv: readonly string[];
}

/** What speaks for a move; the catalog has it under "reason." and the key, as the end of "This move …". */
export interface Reason {
  readonly key: string;
  readonly args?: Readonly<Record<string, string>>;
  readonly spots?: readonly string[];
}

export interface Best {
  /** The move, "" where the game is over. */
  readonly move: string;
  /** The reply expected. */
  readonly ponder?: string;
  readonly reasons?: readonly Reason[];
  /** It was stopped before its limits. */
  readonly stopped?: boolean;
}

export type Trouble =
  /** The engine could not be loaded, or this browser cannot run it. */
  | 'unavailable'
  /** It ended in the middle of a search; the next question starts it anew. */
  | 'crashed'
  /** The question was refused. */
  | 'refused'
  /** It was stopped before it had any move. */
  | 'stopped';

export class EngineError extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble, text: string) {
    super(text);
    this.name = 'EngineError';
    this.trouble = trouble;
  }
}

export interface Search {
  /** The answer; rejects with an EngineError. */
  readonly best: Promise<Best>;
  /** Ends it soon: the answer is the best move so far. */
  stop(): void;
}

export type State = 'idle' | 'loading' | 'ready';

export interface Engine {
  search(question: Question, onInfo?: (info: Info) => void): Search;
  /** Drops what was learned from earlier searches. */
  forget(): void;
  /** Ends the worker; the next question starts another one. */
  close(): void;
  readonly state: State;
}
