// A comment as it is written by hand. In the field its moves read as everywhere on the page, "red, b1 – b2"; in the record
// they are the codes that every program reads, "R,b1-b2". Codes are understood as well.
import { colorOf } from '../board/names.ts';
import type { Pieces, Translate } from '../board/types.ts';
import { moveText } from '../rules/moveText.ts';

/** The color of a claim, or its letter, then a comma; behind it spots with dashes between them. */
const MOVE = /(?<![\p{L}\p{N}])(?:(\p{L}+)(,\p{Zs}?))?([a-k]\d\d?(?:\p{Zs}?[-–]\p{Zs}?[a-k]\d\d?)+)(?![\p{L}\p{N}])/giu;

/** A text with the moves in it as records write them, whichever way they were typed. */
export function asRecorded(text: string, pieces: Pieces, t: Translate): string {
  if (text === t('ui.pass.title')) return 'pass';
  const letters = new Map<string, string>();
  for (const letter of pieces === 'discs' ? 'IBRGK' : '') {
    letters.set(letter.toLowerCase(), letter);
    letters.set(t(`color.${colorOf(letter, pieces)}.name`).toLowerCase(), letter);
  }
  return text.replace(MOVE, (_, word: string | undefined, comma: string | undefined, way: string) => {
    const letter = letters.get(word?.toLowerCase() ?? '');
    const before = letter || !word ? '' : `${word}${comma}`;
    return before + moveText(letter, way.toLowerCase().split(/\p{Zs}?[-–]\p{Zs}?/u));
  });
}
