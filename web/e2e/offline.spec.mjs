// Without a connection: after one visit everything is there, and a new version comes when it is asked for.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copy } from '../scripts/static.mjs';
import { program, serve } from './servers.mjs';
import { test as base, count, counts, passing, phone, picture, says, site, soon } from './test.mjs';

const lets = { serviceWorkers: 'allow' };

const test = base.extend({
  /** The folder as it is built, a copy that a test may change, and a host of its own for it. */
  host: async ({ browserName: _ }, use) => {
    const folder = copy(mkdtempSync(join(tmpdir(), 'cairn-')));
    const site = await serve(folder);
    await use({ folder, site });
    site.close();
    rmSync(folder, { recursive: true });
  },
});

/** Waits until the page is kept whole and this page is under the worker. */
const kept = (page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: 120_000 });

/** Makes a move and waits for the computer's answer, so also for its engine. */
async function move(page, n) {
  const before = await count(page);
  await page.locator('.cell.take').nth(n).click();
  await page.locator('.cell.goal[aria-label*="; target"]').first().click();
  await page.waitForFunction((k) => document.querySelectorAll('ol [data-ply]').length === k, before + 2);
  await page.waitForSelector('.cell.take');
}

test('after one visit it plays on without the program that served it', { tag: '@main' }, async ({ open }) => {
  const site = await program();
  const { page, context, troubles } = await open(`${site.url}#new`, {
    ...lets,
    ...phone,
    allow: /status of 404|\/api\/live/,
  });
  await page.locator('input[value=person]').check({ force: true });
  await page.locator('input[name=against][value=computer]').check({ force: true });
  await page.locator('input[name=level][value="1"]').check({ force: true });
  await page.locator('form.new label:has([value=you])').click();
  await page.locator('form.new .strong').click();
  await move(page, 0);
  await kept(page);
  await counts(page.locator('.news .card'), 0, 'nothing that can wait lies over a board in play');
  await page.locator('.brand').tap();
  await page.locator('.front').waitFor();
  await page.locator('.news .card').getByText('without a connection').waitFor();
  await picture(page, 'offline-ready-phone');
  await page.goto(`${site.url}#game`);
  await page.waitForSelector('[role=grid]');
  assert.equal(await site.close(), 0);
  const lost = await passing(page, '.news .card');
  await context.setOffline(true);
  await lost('You’re offline');
  await picture(page, 'offline-now-phone');

  await page.reload();
  await page.waitForSelector('[role=grid]');
  await soon(async () => assert.equal(await count(page), 2));
  await page.waitForSelector('.cell.take');
  await move(page, 1);
  await soon(async () => assert.equal(await count(page), 4, 'the computer answers from what the browser keeps'));
  // The texts of a language never shown before.
  await page.evaluate(() => localStorage.setItem('cairn.prefs', JSON.stringify({ lang: 'pl' })));
  await page.goto(`${site.url}?again`);
  await page.waitForSelector('html[lang=pl]');
  await page.goto(`${site.url}index.html#game`);
  await page.waitForSelector('[role=grid]');
  assert.deepEqual(troubles, []);
  // Puzzles come with the site.
  await page.goto(`${site.url}training/#dvonn/mixed`);
  await page.waitForSelector('main[data-phase=try] [role=grid]');
  // The address of a table gets its page, which waits for the connection.
  await page.goto(`${site.url}abcd2345`);
  await page.locator('.line .banner').waitFor();
  await says(page.locator('main h1'), 'Brak połączenia');
  await says(page.locator('main p'), /Serwer nie odpowiada.*nadal możesz grać z komputerem/);
  await picture(page, 'offline-table-phone');
  // So do the pages around the tables, and say what is possible all the same.
  for (const place of ['lobby/', 'friend/', 'me/', 'people/', '@/', 'contests/', 'contest/']) {
    await page.goto(site.url + place);
    await says(page.locator('main h1'), 'Brak połączenia');
    await says(page.locator('main p'), /Serwer nie odpowiada.*nadal możesz grać z komputerem/);
  }
  await picture(page, 'offline-me-phone');
  await page.goto(`${site.url}no/such/page`);
  await page.waitForSelector('h1');
  await says(page.locator('main p'), /Nie masz połączenia/);
  await says(page.locator('main h1'), 'Brak połączenia');
  assert.equal(await page.locator('main a').evaluate((a) => a.href), site.url);
});

test('the first version is not offered as a new one while it waits to become active', async ({ open }) => {
  // How long that takes is the browser's; here it lasts until the test ends it.
  const prepare = (page) =>
    page.addInitScript(() => {
      const registration = Object.assign(new EventTarget(), {
        ...{ installing: null, waiting: { state: 'installed', postMessage() {} }, active: null },
        update: async () => {},
      });
      ServiceWorkerContainer.prototype.register = async () => registration;
      globalThis.activate = () => {
        const worker = Object.assign(new EventTarget(), { state: 'activated' });
        Object.assign(registration, { installing: worker, waiting: null });
        registration.dispatchEvent(new Event('updatefound'));
        worker.dispatchEvent(new Event('statechange'));
      };
      const listen = registration.addEventListener.bind(registration);
      registration.addEventListener = (...args) => {
        listen(...args);
        globalThis.registered = true;
      };
    });
  const { page } = await open(site.url, { ...lets, prepare });
  await page.waitForFunction(() => globalThis.registered);
  const told = await passing(page, '.news .card');
  await page.evaluate(() => globalThis.activate());
  // A message that waits for an answer would stay.
  await told('without a connection');
});

test('a new version waits until it is wanted, and open pages go on with theirs', async ({
  open,
  host: { folder, site },
}) => {
  const { page, context } = await open(`${site.url}#new`, lets);
  await page.waitForSelector('form.new');
  await kept(page);
  const other = await context.newPage();
  await other.goto(`${site.url}#new`);
  await other.waitForSelector('form.new');

  // A new version: one file has changed, and the worker knows.
  const fingerprint = () =>
    createHash('sha256')
      .update(readFileSync(join(folder, 'theme.js')))
      .digest('base64url')
      .slice(0, 12);
  const old = fingerprint();
  appendFileSync(join(folder, 'theme.js'), '\ndocument.documentElement.dataset.version = "new";\n');
  const sw = join(folder, 'sw.js');
  const text = readFileSync(sw, 'utf8');
  const version = await page.evaluate(async () => (await caches.keys())[0]?.split(' ')[2]);
  assert.ok(text.includes(version));
  // While the host still changes, the worker is there before its files: such a version is not taken.
  writeFileSync(sw, text.replace(version, 'too-early'));
  const fate = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const states = new Promise((done) => {
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker.addEventListener('statechange', () => done(worker.state));
      });
    });
    await registration.update().catch(() => {}); // some versions of the browser tell it here
    return states;
  });
  assert.equal(fate, 'redundant');
  assert.ok(text.includes(old));
  writeFileSync(sw, text.replace(version, 'another-one').replace(old, fingerprint()));
  await page.reload();
  await soon(async () =>
    assert.equal(await page.locator('html').getAttribute('data-version'), null, 'the version that is open stays whole'),
  );
  await page.locator('.news button').first().waitFor({ timeout: 120_000 });
  await says(page.locator('.news'), /new version/i);
  await picture(page, 'offline-update-desktop');

  // Put off, it stays away on the next page; a later visit asks again.
  await page.locator('.news button').nth(1).click();
  await page.addInitScript(() => {
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (name) {
      if (name === 'cairn.later') globalThis.putOff = getItem.call(this, name);
      return getItem.call(this, name);
    };
  });
  await page.reload();
  await page.waitForSelector('form.new');
  await page.waitForFunction(() => globalThis.putOff === '1'); // it has found the new version, and that it was put off
  await counts(page.locator('.news button'), 0);
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.locator('.news button').first().click();
  await page.waitForSelector('html[data-version=new]');
  await page.waitForSelector('form.new');

  // The other page was not disturbed, and what it has not loaded yet is still there.
  await other.locator('header select').first().selectOption('nl');
  await other.waitForSelector('html[lang=nl]');
  assert.equal(await other.locator('html').getAttribute('data-version'), null);
  const names = await page.evaluate(() => caches.keys());
  assert.deepEqual(
    names.map((n) => n.split(' ').slice(0, 2)),
    [
      ['cairn', '/some/folder/'],
      ['cairn', '/some/folder/'],
    ],
  );
});

test('the browser takes it for an application', async ({ open, host: { site } }) => {
  const { page, context } = await open(`${site.url}#new`, lets);
  await page.waitForSelector('form.new');
  const cdp = await context.newCDPSession(page);
  const { errors, data, url, manifest: parsed } = await cdp.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  assert.equal(url, `${site.url}manifest.en.webmanifest`);
  const manifest = JSON.parse(data);
  assert.equal(parsed.id, site.url);
  // In another language it is the same application, named and described in it.
  await page.locator('header select').first().selectOption('de');
  await page.waitForSelector('html[lang=de]');
  const german = await cdp.send('Page.getAppManifest');
  assert.deepEqual(german.errors, []);
  const { lang, description, shortcuts } = JSON.parse(german.data);
  assert.deepEqual([lang, shortcuts[0].name], ['de', 'Analyse']);
  assert.match(description, /LYNGK und DVONN/);
  assert.equal(german.manifest.id, parsed.id);
  for (const icon of manifest.icons) {
    const at = new URL(icon.src, url).href;
    const size = await page.evaluate(async (at) => {
      const img = new Image();
      img.src = at;
      await img.decode();
      return `${img.naturalWidth}x${img.naturalHeight}`;
    }, at);
    if (icon.sizes !== 'any') assert.equal(size, icon.sizes, icon.src);
  }
  for (const s of manifest.shortcuts ?? []) assert.equal((await fetch(new URL(s.url, url))).status, 200, s.url);
  await kept(page);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  assert.deepEqual(
    installabilityErrors.filter((e) => e.errorId !== 'in-incognito'),
    [],
  );
});
