// Two people at a table whose line dies: a proxy between one of them and the program stops forwarding while all
// connections stay open. What each of them is shown meanwhile, and that nothing is lost or doubled. DEAD=3,10,40,120 lets
// the line be dead for that many seconds, at either side, with pictures after 1, 3 and 5 s below PICTURES.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proxy } from './proxy.mjs';
import { program } from './servers.mjs';
import { byMouse, byTouch, goals, grid, inHand, make, move, moves, next } from './tables.mjs';
import { count, counts, more, phone, says, served, tap, test } from './test.mjs';

const small = { ...phone, viewport: { width: 390, height: 844 }, colorScheme: 'dark' };
const dead = (process.env.DEAD ?? '').split(',').filter(Boolean).map(Number);
const pictures = process.env.PICTURES;
if (pictures) mkdirSync(pictures, { recursive: true });

/** Anna at a desk makes a table; Ben on a phone sits down at it through a proxy. */
async function sit(open, root = served.url) {
  const line = await proxy(root);
  const anna = (await open(`${root}friend/`)).page;
  const url = await make(anna, { game: 'dvonn', fullBoard: true });
  const ben = await open(url.replace(root, line.url), { ...small, allow: /WebSocket|ERR_/ });
  await ben.page.locator('form:not([aria-disabled])').getByRole('button', { name: 'Sit down and play' }).click();
  await Promise.all([grid(anna), grid(ben.page)]);
  const players = [byMouse(anna), byTouch(ben.page)];
  for (let i = 0; i < 2; i++) await move(players);
  return { line, anna, ben: ben.page, context: ben.context, players };
}
/** Plays until it is somebody's turn. */
async function turnOf(players, page) {
  while ((await next(players)).page !== page) await move(players);
}
/** Plays a move that need not arrive. */
async function send(page, press) {
  const [from] = await page.locator('.cell.take').evaluateAll((l) => l.map((c) => c.dataset.spot));
  await press(from);
  await counts(inHand(page), 1);
  await press((await goals(page))[0]);
}
/** What one is shown of the line. */
const shown = (page) =>
  page.evaluate(() => {
    const text = (what) => document.querySelector(what)?.innerText.replace(/\s+/g, ' ') ?? '';
    const clocks = [...document.querySelectorAll('.clock')].map((c) => c.innerText);
    const there = [...document.querySelectorAll('.presence .word')].map((c) => c.textContent);
    return { say: text('.say'), banner: text('.banner'), clocks, there };
  });

test('a move that does not arrive is marked, and goes out once when the line is back', async ({ open }) => {
  const { line, anna, ben, context, players } = await sit(open);
  await turnOf(players, ben);
  const n = await count(ben);
  line.stop();
  await send(ben, (spot) => tap(ben, spot));
  await says(ben.locator('.say .unsent'), 'not sent yet');
  await says(ben.locator('.say'), /Your clock is running\.|back online/);
  await counts(ben.locator('.moves .unsent'), 1);
  await says(ben.locator('.bottom .presence .word'), 'no connection');
  assert.equal((await moves(anna)).length, n);
  await says(ben.locator('.banner'), /No connection to the server\./);
  // What was held back arrives after what was sent again.
  line.go({ reorder: true });
  for (const page of [anna, ben]) await more(page, n + 1);
  await counts(ben.locator('.unsent'), 0);
  assert.equal((await moves(anna)).length, n + 1);

  // The browser knows it itself; his answer waits for the network.
  await turnOf(players, ben);
  const later = await count(ben);
  await context.setOffline(true);
  await says(ben.locator('.banner'), /You’re offline\./);
  await send(ben, (spot) => tap(ben, spot));
  await says(ben.locator('.say .unsent'), 'not sent yet');
  await context.setOffline(false);
  for (const page of [anna, ben]) await more(page, later + 1);
  await counts(ben.locator('.unsent'), 0);
  line.cut();
  line.slow(50);
  await move(players);
  assert.equal((await moves(anna)).length, later + 2);
  line.close();
});

test('while the server is being restarted no clock runs, and that is said', async ({ open }) => {
  const data = mkdtempSync(join(tmpdir(), 'cairn-again-'));
  const before = await program('--data', data);
  const gate = await proxy(before.url);
  const { line, ben, players } = await sit(
    (url, options) => open(url, { allow: /WebSocket|ERR_/, ...options }),
    gate.url,
  );
  const n = await count(ben);
  await before.close();
  await says(ben.locator('.banner'), /The server is restarting\..*The clocks are stopped\./);
  const clocks = () => ben.locator('.clock').allTextContents();
  const stood = await clocks();
  await ben.waitForTimeout(1500);
  assert.deepEqual(await clocks(), stood);
  const after = await program('--data', data);
  gate.lead(after.url);
  await counts(ben.locator('.banner'), 0);
  await move(players);
  assert.equal(await count(ben), n + 1);
  for (const p of [line, gate]) p.close();
  await after.close();
  rmSync(data, { recursive: true });
});

for (const seconds of dead) {
  for (const who of ['mover', 'waiter']) {
    test(`a line that is dead for ${seconds} s at the side of the ${who}`, async ({ open }) => {
      const { line, anna, ben, players } = await sit(open);
      await turnOf(players, who === 'mover' ? ben : anna);
      const n = await count(ben);
      line.stop();
      const mover = players[who === 'mover' ? 1 : 0];
      await send(mover.page, mover.press);
      const began = Date.now();
      for (const at of [1, 3, 5]) {
        // The mark comes after three seconds.
        await ben.waitForTimeout(began + 1000 * at + 250 - Date.now());
        for (const [name, page] of Object.entries({ anna, ben })) {
          console.log(`${seconds} s, ${who}, after ${at} s, ${name}:`, JSON.stringify(await shown(page)));
          if (pictures) await page.screenshot({ path: join(pictures, `${seconds}-${who}-${at}-${name}.png`) });
        }
        if (at >= seconds) break;
      }
      await ben.waitForTimeout(Math.max(0, began + 1000 * seconds - Date.now()));
      for (const [name, page] of Object.entries({ anna, ben })) {
        console.log(`${seconds} s, ${who}, at the end, ${name}:`, JSON.stringify(await shown(page)));
        if (pictures) await page.screenshot({ path: join(pictures, `${seconds}-${who}-end-${name}.png`) });
      }
      line.go({ reorder: seconds > 10 });
      for (const page of [anna, ben]) await more(page, n + 1);
      await counts(ben.locator('.unsent'), 0);
      assert.equal((await moves(anna)).length, n + 1, 'it is played once');
      await move(players);
      line.close();
    });
  }
}
