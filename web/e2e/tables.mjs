// Tables of people, as the tests of them use them: how one is made and joined, who plays there by which means, and moves.
import assert from 'node:assert/strict';
import { click, count, makeMove, more, phone, served, soon, tap } from './test.mjs';

export const grid = (page) => page.locator('[role=grid]').waitFor();
const turned = '.cell.take, .cell.goal, .claims .btn:not(:disabled), .hint .pass';

/** Makes a table with the form of the page and returns its address. */
export async function make(page, { game = 'lyngk', control = '300+3', fullBoard = false } = {}) {
  await page.locator(`input[name=game][value="${game}"]`).check({ force: true });
  if (fullBoard) await page.locator('input[name=full][value=full]').check();
  await page.locator(`input[name=control][value="${control}"]`).check({ force: true });
  await page.locator('form.new .strong').click();
  await page.waitForURL(/\/[a-z2-9]{8}$/);
  await page.locator('.waiting').waitFor();
  return page.url();
}
/** A page whose live connection can be cut, and joined again, to a server that is newer than the page if so wanted. */
export function wired() {
  const line = { cut: false, newer: false, sockets: [] };
  return {
    prepare: (page) =>
      page.routeWebSocket(/api\/live/, (ws) => {
        if (line.cut) {
          ws.close();
          return;
        }
        const server = ws.connectToServer();
        // What a server of the next version says.
        if (line.newer) server.onMessage((m) => ws.send(String(m).replace(/"protocol":\d+/, '"protocol":99')));
        line.sockets.push([ws, server]);
      }),
    cut: async () => {
      line.cut = true;
      for (const [ws, server] of line.sockets.splice(0)) {
        await ws.close();
        await server.close();
      }
    },
    join: (newer = false) => {
      Object.assign(line, { cut: false, newer });
    },
  };
}
/** Moves the focus by Tab alone until it is on something, as one does who has no mouse. */
export async function reach(page, locator) {
  await locator.waitFor();
  for (let i = 0; i < 200; i++) {
    if (await locator.evaluate((e) => e === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${locator} is not reached by Tab`);
}
/** Chooses one of a group of radio buttons by Tab and arrow keys. */
export async function choose(page, name, value) {
  const group = page.locator(`input[name=${name}]`);
  await reach(page, page.locator(`input[name=${name}]:checked`));
  for (let i = await group.count(); i > 0 && !(await group.and(page.locator(`[value="${value}"]`)).isChecked()); i--)
    await page.keyboard.press('ArrowDown');
  assert.ok(await group.and(page.locator(`[value="${value}"]`)).isChecked());
}
/** Moves the focus on the board to a spot by arrow keys, as one who sees where it has to go, and presses Enter there. */
export async function enter(page, spot) {
  const focus = () => page.evaluate(() => document.activeElement?.dataset?.spot ?? '');
  /** How far it is, and whether the lines of the board go up and down. */
  const way = () =>
    page.evaluate((name) => {
      const middle = (e) => {
        const b = e.getBoundingClientRect();
        return [b.x + b.width / 2, b.y + b.height / 2];
      };
      const all = [...document.querySelectorAll('[role=grid] [data-spot]')].map(middle);
      const lines = (i) => new Set(all.map((p) => Math.round(p[i]))).size;
      const [x, y] = middle(document.activeElement);
      const [gx, gy] = middle(document.querySelector(`[data-spot=${name}]`));
      return { x: gx - x, y: gy - y, upright: lines(0) < lines(1) };
    }, spot);
  if (!(await focus())) await reach(page, page.locator('[role=gridcell][tabindex="0"]'));
  for (let i = 0; i < 60 && (await focus()) !== spot; i++) {
    const was = await focus();
    const { x, y, upright } = await way();
    const [left, right, up, down] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
    // Across the lines a key goes to one of two spots, and with Shift to the other.
    const across = upright
      ? Math.abs(x) > 8 && [x > 0 ? right : left, y < 0]
      : Math.abs(y) > 8 && [y < 0 ? up : down, y < 0 === x > 0];
    const keys = across && (across[1] ? [across[0], `Shift+${across[0]}`] : [`Shift+${across[0]}`, across[0]]);
    const along = upright ? (y < 0 ? up : down) : x > 0 ? right : left;
    for (const key of [...(keys || []), along]) {
      await page.keyboard.press(key);
      if ((await focus()) !== was) break; // that way the board goes on
    }
  }
  assert.equal(await focus(), spot);
  await page.keyboard.press('Enter');
}
/** How somebody plays: press(spot) presses a spot of the board, push(locator) a button. */
export const byTouch = (page) => ({ page, press: (spot) => tap(page, spot), push: (button) => button.tap() });
export const byMouse = (page) => ({ page, press: (spot) => click(page, spot), push: (button) => button.click() });
export const byKeys = (page) => ({
  page,
  press: (spot) => enter(page, spot),
  push: async (button) => {
    await reach(page, button);
    await page.keyboard.press('Enter');
  },
});

let random = 7;
const pick = (list) => {
  random = (random * 1103515245 + 12345) % 2147483648;
  return list[random % list.length];
};
/** Whose turn it is, of these; null where the game is over. */
export async function next(players) {
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
/** Plays one move for the side to move; every page shows it. */
export async function move(players, others = []) {
  const who = await next(players);
  if (!who) return null;
  const { page, press, push } = who;
  const n = await count(page);
  if (!(await makeMove(page, n, { press, push, pick }))) await push(page.locator('.hint .pass'));
  for (const p of [...players.map((x) => x.page), ...others]) await more(p, n + 1);
  return who;
}
export const otherOf = (players, who) => players.find((p) => p !== who);
/** Something of the menu. */
export async function menu(page, name) {
  await page.locator('.acts .btn').last().click();
  await page.locator('dialog[open]').getByRole('button', { name, exact: true }).click();
}
/** Anna at a desk and Ben on a phone sit at a table that she has made. */
export async function both(open, options, { root = served.url, allow, prepare, prefs } = {}) {
  const storage = prefs && { 'cairn.prefs': prefs };
  const anna = await open(`${root}friend/`, { bypassCSP: true, allow, prepare, storage });
  const url = await make(anna.page, options);
  const line = wired();
  const ben = await open(url, {
    ...phone,
    colorScheme: 'dark',
    bypassCSP: true,
    allow: allow ?? /WebSocket/,
    prepare: line.prepare,
    storage,
  });
  return { anna: anna.page, ben: ben.page, url, line };
}

/** The stack that was taken up. */
export const inHand = (page) => page.locator('[role=grid] [aria-selected=true]');
/** Where a stack that was taken up can go. */
export const goals = (page) =>
  page
    .locator('.cell.goal')
    .evaluateAll((l) => l.filter((c) => /; target/.test(c.ariaLabel)).map((c) => c.dataset.spot));
/** The moves of the game as the server has them. */
export const moves = async (page) => {
  const { log } = await (await page.request.get(page.url().replace(/(\w{8})$/, 'api/tables/$1'))).json();
  return log.events.filter((e) => e.kind === 'move').map((e) => e.move);
};
