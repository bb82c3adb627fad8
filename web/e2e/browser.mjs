// One browser and one static server for all browser tests.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { test as one } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const dist = process.env.DIST ?? fileURLToPath(new URL('../dist', import.meta.url));
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** The policy the program itself sends: nothing inline, nothing from elsewhere. */
export const policy = readFileSync(new URL('../policy.txt', import.meta.url), 'utf8').trim();

/** Serves a folder as any static host would, under a sub-path to prove that the base is relative. */
export function serve(folder = dist, prefix = '/some/folder') {
  const server = createServer((req, res) => {
    const path = decodeURIComponent(new URL(req.url, 'http://x').pathname);
    if (!path.startsWith(`${prefix}/`)) {
      res.writeHead(404).end();
      return;
    }
    let file = join(folder, normalize(path.slice(prefix.length)));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!existsSync(file)) {
      res.writeHead(404).end();
      return;
    }
    res.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': policy,
    });
    createReadStream(file).pipe(res);
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () =>
      done({ url: `http://127.0.0.1:${server.address().port}${prefix}/`, close: () => server.close() }),
    );
  });
}

const browsers = [];

export async function launch() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  browsers.push(browser);
  return browser;
}

/**
 * A test. With AGAIN=1, as `make test` has it, one that fails is tried a second
 * time from the start, in new windows, and named FLAKY in what is printed if it
 * then holds: a machine that stood still for seconds is no verdict on the page,
 * and a fault of the page fails twice. Without it every failure is one.
 */
export const test = (name, body) =>
  one(name, async (t) => {
    try {
      await body(t);
    } catch (e) {
      if (process.env.AGAIN !== '1') throw e;
      await Promise.all(browsers.flatMap((b) => b.contexts().map((c) => c.close())));
      await body(t);
      console.log(`FLAKY: ${name}: ${e.stack}`);
    }
  });

/** A page that fails the test on a console error, a page error, or a request to any other host. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    serviceWorkers: 'block', // each context would fetch everything a second time; offline.test.mjs lets it
    ...options,
  });
  const page = await context.newPage();
  if (process.env.SLOW) {
    // A processor so many times slower, to find tests that count on a fast one.
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.SLOW) });
  }
  const troubles = [];
  page.on('console', (m) => m.type() === 'error' && troubles.push(`console: ${m.text()}`));
  page.on('pageerror', (e) => troubles.push(`page: ${e.message}`));
  page.on('request', (r) => {
    const { protocol, host } = new URL(r.url());
    if (protocol.startsWith('http') && host !== new URL(url).host) troubles.push(`request: ${r.url()}`);
  });
  await page.goto(url);
  return { page, context, troubles };
}
