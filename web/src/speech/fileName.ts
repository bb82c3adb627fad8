// The name of a file with a game in it: which game, whose, of which day, so that files differ.

const LONGEST = 24; // characters of a name

/** Letters and digits of any language; all else, which some file system forbids, becomes "-". */
const plain = (s: string): string =>
  s
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');

/** The name without its ending. The day is that of the record, else today's; the ply stands there where there is one. */
export function fileName(
  parts: readonly (string | undefined)[],
  tags: readonly { readonly name: string; readonly value: string }[] = [],
  ply = 0,
  now = new Date(),
): string {
  const played = tags.find((t) => t.name.toLowerCase() === 'date')?.value ?? '';
  const [day = ''] = /\d{4}.\d\d.\d\d/.exec(played) ?? [];
  const two = (n: number): string => `${n}`.padStart(2, '0');
  const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const all = [...parts.map((p) => plain(p ?? '')), plain(day) || today, ply ? `${ply}` : ''];
  return all.filter(Boolean).join('-');
}
