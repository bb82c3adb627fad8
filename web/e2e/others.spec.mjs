// A whole game of each kind in Firefox and in WebKit, the engine of Safari, and a board on a page of another host, with
// Debian's browsers. Playwright would need browsers of its own for that, so they are driven by the protocols they bring.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import { Builder, Origin } from 'selenium-webdriver';
import { savedGame } from '../scripts/saved.mjs';
import examples from '../src/embedding/examples.json' with { type: 'json' };
import { layouts, served, site } from './test.mjs';

base.describe.configure({ timeout: 480_000 });

const test = base.extend({
  /** Starts a browser, which ends with the test, also where the test runs out of time. */
  started: async ({ browserName: _ }, use) => {
    const all = [];
    await use(async (start) => {
      all.push(await start());
      return all.at(-1);
    });
    for (const b of all) await b.close();
  },
});

/** Firefox by WebDriver BiDi. */
async function firefox() {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.setViewport({ width: 1280, height: 800 });
  const troubles = [];
  page.on('console', (m) => m.type() === 'error' && troubles.push(m.text()));
  page.on('pageerror', (e) => troubles.push(e.message));
  return {
    goto: (url) => page.goto(url),
    evaluate: (f, ...args) => page.evaluate(f, ...args),
    press: (x, y) => page.mouse.click(x, y),
    troubles: async () => troubles,
    close: () => browser.close(),
  };
}

/** A port that nobody listens on. */
async function freePort() {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** WebKit by WebDriver, in a window that nobody sees. */
async function webkit() {
  const lib = '/usr/lib';
  const binary =
    process.env.MINIBROWSER ??
    readdirSync(lib)
      .flatMap((dir) => ['4.1', '4.0', '6.0'].map((v) => `${lib}/${dir}/webkit2gtk-${v}/MiniBrowser`))
      .find((file) => existsSync(file));
  // The display server finds a free number itself: two that look for one at the same time would find the same.
  const screen = ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1280x1024x24'];
  const xvfb = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [display] = await once(createInterface(xvfb.stdio[3]), 'line');
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    ...{ stdio: 'ignore', detached: true },
    env: { ...process.env, DISPLAY: `:${display}` },
  });
  const stop = async () => {
    const ended = [driver, xvfb].map((p) => p.exitCode ?? p.signalCode ?? once(p, 'exit'));
    process.kill(-driver.pid);
    xvfb.kill();
    await Promise.all(ended);
  };
  for (let i = 0; ; i++) {
    const up = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (up?.ok) break;
    if (i > 200) throw new Error('WebKitWebDriver does not start');
    await sleep(50);
  }
  let web;
  try {
    web = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      })
      .build();
  } catch (e) {
    await stop();
    throw e;
  }
  await web.manage().setTimeouts({ script: 120_000, pageLoad: 120_000 });
  const evaluate = async (f, ...args) => {
    const { value, failed } = await web.executeAsyncScript(
      `const [f, args, done] = [${f}, arguments[0], arguments[1]];
      Promise.resolve(f(...args)).then((value) => done({ value }), (e) => done({ failed: String(e) }));`,
      args,
    );
    if (failed) throw new Error(failed);
    return value;
  };
  return {
    goto: async (url) => {
      await web.get(url);
      await evaluate(() => {
        globalThis.troubles = [];
        addEventListener('error', (e) => globalThis.troubles.push(e.message));
        addEventListener('unhandledrejection', (e) => globalThis.troubles.push(String(e.reason)));
      });
    },
    evaluate,
    press: (x, y) =>
      web
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
        .click()
        .perform(),
    troubles: () => evaluate(() => globalThis.troubles),
    close: async () => {
      await web.quit().catch(() => {});
      await stop();
    },
  };
}

/**
 * Puts into the page what the functions below use, and notes what its pointer does and how its board moves, for a failure
 * to tell. It runs in the page.
 */
const prepare = () => {
  const e2e = {
    noted: [],
    note: (what) => {
      e2e.noted.push(`${Math.round(performance.now())} ${what}`);
      if (e2e.noted.length > 20) e2e.noted.shift();
    },
    all: (what) => [...document.querySelectorAll(what)],
    plies: () => e2e.all('ol [data-ply]').length,
    /** Waits until something holds, for a minute at most, and reports whether it does. */
    until: async (holds) => {
      for (const end = Date.now() + 60_000; !holds(); ) {
        if (Date.now() > end) return false;
        await new Promise((done) => setTimeout(done, 10));
      }
      return true;
    },
    /** The middle of a spot, as soon as it has been the same over two frames and nothing covers it. */
    place: async (spot) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const middle = () => {
        const box = document.querySelector(`[data-spot="${spot}"]`).getBoundingClientRect();
        return { spot, x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
      };
      const free = ({ x, y }) => document.querySelector('[role=grid]').contains(document.elementFromPoint(x, y));
      let same = 0;
      for (let last = middle(), n = 0; same < 2 || !free(last); n++) {
        if (n > 1000) throw new Error(`${spot} is covered or does not stand still`);
        await frame();
        if (!free(last)) document.querySelector(`[data-spot="${spot}"]`).scrollIntoView({ block: 'center' });
        const now = middle();
        same = now.x === last.x && now.y === last.y ? same + 1 : 0;
        last = now;
      }
      return middle();
    },
  };
  globalThis.e2e = e2e;
  for (const kind of ['pointerdown', 'pointerup', 'pointercancel'])
    addEventListener(
      kind,
      (e) => {
        const spot = e.target?.closest?.('[data-spot]')?.dataset.spot;
        e2e.note(`${kind} at ${e.clientX},${e.clientY} on ${spot ?? e.target?.outerHTML?.slice(0, 80)}`);
      },
      true,
    );
  let top;
  new MutationObserver(() => {
    const now = document.querySelector('[role=grid]')?.getBoundingClientRect().top;
    if (now !== top) e2e.note(`the board begins at ${now}; ${e2e.all('.news .card').map((c) => c.textContent)}`);
    top = now;
  }).observe(document.body, { childList: true, subtree: true });
};

/** What the page shows, for a failure to tell. It runs in the page. */
const shown = (pressed) => {
  const { all, noted } = globalThis.e2e;
  const texts = (what) => all(what).map((c) => c.textContent.trim());
  return {
    now: Math.round(performance.now()),
    pressed: pressed.map(({ spot, x, y }) => {
      const under = document.elementFromPoint(x, y);
      const there = under?.closest('[data-spot]')?.dataset.spot ?? under?.outerHTML.slice(0, 80);
      return `${spot} at ${x},${y}; now ${there} is there`;
    }),
    noted,
    selected: all('[aria-selected=true]').map((c) => c.getAttribute('aria-label')),
    can: { take: all('.cell.take').length, goal: all('.cell.goal').length },
    claim: texts('.claims [aria-pressed=true]'),
    says: texts('.say'),
    cards: texts('.card.hint, .news .card'),
    plies: texts('ol [data-ply]'),
  };
};

/** What can be done next; a claim or a pass is made here, a stack is pressed by its place. It runs in the page. */
const turn = async (guard) => {
  const { all, until, place, plies } = globalThis.e2e;
  const ready = '.result, .hint .strong, .cell.take, .cell.goal, .claims .btn:not(:disabled)';
  if (!(await until(() => document.querySelector(ready)))) throw new Error('nothing can be done');
  const had = plies();
  if (document.querySelector('.result')) return { over: true, plies: had };
  const pass = document.querySelector('.hint .strong');
  if (pass) {
    pass.click();
    return { passed: true, plies: had };
  }
  const claims = all('.claims .btn:not(:disabled)');
  if (claims.length && (guard % 5 === 1 || !all('.cell.take').length)) {
    claims[guard % claims.length].click();
    await until(() => document.querySelector('.claims [aria-pressed=true]') && document.querySelector('.cell.take'));
  }
  const take = all('.cell.take');
  const cells = take.length ? take : all('.cell.goal');
  return { ...(await place(cells[(guard * 7) % cells.length].dataset.spot)), taken: take.length > 0, plies: had };
};

/** The place of a target of what is in hand; null where nothing is. It runs in the page. */
const target = async (guard) => {
  const { all, until, place } = globalThis.e2e;
  const goals = () => all('.cell.goal').filter((c) => /; target/.test(c.getAttribute('aria-label')));
  if (!(await until(() => document.querySelector('[aria-selected=true]') && goals().length))) return null;
  return place(goals()[(guard * 5) % goals().length].dataset.spot);
};

/** Waits until the list has more moves, and reports whether it has. It runs in the page. */
const played = (had) => globalThis.e2e.until(() => globalThis.e2e.plies() > had);

/** A page of another host with a game that can be stepped through. */
async function foreign() {
  const attributes = Object.entries(examples.game).map(([name, value]) => `${name}="${value}"`);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">
    <script type="module" src="${served.url}cairn-board.js"></script></head>
    <body><cairn-board pieces="flat" ${attributes.join(' ')}></cairn-board></body></html>`;
  const server = createServer((_, res) => res.writeHead(200, { 'content-type': 'text/html' }).end(html));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Steps into the game of the board; tells what the board says then, what fails, and the color of a ring. It runs in the page. */
const step = async () => {
  const until = async (what) => {
    for (const end = Date.now() + 60_000; Date.now() < end; ) {
      const found = what();
      if (found) return found;
      await new Promise((done) => setTimeout(done, 10));
    }
    throw new Error(`never: ${what}`);
  };
  const failed = [];
  const board = document.querySelector('cairn-board');
  board.addEventListener('cairn-error', (e) => failed.push(e.detail));
  const find = (selector, text) =>
    until(() => [...(board.shadowRoot?.querySelectorAll(selector) ?? [])].find((e) => text.test(e.textContent)));
  (await find('button', /^Step through/)).click();
  await find('.status', /^Move 0 of 45$/);
  (await until(() => board.shadowRoot.querySelector('[aria-label="Next move"]'))).click();
  await find('.status', /^Move 1 of 45$/);
  return { failed, pieces: board.shadowRoot.querySelector('[data-pieces]')?.dataset.pieces };
};

for (const [name, start] of Object.entries({ Firefox: firefox, WebKit: webkit })) {
  test(`a game on a page of another host in ${name}`, async ({ started }) => {
    const page = await started(foreign);
    const b = await started(start);
    await b.goto(page.url);
    expect(await b.evaluate(step)).toEqual({ failed: [], pieces: 'flat' });
    // WebKit tells so when a board is measured again in the next frame; nothing fails.
    const troubles = (await b.troubles()).filter((text) => !/^ResizeObserver loop/.test(text));
    expect(troubles).toEqual([]);
  });
  for (const game of ['lyngk', 'lyngk-captured', 'lyngk6', 'dvonn']) {
    test(`a whole game of ${game} against level 1 in ${name}`, async ({ started }) => {
      const b = await started(start);
      // The second tap of a double one is none: who means two on one spot leaves time between them.
      let last = { spot: '', at: 0 };
      const press = async ({ spot, x, y }) => {
        if (spot === last.spot) await sleep(Math.max(0, last.at + 400 - Date.now()));
        await b.press(x, y);
        last = { spot, at: Date.now() };
      };
      // A page that fetches nothing afterwards: Firefox reports what is still on its way when a page is left.
      await b.goto(`${site.url}about/`);
      await b.evaluate(
        (kept) => {
          localStorage.setItem('cairn.device', JSON.stringify(kept));
          localStorage.setItem('cairn.prefs', JSON.stringify({ sound: false, lang: 'en', still: true }));
        },
        savedGame({ game, start: game === 'dvonn' ? layouts.dvonn : layouts.lyngk, levels: [0, 1] }),
      );
      await b.goto(`${site.url}?again#game`);
      await b.evaluate(prepare);
      let over = false;
      for (let guard = 0; guard < 300 && !over; guard++) {
        const found = await b.evaluate(turn, guard);
        over = Boolean(found.over);
        if (over) break;
        const pressed = [];
        const report = async () => JSON.stringify({ found, ...(await b.evaluate(shown, pressed)) }, null, 1);
        if (!found.passed) {
          pressed.push(found);
          await press(found);
          if (found.taken) {
            const goal = await b.evaluate(target, guard);
            if (!goal) throw new Error(`${found.spot} was pressed and is not in hand: ${await report()}`);
            pressed.push(goal);
            await press(goal);
          }
        }
        if (!(await b.evaluate(played, found.plies)))
          throw new Error(`move ${found.plies + 1} is not played: ${await report()}`);
      }
      expect(over, 'the game ends').toBe(true);
      expect(await b.evaluate(() => document.querySelector('.winner').textContent)).toMatch(/You win|You lose|Draw/);
      expect(await b.troubles()).toEqual([]);
    });
  }
}
