// What every page weighs before WebAssembly, and what can be used while there is none.
import assert from 'node:assert/strict';
import { savedGame } from '../scripts/saved.mjs';
import { program } from './servers.mjs';
import { test as base, counts, layouts, phone, served, soon } from './test.mjs';

const MOST = 110_000;

const test = base.extend({
  /**
   * Opens an address with an empty cache while WebAssembly does not come, nor what else it fetches ahead, and waits until
   * the page shows what it can and has asked for what is named. Fails where the compressed files are too many bytes.
   */
  light: async ({ browser }, use) =>
    use(async (name, url, { ready = 'main', needs = /\/base-/, ahead = /^$/, most = MOST, ...options } = {}) => {
      const context = await browser.newContext({ ...phone, serviceWorkers: 'block', ...options });
      const comesLater = (url) => /\.wasm$/.test(url) || ahead.test(url);
      await context.route(
        (url) => comesLater(url.href),
        () => {},
      );
      const page = await context.newPage();
      const files = [];
      let under = 0;
      const isOther = (request) => !comesLater(request.url()) && !/\/api\/live/.test(request.url());
      page.on('request', (r) => isOther(r) && under++);
      page.on('requestfailed', (r) => isOther(r) && under--);
      page.on('requestfinished', async (r) => {
        if (!isOther(r)) return;
        // Puzzles are what one comes for, and no program.
        if (!/\.txt$/.test(r.url())) files.push([(await r.sizes()).responseBodySize, new URL(r.url()).pathname]);
        under--;
      });
      await page.goto(url, { waitUntil: 'commit' });
      await page.locator(ready).first().waitFor();
      await soon(async () => {
        assert.ok(
          files.some(([, path]) => needs.test(path)),
          `${name}: ${needs} has come`,
        );
        assert.equal(under, 0, `${name}: all that was asked for has come`);
      });
      const sum = files.reduce((n, [bytes]) => n + bytes, 0);
      console.log(`${sum} bytes in ${files.length} files: ${name}`);
      const list = files.sort(([a], [b]) => b - a).map((f) => f.join(' '));
      assert.ok(files.length > 5 && sum < most, `${name}: ${sum} bytes\n${list.join('\n')}`);
      await context.close();
    }),
});

const main = (page) => ({ needs: new RegExp(`/${page}-.*\\.js`) });
/** Addresses with what shows there before the rules are there, and the file without which it is not all. */
const pages = {
  // The game is fetched behind the start page, what one analyzes with behind the first position, the puzzles behind their hub.
  '': { ready: '.front .strong', ahead: /\/(Play|NewGame|GameScreen|board)-.*\.js/, most: 100_000 },
  '#new': { needs: /\/NewGame-.*\.js/ },
  'analysis/': {
    ready: '.first .sketch svg g g',
    ahead: /\/(AnalysisScreen|board)-.*\.js/,
    most: 90_000,
    ...main('analysis'),
  },
  'analysis/#': { ready: '.first .sketch svg g g', needs: /\/AnalysisScreen-.*\.js/ }, // and all that comes beside WebAssembly
  'archive/': { ready: '.empty a', ...main('archive') },
  'editor/': main('editor'),
  'friend/': main('friend'),
  'glossary/': { ready: 'main table', ...main('glossary') },
  'learn/': { ready: 'main a', ...main('learn') },
  'learn/#lyngk/build/twice': { ready: '.step .sketch svg', ...main('learn') },
  'host/': { ready: 'main h1', ...main('host') },
  'lobby/': main('lobby'),
  'me/': { ready: 'main input', ...main('me') },
  'people/': { ready: 'main h1', ...main('people') },
  'contests/': { ready: 'main .next', ...main('contests') },
  'contest/abcd2345': { ready: 'main h1', ...main('contest') },
  'contest/abcd2345/screen/': { ready: 'main h1', ...main('screen') },
  '@/Nobody': { ready: 'main h1', ...main('@') },
  'rules/': { ready: '[id="2.4"] h3', needs: /\/rules-en/ },
  'training/': { ahead: /\/(Puzzles|LessonBoard|board)-.*\.js/, most: 95_000, ...main('training') },
  'training/#lyngk/mixed': { needs: /\/Puzzles-.*\.js/ },
  'training/#run/lyngk': { needs: /\/RunPage-.*\.js/ },
  'training/#mistakes': { needs: /\/MistakesPage-.*\.js/ },
};

test('before WebAssembly a page weighs less than 110 KB', async ({ light }) => {
  const own = await program(); // the first page of a server lists the tables of others, which other tests make
  try {
    for (const [place, options] of Object.entries(pages)) await light(`/${place}`, own.url + place, options);
  } finally {
    await own.close();
  }
});

test('before WebAssembly a table that waits weighs less than 110 KB, and so do games', async ({ light, open }) => {
  const { page: anna, context } = await open(`${served.url}friend/`);
  await anna.locator('form.new .strong').click();
  await anna.waitForURL(/\/[a-z2-9]{8}$/);
  await anna.locator('.waiting').waitFor();
  const url = anna.url();
  const hers = { storageState: await context.storageState() };
  await light('a table of one’s own that waits', url, { needs: /\/Waiting-.*\.js/, ...hers });
  await light('a table that one is invited to', url, { needs: /\/Waiting-.*\.js/ });
  const { page: ben } = await open(url);
  await ben.locator('form:not([aria-disabled])').getByRole('button', { name: 'Sit down and play' }).click();
  await ben.locator('[role=grid]').waitFor();
  await light('a table that is played at', url, { needs: /\/TableScreen-.*\.js/, ...hers });

  const game = savedGame({ game: 'lyngk', start: layouts.hops });
  const localStorage = [{ name: 'cairn.device', value: JSON.stringify(game) }];
  await light('a game under way', `${served.url}#game`, {
    needs: /\/GameScreen-.*\.js/,
    storageState: { cookies: [], origins: [{ origin: new URL(served.url).origin, localStorage }] },
  });
});

/** Pages that are lists and texts, and what can be done on them. */
const texts = {
  '': (page) => page.locator('.front .strong').first().waitFor(),
  'rules/': (page) => page.locator('[id="2.4"] h3').waitFor(),
  'glossary/': async (page) => {
    await page.locator('main #adjacent').waitFor();
    await page.locator('input[type=search]').fill('joker');
    await page.locator('main #joker').waitFor();
    await counts(page.locator('main #adjacent'), 0);
  },
  'learn/': (page) => page.locator('main a[href^="#lyngk"]').first().waitFor(),
  'archive/': (page) => page.locator('.empty a').waitFor(),
  'lobby/': (page) => page.locator('main h1').waitFor(),
  'me/': (page) => page.locator('main input.entry').first().waitFor(),
  'embed/': (page) => page.locator('main h1').waitFor(),
  'about/': (page) => page.locator('main h1').waitFor(),
};

test('without WebAssembly the start page, rules, glossary and lists are all there', async ({ open }) => {
  const { page } = await open(`${served.url}about/`, {
    prepare: (page) => page.route('**/*.wasm', () => {}), // it never comes
  });
  for (const [place, there] of Object.entries(texts)) {
    await page.goto(served.url + place, { waitUntil: 'commit' });
    await there(page);
  }
});
