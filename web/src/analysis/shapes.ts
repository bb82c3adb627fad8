// Arrows and circles that somebody has drawn, as a record keeps them: in the commands csl and cal of a note, as lichess
// writes them. A record may come from anybody: what is none of ours stays in it as it is and is not drawn.
import type { Drawing, DrawingColor } from '../board/types.ts';
import type { Note } from '../rules/types.ts';

type Commands = NonNullable<Note['commands']>;

const LETTERS: Readonly<Record<DrawingColor, string>> = { green: 'G', red: 'R', blue: 'B', yellow: 'Y' };
export const COLORS = Object.keys(LETTERS) as DrawingColor[];
/** Their names in the catalog. */
export const COLOR_KEYS: Readonly<Record<DrawingColor, string>> = {
  green: 'ui.drawing.green',
  red: 'ui.drawing.red',
  blue: 'ui.drawing.blue',
  yellow: 'ui.drawing.yellow',
};
const colorOf = (letter: string): DrawingColor => COLORS.find((c) => LETTERS[c] === letter) ?? 'green';

const FORMS = { csl: /^([GRBY])([a-z]\d{1,2})$/, cal: /^([GRBY])([a-z]\d{1,2})([a-z]\d{1,2})$/ } as const;
type Name = keyof typeof FORMS;
const isOurs = (name: string): name is Name => name === 'csl' || name === 'cal';
/** More of them say nothing any more, and drawing them would take long. */
const MOST = 100;

function itemsOf(commands: Commands | undefined, name: Name): readonly string[] {
  const all = (commands ?? []).filter((c) => c.name === name).flatMap((c) => c.value.split(/[\s,]+/));
  return all.filter(Boolean);
}
function read(item: string, name: Name): Drawing | null {
  const [, letter = '', from = '', to = from] = FORMS[name].exec(item) ?? [];
  return from ? { from, to, color: colorOf(letter) } : null;
}

export function shapesOf(commands: Commands | undefined): readonly Drawing[] {
  const all = (['csl', 'cal'] as const).flatMap((name) => itemsOf(commands, name).map((item) => read(item, name)));
  return all.filter((s) => s !== null).slice(0, MOST);
}

/** The commands with these drawings in place of those that were there. */
export function withShapes(commands: Commands | undefined, shapes: readonly Drawing[]): Commands {
  const others = (commands ?? []).filter((c) => !isOurs(c.name));
  const made = (['csl', 'cal'] as const).flatMap((name) => {
    const strange = itemsOf(commands, name).filter((item) => !read(item, name));
    const own = shapes
      .filter((s) => (s.from === s.to) === (name === 'csl'))
      .map((s) => `${LETTERS[s.color]}${s.from}${name === 'cal' ? s.to : ''}`);
    const value = [...own, ...strange].join(',');
    return value ? [{ name, value }] : [];
  });
  return [...others, ...made];
}

/** Draws one more; the same again takes it away, another color replaces the first. */
export function toggled(shapes: readonly Drawing[], shape: Drawing): readonly Drawing[] {
  const had = shapes.find((s) => s.from === shape.from && s.to === shape.to);
  const rest = shapes.filter((s) => s !== had);
  return had?.color === shape.color ? rest : [...rest, shape].slice(-MOST);
}
