// Colors and whose they are: what can be claimed, what a claim would change, and what a listener is told of owners.
import { colorOf } from '../board/names.ts';
import type { Marks, Pieces, Translate } from '../board/types.ts';
import type { GameInfo, Side, View } from '../rules/types.ts';

/** The colors that can be claimed with the coming move; those without a move are told apart. */
export function claimable(info: GameInfo, view: View): readonly { letter: string; possible: boolean }[] {
  const { claims } = view;
  if (!claims || view.outcome !== 'ongoing' || claims[view.side].length > 1) return [];
  const free = info.pieces.filter((p) => p.color !== 'joker' && !claims.flat().includes(p.letter));
  return free.map((p) => ({ letter: p.letter, possible: view.moves.some((m) => m.claim === p.letter) }));
}

/** Whose a letter is when it lies on top, in words; say has them for a side's pieces. */
export function ownersOf(
  info: GameInfo,
  claims: View['claims'],
  say: (side: Side) => string,
  neutral: string,
): Readonly<Record<string, string>> {
  const words: Record<string, string> = {};
  info.pieces.forEach((p, i) => {
    const owner = claims ? claims.findIndex((c) => c.includes(p.letter)) : i < 2 ? i : -1;
    if (owner >= 0) words[p.letter] = say(owner as Side);
    else if (claims && p.color !== 'joker') words[p.letter] = neutral;
  });
  return words;
}

export interface Lens {
  readonly title: string;
  readonly text: string;
  readonly marks: NonNullable<Marks['lens']>;
}

/** What a claim would open and what it would deny; null without a claim to look at. */
export function lensOf(view: View, letter: string, pieces: Pieces, t: Translate): Lens | null {
  if (!letter) return null;
  const color = colorOf(letter, pieces);
  const now = new Set(view.moves.filter((m) => !m.claim).map((m) => `${m.from}-${m.to}`));
  const opened = view.moves.filter((m) => m.claim === letter && !now.has(`${m.from}-${m.to}`));
  const bound = Object.entries(view.stacks).flatMap(([spot, s]) => (s.endsWith(letter) ? [spot] : []));
  return {
    title: t('ui.claim.lens_title', { color }),
    text: `${t('ui.claim.lens', { n: opened.length, color })} ${t('ui.claim.deny', { n: bound.length })}`,
    marks: { bound, freed: opened.map((m) => m.from ?? ''), goals: [...new Set(opened.map((m) => m.to ?? ''))] },
  };
}
