// A game as its board sees it, wherever it is played: on this device, against the computer, in a lesson, in an analysis, at
// a table of people. A source holds the position and its legal moves, takes events and
// notifies its listeners of every change. It draws nothing and speaks no language.
//
// The path of a move through the code: the board's model knows from the legal moves that it exists, the controller shows a
// preview and sends the event, the source has the rules play it and notifies every listener, the controller shows the result.
import type { Layout } from '../board/types.ts';
import type { GameInfo, Outcome, PendingOffer, Ply, Refusal, Rules, Side, View } from '../rules/types.ts';

export interface Player {
  /** "" where the player has none; then the side's or the computer's is shown. */
  readonly name: string;
  /** The level of a computer, 0 for a person. */
  readonly level: number;
}

/**
 * What a player does in a game: the events of a log (internal/play), without the time they took. A side that is missing is
 * the one to move; where a source knows which side this board is, that is what counts.
 */
export type GameEvent =
  /** A move text, "pass" included; the path is as traced by hand, over every spot gone by. */
  | { readonly kind: 'move'; readonly move: string; readonly path?: readonly string[]; readonly side?: Side }
  /** Back to the position after that many plies. */
  | { readonly kind: 'takeback'; readonly to: number; readonly side?: Side }
  | { readonly kind: 'offer'; readonly what: 'draw' | 'takeback'; readonly to?: number; readonly side?: Side }
  /** The offer is the number of the event that made it; without it the only one there is. */
  | { readonly kind: 'accept' | 'decline' | 'withdraw'; readonly offer?: number; readonly side?: Side }
  | { readonly kind: 'resign' | 'abort'; readonly side?: Side }
  /** A side's time is over. */
  | { readonly kind: 'flag'; readonly side: Side }
  /** The opponent gets time, in milliseconds. */
  | { readonly kind: 'moretime'; readonly add: number; readonly side?: Side }
  /** A side has left; or others have decided the game. */
  | { readonly kind: 'abandon'; readonly side: Side; readonly outcome?: 'draw' }
  | { readonly kind: 'adjudicate'; readonly outcome: 'first' | 'second' | 'draw' }
  | { readonly kind: 'pause' | 'resume' };

/** What became of an event that was sent. */
export type Answer =
  | { readonly status: 'accepted' }
  /** It is not allowed; nothing has changed, and what was shown provisionally is taken back. */
  | { readonly status: 'refused'; readonly refusal: Refusal }
  /** Something else happened first, or there was nothing to do: nothing has to be shown. */
  | { readonly status: 'dropped' };

/** Something has become part of the game. */
export interface GameUpdate {
  readonly event: GameEvent;
  /** Sent by this board, or from elsewhere: by the computer, by another player. */
  readonly from: 'here' | 'elsewhere';
  /** It is shown, but the one who decides has not acknowledged it yet. */
  readonly provisional?: boolean;
  /** Of a move: what happened. */
  readonly played?: Played;
  /** Of a takeback: the ply taken back, where it was one and its position was looked at. */
  readonly undone?: Ply;
}

export interface Played {
  readonly ply: Ply;
  readonly after: View;
  /** The position after it is shown; false while an earlier one is. */
  readonly shown: boolean;
}

/** The clocks as of the last tick, in milliseconds. */
export interface ClockFace {
  readonly left: readonly [number, number];
  /** Whose time runs, null while nobody's does. */
  readonly running: Side | null;
}

export interface SendOptions {
  /** The result is shown when this has resolved, even if it is known earlier. */
  readonly after?: Promise<void>;
}

/** All properties are reactive: who reads one in an effect hears of its change. */
export interface GameSource {
  readonly rules: Rules;
  /** Null before there is a game. */
  readonly info: GameInfo | null;
  readonly layout: Layout | null;
  readonly players: readonly [Player, Player];
  /** The position looked at, with its legal moves. */
  readonly view: View | null;
  /** The ply that led to the position looked at. */
  readonly last: Ply | null;
  /** Moves can be made from the position looked at, by the person at this board. */
  readonly playable: boolean;
  /** An event was sent and is not answered yet. */
  readonly waiting: boolean;
  /** How the game stands, whatever position is shown; it may have ended by something that is not on the board. */
  readonly outcome: Outcome;
  /** Null without clocks. */
  readonly clock?: ClockFace | null;
  /** Something offered that waits for an answer. */
  readonly offer?: PendingOffer | null;
  /** Sends what is done at this board. A fault that is no refusal rejects. */
  send(event: GameEvent, options?: SendOptions): Promise<Answer>;
  /** Calls the listener with every event, in order, once its effect can be read. Returns a function that ends this. */
  listen(listener: (update: GameUpdate) => void): () => void;
}

/** Those who listen to a source. */
export class Listeners {
  readonly #all = new Set<(update: GameUpdate) => void>();

  add(listener: (update: GameUpdate) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }
  tell(update: GameUpdate): void {
    for (const listener of this.#all) listener(update);
  }
}

export const ACCEPTED: Answer = { status: 'accepted' };
export const DROPPED: Answer = { status: 'dropped' };

/** The move as it is shown: by the path traced by hand, where it is not the shortest. */
export const traced = (ply: Ply, path: readonly string[] = []): Ply => (path.length > 2 ? { ...ply, path } : ply);
