// One browser and one static server for all browser tests.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
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

export const launch = () =>
  chromium.launch({
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

/** A page that fails the test on a console error, a page error, or a request to any other host. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    serviceWorkers: 'block', // each context would fetch everything a second time; offline.test.mjs lets it
    ...options,
  });
  const page = await context.newPage();
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
