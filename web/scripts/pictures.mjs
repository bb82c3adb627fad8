// Takes the pictures of the page that README.md shows, from the built page, and notes the look of each, by which a test
// knows when they are old: npm run pictures
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch, open, serve } from './browser.mjs';
import { lookOf, scenes } from './scenes.mjs';

const out = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
mkdirSync(out, { recursive: true });
const site = await serve();
const browser = await launch();
const looks = {};
for (const { name, path, kept, options, act, more } of scenes) {
  for (const colorScheme of ['light', 'dark']) {
    const o = await open(browser, site.url, { reducedMotion: 'reduce', colorScheme, ...options });
    if (kept) await o.page.evaluate((kept) => localStorage.setItem('cairn.device', JSON.stringify(kept)), kept);
    await o.page.goto('about:blank');
    await o.page.goto(site.url + path);
    await o.page.locator('[role=grid]').waitFor();
    await o.page.waitForLoadState('networkidle');
    await act(o.page);
    await o.page.waitForTimeout(400);
    looks[`${name}-${colorScheme}`] = await lookOf(o.page);
    await more?.(o.page);
    await o.page.screenshot({ path: `${out}${name}-${colorScheme}.png` });
    if (o.troubles.length) throw new Error(`${name}: ${o.troubles}`);
    await o.context.close();
  }
}
writeFileSync(`${out}page.json`, `${JSON.stringify(looks, null, 2)}\n`);
await browser.close();
site.close();
