// Training in a real browser: whole puzzles by keyboard alone and by touch, a wrong move and what the engine says of it, the
// puzzle and the board of the day, once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { hindrances, overflow } from './looks.mjs';
import { counts, expect, phone, picture, place, says, site, soon, tap, test } from './test.mjs';

/** Packs of the tests' own, so that they depend on no puzzle that the program comes with. */
const puzzles = {
  lyngk: [
    './.,.,.,./.,RK,.,.,.,.,./BIG,.,.,.,BIK,G/.,.,.,.,.,.,./.,RKBI,.,.,KBGR,./G,.,.,.,.,.,RBIK/.,.,.,B/. 1 GK:IR 1:3\td5-g1 pass d6-f2\twin\tfive,route,quiet',
    './KGIB,.,BR,./.,.,.,.,.,R,./.,GIBR,.,JKG,B,./.,.,RIKG,.,.,.,./.,.,.,.,.,B/.,.,.,.,BK,BRI,G/R,.,KIG,I/GK 1 IK:BG 2:0\th4-g7\twin\troute,quiet',
  ],
  dvonn: [
    '.,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,WWWB,.,BWDWW,WWWBWBBW/.,B,B,WWB,./.,.,.,BWBB,./WW,.,.,.,./W,BBW,W,.,D/.,BW,.,./.,D,B b move\tg4-k4 i1-h1 k4-f4 pass f2-f3\twin\tisolation,ending',
  ],
};
const pack = (game) =>
  `cairn-puzzles 1 ${game}\n${(puzzles[game] ?? []).map((p, i) => `${i + 1}\t${p}\t1600\n`).join('')}`;
/** Noon of a day whose puzzle is of LYNGK and whose board is of DVONN. */
const noon = '2026-11-23T12:00:00Z';

/** Opens the page for training with those packs, at that time. */
async function go(open, options, hash = '', time = '') {
  return open(`${site.url}training/${hash}`, {
    ...options,
    storage: { 'cairn.prefs': { sound: false } },
    prepare: async (page) => {
      for (const game of ['lyngk', 'lyngk6', 'dvonn'])
        await page.route(new RegExp(`/${game}-[^/]*\\.txt$`), (r) => r.fulfill({ body: pack(game) }));
      if (time) await page.clock.setFixedTime(new Date(time));
    },
  });
}
const phase = (page, name) => page.locator(`main[data-phase=${name}]`).waitFor({ timeout: 60_000 });
const board = (page) => page.waitForSelector('[role=grid]', { timeout: 60_000 });
const refuted = (page, state) => page.locator(`[data-refutation=${state}]`).waitFor({ timeout: 60_000 });
/** Presses Tab until the element has the focus. */
async function tabTo(page, locator) {
  for (let i = 0; i < 60; i++) {
    if (await locator.evaluate((el) => el === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${locator}`);
}
/** Moves by the arrow keys from spot to spot of the board, which has the focus, to one of them, and presses it. */
async function steer(page, goal) {
  const at = () => page.evaluate(() => document.activeElement?.dataset.spot ?? '');
  const where = (name) => page.locator(`[data-spot=${name}]`).boundingBox();
  const target = await where(goal);
  for (let i = 0; i < 24 && (await at()) !== goal; i++) {
    const now = await where(await at());
    const [dx, dy] = [target.x - now.x, target.y - now.y];
    // Along the column where it stands in this one, else a column aside.
    const key = Math.abs(dx) < now.width / 3 ? (dy < 0 ? 'ArrowUp' : 'ArrowDown') : dx > 0 ? 'ArrowRight' : 'ArrowLeft';
    const was = await at();
    await page.keyboard.press(`${Math.abs(dx) >= now.width / 3 && dy > 0 ? 'Shift+' : ''}${key}`);
    if ((await at()) === was) await page.keyboard.press(key); // at the edge the other slant leads on
  }
  assert.equal(await at(), goal);
  await page.keyboard.press('Enter');
}

test('while its puzzles come, the page says that it loads, and after a while lets one try again', async ({ open }) => {
  let come;
  const held = new Promise((r) => (come = r));
  const { page } = await open(`${site.url}training/#lyngk/mixed`, {
    prepare: async (page) => {
      await page.clock.install();
      await page.route(/\/lyngk-[^/]*\.txt$/, async (r) => {
        await held;
        await r.fulfill({ body: pack('lyngk') });
      });
    },
  });
  await says(page.locator('.loading'), 'Loading …');
  await page.clock.fastForward(20_000);
  await page.locator('.loading').getByRole('button', { name: 'Try again' }).waitFor();
  await picture(page, 'training-late');
  come();
  await board(page);
  await counts(page.locator('.loading'), 0);
});

test('puzzles by keyboard alone: a hint, a wrong move and its answer, the solution, the next one', {
  tag: '@main',
}, async ({ open }) => {
  const { page } = await go(open, { bypassCSP: true });
  await page.getByRole('link', { name: 'Solve puzzles' }).waitFor();
  await tabTo(page, page.getByRole('link', { name: /stack of 5/i }));
  await page.keyboard.press('Enter');
  await board(page);
  await says(page.locator('main h1'), 'You: only one move wins');
  assert.deepEqual(await hindrances(page), []);
  await page.keyboard.press('h');
  await says(page.locator('.verdict'), /The right move starts on d5\. With a hint/);
  await tabTo(page, page.locator('[data-spot][tabindex="0"]'));
  await steer(page, 'd5');
  await page.locator('[data-spot=d6].goal').waitFor();
  await steer(page, 'd6');
  await phase(page, 'wrong');
  await refuted(page, 'refuted');
  await says(page.locator('.verdict'), /isn’t the move.*your opponent wins by force/s);
  assert.deepEqual(await hindrances(page), []);
  await picture(page, 'puzzle-wrong');
  // What refutes it is gone through on the board, and left for the next try.
  const shown = () => page.locator('.stage[data-plies]').getAttribute('data-plies');
  await tabTo(page, page.locator('.walk').getByRole('button', { name: 'Next move' }));
  await page.keyboard.press('Enter');
  await soon(async () => assert.equal(await shown(), '2'));
  await counts(page.locator('.walk .move').first().and(page.locator('[aria-current=step]')), 1);
  await page.keyboard.press('ArrowLeft');
  await soon(async () => assert.equal(await shown(), '1'));
  await counts(page.locator('.walk [aria-current]'), 0);
  await tabTo(page, page.getByRole('button', { name: 'Try again' }));
  await page.keyboard.press('Enter');
  await phase(page, 'try');
  // The board has the focus again.
  await soon(async () => assert.ok(await page.evaluate(() => !!document.activeElement?.dataset.spot)));
  await steer(page, 'd5');
  await page.locator('[data-spot=g1].goal').waitFor();
  await steer(page, 'g1');
  await page.locator('.verdict', { hasText: 'Keep going' }).waitFor();
  await phase(page, 'try');
  await tabTo(page, page.locator('[data-spot][tabindex="0"]'));
  await steer(page, 'd6');
  await page.locator('[data-spot=f2].goal').waitFor();
  await steer(page, 'f2');
  await phase(page, 'solved');
  await says(page.locator('.verdict'), /Right!.*Solution:.*d5.*g1.*d6.*f2.*Proved: this move wins/s);
  assert.deepEqual(await hindrances(page), []);
  // What was missed counts, and comes back another day.
  await soon(async () =>
    assert.match(await page.locator('.rating').innerText(), /1\d{3}\?\s*−\d+\s*.*provisional.*0 in a row/s),
  );
  await page.keyboard.press('n');
  await counts(page.locator('main[data-phase=try]'), 1);
});

test('puzzles by touch on a phone: solved, kept, and the numbers are there at the next visit', async ({ open }) => {
  const { page } = await go(open, { ...phone, bypassCSP: true }, '#lyngk/route');
  await board(page);
  const first = await page.locator('main').getAttribute('data-puzzle');
  const solve = async (id) => {
    if (id === '1') {
      await tap(page, 'd5', 'g1');
      await page.locator('.verdict', { hasText: 'Keep going' }).waitFor();
      await phase(page, 'try');
      await tap(page, 'd6', 'f2');
    } else await tap(page, 'h4', 'g7');
    await phase(page, 'solved');
  };
  await solve(first);
  await says(page.locator('.verdict'), /Solved in \d+:\d\d.*\+\d+/s);
  await soon(async () => assert.deepEqual(await page.evaluate(overflow), []));
  assert.deepEqual(await hindrances(page), []);
  await picture(page, 'puzzle-solved-phone');
  await page.getByRole('button', { name: 'Next puzzle' }).tap();
  await page.locator(`main[data-puzzle="${first === '1' ? 2 : 1}"]`).waitFor();
  await board(page);
  // The spot of the hint is named on the board, too.
  await page.getByRole('button', { name: 'Hint' }).tap();
  await says(page.locator('.verdict'), /The right move starts on [a-i]\d/);
  await counts(page.locator('.puzzle svg text', { hasText: /^[a-i]\d$/ }), 1);
  await page.getByRole('button', { name: 'Show the solution' }).tap();
  await phase(page, 'shown');
  await says(page.locator('.rating .streak'), /0 in a row/);
  await page.goto(`${site.url}training/`);
  await says(page.locator('.rating'), /0 in a row.*best 1/s);
  await counts(page.locator('.rating li'), 2);
  // It is exported with the games.
  await page.goto(`${site.url}archive/`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all' }).tap();
  const { training } = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  assert.deepEqual([training.tries.map((x) => x.result), training.cards.length], [['solved', 'missed'], 1]);
});

test('a run against the clock: by touch, the best is kept, a result to share', async ({ open }) => {
  const { page, context } = await go(open, { ...phone, bypassCSP: true }, '#run/lyngk');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Start' }).tap();
  await board(page);
  assert.deepEqual(await hindrances(page), []);
  assert.deepEqual(await page.evaluate(overflow), []);
  await says(page.locator('[role=timer]'), /^[23]:\d\d$/);
  await picture(page, 'run-phone');
  // Both stand in one pack of the same rating, in its order.
  await tap(page, 'd5', 'g1');
  await page.locator('[data-plies="2"]').waitFor();
  await tap(page, 'd6', 'f2');
  await page.locator('main[data-run="1"][data-puzzle="2"]').waitFor();
  await place(page, 'h4');
  await tap(page, 'h4', 'g7');
  await says(page.locator('main h1'), '2 solved');
  await says(page.locator('main'), /A new record!/);
  await soon(async () => assert.deepEqual(await page.evaluate(overflow), []));
  assert.deepEqual(await hindrances(page), []);
  await picture(page, 'run-over-phone', { fullPage: true });
  await page.locator('.share').getByRole('button', { name: 'Text' }).tap();
  await says(page.locator('.share [role=status]'), 'Copied.');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /^Cairn · Against the clock, LYNGK\n2 solved · .*\nhttp.*#run\/lyngk$/);
  assert.doesNotMatch(text, /[a-i]\d-[a-i]\d/);
  await page.goto(`${site.url}training/`);
  await says(page.getByRole('link', { name: /Against the clock/ }), /Best: 2/);
});

/** Puts a game of one's own into the archive of the browser, with a blunder that the judge has marked. */
const keepJudged = (page, start) =>
  page.evaluate(
    (start) =>
      new Promise((done, fail) => {
        const asked = indexedDB.open('cairn');
        asked.onerror = fail;
        asked.onsuccess = () => {
          const tx = asked.result.transaction(['games', 'texts'], 'readwrite');
          const entry = { id: 'own', kind: 'analysis', game: 'lyngk', names: ['', 'Ben'], levels: [0, 0], me: null };
          const more = { over: false, outcome: 'ongoing', why: '', plies: 1, control: '-', stacks: '', line: 'l' };
          tx.objectStore('games').put({ ...entry, ...more, accuracy: [50, null], begun: 1, changed: 1 });
          const moves = [{ text: 'd5-d6', nags: [4], note: { eval: 'loss' } }];
          const tags = [{ name: 'Annotator', value: 'Cairn' }];
          const record = { game: 'lyngk', start, second: 'Ben', result: 'ongoing', moves, tags };
          tx.objectStore('texts').put(JSON.stringify({ record, me: 0 }), 'own');
          tx.oncomplete = done;
        };
      }),
    start,
  );

test('a mistake in a game of one’s own is tried again, judged, and comes back another day', async ({ open }) => {
  const { page } = await go(open, { ...phone, bypassCSP: true });
  const link = page.getByRole('link', { name: /Your mistakes/ });
  await says(link, /from your analyzed games/);
  await link.tap();
  await says(page.locator('main'), /No mistakes of yours here yet/);
  await keepJudged(page, puzzles.lyngk[0].split('\t')[0]);
  await page.reload();
  await says(page.locator('main h1'), /You played d5\W+d6 here\. Find a better move\./);
  await says(page.locator('main'), /against Ben.*1 to review/s);
  await place(page, 'd5');
  assert.deepEqual(await hindrances(page), []);
  await picture(page, 'mistake-phone');
  await tap(page, 'd5', 'd6');
  await says(page.locator('.told'), /d5\W+d6 was played in the game/);
  await page.locator('[data-plies="0"]').waitFor();
  await tap(page, 'd5', 'g1');
  await says(page.locator('.told'), /Right: .*d5\W+g1.* is the best move/);
  assert.deepEqual(await hindrances(page), []);
  assert.deepEqual(await page.evaluate(overflow), []);
  await picture(page, 'mistake-right-phone');
  await page.getByRole('button', { name: 'Continue' }).tap();
  await says(page.locator('main'), /Nothing to review now/);
  await page.clock.setFixedTime(Date.now() + 3 * 24 * 3600_000);
  await page.goto(`${site.url}training/`);
  await link.tap();
  await says(page.locator('main h1'), /You played d5\W+d6 here\. Find a better move\./);
});

test('the puzzle of the day: one try, a result to share that gives nothing away', async ({ open }) => {
  const { page, context } = await go(open, { bypassCSP: true }, '', noon);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'Solve it' }).click();
  await board(page);
  await place(page, 'd5');
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await phase(page, 'shown');
  await says(page.locator('.white'), /Daily puzzle 23, LYNGK.*Not solved/s);
  assert.deepEqual(await hindrances(page), []);
  await picture(page, 'daily-puzzle', { fullPage: true });
  await page.locator('.share').getByRole('button', { name: 'Text' }).click();
  await says(page.locator('.share [role=status]'), 'Copied.');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /^Cairn · Daily puzzle 23, LYNGK\nNot solved.*\nhttp.*#daily\/puzzle$/);
  assert.doesNotMatch(text, /[a-i]\d-[a-i]\d/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Share card' }).click();
  const png = readFileSync(await (await download).path());
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  assert.ok(png.length > 5000);
  // At the next visit it is done; it can be looked at, and counts no more.
  await page.reload();
  await board(page);
  await says(page.locator('.verdict'), /no longer counts/);
  await page.goto(`${site.url}training/`);
  await says(page.locator('.day').first(), /Not solved.*Your result/s);
  assert.deepEqual(await hindrances(page), []);
  for (const width of [320, 820, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    await soon(async () => assert.deepEqual(await page.evaluate(overflow), [], `at ${width}`));
  }
  await counts(page.locator('.rating li'), 1);
});

test('on a phone held across the whole board of a puzzle is beside its words and buttons', async ({ open }) => {
  const { page } = await open(`${site.url}training/#dvonn/mixed`, { ...phone, viewport: { width: 844, height: 390 } });
  for (const game of ['dvonn', 'lyngk']) {
    await page.goto(`${site.url}training/#${game}/mixed`);
    await says(page.locator('.puzzle .name'), game === 'lyngk' ? /LYNGK$/ : /DVONN$/);
    for (const [width, height] of [
      [844, 390],
      [568, 320],
    ]) {
      await page.setViewportSize({ width, height });
      await soon(async () => {
        const [board, words, acts] = await Promise.all(
          ['[role=grid]', '.words', '.acts'].map((what) => page.locator(what).boundingBox()),
        );
        assert.ok(board.y >= 0 && board.y + board.height <= height, `${game} at ${width}: ${JSON.stringify(board)}`);
        assert.ok(words.x >= board.x + board.width && acts.x >= board.x + board.width, `${game} at ${width}`);
        assert.ok(acts.y + acts.height <= height, `${game} at ${width}: ${JSON.stringify(acts)}`);
      });
    }
  }
});

test('the puzzle and the board of the day have their pictures', async ({ open }) => {
  const { page } = await open(`${site.url}training/`);
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [820, 1180],
    [1440, 900],
  ]) {
    await page.setViewportSize({ width, height });
    for (const name of ['Daily puzzle', 'Daily board'])
      await expect(page.getByRole('region', { name }).locator('.sketch')).toBeVisible();
  }
});

test('the board of the day: one game, gone on with wherever one comes from', async ({ open }) => {
  const { page } = await go(open, phone, '#daily/board', noon);
  await counts(page.locator('.tabs a[aria-current=page]'), 1, 'the places of the site are near the thumb');
  await soon(async () =>
    assert.ok((await page.locator('.go .sketch g[transform]').count()) > 40, 'its pieces are in the picture'),
  );
  await page.locator('.go').getByRole('link', { name: 'Play' }).tap();
  await board(page);
  assert.match(page.url(), /#game$/);
  await says(page.locator('main h1'), 'DVONN');
  const stacks = () =>
    page.locator('[data-spot]').evaluateAll((l) => l.map((c) => c.ariaLabel?.match(/white|black|DVONN/)?.[0] ?? ''));
  const before = await stacks();
  const id = () => page.evaluate(() => JSON.parse(localStorage.getItem('cairn.device') ?? '{}').id);
  assert.equal(await id(), 'daily-2026-11-23');
  await page.goto(`${site.url}?daily`);
  await board(page);
  assert.deepEqual([await stacks(), await id()], [before, 'daily-2026-11-23']);
  // Neither hints nor takebacks.
  await counts(page.getByRole('button', { name: 'Hint' }), 0);
  // Once begun, the first page says what it is, and until when.
  await page.locator('.cell.take').first().click();
  await page.locator('.cell.goal[aria-label*="; target"]').first().click();
  await page.waitForFunction(() => document.querySelector('ol [data-ply]'));
  await page.goto(site.url);
  await says(page.locator('.under-way'), /Continue your game.*Daily board, until \d+:\d\d.*DVONN · .*level 5/s);
});
