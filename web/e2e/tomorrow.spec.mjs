// What somebody does on one day and finds on the next, on a phone: the same browser, its clock set on by a day.
import assert from 'node:assert/strict';
import { counts, phone, says, site, soon, tap, test } from './test.mjs';

/** Puzzles of the test's own. */
const puzzles = {
  lyngk:
    './.,.,.,./.,RK,.,.,.,.,./BIG,.,.,.,BIK,G/.,.,.,.,.,.,./.,RKBI,.,.,KBGR,./G,.,.,.,.,.,RBIK/.,.,.,B/. 1 GK:IR 1:3\td5-g1 pass d6-f2\twin\tfive,route,quiet',
  dvonn:
    '.,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,WWWB,.,BWDWW,WWWBWBBW/.,B,B,WWB,./.,.,.,BWBB,./WW,.,.,.,./W,BBW,W,.,D/.,BW,.,./.,D,B b move\tg4-k4 i1-h1 k4-f4 pass f2-f3\twin\tisolation,ending',
};
const pack = (game) => `cairn-puzzles 1 ${game}\n${puzzles[game] ? `1\t${puzzles[game]}\t1600\n` : ''}`;
const noon = Date.parse('2026-11-23T12:00:00Z'); // its puzzle is of LYNGK, that of the next day of DVONN
const DAY = 24 * 3600 * 1000;

test('the next day: the game goes on, the puzzle of the day is another one, and the days in a row are counted', async ({
  open,
}) => {
  const { page } = await open(site.url, {
    ...phone,
    timezoneId: 'UTC', // the day that is shown, too, is that of noon there
    storage: { 'cairn.prefs': { sound: false } },
    prepare: async (page) => {
      for (const game of ['lyngk', 'lyngk6', 'dvonn'])
        await page.route(new RegExp(`/${game}-[^/]*\\.txt$`), (r) => r.fulfill({ body: pack(game) }));
      await page.clock.setFixedTime(noon);
    },
  });
  const board = () => page.waitForSelector('[role=grid]', { timeout: 20_000 });

  // A game is begun and left.
  await page.getByRole('button', { name: 'Play' }).first().tap();
  await page.getByRole('button', { name: 'Start the game' }).tap();
  await board();
  await page.getByRole('button', { name: 'Hint' }).tap();
  await page.getByRole('button', { name: 'Play this move' }).tap();
  await counts(page.locator('ol [data-ply]'), 2);
  const text = await page.locator('ol').first().innerText();
  await page.locator('header .brand').tap();

  // The puzzle of the day is solved.
  const daily = page.locator('.day').first();
  /** Solves the puzzle of the day by a link to it; before each of its moves the reply to the one before stands on the board. */
  const solve = async (link, ...moves) => {
    await link.tap();
    await board();
    for (const [i, [from, to]] of moves.entries()) {
      await page.locator(`main[data-phase=try] [data-plies="${2 * i}"]`).waitFor();
      if (i) await says(page.locator('.verdict'), /Keep going/);
      await tap(page, from, to);
    }
    await page.locator('main[data-phase=solved]').waitFor();
  };
  const card = page.getByRole('link', { name: 'Daily puzzle' });
  await says(card, /LYNGK/);
  await card.locator('.sketch').waitFor();
  await page.getByRole('link', { name: 'Daily board' }).locator('.sketch').waitFor();
  await solve(card, ['d5', 'g1'], ['d6', 'f2']);
  await page.goto(`${site.url}training/`);
  await says(daily, /LYNGK.*Solved.*Your result/s);
  await counts(daily.getByRole('link', { name: 'Solve it' }), 0);

  // A day later the game goes on where it was left.
  await page.clock.setFixedTime(noon + DAY);
  await page.goto(site.url);
  await says(page.locator('.under-way'), /Continue your game.*LYNGK.*level 1/s);
  await page.locator('.under-way').tap();
  await board();
  await soon(async () => assert.equal(await page.locator('ol').first().innerText(), text));

  // The puzzle is another one, and both days count.
  await page.goto(`${site.url}training/`);
  await says(daily, /DVONN.*Solve it/s);
  await solve(page.getByRole('link', { name: 'Solve it' }), ['g4', 'k4'], ['k4', 'f4'], ['f2', 'f3']);
  await page.goto(`${site.url}training/`);
  await says(daily, /DVONN.*Solved.*Your result/s);
  await says(page.locator('.days'), /2 days in a row/);
  await page.goto(site.url);
  await says(card, /DVONN · Solved.*2 days in a row/s);

  // Among the games it says when each was played.
  await page.goto(`${site.url}archive/`);
  await says(page.locator('main li', { hasText: /LYNGK · [^·]+ · Nov\s23/ }), /Under way against Valley/);
});

test('a page that stays open over midnight shows the puzzle and the board of the next day', async ({ open }) => {
  const { page } = await open(site.url, {
    prepare: async (page) => {
      for (const game of ['lyngk', 'lyngk6', 'dvonn'])
        await page.route(new RegExp(`/${game}-[^/]*\\.txt$`), (r) => r.fulfill({ body: pack(game) }));
      await page.clock.setFixedTime(noon);
    },
  });
  const puzzle = page.getByRole('link', { name: 'Daily puzzle' });
  const sketch = page.getByRole('link', { name: 'Daily board' }).locator('.sketch');
  for (const place of [site.url, `${site.url}training/`]) {
    await page.clock.setFixedTime(noon);
    await page.goto(place);
    const card = place === site.url ? puzzle : page.getByRole('region', { name: 'Daily puzzle' });
    const board = place === site.url ? sketch : page.getByRole('region', { name: 'Daily board' }).locator('.sketch');
    await says(card, /LYNGK/);
    await board.waitFor();
    await card.locator('.sketch').waitFor();
    const [was, position] = await Promise.all([board.innerHTML(), card.locator('.sketch').innerHTML()]);
    await page.clock.setFixedTime(noon + DAY);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await says(card, /DVONN/);
    await soon(async () => assert.notEqual(await board.innerHTML(), was, 'another board'));
    await soon(async () => assert.notEqual(await card.locator('.sketch').innerHTML(), position, 'another puzzle'));
  }
});
