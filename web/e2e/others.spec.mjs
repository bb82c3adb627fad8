// A whole game of each kind in Firefox and in WebKit, the engine of Safari, with Debian's browsers. Playwright would
// need browsers of its own for that, so they are driven by the protocols they bring.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import { Builder, Origin } from 'selenium-webdriver';
import { layouts, site } from './test.mjs';

test.describe.configure({ timeout: 240_000 });

/** Firefox by WebDriver BiDi. */
async function firefox() {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
  });
  const page = await browser.newPage();
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
  const server = createServer().listen(0, '127.0.0.1');
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
  const port = await freePort();
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], { stdio: 'ignore', detached: true });
  const ended = once(driver, 'exit');
  const stop = async () => {
    process.kill(-driver.pid);
    await ended;
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
  await web.manage().setTimeouts({ script: 60_000 });
  const evaluate = (f, ...args) =>
    web.executeAsyncScript(
      `const [f, args, done] = [${f}, arguments[0], arguments[1]]; Promise.resolve(f(...args)).then(done, (e) => done({ failed: String(e) }));`,
      args,
    );
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

/** What can be done next; a claim or a pass is made here, a stack is pressed by its place. It runs in the page. */
const turn = async (guard) => {
  for (let i = 0; ; i++) {
    if (document.querySelector('.result, .hint .strong, .cell.take, .cell.goal, .claims .btn:not(:disabled)')) break;
    if (i > 3000) throw new Error('nothing can be done');
    await new Promise((done) => setTimeout(done, 10));
  }
  const plies = document.querySelectorAll('ol [data-ply]').length;
  if (document.querySelector('.result')) return { over: true, plies };
  const pass = document.querySelector('.hint .strong');
  if (pass) {
    pass.click();
    return { passed: true, plies };
  }
  const frame = () => new Promise((done) => setTimeout(done, 20));
  const take = () => [...document.querySelectorAll('.cell.take')];
  const claims = [...document.querySelectorAll('.claims .btn:not(:disabled)')];
  if (claims.length && (guard % 5 === 1 || !take().length)) {
    claims[guard % claims.length].click();
    for (let i = 0; i < 50 && !take().length; i++) await frame();
  }
  const cells = take().length ? take() : [...document.querySelectorAll('.cell.goal')];
  const cell = cells[(guard * 7) % cells.length];
  cell.scrollIntoView({ block: 'center' });
  const box = cell.getBoundingClientRect();
  const { spot } = cell.dataset;
  return { spot, x: box.x + box.width / 2, y: box.y + box.height / 2, taken: take().length > 0, plies };
};

/** The place of a target of what is in hand. It runs in the page. */
const target = async (guard) => {
  for (let i = 0; i < 500 && !document.querySelector('[aria-selected=true]'); i++)
    await new Promise((done) => setTimeout(done, 10));
  const goals = [...document.querySelectorAll('.cell.goal')].filter((c) =>
    /; target/.test(c.getAttribute('aria-label')),
  );
  const cell = goals[(guard * 5) % goals.length];
  const box = cell.getBoundingClientRect();
  return { spot: cell.dataset.spot, x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Waits until the list has more moves. It runs in the page. */
const played = async (plies) => {
  for (let i = 0; i < 3000 && document.querySelectorAll('ol [data-ply]').length <= plies; i++)
    await new Promise((done) => setTimeout(done, 10));
  return document.querySelectorAll('ol [data-ply]').length;
};

for (const [name, start] of Object.entries({ Firefox: firefox, WebKit: webkit })) {
  for (const game of ['lyngk', 'lyngk-captured', 'lyngk6', 'dvonn']) {
    test(`a whole game of ${game} against level 1 in ${name}`, async () => {
      const b = await start();
      // The second tap of a double one is none: whoever means two on one spot leaves time between them.
      let last = { spot: '', at: 0 };
      const press = async ({ spot, x, y }) => {
        if (spot === last.spot) await sleep(Math.max(0, last.at + 400 - Date.now()));
        await b.press(x, y);
        last = { spot, at: Date.now() };
      };
      try {
        // A page that fetches nothing afterwards: Firefox reports what is still on its way when a page is left.
        await b.goto(`${site.url}about/`);
        await b.evaluate(
          (kept) => {
            localStorage.setItem('cairn.device', JSON.stringify(kept));
            localStorage.setItem('cairn.prefs', JSON.stringify({ sound: false, lang: 'en', motion: 'reduce' }));
          },
          {
            game,
            start: game === 'dvonn' ? layouts.dvonn : layouts.lyngk,
            ...{ moves: [], undone: [], names: ['', ''], ending: null, seed: 'fixed', hints: true, takeback: true },
            ...{ levels: [0, 1], control: null, clocks: [], left: null },
          },
        );
        await b.goto(`${site.url}?again#game`);
        let over = false;
        for (let guard = 0; guard < 300 && !over; guard++) {
          const found = await b.evaluate(turn, guard);
          expect(found.failed).toBeUndefined();
          over = Boolean(found.over);
          if (over) break;
          if (!found.passed) {
            await press(found);
            if (found.taken) {
              const goal = await b.evaluate(target, guard);
              expect(goal.failed).toBeUndefined();
              await press(goal);
            }
          }
          expect(await b.evaluate(played, found.plies), `move ${found.plies + 1} is played`).toBeGreaterThan(
            found.plies,
          );
        }
        expect(over, 'the game ends').toBe(true);
        expect(await b.evaluate(() => document.querySelector('.winner').textContent)).toMatch(/You win|You lose|Draw/);
        expect(await b.troubles()).toEqual([]);
      } finally {
        await b.close();
      }
    });
  }
}
