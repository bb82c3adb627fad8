// The page as the program serves it, and as any static host does.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { copy } from '../scripts/static.mjs';
import { hindrances, places } from './looks.mjs';
import { site as files, picture, says, served as site, soon, test } from './test.mjs';

const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

test('the first load is below 2 MB and needs no engine', { tag: '@main' }, async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  // The engine never comes.
  await page.route(/engine[^/]*\.wasm/, () => {});
  const sizes = new Map();
  page.on('response', (r) => sizes.set(r.url(), Number(r.headers()['content-length'])));
  await page.goto(`${site.url}#new`);
  await page.locator('form.new .strong').click();
  await page.locator('.cell.take').first().click();
  await page.locator('.cell.goal[aria-label*="; target"]').first().click();
  await page.waitForSelector('ol [data-ply]');
  const sum = [...sizes.values()].reduce((a, b) => a + b, 0);
  assert.ok([...sizes.keys()].some((u) => /\.wasm$/.test(u)));
  assert.ok(sum > 100_000 && sum < 2_000_000, `${sum} bytes`);
});

test('a page asks for the one program that it needs in its head, and once', async ({ open }) => {
  for (const [path, name, use] of [
    ['learn/#lyngk/build/twice', 'rules', (page) => page.locator('.step .cell.take').first().waitFor()],
    // The rules and the engine start from the same one.
    [
      'analysis/',
      'engine',
      async (page) => {
        await page.getByRole('switch', { name: 'Engine' }).click();
        await page.waitForSelector('.engine .lines li');
      },
    ],
  ]) {
    const asked = [];
    const note = (r) => /\.wasm$/.test(r.url()) && asked.push(r.url());
    const { page } = await open(`${site.url}${path}`, { prepare: (p) => p.on('request', note) });
    await use(page);
    const early = await page.locator('head link[rel=preload][as=fetch]').evaluate((link) => link.href);
    assert.match(early, new RegExp(`/${name}-`));
    assert.deepEqual(asked, [early]);
  }
});

test('what is stored is told as it is: with tables of people on the server too, in a folder of files in the browser alone', async ({
  open,
}) => {
  const told = async (url) => {
    const { page } = await open(`${url}about/`);
    const main = page.locator('main');
    await says(main, /saved in this browser/);
    return main;
  };
  await says(await told(site.url), /saved on this server.*cookie.*400 days/s);
  assert.doesNotMatch(await (await told(site.url)).innerText(), /sent to anyone/);
  const alone = await (await told(files.url)).innerText();
  assert.match(alone, /sent to anyone/);
  assert.doesNotMatch(alone, /on this server/);
});

for (const [where, options] of [
  ['nowhere', {}],
  ['a/b/c?x=1', { colorScheme: 'dark' }],
  ['no%2Fsuch/thing/', { ...phone, locale: 'pl' }],
]) {
  test(`an address that leads nowhere says so: ${where}`, async ({ open }) => {
    const { page } = await open(site.url + where, { ...options, bypassCSP: true, allow: /status of 404/ });
    await page.waitForSelector('h1');
    assert.equal(await page.locator('main a').evaluate((a) => a.href), site.url);
    await soon(async () =>
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false),
    );
    assert.deepEqual(await hindrances(page), []);
    await picture(page, `lost-${where.replace(/\W+/g, '-')}`);
    await page.locator('main a').click();
    await page.waitForSelector('.front');
  });
}

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

test('the folder works on any static host, below any address', async ({ open }) => {
  const folder = copy(mkdtempSync(join(tmpdir(), 'cairn-')));
  const host = await plain(folder, '/deep/er/');
  try {
    assert.equal(readdirSync(folder).includes('stand-in.html'), false);
    assert.equal(JSON.parse(readFileSync(join(folder, 'api', 'server'), 'utf8')).protocol, 0); // no tables of people
    const { page } = await open(host.url, { allow: /inline script|wasm.*MIME/i });
    await page.locator('.front .strong').first().click();
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
    for (const place of places) {
      await page.goto(host.url + place);
      await page.waitForSelector('main');
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
