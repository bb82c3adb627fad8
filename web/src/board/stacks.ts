// What stands where by the text of a position alone, for a picture that is drawn before the rules have come. Whether the
// position is one, and all that follows from it, is for the rules to say.
import type { Layout, Stacks } from './types.ts';

/** The stacks in the first field of a position, column by column; null where it does not fit the board. */
export function stacksOf(layout: Layout, position: string): Stacks | null {
  const columns = (position.trim().split(/\s+/)[0] ?? '').split('/').map((column) => column.split(','));
  if (columns.length !== layout.columns.length) return null;
  const stacks: Record<string, string> = {};
  for (const [i, names] of layout.columns.entries()) {
    const column = columns[i] ?? [];
    if (column.length !== names.length) return null;
    for (const [k, name] of names.entries()) {
      const stack = column[k] ?? '';
      if (!/^([A-Z]+|\.)$/.test(stack)) return null;
      if (stack !== '.') stacks[name] = stack;
    }
  }
  return stacks;
}

/** The first field of a position with these stacks. */
export function boardOf(layout: Layout, stacks: Stacks): string {
  return layout.columns.map((names) => names.map((name) => stacks[name] ?? '.').join(',')).join('/');
}
