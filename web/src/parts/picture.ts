// A picture of a board as a file: drawn by the board's own drawing, with the colors of a theme written out.
import { plan as makePlan } from '../board/geometry.ts';
import { THEMES } from '../board/paint.ts';
import { scene } from '../board/scene.ts';
import { empty } from '../board/selection.ts';
import { fit as makeFit, surface } from '../board/surface.ts';
import { num } from '../board/svg.ts';
import type { Layout, Marks, Pieces, Stacks, Turns } from '../board/types.ts';

export interface Subject {
  readonly layout: Layout;
  readonly pieces: Pieces;
  readonly highest: number;
  readonly stacks: Stacks;
  readonly marks: Marks;
  readonly turns: Turns;
  readonly theme: keyof typeof THEMES;
}

/** The board as a standalone SVG file. */
export function picture(s: Subject, width = 960): string {
  const paint = THEMES[s.theme];
  const plan = makePlan(s.layout, s.turns);
  const f = makeFit(plan, s.pieces, width, 0);
  const choices = { stacks: s.stacks, moves: [], claim: '', active: false };
  const view = { plan, pieces: s.pieces, highest: s.highest, choices, selection: empty, marks: s.marks, paint };
  const drawn = scene(view, f);
  const items = [...drawn.marks, ...drawn.routes, ...drawn.stacks, ...drawn.over].map((i) => {
    const alpha = i.alpha === undefined ? '' : ` opacity="${num(i.alpha)}"`;
    return `<g transform="translate(${num(i.x)} ${num(i.y)})"${alpha}>${i.svg}</g>`;
  });
  // A route is drawn in the board's own coordinates.
  for (const [n, i] of drawn.routes.entries()) items[drawn.marks.length + n] = `<g>${i.svg}</g>`;
  const m = Math.round(f.p * 0.2);
  const [w, h] = [Math.ceil(f.w) + 2 * m, Math.ceil(f.h) + 2 * m];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${-m} ${-m} ${w} ${h}" ` +
    `font-family="system-ui, sans-serif"><rect x="${-m}" y="${-m}" width="${w}" height="${h}" fill="${paint.page}"/>` +
    `${surface(plan, s.pieces, f, paint)}${items.join('')}</svg>`
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

/** Hands a file to the person. */
export function save(name: string, body: Blob | string, type = 'text/plain;charset=utf-8'): void {
  const url = URL.createObjectURL(typeof body === 'string' ? new Blob([body], { type }) : body);
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
