// A result of a day or of a run to hand on: as text, and as a picture. Neither shows a move.
import { num } from '../board/svg.ts';

export interface Result {
  /** "Daily puzzle 22, LYNGK". */
  readonly title: string;
  /** "Solved in 0:11". */
  readonly result: string;
  readonly note: string;
  readonly address: string;
}

export const shareText = ({ title, result, note, address }: Result): string =>
  [`Cairn · ${title}`, [result, note].filter(Boolean).join(' · '), address].join('\n');

/** A board's picture as it lies on the white card. */
export const onWhite = (board: string): string => board.replace(/(<rect [^>]*fill=")[^"]*/, '$1#ffffff');

const escaped = (s: string): string => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const [WIDTH, MARGIN, HEAD, FOOT] = [720, 40, 104, 148];

/** The white card as SVG; board is a board's picture, as it stands. */
export function cardPicture({ title, result, note }: Result, board: string): string {
  const size = /width="(\d+)" height="(\d+)"/.exec(board);
  const [w, h] = [Number(size?.[1] ?? 1), Number(size?.[2] ?? 1)];
  const scale = Math.min((WIDTH - 2 * MARGIN) / w, 520 / h);
  const height = HEAD + h * scale + FOOT;
  const text = (x: number, y: number, px: number, words: string, more = ''): string =>
    `<text x="${x}" y="${num(y)}" font-size="${px}" ${more}>${escaped(words)}</text>`;
  const placed = board
    .replace('<svg ', `<svg x="${num((WIDTH - w * scale) / 2)}" y="${HEAD}" `)
    .replace(/width="\d+" height="\d+"/, `width="${num(w * scale)}" height="${num(h * scale)}"`);
  const logo =
    '<g transform="translate(40 36) scale(1.7)"><rect x="1" y="15" width="20" height="5.4" rx="2.7"/>' +
    '<rect x="4" y="8.4" width="14.5" height="5" rx="2.5"/><rect x="6.8" y="2.2" width="8" height="4.6" rx="2.3"/></g>';
  const foot = HEAD + h * scale;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${Math.ceil(height)}" viewBox="0 0 ${WIDTH} ${Math.ceil(height)}" ` +
    `font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" fill="#1d1f21">` +
    `<rect width="${WIDTH}" height="${Math.ceil(height)}" fill="#ffffff"/>${logo}` +
    text(92, 70, 32, 'Cairn', 'font-weight="700"') +
    text(WIDTH - MARGIN, 68, 22, title, 'text-anchor="end" fill="#55595b"') +
    placed +
    text(MARGIN, foot + 70, 52, result, 'font-weight="700"') +
    text(MARGIN, foot + 112, 24, note, 'fill="#55595b"') +
    '</svg>'
  );
}

const [ROW, BOX, GAP] = [10, 40, 8];
/** A run against the clock as a picture for the card: a box a puzzle, and of no puzzle more than how it went. */
export function runPicture(marks: readonly boolean[]): string {
  const step = BOX + GAP;
  const [w, h] = [ROW * step - GAP, Math.max(1, Math.ceil(marks.length / ROW)) * step - GAP];
  const box = (right: boolean, i: number): string =>
    `<g transform="translate(${(i % ROW) * step} ${Math.floor(i / ROW) * step})">` +
    `<rect width="${BOX}" height="${BOX}" rx="8" fill="${right ? '#2b6547' : '#a3241a'}"/>` +
    `<path d="${right ? 'M10 21l7 7 14-15' : 'M12 12l16 16M28 12 12 28'}" fill="none" stroke="#ffffff" stroke-width="4"/></g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${marks.map(box).join('')}</svg>`;
}
