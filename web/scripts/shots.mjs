// Pictures of the fixture boards, to be held against the design: node scripts/shots.mjs [name]
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { cases } from '../fixture/cases.mjs';
import { launch } from './browser.mjs';

const out = fileURLToPath(new URL('../shots/', import.meta.url));
mkdirSync(out, { recursive: true });
const server = await createServer({ server: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
await server.listen();
const url = server.resolvedUrls.local[0];
const browser = await launch();
for (const c of cases.filter((k) => !process.argv[2] || k.id.includes(process.argv[2]))) {
  const page = await browser.newPage({ viewport: { width: c.w, height: c.h }, deviceScaleFactor: c.scale ?? 1 });
  page.on('console', (m) => m.type() === 'error' && console.log(c.id, m.text()));
  page.on('pageerror', (e) => console.log(c.id, e.message));
  await page.goto(`${url}fixture/?case=${encodeURIComponent(JSON.stringify(c))}`);
  await page.waitForSelector('body[data-ready]');
  if (c.over) {
    const b = await page.locator(`[data-spot=${c.over}]`).boundingBox();
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2);
    await page.waitForTimeout(c.wait ?? 60);
  }
  if (c.key) {
    await page.keyboard.press('Tab');
    for (const k of c.key) await page.keyboard.press(k);
  }
  await page.screenshot({ path: `${out}${c.id}.png` });
  await page.close();
}
await browser.close();
await server.close();
