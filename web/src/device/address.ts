// The addresses of positions and games. Spaces are written as "_", so that an address stays one word in a message.

export interface Address {
  /** The game's id, "" where none is named. */
  readonly game: string;
  /** The position looked at; of a whole game its start. */
  readonly position: string;
  /** The board at the ply of a whole game, which is drawn before the rules can say it. To write it a position is enough. */
  readonly board?: string;
  /** The moves of a whole game. */
  readonly moves: readonly string[];
  /** The number after "#"; -1 where there is none. */
  readonly ply: number;
  /** A whole game with all that belongs to it, packed into one word. */
  readonly packed?: string;
  /** The study of the archive that is looked at, and its chapter: "" for the one shown last. */
  readonly study?: string;
  readonly chapter?: string;
}

export const nowhere: Address = { game: '', position: '', moves: [], ply: -1 };

// Slashes, commas and colons are allowed in a query and frequent in positions, so they stay unescaped.
const plain = (s: string): string => encodeURIComponent(s).replace(/%(2F|2C|3A)/gi, (c) => decodeURIComponent(c));

const write = (s: string): string => plain(s.trim().replace(/\s+/g, '_'));
const read = (s: string): string => s.replaceAll('_', ' ').trim();

/** The query and the fragment of an address, to be put behind the place's own. */
export function format(a: Partial<Address>): string {
  const parts: string[] = [];
  const ply = a.ply !== undefined && a.ply > 0 ? `${a.ply}` : '';
  if (a.study) parts.push(`study=${plain(a.study)}`);
  if (a.study && a.chapter) parts.push(`chapter=${plain(a.chapter)}`);
  if (a.game) parts.push(`g=${plain(a.game)}`);
  if (a.position) parts.push(`p=${write(a.position)}`);
  // Without a ply the place is another one than was looked at.
  if (a.board && (ply || a.packed)) parts.push(`b=${write(a.board.replace(/ .*/, ''))}`);
  if (a.moves?.length) parts.push(`m=${a.moves.map(plain).join('_')}`);
  // Behind "#", so that no server is sent what people wrote about a game.
  const packed = a.packed ? `z=${a.packed}` : '';
  const rest = [ply, packed].filter(Boolean).join('&');
  return `${parts.length ? `?${parts.join('&')}` : ''}${rest && `#${rest}`}`;
}

/** Reads an address; what is missing is empty. */
export function parse(search: string, hash = ''): Address {
  const q = new URLSearchParams(search);
  const study = q.get('study');
  const board = read(q.get('b') ?? '');
  const [, ply, packed] = /^#(\d{1,4})?(?:&?z=([\w-]+))?$/.exec(hash) ?? [];
  return {
    game: (q.get('g') ?? '').trim(),
    position: read(q.get('p') ?? ''),
    moves: read(q.get('m') ?? '')
      .split(' ')
      .filter(Boolean),
    ply: ply ? Number(ply) : -1,
    ...(board ? { board } : {}),
    ...(packed ? { packed } : {}),
    ...(study ? { study, chapter: q.get('chapter') ?? '' } : {}),
  };
}

const PATIENCE = 1000; // milliseconds
let later: ReturnType<typeof setTimeout> | undefined;

/**
 * Replaces the address of the page; "push" keeps the one before for a step back. Browsers limit how often this may happen,
 * and a key held down steps faster than that: the last address is then set when it is allowed again.
 */
export function show(address: string, state: unknown = null, how: 'replace' | 'push' = 'replace'): void {
  clearTimeout(later);
  try {
    const url = `${location.pathname}${address}`;
    if (how === 'push') history.pushState(state, '', url);
    else history.replaceState(state, '', url);
  } catch {
    later = setTimeout(() => show(address, state), PATIENCE);
  }
}
