// Tables of people: the real server and a browser for each person. One plays by touch on a phone, one by keys alone, a
// third looks on. Whole games run with SWEEP=full; else some moves of one, and all that happens around them.
import assert from 'node:assert/strict';
import { hindrances } from './looks.mjs';
import { click, count, counts, full, more, phone, picture, says, served, soon, tap, test } from './test.mjs';

const grid = (page) => page.locator('[role=grid]').waitFor();
const turned = '.cell.take, .cell.goal, .claims .btn:not(:disabled), .hint .pass';

/** Makes a table with the form of the page and returns its address. */
async function make(page, { game = 'lyngk', control = '300+3', fullBoard = false } = {}) {
  await page.locator(`input[name=game][value="${game}"]`).check({ force: true });
  if (fullBoard) await page.locator('input[name=full][value=full]').check();
  await page.locator(`input[name=control][value="${control}"]`).check({ force: true });
  await page.locator('form.new .strong').click();
  await page.waitForURL(/\/[a-z2-9]{8}$/);
  await page.locator('.waiting').waitFor();
  return page.url();
}
/** A page whose live connection can be cut, and joined again. */
function wired() {
  const line = { cut: false, sockets: [] };
  return {
    prepare: (page) =>
      page.routeWebSocket(/api\/live/, (ws) => {
        if (line.cut) {
          ws.close();
          return;
        }
        line.sockets.push([ws, ws.connectToServer()]);
      }),
    cut: async () => {
      line.cut = true;
      for (const [ws, server] of line.sockets.splice(0)) {
        await ws.close();
        await server.close();
      }
    },
    join: () => {
      line.cut = false;
    },
  };
}
/** Moves the focus on the board to a spot by arrow keys, as one who sees where it has to go, and presses Enter there. */
async function enter(page, spot) {
  const focus = () => page.evaluate(() => document.activeElement?.dataset?.spot ?? '');
  const way = () =>
    page.evaluate((name) => {
      const middle = (e) => {
        const b = e.getBoundingClientRect();
        return [b.x + b.width / 2, b.y + b.height / 2];
      };
      const [x, y] = middle(document.activeElement);
      const [gx, gy] = middle(document.querySelector(`[data-spot=${name}]`));
      return [gx - x, gy - y];
    }, spot);
  if (!(await focus())) await page.locator('[role=gridcell][tabindex="0"]').focus();
  for (let i = 0; i < 60 && (await focus()) !== spot; i++) {
    const was = await focus();
    const [x, y] = await way();
    const slants = y < -8 ? ['ArrowUp', 'Shift+ArrowUp'] : y > 8 ? ['Shift+ArrowDown', 'ArrowDown'] : [];
    const along = x > 0 ? 'ArrowRight' : 'ArrowLeft';
    const tries = slants.length ? [...(x > 0 ? slants : slants.toReversed()), along] : [along];
    for (const key of tries) {
      await page.keyboard.press(key);
      if ((await focus()) !== was) break; // that way the board goes on
    }
  }
  assert.equal(await focus(), spot);
  await page.keyboard.press('Enter');
}
const byTouch = (page) => ({ page, press: (spot) => tap(page, spot) });
const byKeys = (page) => ({ page, press: (spot) => enter(page, spot) });
const byMouse = (page) => ({ page, press: (spot) => click(page, spot) });

let random = 7;
const pick = (list) => {
  random = (random * 1103515245 + 12345) % 2147483648;
  return list[random % list.length];
};
/** Whose turn it is, of these; null where the game is over. */
async function next(players) {
  let found;
  await soon(async () => {
    if (await players[0].page.locator('.result').count()) {
      found = null;
      return;
    }
    for (const p of players) if (await p.page.locator(turned).count()) found = p;
    assert.ok(found, 'it is somebody’s turn');
  });
  return found;
}
/** Plays one move of whoever's turn it is; every page shows it. */
async function move(players, others = []) {
  const who = await next(players);
  if (!who) return null;
  const { page, press } = who;
  const n = await count(page);
  const spots = (which) => page.locator(which).evaluateAll((l) => l.map((c) => c.dataset.spot));
  // Where no stack can move without a claim, and at times else, a color is claimed first.
  const colors = page.locator('.claims .btn:not(:disabled)');
  const free = await colors.count();
  if (free && (n % 5 === 1 || !(await spots('.cell.take')).length)) await colors.nth(n % free).click();
  const from = await spots('.cell.take');
  if (from.length) {
    await press(pick(from));
    await page.waitForSelector('[aria-selected=true]');
  }
  const goals = await page
    .locator('.cell.goal')
    .evaluateAll(
      (l, any) => l.filter((c) => any || /; target/.test(c.ariaLabel)).map((c) => c.dataset.spot),
      !from.length,
    );
  if (goals.length) await press(pick(goals));
  else await page.locator('.hint .pass').press('Enter');
  for (const p of [...players.map((x) => x.page), ...others]) await more(p, n + 1);
  return who;
}
const otherOf = (players, who) => players.find((p) => p !== who);
/** Something of the menu. */
async function menu(page, name) {
  await page.locator('.acts .btn').last().click();
  await page.locator('dialog[open]').getByRole('button', { name, exact: true }).click();
}
/** Anna at a desk and Ben on a phone sit at a table that she has made. */
async function both(open, options) {
  const anna = await open(`${served.url}friend/`, { bypassCSP: true });
  const url = await make(anna.page, options);
  const line = wired();
  const ben = await open(url, {
    ...phone,
    colorScheme: 'dark',
    bypassCSP: true,
    allow: /WebSocket/,
    prepare: line.prepare,
  });
  return { anna: anna.page, ben: ben.page, url, line };
}

test('two people play by link: moves, clocks, a reload, a lost connection, offers, chat, a third who looks on', async ({
  open,
}) => {
  const { anna, ben, url, line } = await both(open, { game: 'dvonn', fullBoard: true });
  await says(anna.locator('.alone'), /cairn serve --addr :8080|Only this device/);
  assert.deepEqual(await hindrances(anna), []);
  await picture(anna, 'table-waiting');
  // Ben has a name of his own.
  await ben.locator('.waiting input.entry').fill('Ben');
  await ben.locator('.waiting').getByRole('button', { name: 'Save' }).click();
  await says(ben.locator('.waiting [role=status]').first(), /Ben/);
  assert.deepEqual(await hindrances(ben), []);
  await picture(ben, 'table-invited');
  await ben.getByRole('button', { name: 'Sit down and play' }).click();
  await Promise.all([grid(anna), grid(ben)]);
  await says(anna.locator('.who .name').first(), 'Ben');
  const players = [byKeys(anna), byTouch(ben)];

  const cloe = (await open(url)).page;
  await grid(cloe);
  await says(anna.locator('.eye'), /1/);
  for (let i = 0; i < 4; i++) await move(players, [cloe]);
  await counts(cloe.locator('.cell.take'), 0, 'who looks on moves nothing');
  for (const page of [anna, ben]) {
    for (const clock of await page.locator('.clock').allTextContents()) assert.match(clock, /^[45]:\d\d$/);
  }
  assert.deepEqual(await hindrances(anna), []);
  assert.deepEqual(await hindrances(ben), []);
  await picture(anna, 'table-desktop');
  await picture(ben, 'table-phone');

  // A reload in the middle.
  await anna.reload();
  await grid(anna);
  await more(anna, 4);
  await move(players, [cloe]);

  // Ben's line breaks; his move goes out when it is back, even over a reload.
  let who = await next(players);
  if (who.page !== ben) who = (await move(players, [cloe])) && (await next(players));
  const n = await count(ben);
  await line.cut();
  await says(ben.locator('.banner'), /offline/);
  const [from] = await ben.locator('.cell.take').evaluateAll((l) => l.map((c) => c.dataset.spot));
  await tap(ben, from);
  const goals = await ben
    .locator('.cell.goal')
    .evaluateAll((l) => l.filter((c) => /; target/.test(c.ariaLabel)).map((c) => c.dataset.spot));
  await tap(ben, goals[0]);
  await says(ben.locator('.unsent'), 'not sent yet');
  await picture(ben, 'table-offline');
  assert.equal(await count(anna), n);
  await ben.reload().catch(() => {});
  line.join();
  await grid(ben);
  await more(ben, n + 1);
  await more(anna, n + 1);
  await counts(ben.locator('.unsent'), 0);

  // He takes it back, and she agrees.
  await ben.getByRole('button', { name: 'Take back' }).click();
  await says(anna.locator('.ask'), /Ben asks to take back/);
  assert.deepEqual(await hindrances(anna), []);
  await picture(anna, 'table-offer');
  await anna.locator('.ask .strong').press('Enter');
  for (const page of [anna, ben, cloe]) await counts(page.locator('ol [data-ply]'), n);

  // They chat; she who looks on reads nothing of it, and they nothing of hers.
  await anna.locator('.chat form input').fill('good luck');
  await anna.keyboard.press('Enter');
  await says(ben.locator('.unread'), '1');
  await ben.getByRole('button', { name: 'Chat' }).click();
  await says(ben.locator('.chat .lines'), /good luck/);
  await picture(ben, 'table-chat');
  await ben.locator('.chat .close').click();

  // Ben resigns; the same board once more, with sides swapped.
  const start = async (address) => {
    const { log } = await (await anna.request.get(`${served.url}api/tables/${address.split('/').pop()}`)).json();
    return log.terms.start;
  };
  const first = await start(url);
  await menu(ben, 'Resign');
  await ben.locator('[role=alertdialog] .btn').last().click();
  for (const page of [anna, ben, cloe]) await page.locator('.result').waitFor();
  await says(anna.locator('.winner'), 'You win!');
  // Every browser computes the draw again; the players know their own share in it.
  for (const page of [anna, ben, cloe])
    await says(page.locator('.setup summary'), 'The board was drawn fairly: checked.');
  await anna.locator('.setup summary').press('Enter');
  await says(anna.locator('.setup'), /This browser has computed.* promised before you gave yours.*Your own share/s);
  assert.doesNotMatch(await cloe.locator('.setup').textContent(), /Your own share/);
  assert.deepEqual(await hindrances(anna), []);
  await picture(anna, 'table-over');
  const lower = (page) =>
    page
      .locator('.bottom .row > svg, .bottom .dot')
      .first()
      .evaluate((e) => e.outerHTML.replace(/s-\w+/g, ''));
  const color = await lower(anna);
  await anna.getByRole('button', { name: 'Same board, sides swapped' }).click();
  await says(ben.locator('.ask'), /same board/);
  await ben.locator('.ask .strong').click();
  await Promise.all([anna.waitForURL((u) => u.href !== url), ben.waitForURL((u) => u.href !== url)]);
  assert.equal(anna.url(), ben.url());
  await Promise.all([grid(anna), grid(ben)]);
  assert.equal(await start(anna.url()), first);
  assert.notEqual(await lower(anna), color);
  await says(cloe.locator('.result a'), 'Watch the next game');
  const players2 = [byKeys(anna), byTouch(ben)];
  for (let i = 0; i < 2; i++) await move(players2);
});

test('a move is prepared and taken back before it is one’s turn, and a game is aborted', async ({ open }) => {
  const { anna, ben } = await both(open, { game: 'lyngk' });
  await ben.getByRole('button', { name: 'Sit down and play' }).click();
  await Promise.all([grid(anna), grid(ben)]);
  const players = [byMouse(anna), byTouch(ben)];
  const who = await next(players);
  const other = otherOf(players, who);
  // The other one prepares what was possible on this board: any stack on any neighbor.
  const [from] = await who.page.locator('.cell.take').evaluateAll((l) => l.map((c) => c.dataset.spot));
  await other.press(from);
  await says(other.page.locator('.hint'), new RegExp(from));
  await other.page.keyboard.press('Escape');
  await counts(other.page.locator('.hint'), 0);
  await menu(who.page, 'Abort the game');
  await who.page.locator('[role=alertdialog] .btn').last().click();
  for (const { page } of players) await says(page.locator('.result'), /aborted/);
});

test('the lobby lives: a table appears, is joined, and is played', async ({ open }) => {
  const ann = (await open(`${served.url}lobby/`, { bypassCSP: true })).page;
  const bob = (await open(`${served.url}lobby/`, { ...phone, bypassCSP: true })).page;
  await ann.locator('.find').waitFor();
  await ann.locator('.preset').last().click();
  await ann.locator('.waiting').waitFor();
  const join = bob.locator('.go a');
  await join.first().waitFor();
  assert.deepEqual(await hindrances(bob), []);
  await picture(bob, 'lobby-phone');
  await bob.locator(`.go a[href$="${ann.url().split('/').pop()}"]`).click();
  await bob.getByRole('button', { name: 'Sit down and play' }).click();
  await Promise.all([grid(ann), grid(bob)]);
  const third = (await open(`${served.url}lobby/`, { bypassCSP: true })).page;
  await third.locator('.boards .table').first().waitFor();
  assert.deepEqual(await hindrances(third), []);
  await picture(third, 'lobby-desktop');
});

test('a name is one’s own, and moves to another device once', async ({ open }) => {
  const here = (await open(`${served.url}me/`, { bypassCSP: true })).page;
  await here.locator('input.entry').first().fill('Dora');
  await here.getByRole('button', { name: 'Save' }).click();
  await says(here.locator('form [role=status]'), /Dora/);
  await here.getByRole('button', { name: 'Make a link' }).click();
  const link = await here.locator('.copy input').inputValue();
  assert.deepEqual(await hindrances(here), []);
  await picture(here, 'me');
  const token = link.split('#')[1];
  const there = (await open(`${served.url}me/#${token}`)).page;
  await there.getByRole('button', { name: 'Use the link' }).click();
  await says(there.locator('.said'), /Dora/);
  assert.doesNotMatch(there.url(), /#/);
  const again = (await open(`${served.url}me/#${token}`, { allow: /status of 40/ })).page;
  await again.getByRole('button', { name: 'Use the link' }).click();
  await says(again.locator('.problem'), /expired or was used/i);
});

test('what is needed before WebAssembly is below 110 KB', async ({ browser }) => {
  for (const place of ['friend/', 'lobby/', 'me/', 'table/']) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const sizes = new Map();
    page.on('response', (r) => {
      if (!/\.wasm$|\/api\//.test(r.url())) sizes.set(r.url(), Number(r.headers()['content-length'] ?? 0));
    });
    await page.goto(served.url + place, { waitUntil: 'networkidle' });
    const sum = [...sizes.values()].reduce((a, b) => a + b, 0);
    assert.ok(sum > 30_000 && sum < 110_000, `/${place}: ${sum} bytes`);
    await context.close();
  }
});

for (const [game, options] of Object.entries(full ? { lyngk: {}, dvonn: {} } : {})) {
  test(`a whole game of ${game} between two browsers`, async ({ open }) => {
    const { anna, ben } = await both(open, { game, ...options });
    await ben.getByRole('button', { name: 'Sit down and play' }).click();
    await Promise.all([grid(anna), grid(ben)]);
    const players = [game === 'dvonn' ? byKeys(anna) : byMouse(anna), byTouch(ben)];
    for (let n = 0; await move(players); n++) assert.ok(n < 300, 'the game ends');
    for (const { page } of players) await page.locator('.winner').waitFor();
    const [a, b] = await Promise.all(players.map(({ page }) => page.locator('.result p').nth(1).textContent()));
    assert.equal(a, b);
  });
}
