// Ratings by Glicko-2, as Mark Glickman describes it (http://www.glicko.net/glicko/glicko2.pdf). internal/rating is the same
// in Go; a file of numbers holds both to it.
import type { Rating } from '../archive/trained.ts';

export interface Result {
  readonly rating: number;
  readonly deviation: number;
  /** 0 for a loss, 1 for a win. */
  readonly score: number;
}

const SCALE = 173.7178;
/** How fast volatilities change. */
const TAU = 0.5;
const CONVERGENCE = 1e-6;
const MOST_DEVIATION = 350;
/** How exactly the rating of a puzzle is known. */
const PUZZLE_DEVIATION = 60;

/** The rating of somebody of whom nothing is known. */
export const unrated: Rating = { rating: 1500, deviation: MOST_DEVIATION, volatility: 0.06 };

/** A rating after the results of one period. */
export function update(r: Rating, results: readonly Result[]): Rating {
  const mu = (r.rating - 1500) / SCALE;
  const phi = r.deviation / SCALE;
  if (!results.length) return back(mu, Math.hypot(phi, r.volatility), r.volatility);
  let [precision, sum] = [0, 0];
  for (const x of results) {
    const theirs = x.deviation / SCALE;
    const g = 1 / Math.sqrt(1 + (3 * theirs * theirs) / (Math.PI * Math.PI));
    const e = 1 / (1 + Math.exp(-g * (mu - (x.rating - 1500) / SCALE)));
    precision += g * g * e * (1 - e);
    sum += g * (x.score - e);
  }
  const v = 1 / precision;
  const sigma = volatility(phi, r.volatility, v, v * sum);
  const before = Math.hypot(phi, sigma);
  const after = 1 / Math.sqrt(1 / (before * before) + 1 / v);
  return back(mu + after * after * sum, after, sigma);
}

/** Step 5 of the paper: the root of a function, found by the Illinois algorithm. */
function volatility(phi: number, sigma: number, v: number, delta: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number): number => {
    const ex = Math.exp(x);
    const d = phi * phi + v + ex;
    return (ex * (delta * delta - d)) / (2 * d * d) - (x - a) / (TAU * TAU);
  };
  let [low, high] = [a, 0];
  const excess = delta * delta - phi * phi - v;
  if (excess > 0) high = Math.log(excess);
  else {
    let k = 1;
    while (f(a - k * TAU) < 0) k++;
    high = a - k * TAU;
  }
  let [fLow, fHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > CONVERGENCE) {
    const x = low + ((low - high) * fLow) / (fHigh - fLow);
    const fx = f(x);
    if (fx * fHigh <= 0) [low, fLow] = [high, fHigh];
    else fLow /= 2;
    [high, fHigh] = [x, fx];
  }
  return Math.exp(low / 2);
}

const back = (mu: number, phi: number, sigma: number): Rating => ({
  ...{ rating: SCALE * mu + 1500, deviation: Math.min(SCALE * phi, MOST_DEVIATION), volatility: sigma },
});

/** A rating after a puzzle: solved is a win against it. */
export const afterPuzzle = (r: Rating, puzzle: number, solved: boolean): Rating =>
  update(r, [{ rating: puzzle, deviation: PUZZLE_DEVIATION, score: solved ? 1 : 0 }]);
