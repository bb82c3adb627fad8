// The archive of games in a real browser: what is played is in it, whatever happens to the page; games are found, gone on
// with, looked at, deleted and brought back by keyboard alone and by touch; its file goes from one browser to another.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { hindrances, overflow } from './looks.mjs';
import { click, counts, expect, layouts, phone, picture, says, site, soon, tap, test } from './test.mjs';

const page = `${site.url}archive/`;
const STACKS = 'c1:B d5:K e1:IK g6:IR h4:K h6:GB';

/** A game as an export has it. */
function game(id, { names = ['', ''], levels = [0, 0], me = null, resigned = false, day = 1, ...more } = {}) {
  const players = [0, 1].map((i) => ({
    ...(names[i] && { name: names[i] }),
    ...(levels[i] && { plays: `level${levels[i]}` }),
  }));
  const terms = { v: 1, game: 'lyngk', start: layouts.hops, players, control: '-', untimed: true, takeback: 'free' };
  const events = [
    { v: 1, kind: 'move', side: 'first', move: 'e2-g6' },
    ...(resigned ? [{ v: 1, kind: 'resign', side: 'first' }] : []),
  ];
  const changed = Date.UTC(2026, 9, day, 12);
  return {
    entry: {
      ...{ id, kind: 'game', game: 'lyngk', names, levels, me, over: resigned, why: resigned ? 'resignation' : '' },
      ...{ outcome: resigned ? 'second' : 'ongoing', control: '-', score: [0, 0], counted: 'fives' },
      ...{ plies: resigned ? 2 : 1, stacks: STACKS, line: id, begun: changed, changed, ...more },
    },
    game: {
      id,
      begun: changed,
      log: { v: 1, terms: { ...terms, draws: true, abort: 2, pause: true }, events },
      seed: id,
      hints: true,
      elapsed: 0,
    },
  };
}
const file = (games) =>
  `{"format":"cairn.archive","v":1,"games":[\n${games.map((g) => JSON.stringify(g)).join(',\n')}\n]}\n`;
const some = [
  game('open', { names: ['Anna', 'Ben'], day: 2 }),
  game('lost', { levels: [0, 5], me: 0, resigned: true, day: 3, accuracy: [76, 81] }),
  game('moss', { names: ['', 'moss'], me: 0, day: 4, resigned: true, accuracy: [64, 90] }),
];
const handed = (text) => ({ name: 'games.json', mimeType: 'application/json', buffer: Buffer.from(text) });
const rows = (p) => p.locator('.list > li');

/** The page with games in it. */
async function filled(open, options = {}, games = some) {
  const o = await open(page, { ...options, storage: { 'cairn.prefs': { sound: false } } });
  await o.page.locator('.empty').waitFor();
  await o.page.locator('input[type=file]').setInputFiles(handed(file(games)));
  await counts(rows(o.page), Math.min(25, games.length));
  await o.page.getByRole('button', { name: 'OK' }).click();
  return o;
}
test('the list is walked by keys, and its games opened, deleted and found', { tag: '@main' }, async ({ open }) => {
  const { page: p } = await filled(open);
  const link = (n) => rows(p).nth(n).locator('a').first();
  await p.keyboard.press('j');
  await expect(link(0)).toBeFocused();
  await p.keyboard.press('ArrowDown');
  await expect(link(1)).toBeFocused();
  await p.keyboard.press('k');
  await p.keyboard.press('Delete');
  await counts(rows(p), 2);
  await p.keyboard.press('Enter'); // what undoes it has the focus
  await counts(rows(p), 3);
  await p.keyboard.press('?');
  await says(p.locator('dialog[open]'), /Keys/);
  await p.keyboard.press('Escape');
  await p.keyboard.press('/');
  await expect(p.getByRole('searchbox')).toBeFocused();
});

/** Asks for another game. */
async function newGame(p) {
  await p.locator('.acts .btn').last().click();
  await p.getByRole('dialog').getByRole('button', { name: 'New game' }).click();
}
/** Presses Tab until the element has the focus. */
async function tabTo(p, locator) {
  for (let i = 0; i < 60; i++) {
    await p.keyboard.press('Tab');
    if (await locator.evaluate((el) => el === document.activeElement)) return;
  }
  assert.fail('Tab does not lead there');
}

test('a game is found and gone on with by keyboard alone, and nothing hinders', async ({ open }) => {
  const { page: p } = await filled(open, { bypassCSP: true });
  await picture(p, 'archive-desktop');
  assert.deepEqual(await hindrances(p), []);
  await p.reload();
  await counts(rows(p), 3);
  await tabTo(p, p.locator('input[type=search]'));
  await p.keyboard.type('nobody');
  await counts(rows(p), 0);
  await p.keyboard.press('Control+A');
  await p.keyboard.type('anna');
  await counts(rows(p), 1);
  await says(p.locator('main p[role=status]').last(), '1 game found');
  await tabTo(p, rows(p).locator('a').first());
  await p.keyboard.press('Enter');
  await p.locator('ol [data-ply]').waitFor();
  assert.equal(new URL(p.url()).search, '');
  // It goes on, and the archive has it in front.
  await p.locator('.cell.take').first().press('Enter');
  await p.locator('.cell.goal').first().press('Enter');
  await counts(p.locator('ol [data-ply]'), 2);
  await p.goto(page);
  await counts(rows(p), 3);
  await says(rows(p).first().locator('a').first(), 'Anna against Ben');
});

test('by touch on a phone: found, looked at, deleted and brought back', async ({ open }) => {
  const { page: p } = await filled(open, phone);
  await picture(p, 'archive-phone');
  assert.deepEqual(await p.evaluate(overflow), []);
  assert.equal(await p.locator('.filters select').nth(1).isVisible(), false, 'the games come first');
  const choose = p.getByRole('button', { name: 'Filter' });
  await choose.tap();
  await p.locator('.filters select').nth(1).selectOption('lost');
  await counts(rows(p), 2);
  await rows(p).first().locator('button').tap();
  await p.locator('dialog[open] button', { hasText: 'Delete' }).tap();
  await counts(rows(p), 1);
  await p.getByRole('button', { name: 'Undo' }).tap();
  await counts(rows(p), 2);
  await rows(p).first().locator('button').tap();
  await p.locator('dialog[open] button', { hasText: 'Delete' }).tap();
  await counts(rows(p), 1);
  await p.reload();
  await counts(rows(p), 2);
  await choose.tap();
  await p.locator('.filters select').nth(1).selectOption('deleted');
  await rows(p).getByRole('button', { name: 'Restore' }).tap();
  await p.locator('.filters select').nth(1).selectOption('');
  await counts(rows(p), 3);
  // A finished game opens in the analysis, which is kept with it and has no line of its own.
  await rows(p).first().locator('a').first().tap();
  await p.locator('[data-spot=g6]').waitFor();
  await soon(async () => assert.match(await p.evaluate(() => document.body.innerText), /moss/));
  await p.goto(page);
  await p.locator('.kinds button', { hasText: 'Analyses 1' }).waitFor();
  await counts(rows(p), 3);
  // One under way is searched for, and goes on.
  await p.locator('input[type=search]').tap();
  await p.keyboard.type('anna');
  await counts(rows(p), 1);
  await rows(p).first().locator('a').first().tap();
  await counts(p.locator('ol [data-ply]'), 1);
  await tap(p, await p.locator('.cell.take').first().getAttribute('data-spot'));
  await tap(p, await p.locator('.cell.goal[aria-label*="; target"]').first().getAttribute('data-spot'));
  await counts(p.locator('ol [data-ply]'), 2);
});

test('a row says the points of a game on a phone too, one’s own first', async ({ open }) => {
  const { page: p } = await filled(open, phone, [
    game('won', { levels: [5, 0], me: 1, resigned: true, score: [1, 3], accuracy: [50, 88] }),
  ]);
  await says(rows(p).first().locator('.brief'), /^LYNGK · 3 to 1 · Oct\u00a01$/);
  assert.ok(await rows(p).first().locator('.brief').isVisible());
  await says(rows(p).first().locator('.judged b'), '88%');
  assert.ok(await rows(p).first().locator('.judged b').isVisible());
  // On the smallest one the words keep their room, and the figure stands below them.
  await p.setViewportSize({ width: 320, height: 640 });
  const row = rows(p).first();
  await soon(async () => {
    const [who, judged] = await Promise.all(['.who', '.judged b'].map((part) => row.locator(part).boundingBox()));
    assert.ok(who.width > 110 && judged.y >= who.y + who.height - 1, JSON.stringify([who, judged]));
  });
  // Where there is a column for the points they are said there alone.
  await p.setViewportSize({ width: 820, height: 1180 });
  await soon(async () => assert.equal((await row.innerText()).match(/3 to 1/g)?.length, 1));
});

test('the ways to choose games stand in one row on a phone, and the statistics fill a tablet without growing', async ({
  open,
}) => {
  const { page: p } = await filled(open, { ...phone, locale: 'de' }, [
    ...some,
    ...[1, 2].map((n) => game(`judged${n}`, { levels: [0, 4], me: 0, resigned: true, day: n, accuracy: [70 + n, 60] })),
  ]);
  const heights = () =>
    p.locator('.kinds, .filters > .words, .choose').evaluateAll((l) => l.map((e) => e.getBoundingClientRect().height));
  for (const width of [320, 390]) {
    await p.setViewportSize({ width, height: 844 });
    await soon(async () => assert.ok(Math.max(...(await heights())) < 60, `${await heights()} at ${width}`));
    const [words, choose] = await Promise.all(['.words', '.choose'].map((part) => p.locator(part).boundingBox()));
    assert.ok(Math.abs(words.y - choose.y) < 4, 'the filter stands beside what is searched for');
  }
  await p.setViewportSize({ width: 820, height: 1180 });
  const plot = p.locator('#statistics svg');
  await soon(async () => assert.ok((await plot.boundingBox()).width < 420));
});

test('a new game leaves the one under way among the games, and a page that dies takes nothing along', async ({
  table,
}) => {
  const { page: p, context } = await table({ allow: /crash/i }, 'lyngk', layouts.hops, {
    levels: [0, 0],
    names: ['Anna', 'Ben'],
  });
  await click(p, 'e2', 'g6');
  await p.locator('ol [data-ply]').waitFor();
  await newGame(p);
  await p.locator('form.new input[value=person]').check({ force: true });
  await p.locator('form.new .strong').click();
  await p.locator('[role=grid]').waitFor();
  await counts(p.locator('ol [data-ply]'), 0);
  const other = await context.newPage();
  await other.goto(page);
  await counts(rows(other), 1);
  await says(rows(other).locator('a').first(), 'Anna against Ben');
  // Back in it, a move; the page is killed as soon as it shows the move.
  await rows(other).locator('a').first().click();
  await other.locator('ol [data-ply]').waitFor();
  const from = await other.locator('.cell.take').first().getAttribute('data-spot');
  await click(other, from);
  const to = await other.locator('.cell.goal').first().getAttribute('data-spot');
  await click(other, to);
  await counts(other.locator('ol [data-ply]'), 2);
  await other.goto('chrome://crash').catch(() => {});
  const third = await context.newPage();
  await third.goto(page);
  await counts(rows(third), 1);
  await rows(third).locator('a').first().click();
  await counts(third.locator('ol [data-ply]'), 2);
});

/** From here on the small storage of a page takes nothing. */
const fill = (p) =>
  p.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
/** Makes some move. */
async function moved(p, plies) {
  for (const kind of ['take', 'goal'])
    await click(p, await p.locator(`.cell.${kind}`).first().getAttribute('data-spot'));
  await counts(p.locator('ol [data-ply]'), plies);
}

test('what the small storage of a page cannot keep, the archive keeps', async ({ table }) => {
  const { page: p } = await table({}, 'lyngk', layouts.hops, { levels: [0, 0] });
  await moved(p, 1);
  await fill(p);
  await moved(p, 2);
  await p.waitForURL(/\?id=/);
  assert.equal(await p.locator('.news button').count(), 0, 'nothing is lost');
  await p.reload();
  await counts(p.locator('ol [data-ply]'), 2);
  // A language that is chosen then is not kept, and that is said.
  await fill(p);
  await p.getByRole('button', { name: 'Settings' }).click();
  await p.getByRole('dialog').locator('select').first().selectOption('de');
  await says(p.locator('.news span').first(), /Speicher des Browsers ist voll/);
});

test('a full storage is told of, and the game under way stays until it is in a file', async ({ table, open }) => {
  const { page: p, context } = await table({}, 'lyngk', layouts.hops, { levels: [0, 0] });
  const cdp = await context.newCDPSession(p);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.url).origin, quotaSize: 1 });
  await click(p, 'e2', 'g6');
  await p.locator('ol [data-ply]').waitFor();
  await says(p.locator('.news span').first(), /storage is full/);
  await p.locator('.news button', { hasText: 'OK' }).click();
  await counts(p.locator('.news button'), 0, 'the board has its place again');
  // Once the small storage is full too, the game is lost with the page: that is said as long as it is so.
  await fill(p);
  await moved(p, 2);
  await says(p.locator('.news span').first(), /isn’t saved/);
  await p.evaluate(() => dispatchEvent(new Event('offline')));
  await moved(p, 3);
  await says(p.locator('.news span').first(), /isn’t saved/);
  await picture(p, 'archive-lost');
  const [whole] = await Promise.all([
    p.waitForEvent('download'),
    p.locator('.news button', { hasText: 'Save to a file' }).click(),
  ]);
  assert.equal(JSON.parse(readFileSync(await whole.path(), 'utf8')).games[0].game.log.events.length, 3);
  await counts(p.locator('.news button'), 0);
  await newGame(p);
  await p.locator('form.new .strong').click();
  await says(p.locator('dialog[open] p').first(), /storage is full/);
  await picture(p, 'archive-full');
  // Left there, the game goes on as it was.
  await p.keyboard.press('Escape');
  await p.getByRole('button', { name: 'Back to the game' }).click();
  await counts(p.locator('ol [data-ply]'), 3);
  await newGame(p);
  await p.locator('form.new input[value=person]').check({ force: true });
  await p.locator('form.new .strong').click();
  const [download] = await Promise.all([
    p.waitForEvent('download'),
    p.locator('dialog[open] button', { hasText: 'Save to a file' }).click(),
  ]);
  const saved = readFileSync(await download.path(), 'utf8');
  await counts(p.locator('ol [data-ply]'), 0);
  // Another browser takes it in. This one would keep the game itself once it has room.
  const { page: other } = await open(page);
  await other.locator('.empty').waitFor();
  await other.locator('input[type=file]').setInputFiles(handed(saved));
  await counts(rows(other), 1);
});

test('a damaged file is named by line, and the whole games in it come', async ({ open }) => {
  const { page: p } = await open(page);
  await p.locator('.empty').waitFor();
  const lines = file(some).split('\n');
  await p.locator('input[type=file]').setInputFiles(handed([...lines.slice(0, 3), lines[3].slice(0, 90)].join('\n')));
  await counts(rows(p), 2);
  await says(p.locator('.note li'), 'Line 4 of the file: It is cut off or damaged.');
  await p.locator('input[type=file]').setInputFiles(handed('7'));
  await says(p.locator('.note li'), /isn’t an export of your games/);
});

test('ten thousand games: they are there, found, and shown a few at a time', async ({ open }, info) => {
  const { page: p } = await filled(open);
  await p.evaluate(async (one) => {
    const db = await new Promise((done) => {
      const asked = indexedDB.open('cairn');
      asked.onsuccess = () => done(asked.result);
    });
    const tx = db.transaction(['games', 'texts'], 'readwrite');
    for (let i = 0; i < 9997; i++) {
      const id = `g${i}`;
      tx.objectStore('games').put({
        ...one.entry,
        id,
        levels: [0, 1 + (i % 10)],
        changed: one.entry.changed - i * 3_600_000,
      });
      tx.objectStore('texts').put(JSON.stringify(one.game), id);
    }
    await new Promise((done) => (tx.oncomplete = done));
    db.close();
  }, some[1]);
  await p.reload();
  await counts(rows(p), 25);
  await says(p.locator('.kinds button').first(), 'All 10,000');
  // Times are shown, not judged: how fast a machine is decides no test.
  const shown = await p.evaluate(() => Math.round(performance.now()));
  const took = await p.evaluate(async () => {
    const field = document.querySelector('input[type=search]');
    const list = () => document.querySelector('main p.sr[role=status]').textContent;
    const times = [];
    for (const words of ['scree', 'scree moss', 'ridge']) {
      const had = list();
      const began = performance.now();
      field.value = words;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      while (list() === had) await new Promise((done) => setTimeout(done));
      times.push(Math.round(performance.now() - began));
    }
    return times;
  });
  info.annotations.push({ type: 'times', description: `shown after ${shown} ms, searches ${took} ms` });
  console.log(`10,000 games: shown after ${shown} ms, searches ${took.join(', ')} ms`);
  await says(p.locator('main p.sr[role=status]').last(), '1,000 games found');
  await p.getByRole('button', { name: 'Show more' }).click();
  await counts(rows(p), 50);
  // Statistics count every game, not only those shown.
  await says(p.locator('aside dd').first(), '10,000');
  assert.ok((await p.locator('aside table tbody tr').count()) > 10);
});
