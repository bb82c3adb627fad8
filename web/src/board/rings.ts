// DVONN's pieces: rings seen more steeply; a number tells the height, a red lozenge that a DVONN piece is inside.
import { LIVE, OUT, type Paint, type RingColors } from './paint.ts';
import { circle, d, ellipse, num, path, text } from './svg.ts';

const DRX = 0.41;
const DRY = 0.345;

const colors = (c: string, { pieces }: Paint): RingColors => (pieces.rings[c] ?? pieces.rings.W) as RingColors;

function height(y: number, p: number, n: number, ink: string): string {
  const s = (n < 10 ? 0.33 : 0.28) * p;
  return text(0, y + s * 0.36, s, n, { 'font-weight': 700, fill: ink });
}

export interface RingLook {
  readonly lift?: number;
  readonly ghost?: boolean;
  /** The shadow is drawn separately, by ringShadow. */
  readonly bare?: boolean;
}

const thick = (n: number): number => 0.065 + 0.028 * Math.min(n - 1, 4);

/** The shadow of a stack on the board; it stays there while the stack moves above it. */
export function ringShadow(n: number, p: number, t: Paint): string {
  const y = (0.06 + thick(n) * 0.5) * p;
  return ellipse(0.015 * p, y, DRX * p * 1.03, DRY * p * 1.03, { fill: '#000', opacity: t.shadow });
}

export function ring(stack: string, p: number, t: Paint, look: RingLook = {}): string {
  const { lift = 0 } = look;
  const n = stack.length;
  const top = stack[n - 1] ?? 'W';
  const q = colors(top, t);
  const holds = stack.includes('D');
  const [rx, ry] = [DRX * p, DRY * p];
  const wall = thick(n) * p;
  const lw = Math.max(1, 0.026 * p);
  const y0 = 0.03 * p + wall * 0.5 - lift * p;
  const yt = y0 - wall;
  const [hx, hy] = [rx * 0.5, ry * 0.5];
  const outline = d`M${-rx},${yt}A${rx},${ry} 0 0 1 ${rx},${yt}L${rx},${y0}A${rx},${ry} 0 0 1 ${-rx},${y0}Z`;
  const k = hx * 1.32;
  const kv = hy * 1.32;
  const lozenge = d`M0,${yt - kv}L${k},${yt}L0,${yt + kv}L${-k},${yt}Z`;
  if (look.ghost) {
    const dash = { fill: 'none', stroke: t.cue, 'stroke-dasharray': `${num(p * 0.07)} ${num(p * 0.05)}` };
    let o = path(outline, { fill: q.face, opacity: '.55' });
    o += path(outline, { fill: 'none', stroke: t.case, 'stroke-width': lw * 2.2 });
    o += path(outline, { ...dash, 'stroke-width': lw });
    if (holds) o += path(lozenge, { fill: n > 1 ? colors('D', t).face : t.board, opacity: '.6' });
    if (n > 1) return o + height(yt, p, n, holds ? colors('D', t).ink : q.ink);
    return o + (holds ? '' : ellipse(0, yt, hx * 0.9, hy * 0.9, { ...dash, fill: t.board, 'stroke-width': lw * 0.8 }));
  }
  let o = look.bare ? '' : ringShadow(n, p, t);
  o += path(outline, {
    fill: 'none',
    stroke: t.halo,
    'stroke-width': lw + 2 * Math.max(0.8, 0.018 * p),
    opacity: '.9',
  });
  o += path(outline, { fill: q.side, stroke: OUT, 'stroke-width': lw });
  for (let i = 1; i < Math.min(n, 5); i++) {
    const ye = y0 - 0.028 * p * i;
    o += path(d`M${-rx},${ye}A${rx},${ry} 0 0 0 ${rx},${ye}`, {
      fill: 'none',
      stroke: top === 'B' ? q.hi : OUT,
      'stroke-width': Math.max(0.7, 0.013 * p),
      opacity: top === 'B' ? '.65' : '.8',
    });
  }
  o += ellipse(0, yt, rx - lw * 0.4, ry - lw * 0.4, { fill: q.face });
  o += ellipse(0, yt, rx * 0.9, ry * 0.89, {
    fill: 'none',
    stroke: q.hi,
    'stroke-width': Math.max(1, 0.02 * p),
    opacity: top === 'B' ? '.85' : '.9',
  });
  if (holds) {
    o += path(lozenge, { fill: OUT, stroke: OUT, 'stroke-width': lw * 1.6, 'stroke-linejoin': 'round' });
    o += path(lozenge, {
      fill: n > 1 ? colors('D', t).face : t.hole,
      stroke: colors('D', t).ink,
      'stroke-width': lw * 0.9,
      'stroke-linejoin': 'round',
    });
    return n > 1 ? o + height(yt, p, n, colors('D', t).ink) : o;
  }
  const hole = { stroke: OUT, 'stroke-width': lw * 0.8 };
  if (n > 1) return o + ellipse(0, yt, hx, hy, { ...hole, fill: q.face }) + height(yt, p, n, q.ink);
  o += ellipse(0, yt, hx, hy, { ...hole, fill: t.hole });
  return (
    o +
    path(d`M${-hx},${yt}A${hx},${hy} 0 0 1 ${hx},${yt}A${hx * 1.02},${hy * 0.72} 0 0 0 ${-hx},${yt}Z`, {
      fill: q.dish,
      opacity: '.95',
    })
  );
}

/** A plan view of one ring, for text and lists; centered at 0,0. */
export function ringChip(c: string, r: number, t: Paint = LIVE, halo = t.halo): string {
  const q = colors(c, t);
  let o = circle(0, 0, r + 0.6, { fill: 'none', stroke: halo, 'stroke-width': 1.6 });
  o += circle(0, 0, r - 0.3, { fill: q.face, stroke: OUT, 'stroke-width': Math.max(1, r * 0.1) });
  const hole = { fill: t.hole, stroke: OUT, 'stroke-width': Math.max(0.8, r * 0.08) };
  if (c === 'D') return o + path(d`M0,${-r * 0.6}L${r * 0.6},0L0,${r * 0.6}L${-r * 0.6},0Z`, hole);
  o += circle(0, 0, r * 0.8, { fill: 'none', stroke: q.hi, 'stroke-width': Math.max(0.6, r * 0.06), opacity: '.9' });
  return o + circle(0, 0, r * 0.42, hole);
}
