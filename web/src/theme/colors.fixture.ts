// Colors as people see them, for tests: contrast by WCAG, difference by CIEDE2000, and what people without one kind of cone
// see by Machado, Oliveira and Fernandes (2009).
type Triple = readonly [number, number, number];

const linear = (hex: string): Triple => {
  const one = (at: number): number => {
    const v = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [one(1), one(3), one(5)];
};

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
export function contrast(a: string, b: string): number {
  const [x = 0, y = 0] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

const SIGHT = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;
export type Sight = keyof typeof SIGHT;
export const SIGHTS = Object.keys(SIGHT) as readonly Sight[];

function lab(hex: string, sight: Sight): Triple {
  const c = linear(hex);
  const m = SIGHT[sight];
  const seen = [0, 3, 6].map((row) => {
    const v = (m[row] ?? 0) * c[0] + (m[row + 1] ?? 0) * c[1] + (m[row + 2] ?? 0) * c[2];
    return Math.min(1, Math.max(0, v));
  });
  const [r = 0, g = 0, b = 0] = seen;
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const rad = (deg: number): number => (deg * Math.PI) / 180;
const hue = (a: number, b: number): number => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;

export function ciede2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 1 + 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)];
  const [h1, h2] = [hue(a1 * g, b1), hue(a2 * g, b2)];
  const grey = c1 * c2 === 0;
  const turn = grey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin(rad(turn / 2));
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  let h = h1 + h2;
  if (!grey) h = Math.abs(h1 - h2) <= 180 ? h / 2 : (h + (h < 360 ? 360 : -360)) / 2;
  const t =
    1 -
    0.17 * Math.cos(rad(h - 30)) +
    0.24 * Math.cos(rad(2 * h)) +
    0.32 * Math.cos(rad(3 * h + 6)) -
    0.2 * Math.cos(rad(4 * h - 63));
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t];
  const rt = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(rad(60 * Math.exp(-(((h - 275) / 25) ** 2))));
  const [x, y, z] = [(l2 - l1) / sl, (c2 - c1) / sc, dh / sh];
  return Math.sqrt(x * x + y * y + z * z + rt * y * z);
}

/** The smallest difference between two of some colors. */
export function nearest(colors: readonly string[], sight: Sight): number {
  const labs = colors.map((c) => lab(c, sight));
  return Math.min(...labs.flatMap((a, i) => labs.slice(i + 1).map((b) => ciede2000(a, b))));
}
