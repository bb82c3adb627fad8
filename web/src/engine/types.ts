// The questions to the engine and its answers. It runs in a worker of its own that is loaded at the first
// question. Scores and chances are for the side to move of the position asked about.
//
// The messages are described in Go (cmd/cairn-wasm/message), and the types are made from there.
import type { Best, EngineQuestion, Info } from '../../gen/messages.ts';

export type { Best, EngineEvent, EngineQuestion, Info, Limits, Reason } from '../../gen/messages.ts';
/** A search; the client numbers it. */
export type Question = Omit<EngineQuestion, 'op' | 'id' | 'game' | 'position'> & {
  readonly game: string;
  readonly position: string;
};

export type Trouble =
  /** The engine could not be loaded, or this browser cannot run it. */
  | 'unavailable'
  /** It ended in the middle of a search; the next question starts it again. */
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
  /** Loads the program ahead of the first question, which says what goes wrong with it. */
  start(): void;
  /** Drops what was learned from earlier searches. */
  forget(): void;
  /** Ends the worker; the next question starts another one. */
  close(): void;
  readonly state: State;
}
