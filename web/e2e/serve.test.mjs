// The page as the program serves it, and as any static host does.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { copy } from '../scripts/static.mjs';
import { dist, launch, open, policy, test } from './browser.mjs';
import { soon } from './hands.mjs';
import { program } from './program.mjs';

const shots = fileURLToPath(new URL('../shots/', import.meta.url));
const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
let site;
let browser;
before(async () => {
  mkdirSync(shots, { recursive: true });
  site = await program();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  assert.equal(await site?.close(), 0, 'the program ends in order');
});

/** The address of every page, from the root. */
const places = readdirSync(dist, { recursive: true })
  .map(String)
  .filter((f) => f.endsWith('index.html'))
  .map((f) => f.replace(/index\.html$/, ''));

test('every page comes with the policy, compressed, and asks nobody else', async () => {
  assert.ok(places.includes(''));
  for (const place of places) {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    const troubles = [];
    const large = [];
    page.on('console', (m) => m.type() !== 'log' && !/Service Worker/.test(m.text()) && troubles.push(m.text()));
    page.on('pageerror', (e) => troubles.push(e.message));
    page.on('response', async (r) => {
      const h = r.headers();
      if (!r.url().startsWith(site.url)) troubles.push(`from elsewhere: ${r.url()}`);
      else if (h['content-security-policy'] !== policy) troubles.push(`without the policy: ${r.url()}`);
      else if (!r.ok()) troubles.push(`${r.status()}: ${r.url()}`);
      if (Number(h['content-length']) > 2048 && !h['content-encoding'] && !/\.png$/.test(r.url())) large.push(r.url());
      if (r.url().includes('/assets/') && !/immutable/.test(h['cache-control'])) troubles.push(`not kept: ${r.url()}`);
      if (!r.url().includes('/assets/') && h['cache-control'] !== 'no-cache') troubles.push(`kept: ${r.url()}`);
    });
    await page.goto(site.url + place, { waitUntil: 'networkidle' });
    await soon(async () => assert.ok((await page.locator('main').count()) > 0, `/${place} shows something`));
    assert.deepEqual(troubles, [], `/${place}`);
    assert.deepEqual(large, [], `/${place} is sent uncompressed`);
    await context.close();
  }
});

test('the first load is below 2 MB and needs no engine', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  // The engine never comes.
  await page.route(/engine[^/]*\.wasm/, () => {});
  const sizes = new Map();
  page.on('response', (r) => sizes.set(r.url(), Number(r.headers()['content-length'])));
  await page.goto(site.url);
  await page.locator('form.new .strong').click();
  await page.locator('.cell.take').first().click();
  await page.locator('.cell.goal[aria-label*="; target"]').first().click();
  await page.waitForSelector('ol [data-ply]');
  const sum = [...sizes.values()].reduce((a, b) => a + b, 0);
  assert.ok([...sizes.keys()].some((u) => /\.wasm$/.test(u)));
  assert.ok(sum > 100_000 && sum < 2_000_000, `${sum} bytes`);
  await context.close();
});

test('an address that leads nowhere says so, at any depth', async () => {
  for (const [where, options] of [
    ['nowhere', {}],
    ['a/b/c?x=1', { colorScheme: 'dark' }],
    ['no%2Fsuch/thing/', { ...phone, locale: 'pl' }],
  ]) {
    const { page, context, troubles } = await open(browser, site.url + where, { ...options, bypassCSP: true });
    await page.waitForSelector('h1');
    assert.equal(await page.locator('main a').evaluate((a) => a.href), site.url);
    await soon(async () =>
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false),
    );
    await page.addScriptTag({ path: fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url)) });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(
      violations.map((v) => v.id),
      [],
    );
    await page.screenshot({ path: `${shots}lost-${where.replace(/\W+/g, '-')}.png` });
    await page.locator('main a').click();
    await page.waitForSelector('form.new');
    assert.deepEqual(
      troubles.filter((t) => !/status of 404/.test(t)),
      [],
    );
    await context.close();
  }
});

/** A host that knows nothing: no compression, no headers but a type, and that only for the usual files. */
function plain(folder, prefix) {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url, 'http://x');
    let file = join(folder, pathname.slice(prefix.length));
    try {
      if (!pathname.startsWith(prefix)) throw new Error('elsewhere');
      if (statSync(file).isDirectory()) file = join(file, 'index.html');
      const data = readFileSync(file);
      res.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(data);
    } catch {
      res.writeHead(404, { 'content-type': 'text/plain' }).end('not here');
    }
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () =>
      done({ url: `http://127.0.0.1:${server.address().port}${prefix}`, close: () => server.close() }),
    );
  });
}

test('the folder works on any static host, below any address', async () => {
  const folder = copy(mkdtempSync(join(tmpdir(), 'cairn-')));
  const host = await plain(folder, '/deep/er/');
  try {
    assert.equal(readdirSync(folder).includes('stand-in.html'), false);
    for (const place of places) {
      const { page, context, troubles } = await open(browser, host.url + place);
      await page.waitForSelector('main');
      if (!place) {
        await page.waitForSelector('form.new');
        await page.locator('form.new .strong').click();
        await page.locator('.cell.take').first().click();
        await page.locator('.cell.goal[aria-label*="; target"]').first().click();
        await page.waitForSelector('ol [data-ply]');
        // Without headers the page itself forbids what the program's headers forbid.
        const refused = await page.evaluate(
          () =>
            new Promise((done) => {
              addEventListener('securitypolicyviolation', (e) => done(e.effectiveDirective), { once: true });
              const s = document.createElement('script');
              s.textContent = 'document.title = "inline"';
              document.head.append(s);
            }),
        );
        assert.equal(refused, 'script-src-elem');
      }
      assert.deepEqual(
        troubles.filter((t) => !/inline script/i.test(t) && !/wasm.*MIME/i.test(t)),
        [],
      );
      await context.close();
    }
  } finally {
    host.close();
    rmSync(folder, { recursive: true });
  }
});

test('a folder with something else in it is left alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-'));
  mkdirSync(join(folder, 'photos'));
  assert.throws(() => copy(folder), /something else/);
  assert.deepEqual(readdirSync(folder), ['photos']);
  rmSync(folder, { recursive: true });
});
