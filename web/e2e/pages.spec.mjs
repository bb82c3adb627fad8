// Every page that was built, whatever it is: in the languages, sizes and themes, enlarged, and with less motion. The
// pages come from src/places.ts by way of the build, so that a new one is looked at too.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { lookOf, scenes } from '../scripts/scenes.mjs';
import { bothThemes, brokenWords, hindrances, misdelivered, overflow, places, themes } from './looks.mjs';
import { test as base, counts, expect, full, languages, layouts, phone, picture, served, site, soon } from './test.mjs';

const breakpoints = JSON.parse(readFileSync(new URL('../src/theme/sizes.json', import.meta.url), 'utf8'));
/** Every page, from the root; the last leads nowhere. */
const everywhere = [...places, 'nowhere'];
const name = (place) => place.replace(/\W/g, '') || 'play';
/** From the smallest phone to a large window, by what is in the hand; without SWEEP=full the first of each. */
const viewports = {
  phone: [
    [320, 568],
    [360, 740],
    [740, 360],
    [820, 1180],
  ],
  desktop: [
    [1920, 1080],
    [1280, 800],
  ],
};

const test = base.extend({
  /** Opens a page and waits until it has come to rest. */
  go: async ({ open }, use) =>
    use(async (options, place) => {
      const o = await open(served.url + place, { ...(place === 'nowhere' && { allow: /status of 404/ }), ...options });
      await settled(o.page);
      return o;
    }),
});

async function settled(page) {
  await page.locator('main h1, main [role=grid]').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Where the menu of the bar is opened: it is the same on all pages, so without SWEEP=full beside a board and without one. */
const menus = full ? everywhere : ['', 'analysis/'];

/** Opens everything that opens over the page, one after another: each is shown, then closed by Esc. */
async function dialogs(page, place, show) {
  const openers = page.locator(`${menus.includes(place) ? '' : 'main '}button[aria-haspopup=dialog]:visible`);
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
      const button = inner.last();
      const leads = (await button.getAttribute('aria-haspopup')) === 'dialog';
      const title = await page.locator('dialog[open] h2').first().textContent();
      await button.click();
      if (leads) await expect(page.locator('dialog[open] h2').first()).not.toHaveText(title ?? '');
      if (await page.locator('dialog[open]').count()) await show(`dialog ${i}, further`);
    }
    for (let k = 0; k < 3 && (await page.locator('dialog[open]').count()); k++) await page.keyboard.press('Escape');
    await counts(page.locator('dialog[open]'), 0, 'Esc closes it');
  }
}

test('there are pages', () => assert.ok(everywhere.length > 6));

for (const lang of languages) {
  for (const [kind, list] of Object.entries(viewports)) {
    // Where there is most room, one language stands for both.
    if (!full && lang !== languages[0] && kind === 'desktop') continue;
    const sizes = (full ? list : list.slice(0, 1)).map(([width, height]) => ({ width, height }));
    test(`every page fits in ${lang} on a ${kind}, with what opens over it`, async ({ go }) => {
      test.slow();
      const options = kind === 'phone' ? phone : {};
      const { page } = await go({ ...options, locale: lang, allow: /status of 404/ }, 'nowhere');
      const faults = misdelivered(page, served.url);
      const titles = new Set();
      for (const [i, place] of everywhere.entries()) {
        // A page is loaded once and then given the other sizes; each size is the first one for some pages.
        const inTurn = sizes.map((_, k) => sizes[(i + k) % sizes.length]);
        await page.setViewportSize(inTurn[0]);
        await page.goto(served.url + place);
        await settled(page);
        const at = `${lang} /${place}`;
        if (place !== 'nowhere') assert.deepEqual(faults, [], `${at} as the program serves it`);
        let title = '';
        await soon(async () => {
          title = await page.title();
          assert.ok(title && !titles.has(title), `${at} has a title of its own, and not ${title}`);
        });
        titles.add(title);
        await soon(async () => assert.equal(await page.evaluate(() => document.documentElement.lang), lang, at));
        for (const size of inTurn) {
          await page.setViewportSize(size);
          await fits(page, place, `${at} at ${size.width} x ${size.height}`, kind === 'phone');
        }
      }
    });
  }
}

/** Nothing of a page or of what opens over it is cut off or lacks a text. What a theme changes has no width: the themes take turns. */
async function fits(page, place, at, onPhone) {
  let turn = at.length;
  const check = async (what) => {
    const colorScheme = themes[turn++ % themes.length];
    await page.emulateMedia({ colorScheme });
    await soon(async () => assert.deepEqual(await page.evaluate(overflow), [], `${at} ${what} ${colorScheme}`));
    await soon(async () => assert.deepEqual(await page.evaluate(brokenWords), [], `${at} ${what}`));
    // A key, a missing value or an argument in a text; what a slash follows is the address of a module.
    const text = await page.evaluate(() => document.body.innerText);
    assert.doesNotMatch(
      text,
      /(?<![\w./-])[a-z]\w*\.[a-z]\w*\.[a-z]\w*(?![\w.-]*\/)|undefined|\{\w+\}/,
      `${at} ${what}`,
    );
  };
  await check('as it comes');
  const menu = page.locator('header button[aria-haspopup=dialog]:visible');
  if (onPhone && place !== 'nowhere') assert.ok((await menu.count()) > 0, `${at} has a menu`);
  // On an upright phone the places of the site, or what is done with the board, are near the thumb.
  if (await page.evaluate((tabs) => matchMedia(tabs).matches, breakpoints['--tabs']))
    assert.ok(await page.locator('.tabs:visible, main .acts:visible').count(), `${at} has a bar at the lower edge`);
  await dialogs(page, place, check);
}

for (const [i, place] of everywhere.entries()) {
  for (const [size, options] of Object.entries({ desktop: {}, phone })) {
    // Without SWEEP=full a page is looked at in one size, by turns, and in both where the menu is opened.
    if (!menus.includes(place) && (i % 2 === 0) !== (size === 'phone')) continue;
    test(`/${place} on a ${size}: found by its menu, nothing for axe, calm, and legible at 200 %`, {
      tag: '@main',
    }, async ({ go }) => {
      const { page } = await go({ ...options, bypassCSP: true }, place);
      await counts(page.locator('main'), 1, place);
      await counts(page.locator('h1'), 1, place);
      const ways = await page.locator('a').evaluateAll((l) => l.map((a) => a.href));
      assert.ok(ways.includes(served.url), `/${place} leads to the start`);
      if (place !== 'nowhere' && size === 'desktop') {
        for (const p of ['', 'analysis/', 'learn/', 'rules/'])
          assert.ok(ways.includes(served.url + p), `/${place} to /${p}`);
      }

      const check = async (what, inThemes = themes) => {
        // With less motion nothing travels.
        const moving = await page.evaluate(() =>
          document
            .getAnimations()
            .filter((a) => a.playState === 'running' && a.effect?.getComputedTiming().duration > 50)
            .map((a) => a.effect.target?.className ?? ''),
        );
        assert.deepEqual(moving, [], what);
        assert.deepEqual(await hindrances(page, inThemes), [], what);
      };
      await check('as it comes', bothThemes);
      for (const colorScheme of bothThemes) {
        await page.emulateMedia({ colorScheme });
        await picture(page, `page-${name(place)}-${size}-${colorScheme}`);
      }
      await dialogs(page, place, check);

      // Larger text alone; and a zoom of 200 % on a desktop, which leaves half the room.
      const large = (text) =>
        page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, text);
      await large('200%');
      await soon(async () => assert.deepEqual(await page.evaluate(overflow), [], 'with text of 200 %'));
      await picture(page, `text200-${name(place)}-${size}`);
      await large('');
      // Written from right to left the page is its own mirror image.
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl';
      });
      await soon(async () => assert.deepEqual(await page.evaluate(overflow), [], 'from right to left'));
      const turned = await page
        .locator('.turns')
        .evaluateAll((l) => l.filter((e) => e.getClientRects().length).map((e) => getComputedStyle(e).transform));
      assert.deepEqual(
        turned.filter((how) => !how.includes('matrix(-1')),
        [],
        'what points along the line turns with it',
      );
      await picture(page, `mirrored-${name(place)}-${size}`);
      await page.evaluate(() => document.documentElement.removeAttribute('dir'));
      if (size === 'desktop') {
        await page.setViewportSize({ width: 640, height: 400 });
        await soon(async () => assert.deepEqual(await page.evaluate(overflow), [], 'at 200 %'));
        await picture(page, `zoom-${name(place)}`);
      }
    });
  }
}

for (const [how, options] of Object.entries({
  zoom: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  text: phone,
})) {
  test(`a table at 200 % by ${how} still has all of its board and its buttons`, async ({ table }) => {
    const start = layouts.hops.replace('IR', 'R').replace('GB,./.,.,.,./. 1 R:-', 'KGIB,./.,.,.,./. 1 R:K');
    const { page } = await table(options, 'lyngk', start);
    if (how === 'text')
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
    await picture(page, `table-200-${how}`);
  });
}

test('the smallest phone shows the whole line below the board, in the languages with the longest', async ({
  table,
}) => {
  for (const lang of ['de', 'pl']) {
    const { page } = await table(
      { ...phone, viewport: { width: 320, height: 568 } },
      'lyngk',
      layouts.lyngk,
      {},
      { lang },
    );
    await soon(async () => {
      const [line, bar] = await Promise.all(['.say p', '.desk .bar'].map((e) => page.locator(e).boundingBox()));
      assert.ok(line.height > 20 && line.y + line.height <= bar.y, `${lang}: ${line.y + line.height} of ${bar.y}`);
    });
  }
});

test('at 200 % no word is cut or broken where a game is chosen, learnt and analyzed', async ({ open }) => {
  for (const [path, seen] of [
    ['#new', 'form.new'],
    ['learn/#lyngk/move', '[role=grid]'],
    ['analysis/?g=lyngk', '.tools'],
  ]) {
    const { page } = await open(site.url + path, { ...phone, locale: 'de' });
    await page.locator(seen).waitFor();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    for (const fault of [overflow, brokenWords])
      await soon(async () => assert.deepEqual(await page.evaluate(fault), [], path));
    const tabs = page.locator('.tools [role=tab]');
    for (const tab of await tabs.all()) assert.ok((await tab.boundingBox()).x + (await tab.boundingBox()).width <= 360);
  }
});

/** Pages that begin with their heading, and those that do where there is room for it. */
const headed = ['', 'about/', 'archive/', 'embed/', 'friend/', 'glossary/', 'learn/', 'me/', 'rules/', 'training/'];
for (const [size, options] of Object.entries({ desktop: {}, phone })) {
  test(`the heading begins at the same height on every page on a ${size}`, async ({ go }) => {
    const { page } = await go(options, 'about/');
    const tops = {};
    for (const place of [...headed, 'training/#daily/board', ...(size === 'desktop' ? ['editor/'] : [])]) {
      await page.goto(`about:blank`);
      await page.goto(served.url + (place || '#new'));
      const heading = page.locator('main:not(.page-message) h1, form.new h1').first();
      await heading.waitFor();
      // What comes late must not move it.
      await page.waitForLoadState('networkidle');
      tops[place || '#new'] = Math.round((await heading.boundingBox()).y);
      const note = page.locator('header .note:visible');
      if (await note.count()) assert.notEqual(await note.textContent(), await heading.textContent(), place);
    }
    const [usual] = Object.values(tops);
    assert.deepEqual(tops, Object.fromEntries(Object.keys(tops).map((place) => [place, usual])));
  });
}

const looks = JSON.parse(readFileSync(new URL('../../docs/pictures/page.json', import.meta.url), 'utf8'));
for (const { name, path, kept, options, act } of scenes) {
  test(`the picture ${name} in docs/pictures shows the page as it is`, async ({ open }) => {
    const { page } = await open(site.url + path, { ...options, ...(kept && { storage: { 'cairn.device': kept } }) });
    await settled(page);
    await act(page);
    for (const colorScheme of bothThemes) {
      await page.emulateMedia({ colorScheme });
      const old = `docs/pictures/${name}-${colorScheme}.png is older than the page: make pictures takes it anew`;
      await soon(async () => assert.equal(await lookOf(page), looks[`${name}-${colorScheme}`], old), 15_000);
    }
  });
}

test('on paper the whole board is on the page, however wide the window was', async ({ table }) => {
  const { page } = await table({ viewport: { width: 1440, height: 900 } }, 'dvonn', layouts.dvonn);
  await page.emulateMedia({ media: 'print' });
  // Paper is narrower than the window, and nothing is measured for it.
  const out = await page.evaluate(() => {
    document.body.style.width = '700px';
    const [paper, board] = [document.body, document.querySelector('[role=grid] > svg')].map((e) =>
      e.getBoundingClientRect(),
    );
    return [board.left >= paper.left, board.right <= paper.right, Math.abs(board.width / board.height - 2) < 1];
  });
  assert.deepEqual(out, [true, true, true]);
});

test('on paper a page is light whatever theme was chosen, and shows nothing that leads elsewhere', async ({ open }) => {
  const storage = { 'cairn.prefs': { theme: 'dark' } };
  const { page } = await open(`${served.url}rules/`, { ...phone, colorScheme: 'dark', storage });
  await settled(page);
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  assert.equal(await ink(), 'rgb(236, 234, 228)');
  await counts(page.locator('header:visible'), 1);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await ink(), 'rgb(29, 31, 33)');
  await counts(page.locator('header:visible, footer:visible, .tabs:visible'), 0);
});
