// A picture of a board as a file: drawn by the board's own drawing, with the colors of a theme written out.
import { paintOf } from '../board/paint.ts';
import { PIECES } from '../board/pieceSets.ts';
import { type StillBoard, still } from '../board/still.ts';
import { prefs } from '../prefs.svelte.ts';

export interface Subject extends Omit<StillBoard, 'paint' | 'coords'> {
  /** The one that is seen, where none is given. */
  readonly theme?: 'light' | 'dark';
}

const seenTheme = (): 'light' | 'dark' =>
  getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light';

/** The board as a standalone SVG file. */
export function picture(s: Subject, width = 960): string {
  const paint = paintOf(s.theme ?? seenTheme(), prefs.settings.board, PIECES[prefs.settings.pieces]);
  const { fit, svg } = still({ ...s, paint }, width);
  const m = Math.round(fit.p * 0.2);
  const [w, h] = [Math.ceil(fit.w) + 2 * m, Math.ceil(fit.h) + 2 * m];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${-m} ${-m} ${w} ${h}" ` +
    `font-family="system-ui, sans-serif"><rect x="${-m}" y="${-m}" width="${w}" height="${h}" fill="${paint.page}"/>` +
    `${svg}</svg>`
  );
}

/** The same as a PNG file. */
export async function png(svg: string, scale = 2): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((b) => (b ? done(b) : fail(new Error('the picture could not be drawn'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
