// Every page that was built, whatever it is: in every language on the narrowest phone, in both themes, enlarged, and
// with less motion. The pages come from src/places.ts by way of the build, so that a new one is looked at too.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dist, launch, open, test } from './browser.mjs';
import { counts, soon } from './hands.mjs';
import { hindrances, overflow } from './looks.mjs';
import { program } from './program.mjs';

const shots = fileURLToPath(new URL('../shots/', import.meta.url));
const languages = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl'];
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const calm = { reducedMotion: 'reduce' };
const game = {
  game: 'lyngk',
  start: './.,.,.,./.,.,K,.,.,IK,./.,GB,.,.,.,./.,R,.,.,R,.,./.,.,.,.,.,./.,K,.,G,.,KGIB,./.,.,.,./. 1 R:K 0:0',
  moves: [],
  undone: [],
  names: ['', ''],
  ending: null,
};

/** The way to every page from the root; the last leads nowhere. */
const places = [
  ...readdirSync(dist, { recursive: true })
    .map(String)
    .filter((f) => f.endsWith('index.html'))
    .map((f) => f.replace(/index\.html$/, '')),
  'nowhere',
];
const name = (place) => place.replace(/\W/g, '') || 'play';

let site;
let browser;
before(async () => {
  mkdirSync(shots, { recursive: true });
  site = await program();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens a page and waits until it has come to rest. */
async function go(options, place) {
  const o = await open(browser, site.url + place, { ...calm, ...options });
  await settled(o.page);
  return { ...o, troubles: () => o.troubles.filter((t) => !/status of 404/.test(t) || place !== 'nowhere') };
}
async function settled(page) {
  await page.locator('main h1, main [role=grid]').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Opens everything that opens over the page, one after another: each is shown, then closed by Esc. */
async function dialogs(page, show) {
  const openers = page.locator('button[aria-haspopup=dialog]:visible');
  const n = await openers.count();
  for (let i = 0; i < n; i++) {
    await openers.nth(i).click();
    await page.locator('dialog[open]').waitFor();
    await show(`dialog ${i}`);
    // The settings are behind the menu where there is no room for them in the bar.
    const inner = page.locator(
      'dialog[open] > .box > button.btn:not(.strong), dialog[open] > .box > .list > button.btn',
    );
    if (await inner.count()) {
      await inner.last().click();
      if (await page.locator('dialog[open]').count()) await show(`dialog ${i}, further`);
    }
    for (let k = 0; k < 3 && (await page.locator('dialog[open]').count()); k++) await page.keyboard.press('Escape');
    await counts(page.locator('dialog[open]'), 0, 'Esc closes it');
  }
  return n;
}

test('every page in every language at 320 px, with what opens over it', async () => {
  assert.ok(places.length > 6);
  for (const locale of languages) {
    const { page, context, troubles } = await go(
      { ...phone, viewport: { width: 320, height: 568 }, locale },
      'nowhere',
    );
    for (const place of places) {
      await page.goto(site.url + place);
      await settled(page);
      const at = `${locale} /${place}`;
      await soon(async () => assert.equal(await page.evaluate(() => document.documentElement.lang), locale, at));
      const check = async (what) => {
        await soon(async () => assert.deepEqual(await page.evaluate(overflow), [], `${at} ${what}`));
        const text = await page.evaluate(() => document.body.innerText);
        assert.doesNotMatch(text, /(?<![\w./-])[a-z]\w*\.[a-z]\w*\.[a-z]\w*|undefined|\{\w+\}/, `${at} ${what}`);
      };
      await check('as it comes');
      const opened = await dialogs(page, check);
      assert.ok(opened > 0 || place === 'nowhere', `${at} has a menu`);
    }
    assert.deepEqual(troubles(), [], locale);
    await context.close();
  }
});

test('every page in both themes, for axe and to be looked at', async () => {
  for (const [size, options] of Object.entries({ desktop: {}, phone })) {
    for (const colorScheme of ['light', 'dark']) {
      for (const place of places) {
        const { page, context, troubles } = await go({ ...options, colorScheme, bypassCSP: true }, place);
        const at = `/${place} ${size} ${colorScheme}`;
        assert.deepEqual(await hindrances(page), [], at);
        await page.screenshot({ path: `${shots}page-${name(place)}-${size}-${colorScheme}.png` });
        await dialogs(page, async (what) => assert.deepEqual(await hindrances(page), [], `${at} ${what}`));
        assert.deepEqual(troubles(), [], at);
        await context.close();
      }
    }
  }
});

test('every page has one heading, one main part, a title, and can be reached by its menu', async () => {
  const titles = new Set();
  for (const place of places) {
    const { page, context } = await go({}, place);
    await counts(page.locator('main'), 1, place);
    await counts(page.locator('h1'), 1, place);
    titles.add(await page.title());
    const ways = await page.locator('a').evaluateAll((l) => l.map((a) => a.href));
    assert.ok(ways.includes(site.url), `/${place} leads to the start`);
    if (place !== 'nowhere') {
      for (const p of ['', 'analysis/', 'learn/', 'rules/'])
        assert.ok(ways.includes(site.url + p), `/${place} to /${p}`);
    }
    await context.close();
  }
  assert.equal(titles.size, places.length, `no two pages share a title: ${[...titles].join(', ')}`);
});

test('every page at 200 %, by the zoom of the browser and by larger text alone', async () => {
  for (const place of places) {
    // A zoom of 200 % on a desktop leaves half the room, at twice the pixels.
    const zoomed = await go({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }, place);
    await soon(async () => assert.deepEqual(await zoomed.page.evaluate(overflow), [], `/${place} at 200 %`));
    await zoomed.page.screenshot({ path: `${shots}zoom-${name(place)}.png` });
    await zoomed.context.close();
    for (const [size, options] of Object.entries({ desktop: {}, phone })) {
      const { page, context } = await go(options, place);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await page.waitForTimeout(100);
      await soon(async () =>
        assert.deepEqual(await page.evaluate(overflow), [], `/${place} with text of 200 %, ${size}`),
      );
      await page.screenshot({ path: `${shots}text200-${name(place)}-${size}.png` });
      await context.close();
    }
  }
});

test('a table at 200 % still has all of its board and its buttons', async () => {
  for (const options of [
    { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
    { ...phone, text: true },
  ]) {
    const { text, ...rest } = options;
    const { page, context } = await go(rest, '');
    await page.evaluate((g) => localStorage.setItem('cairn.device', JSON.stringify(g)), game);
    await page.reload();
    await page.locator('[role=grid]').waitFor();
    if (text)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
    await soon(async () => assert.deepEqual(await page.evaluate(overflow), []));
    for (const b of await page.locator('main button:visible').all()) {
      await b.scrollIntoViewIfNeeded();
      const box = await b.boundingBox();
      assert.ok(box && box.width >= 24 && box.height >= 24, `${await b.textContent()} is ${JSON.stringify(box)}`);
    }
    await page.locator('[data-spot=e2]').click();
    await page.locator('[data-spot=g6]').click();
    await page.locator('ol [data-ply]').first().waitFor();
    await page.screenshot({ path: `${shots}table-200-${text ? 'text' : 'zoom'}.png` });
    await context.close();
  }
});

test('with less motion nothing travels, on any page', async () => {
  for (const place of places) {
    const { page, context } = await go({}, place);
    const moving = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter((a) => a.playState === 'running' && a.effect?.getComputedTiming().duration > 50)
          .map((a) => a.effect.target?.className ?? ''),
      );
    assert.deepEqual(await moving(), [], `/${place}`);
    await dialogs(page, async (what) => assert.deepEqual(await moving(), [], `/${place} ${what}`));
    await context.close();
  }
});
