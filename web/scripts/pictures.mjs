// Takes the pictures of the page that README.md shows, from the built page: npm run pictures
//
// What they show is fixed, positions and texts, so that they change only with the page.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch, open, serve } from './browser.mjs';

const out = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
mkdirSync(out, { recursive: true });
const site = await serve();
const browser = await launch();
const calm = { reducedMotion: 'reduce', locale: 'en-US' };
const desktop = { viewport: { width: 1180, height: 760 }, deviceScaleFactor: 1 };
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true };

// Two games of level 6 against itself.
const lyngk = {
  game: 'lyngk',
  start: 'B/K,R,K,R/R,R,K,J,K,I,G/G,I,I,G,R,G/K,B,R,B,J,R,K/K,G,B,I,G,I/J,R,I,G,B,B,I/K,B,I,B/G 1 -:- 0:0',
  moves:
    'G,c7-e7 I,g2-f1 e7-c6 R,d5-c6 B,f2-f1 d2-d1 h2-g3 c2-e2 e4-f4 h3-g5 i1-g5 f6-f5 g3-e3 h1-f3 ' +
    'e3-e5 c5-d4 g5-g1 c6-c4 f4-e6 f3-g4 h4-f5 b3-a1 b1-b2 d3-d4 g6-d4 b4-d4 g1-e1 e2-c3 g4-g7 c3-d1 f5-b2 pass e5-d6',
};
const dvonn = {
  game: 'dvonn',
  start: 'W,B,B/B,D,B,W/B,B,B,W,W/W,B,B,W,W/B,W,B,W,W/B,B,W,W,B/W,B,W,W,B/B,W,W,W,B/W,B,B,D,W/W,D,B,B/W,W,B w move',
  moves:
    'e5-d4 e1-d1 e4-d3 k5-k4 g1-h1 a2-a1 b4-b3 j5-i5 c4-c3 f5-f4 e2-d2 e3-d2 f3-f4 f2-g3 i1-i2 g2-h3 h1-h3 ' +
    'a1-c3 h2-i3 g5-g4 i3-g3 c3-g3 k3-k4 h5-h4 k4-h4 c2-d3 b3-b1 d3-g3 f4-c1 d1-b1 i2-i4 g4-i4 j2-j3 j4-j3 pass j3-g3 pass i5-g3',
};

/** A game of two people on the table, after so many plies. */
async function table(options, { game, start, moves }, plies) {
  const o = await open(browser, site.url, { ...calm, ...options });
  const kept = { game, start, moves: moves.split(' ').slice(0, plies), undone: [], names: ['', ''], ending: null };
  await o.page.evaluate((kept) => localStorage.setItem('cairn.device', JSON.stringify(kept)), kept);
  await o.page.reload();
  await o.page.locator('[role=grid]').waitFor();
  return o;
}
const center = async (page, name) => {
  const b = await page.locator(`[data-spot=${name}]`).boundingBox();
  return [b.x + b.width / 2, b.y + b.height / 2];
};
async function save(o, name) {
  await o.page.waitForTimeout(400);
  await o.page.screenshot({ path: `${out}${name}.png` });
  if (o.troubles.length) throw new Error(`${name}: ${o.troubles}`);
  await o.context.close();
}

for (const colorScheme of ['light', 'dark']) {
  let o = await table({ ...desktop, colorScheme }, lyngk, 18);
  await o.page.mouse.click(...(await center(o.page, 'f4')));
  await save(o, `page-lyngk-${colorScheme}`);

  o = await table({ ...phone, colorScheme }, dvonn, 20);
  await o.page.touchscreen.tap(...(await center(o.page, 'i3')));
  await save(o, `page-dvonn-${colorScheme}`);

  const query = `g=lyngk&p=${lyngk.start.replaceAll(' ', '_')}&m=${lyngk.moves.replaceAll(' ', '_')}#21`;
  o = await open(browser, `${site.url}analysis/?${query}`, { ...calm, ...desktop, colorScheme });
  await o.page.locator('[role=grid]').waitFor();
  await o.page.keyboard.press('l');
  await o.page.locator('.lines li:nth-child(3)').waitFor({ timeout: 60_000 });
  await o.page.waitForTimeout(6000); // some plies deep
  await save(o, `page-analysis-${colorScheme}`);
}
await browser.close();
site.close();
