// Pictures of the built play page, phone and desktop, both themes: node scripts/look.mjs
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch, open, serve } from './browser.mjs';

const out = fileURLToPath(new URL('../shots/', import.meta.url));
mkdirSync(out, { recursive: true });
const site = await serve();
const browser = await launch();
const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};
const games = { lyngk: 14, lyngk6: 22, dvonn: 60 };
for (const [size, options] of Object.entries(sizes)) {
  for (const theme of ['light', 'dark']) {
    for (const [game, plies] of Object.entries(games)) {
      const { page, context, troubles } = await open(browser, `${site.url}#new`, {
        ...options,
        colorScheme: theme,
        reducedMotion: 'reduce',
      });
      await page.waitForSelector('form.new');
      if (game === 'lyngk') await page.screenshot({ path: `${out}new-${size}-${theme}.png`, fullPage: true });
      await page.locator(`input[value=${game}]`).check({ force: true });
      await page.locator('form.new .strong').click();
      await page.waitForSelector('[role=grid]');
      for (let i = 0; i < plies; i++) {
        const n = await page.locator('ol [data-ply]').count();
        await page.evaluate((i) => {
          const claims = [...document.querySelectorAll('.claims button:not(:disabled)')];
          if (i % 4 === 1 && claims.length) claims[i % claims.length].click();
        }, i);
        await page.waitForTimeout(10);
        const moved = await page.evaluate(async (i) => {
          const take = [...document.querySelectorAll('.cell.take')];
          if (take.length) take[(i * 7) % take.length].click();
          await new Promise((r) => setTimeout(r, 15));
          const goal = [...document.querySelectorAll('.cell.goal')].filter(
            (c) => /; target/.test(c.getAttribute('aria-label')) || !take.length,
          );
          goal[(i * 5) % Math.max(1, goal.length)]?.click();
          return goal.length;
        }, i);
        if (moved)
          await page
            .waitForFunction((n) => document.querySelectorAll('ol [data-ply]').length > n, n, { timeout: 3000 })
            .catch(() => console.log(game, i, 'no move'));
      }
      await page.screenshot({ path: `${out}play-${game}-${size}-${theme}.png` });
      if (troubles.length) console.log(game, size, theme, troubles);
      await context.close();
    }
  }
}
await browser.close();
site.close();
