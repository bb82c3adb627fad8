// Writes internal/study/training/testdata/cards.json: what ts-fsrs makes of cards, for the tests of the same schedule in Go.
// Run it after an update of ts-fsrs: node scripts/cards.mjs
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createEmptyCard, fsrs } from 'ts-fsrs';

const DAY = 24 * 3600 * 1000;
const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false });

/** A path of tries: each a grade, and the share of the time to wait after which it comes (0: at once, on the same day). */
function path(tries) {
  let now = Date.UTC(2026, 10, 22, 13, 30);
  let card = createEmptyCard(new Date(now));
  return tries.map(([grade, share]) => {
    const days = card.reps ? Math.round(card.scheduled_days * share) : 0;
    now += days * DAY;
    card = scheduler.next(card, new Date(now), grade).card;
    return [grade, days, card.stability, card.difficulty, card.scheduled_days];
  });
}

const grades = [1, 2, 3, 4];
const paths = [];
// All of four tries, in time.
for (const a of grades)
  for (const b of grades)
    for (const c of grades) for (const d of grades) paths.push(path([a, b, c, d].map((grade) => [grade, 1])));
// Long ones, at once, too early, in time and late. The numbers are as good as random, and the same every time.
let state = 1;
const random = (n) => {
  state = (state * 48271) % 2147483647;
  return state % n;
};
const SHARES = [0, 0.4, 1, 1, 1.3, 4];
for (let i = 0; i < 100; i++) {
  // In every third path mostly failures, in every other third mostly successes.
  const weighted = [[1, 1, 1, 2, 3, 4], grades, [1, 2, 3, 3, 3, 4, 4]][i % 3];
  paths.push(
    path(Array.from({ length: 30 }, () => [weighted[random(weighted.length)], SHARES[random(SHARES.length)]])),
  );
}
const file = resolve(import.meta.dirname, '../../internal/study/training/testdata/cards.json');
writeFileSync(file, `[\n${paths.map((p) => JSON.stringify(p)).join(',\n')}\n]\n`);
