// Colors and whose they are: what can be claimed, what a claim would change, and the spoken words for owners.
import { colorOf } from '../board/names.ts';
import type { Marks, Pieces, Stacks, Translate } from '../board/types.ts';
import type { Claimable, Side, View } from '../rules/types.ts';

/** The colors that can be claimed with the coming move; `possible` is false for those without a move. */
export const claimable = (view: View): readonly Claimable[] => view.claimable ?? [];

/** Whether every legal move claims a color, so that nothing can be moved before one is chosen. */
export const onlyByClaim = (view: Pick<View, 'moves'>): boolean =>
  view.moves.length > 0 && view.moves.every((m) => m.claim);

/** Whose a letter is when it lies on top, in words; say has them for a side's pieces. */
export function ownersOf(
  owners: View['owners'],
  say: (side: Side) => string,
  neutral: string,
): Readonly<Record<string, string>> {
  const words = Object.entries(owners ?? {}).map(([letter, side]) => [letter, side < 0 ? neutral : say(side as Side)]);
  return Object.fromEntries(words) as Record<string, string>;
}

/** The stacks that a color lies on top of, the highest first. */
export const toppedBy = (letter: string, stacks: Stacks): readonly string[] =>
  Object.keys(stacks)
    .filter((spot) => stacks[spot]?.endsWith(letter))
    .sort((a, b) => (stacks[b]?.length ?? 0) - (stacks[a]?.length ?? 0) || (a < b ? -1 : 1));

export interface Lens {
  readonly title: string;
  readonly text: string;
  readonly marks: NonNullable<Marks['lens']>;
}

/** What a claim would open and what it would deny; null without a claim to look at. */
export function lensOf(view: View, letter: string, pieces: Pieces, t: Translate): Lens | null {
  if (!letter) return null;
  const claim = view.claimable?.find((c) => c.letter === letter);
  if (!claim) return null;
  const { bound, freed, goals, opened } = claim;
  const color = colorOf(letter, pieces);
  return {
    title: t('ui.claim.lens_title', { color }),
    text: `${t('ui.claim.lens', { n: opened, color })} ${t('ui.claim.deny', { n: bound.length })}`,
    marks: { bound, freed, goals },
  };
}
