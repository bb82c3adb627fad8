// Where a small card stands that belongs to a word: below it, or above it where there is more room, never beyond the
// edge of the screen. A word that is broken over two lines has two boxes.

interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

const GAP = 6;
const EDGE = 12;

/** The upper left corner of the card, on the screen. */
export function beside(
  boxes: ArrayLike<Box>,
  card: { readonly width: number; readonly height: number },
  width: number,
  height: number,
): { x: number; y: number } {
  const first = boxes[0] ?? { left: EDGE, top: EDGE, bottom: EDGE };
  const last = boxes[boxes.length - 1] ?? first;
  const below = last.bottom + GAP;
  const above = first.top - GAP - card.height;
  const fits = below + card.height <= height - EDGE || above < EDGE;
  return { x: Math.max(EDGE, Math.min(last.left, width - EDGE - card.width)), y: fits ? below : above };
}
