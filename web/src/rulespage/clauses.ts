// The clauses of the rules with a position each to play on. The words are in the catalog under rules.<clause>; a Go
// test (lessons_test.go) holds what the captions say against the rules.
import clauses from './clauses.json';

export interface Clause {
  readonly clause: string;
  readonly game: string;
  readonly position: string;
  readonly claim?: boolean;
  readonly pass?: boolean;
  /** Moves the caption speaks of, for the test; with them those that are refused, and the code. */
  readonly legal: readonly string[];
  readonly refused: Readonly<Record<string, string>>;
  /** The lesson about it, as its address. */
  readonly lesson: string;
}

export const CLAUSES: readonly Clause[] = clauses as unknown as readonly Clause[];
