// Every page in every size and theme, as pictures to be looked at and with what is found on them: text that is cut or
// reaches beyond the screen, and what hinders people (axe). node scripts/everywhere.mjs [--lang=de,en] [--size=320] [--axe]
// [--theme=dark] [part of a page's name ...]; pictures go to shots/everywhere. CAIRN names the program for pages of tables.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hindrances, overflow, places } from '../e2e/looks.mjs';
import { layouts } from '../e2e/test.mjs';
import { launch, program } from './browser.mjs';
import { savedGame } from './saved.mjs';

const out = fileURLToPath(new URL('../shots/everywhere/', import.meta.url));
mkdirSync(out, { recursive: true });
const options = Object.fromEntries(
  process.argv.slice(2).flatMap((a) => [...a.matchAll(/^--(\w+)(?:=(.*))?$/g)].map(([, k, v]) => [k, v ?? 'yes'])),
);
const only = process.argv.slice(2).filter((a) => !a.startsWith('--'));
const list = (text, all) => (text ? text.split(',') : all);
const sizes = { 320: [320, 568], 390: [390, 844], 820: [820, 1180], 1440: [1440, 900] };

/** A game half way, as the browser keeps it. */
const middle = (game, start, terms = {}) => savedGame({ game, start, levels: [0, 3], ...terms });
const clocked = { control: { initial: 300_000, increment: 3000 }, left: [200_000, 190_000] };
const board = '[role=grid]';
const q = (position) => position.replaceAll(' ', '_');
/** What is to be seen beside the pages as they open: an address, what the browser holds, what is pressed. */
const views = {
  ...Object.fromEntries(places.map((path) => [path.replace(/\/$/, '') || 'front', { path }])),
  'front-continue': { path: '', device: middle('lyngk', layouts.hops, { moves: ['e2-d2'] }) },
  new: { path: '#new', wait: 'form.new' },
  'play-lyngk': { path: '#game', device: middle('lyngk', layouts.hops, clocked), wait: board },
  'play-lyngk-start': { path: '#game', device: middle('lyngk', layouts.lyngk), wait: board },
  'play-dvonn': { path: '#game', device: middle('dvonn', layouts.dvonn, clocked), wait: board },
  'play-two': {
    path: '#game',
    device: middle('lyngk', layouts.hops, { levels: [0, 0], names: ['Anna', 'Maximilian'] }),
    wait: board,
  },
  menu: { path: '#game', device: middle('lyngk', layouts.hops, clocked), wait: board, press: '.bar button >> nth=-1' },
  settings: {
    path: '#game',
    device: middle('lyngk', layouts.hops),
    wait: board,
    press: '.bar button >> nth=-1',
    next: 'dialog[open] .items .btn >> nth=-2',
  },
  'analysis-game': { path: `analysis/?g=lyngk&p=${q(layouts.hops)}`, wait: board },
  lesson: { path: 'learn/#lyngk/move', wait: board },
};

const site = await program();
const browser = await launch();
const found = [];
for (const [name, view] of Object.entries(views)) {
  if (only.length && !only.some((o) => name.includes(o))) continue;
  for (const size of list(options.size, Object.keys(sizes))) {
    const [width, height] = sizes[size];
    for (const lang of list(options.lang, ['en'])) {
      const phone = width < 700 ? { hasTouch: true, isMobile: true } : {};
      const context = await browser.newContext({
        ...{ viewport: { width, height }, serviceWorkers: 'block', bypassCSP: true, reducedMotion: 'reduce', ...phone },
      });
      await context.addInitScript(
        ([prefs, device]) => {
          if (localStorage.length) return;
          localStorage.setItem('cairn.prefs', JSON.stringify(prefs));
          if (device) localStorage.setItem('cairn.device', JSON.stringify(device));
        },
        [{ lang, sound: false }, view.device],
      );
      const page = await context.newPage();
      page.on('pageerror', (e) => found.push(`${name} ${size} ${lang}: ${e.message}`));
      await page.goto(new URL(view.path, site.url).href);
      if (view.path === '' && view.device) {
        // The front page knows a game once it was played.
        await page.locator('.front').waitFor();
        await page.goto(new URL('#game', site.url).href);
        await page.locator(board).waitFor();
        await page.goto(new URL('./', site.url).href);
      }
      await page
        .locator(view.wait ?? 'main h1')
        .first()
        .waitFor();
      await page.waitForLoadState('networkidle');
      for (const press of [view.press, view.next]) if (press) await page.locator(press).click();
      for (const theme of list(options.theme, ['light', 'dark'])) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await page.screenshot({ path: `${out}${name.replaceAll('/', '-')}-${size}-${lang}-${theme}.png` });
      }
      for (const what of await page.evaluate(overflow)) found.push(`${name} ${size} ${lang}: ${what}`);
      if (options.axe) for (const what of await hindrances(page)) found.push(`${name} ${size} ${lang}: ${what}`);
      await context.close();
    }
  }
  console.log(name);
}
await browser.close();
await site.close();
console.log(found.length ? found.join('\n') : 'nothing found');
