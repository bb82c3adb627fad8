// The text of a move as it is in every game: a claim and a comma where there is one, then the spots with hyphens between
// them. What is a move the rules decide; game/movetext.go is the same for programs in Go.

/** The claim, '' for none, and the rest. */
export function cutClaim(move: string): readonly [claim: string, way: string] {
  const at = move.indexOf(',');
  return at < 0 ? ['', move] : [move.slice(0, at), move.slice(at + 1)];
}

/** A claim, if there is one, and the spots of the way; one spot alone is where a piece is placed. */
export function moveText(claim: string | undefined, way: readonly string[]): string {
  return `${claim ? `${claim},` : ''}${way.join('-')}`;
}

/** Whether two texts are one move: a way traced by hand names more spots than it needs. */
export const sameMove = (a: string, b: string): boolean => ends(a) === ends(b);

function ends(move: string): string {
  const [claim, way] = cutClaim(move);
  const spots = way.split('-');
  return moveText(claim, [spots[0] ?? '', spots.at(-1) ?? '']);
}
