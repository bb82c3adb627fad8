// When a puzzle that was missed comes back: spaced repetition by FSRS, which is fetched when it is first needed.
import type { Card } from '../archive/trained.ts';
import { cardId } from '../archive/trained.ts';

/**
 * The card of a puzzle after a try: missed puzzles get one, and those that have one move on. Null where there is none to
 * keep: a puzzle that was solved at once does not come back.
 */
export async function reviewed(
  had: Card | undefined,
  { game, puzzle, missed, at }: { game: string; puzzle: number; missed: boolean; at: number },
): Promise<Card | null> {
  if (!had && !missed) return null;
  const { createEmptyCard, fsrs, Rating } = await import('ts-fsrs');
  // A day is the shortest time: who has just been shown the solution only remembers it.
  const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false });
  const before = had
    ? {
        ...{ due: new Date(had.due), last_review: new Date(had.last), stability: had.stability },
        ...{ difficulty: had.difficulty, elapsed_days: had.elapsed, scheduled_days: had.scheduled },
        ...{ learning_steps: had.steps, reps: had.reps, lapses: had.lapses, state: had.state },
      }
    : createEmptyCard(new Date(at));
  const { card } = scheduler.next(before, new Date(at), missed ? Rating.Again : Rating.Good);
  return {
    ...{ id: cardId(game, puzzle), game, puzzle, due: card.due.getTime(), last: at },
    ...{ stability: card.stability, difficulty: card.difficulty, elapsed: card.elapsed_days },
    ...{ scheduled: card.scheduled_days, steps: card.learning_steps, reps: card.reps, lapses: card.lapses },
    state: card.state,
  };
}

/** The puzzles of a game that come back now, the longest due first. */
export const due = (cards: readonly Card[], game: string, now: number): readonly Card[] =>
  cards.filter((c) => c.game === game && c.due <= now).sort((a, b) => a.due - b.due);
