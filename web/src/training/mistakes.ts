// One's own mistakes in all kept games that were judged, and which of them is to be looked at: those that come back, then
// those of the latest games.

import { isMistake, type Mark, markOf } from '../analysis/value.ts';
import type { Archive } from '../archive/archive.ts';
import { analysisIn, type SavedAnalysis } from '../archive/archiver.ts';
import { analysisIdOf, type Entry, hash } from '../archive/entry.ts';
import { type Card, cardId, mistakesOf } from '../archive/trained.ts';
import { type Ply, type Rules, RulesError } from '../rules/types.ts';

export interface Mistake {
  readonly game: string;
  /** The same wherever the same moves have led to it: its card finds it on every device. */
  readonly id: number;
  /** The position before it, and the move. */
  readonly position: string;
  readonly ply: Ply;
  readonly mark: Mark;
  /** The analysis in the archive, the number of the ply before it, and whom one played. */
  readonly analysis: string;
  readonly at: number;
  readonly opponent: string;
}

function readable(text: string): SavedAnalysis | null {
  try {
    return analysisIn(text);
  } catch {
    return null; // of a later version, or damaged: the archive says so
  }
}

/** What the rules refuse has no mistakes to show; a fault is another thing. */
function unlessFault(e: unknown): null {
  if (e instanceof RulesError) return null;
  throw e;
}

/** All of them, the latest game's first. */
export async function ownMistakes(
  archive: Pick<Archive, 'entries' | 'text'>,
  rules: Pick<Rules, 'replay'>,
): Promise<readonly Mistake[]> {
  const found = new Map<number, Mistake>();
  for (const entry of await archive.entries()) {
    if (entry.kind !== 'analysis' || !entry.accuracy || entry.deleted !== undefined) continue;
    const kept = readable((await archive.text(entry.id)) ?? '');
    if (!kept || (kept.me ?? null) === null || !kept.record.moves.some((m) => isMistake(m.nags))) continue;
    const { record, me } = kept;
    const moves = record.moves.map((m) => m.text);
    const replayed = await rules.replay(record.game, record.start, moves).catch(unlessFault);
    if (!replayed) continue;
    const { plies } = replayed;
    for (const [at, ply] of plies.entries()) {
      const mark = markOf(record.moves[at]?.nags);
      if (!mark || ply.side !== me) continue;
      const id = Number.parseInt(hash([record.game, record.start, ...moves.slice(0, at + 1)].join('|')), 36);
      if (found.has(id)) continue;
      found.set(id, {
        ...{ game: record.game, id, position: plies[at - 1]?.position ?? record.start, ply, mark },
        ...{ analysis: entry.id, at, opponent: (me === 0 ? record.second : record.first) ?? '' },
      });
    }
  }
  return [...found.values()];
}

/** Those to be looked at now: the ones that come back, the longest due first, then those that were never looked at. */
export function toLookAt(all: readonly Mistake[], cards: readonly Card[], now: number): readonly Mistake[] {
  const known = new Map(cards.map((c) => [c.id, c]));
  const due = (m: Mistake): number => known.get(cardId(mistakesOf(m.game), m.id))?.due ?? Number.POSITIVE_INFINITY;
  const back = all.filter((m) => due(m) <= now).sort((a, b) => due(a) - due(b));
  return [...back, ...all.filter((m) => due(m) === Number.POSITIVE_INFINITY)];
}

/** A game that was broken off at once says nothing about its players. */
const LEAST = 8;
/**
 * The finished games of one's own that were not judged yet, the latest first. One that was brought from elsewhere, or was
 * looked at, is an analysis.
 */
export async function unanalyzed(archive: Pick<Archive, 'entries'>): Promise<readonly Entry[]> {
  const entries = await archive.entries();
  const begun = new Set(entries.flatMap((e) => (e.kind === 'analysis' ? [e.id] : [])));
  return entries.filter((e) => {
    if (!e.over || e.me === null || e.accuracy || e.deleted !== undefined) return false;
    return e.plies >= LEAST && (e.kind === 'analysis' || !begun.has(analysisIdOf(e)));
  });
}
