// The test of all browser tests: what it can open, and how it touches the page and looks at it, as a person who waits
// until things stand still.
import { test as base, expect } from '@playwright/test';
import names from '../../internal/show/i18n/languages.json' with { type: 'json' };
import { savedGame } from '../scripts/saved.mjs';
import { shots } from './servers.mjs';

export { expect };

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** The languages of the sweeps: all of them when SWEEP=full, else the one with the longest words and one other. */
export const everyLanguage = Object.keys(names);
export const full = process.env.SWEEP === 'full';
export const languages = full ? everyLanguage : ['de', 'pl'];

/** The sizes in which the states of a page are looked at: both when SWEEP=full, else the one that is named. */
export const inSizes = (one) => Object.entries({ desktop: {}, phone }).filter(([size]) => full || size === one);

/** Within a page: what workers and the server answer comes that many milliseconds late. */
function lag(ms) {
  const late = (kind) =>
    class extends kind {
      constructor(...args) {
        super(...args);
        const told = new WeakSet();
        this.addEventListener('message', (e) => {
          if (told.has(e)) return;
          e.stopImmediatePropagation();
          const again = new MessageEvent('message', { data: e.data, ports: [...e.ports] });
          told.add(again);
          setTimeout(() => this.dispatchEvent(again), ms);
        });
      }
    };
  globalThis.Worker = late(globalThis.Worker);
  globalThis.WebSocket = late(globalThis.WebSocket);
  const { fetch } = globalThis;
  globalThis.fetch = async (...args) => {
    const answer = await fetch(...args);
    await new Promise((done) => setTimeout(done, ms));
    return answer;
  };
}

/** The page on a static host, and as the program serves it. */
export const site = { url: process.env.STATIC_URL };
export const served = { url: process.env.PROGRAM_URL };

export const test = base.extend({
  /**
   * Opens an address in a context of its own. A console error, a page error or a request to any other host fails the
   * test, unless the test expects it: `allow`, a pattern. What `storage` names is in the browser already;
   * `prepare` is called with the page before it goes there.
   */
  open: async ({ browser }, use) => {
    const opened = [];
    await use(async (url, { allow, storage, prepare, ...options } = {}) => {
      const context = await browser.newContext(options);
      // What an earlier visit left in the browser, put there before the page looks.
      if (storage) {
        await context.addInitScript((items) => {
          if (localStorage.length) return;
          for (const [name, value] of Object.entries(items)) localStorage.setItem(name, JSON.stringify(value));
        }, storage);
      }
      const page = await context.newPage();
      if (process.env.SLOW) {
        // A processor that many times slower, to find tests that count on a fast one.
        const cdp = await context.newCDPSession(page);
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.SLOW) });
      }
      // Workers and a server whose answers come that many milliseconds late, to find tests that count on fast ones.
      if (process.env.LAG) await page.addInitScript(lag, Number(process.env.LAG));
      const troubles = [];
      const trouble = (text) => troubles.push(text);
      page.on('console', (m) => m.type() === 'error' && trouble(`console: ${m.text()}`));
      page.on('pageerror', (e) => trouble(`page: ${e.message}`));
      page.on('request', (r) => {
        const { protocol, host } = new URL(r.url());
        if (protocol.startsWith('http') && host !== new URL(url).host) trouble(`request: ${r.url()}`);
      });
      opened.push({ context, troubles, allow });
      await prepare?.(page);
      await page.goto(url);
      return { page, context, troubles };
    });
    for (const { context, troubles, allow } of opened) {
      await context.close();
      expect(troubles.filter((t) => !allow?.test(t))).toEqual([]);
    }
  },
  /** A game as it would be taken up again: fixed boards, so that a failure can be seen again. */
  table: async ({ open }, use) =>
    use(async (options, game, start, terms = {}, prefs = {}) => {
      const o = await open(`${site.url}#game`, {
        ...options,
        storage: {
          'cairn.device': savedGame({ game, start, ...terms }),
          'cairn.prefs': { sound: false, ...prefs },
        },
      });
      await o.page.waitForSelector('[role=grid]');
      return o;
    }),
});

/** Settings of those who play out a whole game: a forced pass waits until it is pressed, however long that takes. */
export const byHand = { autopass: false };

/** Fixed boards. */
export const layouts = {
  lyngk: 'K/I,K,I,B/K,R,K,B,R,R,B/B,K,I,R,G,G/G,G,G,I,K,R,B/J,G,J,R,R,J/I,I,K,B,I,K,G/B,R,I,B/G 1 -:- 0:0',
  dvonn: 'B,B,W/D,B,B,B/B,B,B,B,B/B,W,B,B,B/W,W,B,W,W/B,B,W,W,W/B,W,W,B,W/B,W,W,W,B/W,W,D,W,W/B,W,W,D/B,W,W w move',
  // Player 2 holds red; red on e2 goes on from red on e5.
  hops: './.,.,B,./.,.,K,.,.,IK,./.,GB,.,.,.,./.,IR,.,.,R,.,./.,.,.,.,.,./.,K,.,G,.,GB,./.,.,.,./. 1 R:- 0:0',
};

/** Takes a picture to be looked at, when SHOTS is set. */
export const picture = async (page, name, options = {}) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${shots}${name}.png`, ...options });
};

/** Tries a check until it holds, as one who looks again; what it says last is what failed. */
export const soon = (check, timeout = 30_000) => expect(check).toPass({ timeout, intervals: [10, 20, 50] });

/** Waits until what is found there says so. */
export const says = (locator, text) => expect(locator).toHaveText(text);

/** Waits until there are n of them. */
export const counts = (locator, n, why) => expect(locator, why).toHaveCount(n);

/**
 * Where a spot of the board within root is pressed. It is found, brought into
 * sight and seen to stand still in one go within the page, so that no redraw
 * comes between; what covers it is named.
 */
export async function place(root, name) {
  let found;
  await soon(async () => {
    found = await root.locator(`[data-spot=${name}]`).evaluate(async (cell) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const middle = () => {
        const b = cell.getBoundingClientRect();
        return { x: b.x + b.width / 2, y: b.y + b.height / 2 };
      };
      const above = () => cell.getRootNode().elementFromPoint(middle().x, middle().y);
      const board = cell.closest('[role=grid]');
      if (!board?.contains(above())) cell.scrollIntoView({ block: 'center' });
      for (let [last, same] = ['', 0]; same < 2; await frame()) {
        const now = JSON.stringify(middle());
        same = now === last ? same + 1 : 0;
        last = now;
      }
      if (!cell.isConnected) return 'was drawn anew';
      return board.contains(above()) ? middle() : `is under ${above()?.outerHTML.slice(0, 80) ?? 'nothing'}`;
    });
    if (typeof found === 'string') throw new Error(`${name} ${found}`);
  });
  return found;
}

const pageOf = (root) => root.page?.() ?? root;

// A double tap is one: who means two on one spot leaves that much time between them. Each page has its own.
const APART = 400;
const pressed = new WeakMap();
async function apart(page, name, press) {
  const last = pressed.get(page);
  const early = last?.name === name ? last.at + APART - Date.now() : 0;
  if (early > 0) await new Promise((done) => setTimeout(done, early));
  await press();
  pressed.set(page, { name, at: Date.now() });
}

/** Presses spots of the board within root, a page or a part of one, with the mouse, one after the other. */
export async function click(root, ...names) {
  for (const name of names) {
    const { x, y } = await place(root, name);
    const page = pageOf(root);
    await apart(page, name, () => page.mouse.click(x, y));
  }
}

/** Presses them with a finger, one after the other. */
export async function tap(root, ...names) {
  for (const name of names) {
    const { x, y } = await place(root, name);
    const page = pageOf(root);
    await apart(page, name, () => page.touchscreen.tap(x, y));
  }
}

/**
 * Notes from now on all that is shown at a place for some seconds only, so that a test that looks late has not missed it.
 * Returns how to wait until a text was there.
 */
export async function passing(page, selector) {
  const name = `passing ${selector}`;
  await page.evaluate(
    ([key, selector]) => {
      globalThis[key] = [];
      const note = () => globalThis[key].push(...[...document.querySelectorAll(selector)].map((e) => e.textContent));
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
      note();
    },
    [name, selector],
  );
  return (text) =>
    page.waitForFunction(([key, text]) => globalThis[key].some((t) => t.includes(text)), [name, text], {
      timeout: 120_000,
    });
}

/** How many moves the list of the table shows; `more` waits until there are that many. */
export const count = (page) => page.locator('ol [data-ply]').count();
export const more = (page, n) => page.waitForFunction((k) => document.querySelectorAll('ol [data-ply]').length >= k, n);

/**
 * Makes a move by hand: a color is claimed first where no stack can move without one, and at every fifth try; then a stack
 * is taken up, if there are any on the board, and goes to a target. press presses a spot, push a button, pick chooses a
 * spot. False where there is nothing to move.
 */
export async function makeMove(page, nth, { press, push = (button) => button.click(), pick }) {
  const takes = () => page.locator('.cell.take').evaluateAll((l) => l.map((c) => c.dataset.spot));
  const colors = page.locator('.claims .btn:not(:disabled)');
  const free = await colors.count();
  if (free && (nth % 5 === 1 || !(await takes()).length)) await push(colors.nth(nth % free));
  const from = await takes();
  if (from.length) {
    await press(pick(from));
    await page.waitForSelector('[aria-selected=true]');
  }
  const targets = await page
    .locator('.cell.goal')
    .evaluateAll(
      (l, any) => l.filter((c) => any || /; target/.test(c.ariaLabel)).map((c) => c.dataset.spot),
      !from.length,
    );
  if (targets.length) await press(pick(targets));
  return targets.length > 0;
}

/** The saved game: its log, summed up as far as tests look at it. */
export const stored = (page) =>
  page.evaluate(() => {
    const saved = JSON.parse(localStorage.getItem('cairn.device') ?? '{}');
    if (!saved.log) return {};
    const { terms, events } = saved.log;
    const short = (move) => {
      const [claim, way] = move.includes(',') ? move.split(',') : ['', move];
      const spots = way.split('-');
      return `${claim ? `${claim},` : ''}${spots.length > 2 ? `${spots[0]}-${spots.at(-1)}` : way}`;
    };
    let [moves, undone, ending] = [[], [], null];
    const clocked = [];
    for (const e of events) {
      const loser = e.side === 'second' ? 1 : 0;
      if (e.kind === 'move') {
        const move = short(e.move);
        undone = undone[0] === move ? undone.slice(1) : [];
        moves.push(move);
        clocked.push(e.took ?? 0);
      } else if (e.kind === 'takeback') {
        undone = [...moves.slice(e.to ?? 0), ...undone];
        moves = moves.slice(0, e.to ?? 0);
        ending = null;
      } else if (e.kind === 'flag') ending = { by: 'time', loser };
      else if (e.kind === 'resign') ending = { by: 'resignation', loser };
      else if (e.kind === 'accept') ending = { by: 'agreement' };
    }
    const [initial, increment] = terms.control.split('+').map((n) => 1000 * Number(n));
    return {
      game: terms.game,
      start: terms.start,
      names: terms.players.map((p) => p.name ?? ''),
      levels: terms.players.map((p) => Number(p.plays?.replace('level', '') ?? 0)),
      control: terms.control === '-' ? null : { initial, increment },
      takeback: terms.takeback === 'free',
      seed: saved.seed,
      hints: saved.hints,
      ...{ moves, undone, ending, took: clocked },
    };
  });
