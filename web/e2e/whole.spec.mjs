// Whole games between two people, with all that happens in one, at one process and at two of which each is killed in
// mid-game. One plays by keys alone, one by touch on a phone, a third looks on. They take minutes, so they run with
// SWEEP=full only: `make whole-games`, and `make test-all`.
import assert from 'node:assert/strict';
import { hindrances } from './looks.mjs';
import { processes } from './servers.mjs';
import { byKeys, byTouch, choose, goals, grid, inHand, move, moves, next, reach, wired } from './tables.mjs';
import { byHand, count, counts, full, more, phone, says, served, soon, tap, test } from './test.mjs';

/** What the server tells of the table that a page shows. */
const told = async (page) => (await page.request.get(page.url().replace(/(\w{8})$/, 'api/tables/$1'))).json();
const shows = (page, n) => soon(async () => assert.equal(await count(page), n));

/**
 * What happens in a game, by the number of moves before which it does; the game goes on until it is over. All of it is
 * within the first moves of the shortest games.
 */
const happenings = {
  async 2({ anna, ben, cloe, touch }) {
    // They write to each other; who looks on reads nothing of it, and they nothing of hers.
    await cloe.locator('.chat form input').fill('who is ahead?');
    await cloe.keyboard.press('Enter');
    await says(cloe.locator('.chat .lines'), /who is ahead\?/);
    await reach(anna, anna.locator('.chat form input'));
    await anna.keyboard.type('good luck');
    await anna.keyboard.press('Enter');
    await says(ben.locator('.unread'), '1');
    await touch.push(ben.locator('.acts').getByRole('button', { name: 'Chat' }));
    await says(ben.locator('.chat .lines'), /good luck/);
    await ben.locator('.chat form input').fill('thank you');
    await touch.push(ben.locator('.chat form [type=submit]'));
    await says(anna.locator('.chat .lines'), /thank you/);
    await touch.push(ben.locator('.chat .close'));
    for (const page of [anna, ben]) await counts(page.locator('.chat .lines', { hasText: 'ahead' }), 0);
    await counts(cloe.locator('.chat .lines', { hasText: 'luck' }), 0);
  },
  async 4({ anna, cloe }) {
    for (const page of [anna, cloe]) {
      await page.reload();
      await grid(page);
      await shows(page, 4);
    }
  },
  async 6({ anna, ben, cloe, line, players }) {
    // Ben's line breaks on his turn. His move waits, over a reload too, and is played when the line is back.
    if ((await next(players)).page !== ben) await move(players, [cloe]);
    const n = await count(ben);
    await line.cut();
    await says(ben.locator('.banner'), /No connection/);
    const taking = await ben.locator('.cell.take').evaluateAll((l) => l.map((c) => c.dataset.spot));
    if (taking.length) {
      await tap(ben, taking[0]);
      await counts(inHand(ben), 1);
      await tap(ben, (await goals(ben))[0]);
    } else await tap(ben, await ben.locator('.cell.goal').first().getAttribute('data-spot'));
    await says(ben.locator('.say .unsent'), 'not sent yet');
    assert.equal(await count(anna), n);
    await ben.reload().catch(() => {}); // nothing is answered while the line is cut
    line.join();
    await grid(ben);
    for (const page of [anna, ben, cloe]) await more(page, n + 1);
    await counts(ben.locator('.unsent'), 0);
  },
  async 9({ anna, ben, cloe, keys, touch, players }) {
    // He takes a move back, and she agrees.
    if ((await next(players)).page === ben) await move(players, [cloe]);
    const n = await count(ben);
    await touch.push(ben.getByRole('button', { name: 'Take back' }));
    await says(anna.locator('.ask'), /asks to take back/);
    assert.deepEqual(await hindrances(anna), []);
    await keys.push(anna.locator('.ask .strong'));
    for (const page of [anna, ben, cloe]) await shows(page, n - 1);
  },
};

/**
 * A process is killed between two moves, and the game goes on at the other one; then the other way round. That happens
 * before the game and after it too.
 */
const kills = {
  async 12({ say }) {
    await say('kill 0');
  },
  async 16({ say }) {
    await say('start 0');
    await say('kill 1');
  },
  async 20({ say }) {
    await say('start 1');
  },
};

async function evening(open, game, { root, say, allow }) {
  const options = { bypassCSP: true, allow, storage: { 'cairn.prefs': byHand } };
  await say?.('kill 1');
  // Anna makes the table, and never touches a mouse.
  const anna = (await open(`${root}friend/`, options)).page;
  const keys = byKeys(anna);
  await choose(anna, 'game', game);
  await choose(anna, 'control', '600+5');
  await keys.push(anna.locator('form.new .strong'));
  await anna.waitForURL(/\/[a-z2-9]{8}$/);
  await anna.locator('.waiting').waitFor();
  const url = anna.url();
  // Ben comes to the process that she did not make it at.
  await say?.('start 1');
  await say?.('kill 0');
  const line = wired();
  const ben = (await open(url, { ...options, ...phone, colorScheme: 'dark', prepare: line.prepare })).page;
  const touch = byTouch(ben);
  await touch.push(ben.locator('form:not([aria-disabled])').getByRole('button', { name: 'Sit down and play' }));
  const cloe = (await open(url, options)).page;
  const pages = [anna, ben, cloe];
  await Promise.all(pages.map(grid));
  await say?.('start 0');
  const players = [keys, touch];
  const room = { anna, ben, cloe, keys, touch, players, line, say };

  const due = [happenings, ...(say ? [kills] : [])].flatMap((list) => Object.entries(list));
  due.sort(([a], [b]) => a - b);
  let before = [];
  for (let n = 0; ; n = await count(anna)) {
    assert.ok(n < 300, 'the game ends');
    while (due.length && n >= due[0][0]) {
      const [[, happens]] = due.splice(0, 1);
      await happens(room);
    }
    if (!(await move(players, [cloe]))) break;
    // Nothing that was played is lost or changed.
    const log = await moves(anna);
    assert.deepEqual(log.slice(0, before.length), before);
    before = log;
  }
  assert.deepEqual(due, [], 'the game was long enough for all of it');

  for (const page of pages) {
    await page.locator('.result').waitFor();
    await says(page.locator('.setup .fair'), /The (board was|sides were) drawn fairly: checked\./);
  }
  for (const page of [anna, ben]) await page.locator('.winner').waitFor();
  // Each reads the own figure first.
  const [a, b] = await Promise.all([anna, ben].map((page) => page.locator('.result p').nth(1).textContent()));
  assert.equal(a.replace(/(\d+) to (\d+)/g, '$2 to $1'), b);
  // All three boards show what the log holds, but for the move that was taken back.
  const log = await moves(anna);
  for (const page of pages) await shows(page, log.length - 1);
  // Now they read what was said by who looked on, and she still nothing of theirs.
  await says(anna.locator('.chat .lines'), /who is ahead\?/);
  await counts(cloe.locator('.chat .lines', { hasText: 'luck' }), 0);

  // The same board once more, with sides swapped; she who looks on follows them.
  const first = await told(anna);
  await say?.('kill 0');
  await keys.push(anna.getByRole('button', { name: 'Same board, sides swapped' }));
  await says(ben.locator('.ask'), /same board/);
  await touch.push(ben.locator('.ask .strong'));
  for (const page of [anna, ben]) await page.waitForURL((u) => u.href !== url);
  await cloe.locator('.result a', { hasText: 'Watch the next game' }).click();
  await Promise.all(pages.map(grid));
  await say?.('start 0');
  for (const page of [ben, cloe]) assert.equal(page.url(), anna.url());
  const second = await told(anna);
  assert.equal(second.log.terms.start, first.log.terms.start);
  assert.deepEqual([first.you, second.you].toSorted(), ['first', 'second']);
  for (let i = 0; i < 2; i++) await move(players, [cloe]);
}

for (const game of full ? ['lyngk', 'dvonn'] : []) {
  test(`a whole game of ${game} between two people`, async ({ open }) =>
    evening(open, game, { root: served.url, allow: /WebSocket|ERR_/ }));

  test(`a whole game of ${game} between two people at two processes over PostgreSQL and NATS, each killed`, async ({
    open,
  }) => {
    const two = await processes();
    try {
      await evening(open, game, { root: two.url, say: two.say, allow: /WebSocket|Failed to load|api\/live|ERR_/ });
    } finally {
      await two.close();
    }
  });
}
