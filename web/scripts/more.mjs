// Pictures of moments: a stack in the air, the key focus, a pressed stack, small and large pages, every language.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch, open, serve } from './browser.mjs';

const out = fileURLToPath(new URL('../shots/', import.meta.url));
mkdirSync(out, { recursive: true });
const site = await serve();
const browser = await launch();
const five = './.,.,.,./.,.,K,.,.,IK,./.,GB,.,.,.,./.,R,.,.,R,.,./.,.,.,.,.,./.,K,.,G,.,KGIB,./.,.,.,./. 1 R:K 0:0';
async function table(options, prefs = {}, game = 'lyngk', start = five) {
  const o = await open(browser, site.url, options);
  await o.page.evaluate(
    ([g, s, p]) => {
      localStorage.setItem('cairn.prefs', JSON.stringify(p));
      localStorage.setItem(
        'cairn.device',
        JSON.stringify({ game: g, start: s, moves: [], undone: [], names: ['', ''], ending: null }),
      );
    },
    [game, start, prefs],
  );
  await o.page.reload();
  await o.page.waitForSelector('[role=grid]');
  return o;
}
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
{
  const { page, context } = await table({ colorScheme: 'light' });
  await page.locator('[data-spot=e2]').click();
  await page.screenshot({ path: `${out}m-selected.png` });
  await page.locator('[data-spot=g6]').click();
  for (const [i, ms] of [60, 120, 200, 300, 300].entries()) {
    await page.waitForTimeout(ms - (i ? 60 : 0));
    await page.screenshot({ path: `${out}m-anim${i}.png`, clip: { x: 280, y: 80, width: 700, height: 640 } });
  }
  await context.close();
}
{
  const { page, context } = await table({ ...phone, colorScheme: 'dark', reducedMotion: 'reduce' });
  const b = await page.locator('[data-spot=g6]').boundingBox();
  await page.evaluate(
    ([x, y]) =>
      document.querySelector('[role=grid]').dispatchEvent(
        new PointerEvent('pointerdown', {
          clientX: x,
          clientY: y,
          button: 0,
          pointerType: 'touch',
          pointerId: 5,
          bubbles: true,
        }),
      ),
    [b.x + 20, b.y + 20],
  );
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${out}m-press-phone.png` });
  await context.close();
}
for (const lang of ['de', 'pl', 'fr', 'nl', 'es', 'it']) {
  const { page, context, troubles } = await table(
    { ...phone, viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' },
    { lang },
  );
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > 320 || troubles.length) console.log(lang, 'scroll width', wide, troubles);
  await page.screenshot({ path: `${out}m-320-${lang}.png` });
  await page.locator('.acts .btn').last().click();
  await page.screenshot({ path: `${out}m-320-menu-${lang}.png` });
  await context.close();
}
for (const [name, viewport] of Object.entries({
  zoom200: { width: 640, height: 400 },
  tablet: { width: 820, height: 1180 },
  wide: { width: 1920, height: 1080 },
  landscape: { width: 740, height: 360 },
})) {
  const { page, context } = await table({ viewport, reducedMotion: 'reduce' });
  await page.screenshot({ path: `${out}m-${name}.png`, fullPage: true });
  await context.close();
}
await browser.close();
site.close();
