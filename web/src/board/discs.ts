// LYNGK's pieces: stacks of thick discs, every layer visible, marks on the faces and round the walls. All sizes are
// fractions of the pitch p; a stack is drawn with its spot at 0,0.
import { LIVE, OUT, type Paint, type PieceColors } from './paint.ts';
import { at, circle, d, el, ellipse, num, path } from './svg.ts';

export const RX = 0.395;
export const RY = 0.232;
export const BASE = 0.125;
/** Height of a layer, by the highest stack the game knows. */
export const layer = (highest: number): number => (highest > 5 ? 0.088 : 0.106);

/** The class of marks: a page may hide them. */
const MARK = 'mark';

const colors = (c: string, { pieces }: Paint): PieceColors => (pieces.discs[c] ?? pieces.discs.J) as PieceColors;
const rad = (deg: number): number => (deg * Math.PI) / 180;

function star(r: number, inner = 0.42): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const q = i % 2 ? r * inner : r;
    return `${(q * Math.sin((Math.PI * i) / 5)).toFixed(3)},${(-q * Math.cos((Math.PI * i) / 5)).toFixed(3)}`;
  });
  return `M${points.join('L')}Z`;
}
const STAR = star(1);

const SPECKS = [
  [-0.72, -0.12, 0.1],
  [0.66, -0.34, 0.12],
  [-0.34, -0.66, 0.09],
  [0.4, 0.68, 0.1],
  [-0.52, 0.52, 0.12],
  [0.8, 0.26, 0.09],
  [0.08, -0.8, 0.1],
  [-0.14, 0.82, 0.09],
  [0.3, -0.58, 0.07],
  [-0.84, 0.24, 0.07],
] as const;

/**
 * The mark of a color on a face or on a wall, centered at x,y in a box of half size sx,sy, in which its lines are w times as
 * wide as usual. A set of pieces may have larger marks.
 */
function mark(
  c: string,
  x: number,
  y: number,
  [sx, sy]: readonly [number, number],
  where: 'face' | 'wall',
  t: Paint,
  w = 1,
): string {
  const m = colors(c, t).mark;
  const k = t.pieces.grow[where];
  const own = { class: t === LIVE && `on-${where}` };
  const line = { ...own, fill: 'none', stroke: m, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  let body = '';
  switch (c) {
    case 'I':
      body = circle(0, 0, 0.66, { ...line, 'stroke-width': 0.3 * w });
      break;
    case 'B':
      body = path('M-.96,-.34q.24,-.5 .48,0t.48,0 .48,0 .48,0M-.96,.42q.24,-.5 .48,0t.48,0 .48,0 .48,0', {
        ...line,
        'stroke-width': 0.26 * w,
      });
      break;
    case 'R':
      body = path('M-.66,-.66L.66,.66M.66,-.66L-.66,.66', { ...line, 'stroke-width': 0.34 * w });
      break;
    case 'G':
      body = path('M0,-.82L.92,.68L-.92,.68Z', { ...own, fill: m });
      break;
    case 'J':
      body = path(STAR, { ...own, fill: m });
      break;
    default:
      return '';
  }
  return at(x, y, body, ` scale(${num(sx * k)} ${num(sy * k)})`, MARK);
}

function specks(x: number, y: number, sx: number, sy: number, k = 1): string {
  return SPECKS.map(([u, v, r]) =>
    ellipse(x + u * sx, y + v * sy, Math.max(0.5, r * sx * k), Math.max(0.4, r * sy * k), { fill: '#8794A0' }),
  ).join('');
}

/** Part of a wall, between two front arcs. */
const band = (yt: number, yb: number, rx: number, ry: number): string =>
  d`M${-rx},${yt}A${rx},${ry} 0 0 0 ${rx},${yt}L${rx},${yb}A${rx},${ry} 0 0 1 ${-rx},${yb}Z`;

function wallMarks(c: string, yt: number, h: number, rx: number, ry: number, t: Paint): string {
  const m = colors(c, t).mark;
  const on = (deg: number): [number, number, number] => {
    const a = rad(deg);
    return [rx * Math.sin(a), yt + ry * Math.cos(a) + h * 0.52, Math.cos(a)];
  };
  const s = h * 0.36;
  if (c === 'B') {
    const points = Array.from({ length: 41 }, (_, i) => {
      const deg = -66 + (132 * i) / 40;
      const [u, v] = on(deg);
      return d`${u},${v + s * 0.8 * Math.sin(rad(deg) * 13)}`;
    });
    return path(`M${points.join('L')}`, {
      class: MARK,
      fill: 'none',
      stroke: m,
      'stroke-width': Math.max(0.9, h * 0.17),
      'stroke-linejoin': 'round',
      'stroke-linecap': 'round',
    });
  }
  if (c === 'K') {
    const [a, y] = [rx * 0.985, yt + h * 0.3];
    return path(d`M${-a},${y}A${rx},${ry} 0 0 0 ${a},${y}`, {
      fill: 'none',
      stroke: m,
      'stroke-width': Math.max(0.9, h * 0.15),
    });
  }
  if (c === 'J') {
    const dots = [
      [-58, 0.1, 0.9],
      [-47, -0.5, 0.7],
      [-37, 0.4, 1],
      [-26, -0.35, 0.8],
      [-15, 0.5, 0.7],
      [16, -0.5, 0.8],
      [26, 0.45, 0.9],
      [38, -0.3, 0.8],
      [47, 0.4, 1],
      [58, -0.2, 0.8],
    ] as const;
    const [u0, v0] = on(0);
    return (
      dots
        .map(([deg, dy, r]) => {
          const [u, v, k] = on(deg);
          return ellipse(u, v + dy * s, h * 0.11 * r * Math.max(0.6, k), h * 0.11 * r, { fill: '#7A8894' });
        })
        .join('') + mark('J', u0, v0, [s * 1.25, s * 1.15], 'wall', t)
    );
  }
  return [-54, -27, 0, 27, 54]
    .map((deg) => {
      const [u, v, k] = on(deg);
      return mark(c, u, v, [s * (0.45 + 0.55 * k), s], 'wall', t, 1.05);
    })
    .join('');
}

/** The slightly concave top: lit rim, dish, a crescent of shade on the far lip, the mark. */
function face(c: string, y: number, rx: number, ry: number, p: number, t: Paint): string {
  const q = colors(c, t);
  const [a, b] = [rx * 0.8, ry * 0.775];
  let o = ellipse(0, y, rx, ry, { fill: q.rim });
  o += ellipse(0, y, a, b, { fill: q.face });
  o += path(d`M${-a},${y}A${a},${b} 0 0 1 ${a},${y}A${a * 1.02},${b * 0.86} 0 0 0 ${-a},${y}Z`, { fill: q.deep });
  if (c === 'K') {
    o += ellipse(0, y, rx * 0.9, ry * 0.885, {
      fill: 'none',
      stroke: q.mark,
      'stroke-width': Math.max(1.1, 0.026 * p),
    });
  }
  if (c === 'J') o += specks(0, y, a * 0.98, b * 0.98, 0.9);
  return o + mark(c, 0, y + ry * 0.05, [rx * 0.47, ry * 0.47 * 1.12], 'face', t);
}

export interface DiscLook {
  readonly lift?: number;
  /** Height of a layer in pitches. */
  readonly h?: number;
  readonly base?: number;
  /** Layers in question, counted from the bottom: the others are dimmed. */
  readonly lit?: readonly number[];
  readonly ghost?: boolean;
  /** The shadow is drawn separately, by discShadow. */
  readonly bare?: boolean;
}

/** The shadow of a stack on the board; it stays there while the stack moves above it. */
export function discShadow(p: number, t: Paint, lift = 0, base = BASE): string {
  const k = lift * 0.3;
  return ellipse(0.02 * p, (base + 0.035) * p, RX * p * (1.03 + k), RY * p * (1.05 + k), {
    fill: '#000',
    opacity: t.shadow,
  });
}

export function disc(stack: string, p: number, t: Paint, look: DiscLook = {}): string {
  const { lift = 0, lit } = look;
  const [rx, ry, h] = [RX * p, RY * p, (look.h ?? layer(5)) * p];
  const y0 = (look.base ?? BASE) * p - lift * p;
  const n = stack.length;
  const lw = Math.max(1, 0.024 * p);
  const sep = Math.max(0.8, 0.016 * p);
  const top = y0 - n * h;
  const outline = d`M${-rx},${top}A${rx},${ry} 0 0 1 ${rx},${top}L${rx},${y0}A${rx},${ry} 0 0 1 ${-rx},${y0}Z`;
  const letters = [...stack];
  const last = letters[n - 1] ?? 'J';
  if (look.ghost) {
    let g = letters
      .map((c, i) => path(band(y0 - (i + 1) * h, y0 - i * h, rx, ry), { fill: colors(c, t).face }))
      .join('');
    g += ellipse(0, top, rx, ry, { fill: colors(last, t).face });
    const line = { fill: 'none', 'stroke-width': lw * 2.2, stroke: t.case };
    return (
      el('g', { opacity: '.46' }, g) +
      path(outline, line) +
      path(outline, {
        fill: 'none',
        stroke: t.cue,
        'stroke-width': lw * 0.95,
        'stroke-dasharray': `${num(p * 0.06)} ${num(p * 0.045)}`,
      })
    );
  }
  const [ax, ay] = [rx - lw / 2, ry - lw / 2];
  let o = look.bare ? '' : discShadow(p, t, lift, look.base);
  o += path(outline, {
    fill: 'none',
    stroke: t.halo,
    'stroke-width': lw + 2 * Math.max(0.8, 0.018 * p),
    opacity: '.9',
  });
  o += path(outline, { fill: OUT, stroke: OUT, 'stroke-width': lw, 'stroke-linejoin': 'round' });
  letters.forEach((c, i) => {
    const [yb, yt] = [y0 - i * h, y0 - (i + 1) * h];
    o += path(band(yt, yb, ax, ay), { fill: colors(c, t).side });
    if (i) {
      o += path(d`M${-ax},${yb}A${ax},${ay} 0 0 0 ${ax},${yb}`, { fill: 'none', stroke: OUT, 'stroke-width': sep });
    }
    o += wallMarks(c, yt, h, ax, ay, t);
    if (lit && !lit.includes(i)) o += path(band(yt, yb, ax, ay), { fill: t.board, opacity: '.66' });
  });
  o += face(last, top, ax, ay, p, t);
  if (!lit) return o;
  if (!lit.includes(n - 1)) o += ellipse(0, top, ax, ay, { fill: t.board, opacity: '.66' });
  for (const i of lit) {
    const ym = y0 - (i + 0.5) * h;
    const a = Math.max(5.5, 0.12 * p);
    const heads = [-1, 1].map((e) => d`${e * (rx + lw)},${ym}l${e * a},${-a * 0.75}v${a * 1.5}Z`).join('M');
    o += path(`M${heads}`, {
      fill: t.bad,
      stroke: t.case,
      'stroke-width': Math.max(1.6, 0.03 * p),
      'stroke-linejoin': 'round',
      'paint-order': 'stroke',
    });
  }
  return o;
}

/** A plan view of one disc, for text, buttons and lists; centered at 0,0. */
export function discChip(c: string, r: number, t: Paint = LIVE, halo = t.halo): string {
  const q = colors(c, t);
  let o = circle(0, 0, r + 0.6, { fill: 'none', stroke: halo, 'stroke-width': 1.6 });
  o += circle(0, 0, r - 0.3, { fill: q.face, stroke: OUT, 'stroke-width': Math.max(1, r * 0.1) });
  if (c === 'K') o += circle(0, 0, r * 0.76, { fill: 'none', stroke: q.mark, 'stroke-width': Math.max(1, r * 0.13) });
  if (c === 'J') o += specks(0, 0, r * 0.86, r * 0.86);
  return o + mark(c, 0, c === 'G' ? r * -0.04 : 0, [r * 0.5, r * 0.5], 'face', t);
}
