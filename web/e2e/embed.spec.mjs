// <cairn-board> on a page of another host, and the page that shows how.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import examples from '../src/embedding/examples.json' with { type: 'json' };
import { hindrances } from './looks.mjs';
import { test as base, click, counts, expect, phone, picture, says, served, soon } from './test.mjs';

/** A puzzle with a reply. */
const HARDER =
  './GR,B,JB,K/R,.,.,.,IBG,RKGB,./.,.,B,.,.,IG/.,.,.,.,RGK,.,./.,GKBI,IJG,.,KR,B/J,RKGI,.,.,.,KRI,I/.,BKIR,.,./. 1 RG:IK 0:0';
const file = () => `${served.url}cairn-board.js`;
const board = (attributes) =>
  `<cairn-board ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}></cairn-board>`;

const test = base.extend({
  /** A page of a host of its own, which allows what `embed/` says it must and nothing else. */
  foreign: async ({ open }, use) => {
    const servers = [];
    await use(async (body, { policy = [], ...options } = {}) => {
      const origin = new URL(served.url).origin;
      const allowed = [
        "default-src 'none'",
        'img-src data:',
        `script-src ${origin} 'wasm-unsafe-eval'`,
        ...policy,
      ].join('; ');
      const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">
        <script type="module" src="${file()}"></script></head><body><main><h1>A page</h1>${body}</main></body></html>`;
      const server = createServer((req, res) => {
        res.writeHead(req.url === '/' ? 200 : 404, { 'content-type': 'text/html', 'content-security-policy': allowed });
        res.end(req.url === '/' ? html : '');
      });
      await new Promise((done) => server.listen(0, '127.0.0.1', done));
      servers.push(server);
      const asked = [];
      const { page } = await open(`http://127.0.0.1:${server.address().port}/`, {
        // What comes from our host is wanted here.
        allow: /^request: /,
        ...options,
        prepare: async (p) => {
          p.on('response', (r) => r.url().startsWith(origin) && asked.push(r));
          await p.addInitScript(() => {
            globalThis.heard = [];
            for (const name of ['ready', 'move', 'wrong', 'solved', 'error'])
              addEventListener(`cairn-${name}`, (e) => globalThis.heard.push([name, e.detail]));
            globalThis.names = new Set(Object.getOwnPropertyNames(globalThis));
          });
        },
      });
      return { page, asked };
    });
    for (const server of servers) server.close();
  },
});
/** What a game or a puzzle needs beside the script. */
const playing = (origin = new URL(served.url).origin) => [`connect-src ${origin}`, `worker-src blob: ${origin}`];
const heard = (page, name) => page.evaluate((n) => globalThis.heard.filter(([k]) => k === n).map(([, d]) => d), name);

test('a position on a page of another host: one small file, no WebAssembly, every stack in words', {
  tag: '@main',
}, async ({ foreign }) => {
  const { page, asked } = await foreign(board(examples.position) + board({ ...examples.position, lang: 'de' }));
  await counts(page.locator('cairn-board svg .mark').first(), 1);
  await says(page.locator('cairn-board').nth(1).locator('.turn'), 'Am Zug: Spieler 1.');
  await soon(async () => assert.ok((await page.locator('cairn-board li').count()) > 30));
  await expect(page.locator('cairn-board li').filter({ hasText: /^g6, / }).first()).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  assert.deepEqual(
    asked.map((r) => r.url()),
    [file()],
  );
  const { 'content-length': length, 'content-encoding': encoding } = asked[0].headers();
  assert.equal(encoding, 'br');
  assert.ok(Number(length) > 5000 && Number(length) < 30_000, `${length} bytes`);
  // Nothing is left behind in the page.
  assert.deepEqual(
    await page.evaluate(() =>
      Object.getOwnPropertyNames(globalThis).filter((n) => !globalThis.names.has(n) && n !== 'names'),
    ),
    [],
  );
  assert.deepEqual(await heard(page, 'error'), []);
  await page
    .locator('cairn-board')
    .first()
    .evaluate((el) => el.setAttribute('position', 'x'));
  await says(page.locator('cairn-board').first().locator('[role=alert]'), /can’t be shown/);
  await soon(async () => assert.equal((await heard(page, 'error')).length, 1));
});

test('a game on a page of another host is stepped through by key', async ({ foreign }) => {
  const { page, asked } = await foreign(board(examples.game) + board(examples.game), { policy: playing() });
  const first = page.locator('cairn-board').first();
  await first.getByRole('button', { name: 'Step through the game' }).focus();
  assert.equal(asked.filter((r) => /\.wasm$/.test(r.url())).length, 0);
  await page.keyboard.press('Enter');
  await says(first.locator('.status'), 'Move 0 of 45');
  await expect(first.getByRole('button', { name: 'Next move' })).toBeFocused();
  await page.keyboard.press('Enter');
  await says(first.locator('.status'), 'Move 1 of 45');
  await expect(first.locator('[data-spot=b2]')).toHaveAttribute('aria-label', /stack of 2/);
  await first.getByRole('button', { name: 'Last move' }).click();
  await says(first.locator('.status'), 'Move 45 of 45');
  await first.getByRole('button', { name: 'Previous move' }).click();
  await says(first.locator('.status'), 'Move 44 of 45');
  // The second board has the same rules: they are not fetched again.
  const second = page.locator('cairn-board').nth(1);
  await second.getByRole('button', { name: 'Step through the game' }).click();
  await says(second.locator('.status'), 'Move 0 of 45');
  assert.equal(asked.filter((r) => /\.wasm$/.test(r.url())).length, 1);
  assert.equal((await heard(page, 'ready')).length, 2);
  assert.deepEqual((await heard(page, 'move'))[0].move, examples.game.record.split(' ')[0]);
  assert.equal(await page.evaluate(() => localStorage.length), 0);
});

test('a page that does not allow what a game needs keeps its board, and is told', async ({ foreign }) => {
  const allow = /^request: |Content Security Policy/;
  const { page } = await foreign(board(examples.game), { allow, policy: playing().slice(0, 1) });
  await page.getByRole('button', { name: 'Step through the game' }).click();
  await says(page.locator('cairn-board [role=alert]'), /rules couldn’t be loaded/);
  await counts(page.locator('cairn-board .frame svg'), 1);
  assert.equal((await heard(page, 'error')).length, 1);
});

for (const [size, options] of Object.entries({ desktop: {}, phone })) {
  test(`a puzzle on a page of another host is solved, ${size}`, { tag: '@main' }, async ({ foreign }) => {
    const { page } = await foreign(board(examples.puzzle), { ...options, policy: playing() });
    const one = page.locator('cairn-board');
    await one.getByRole('button', { name: 'Solve the puzzle' }).click();
    await one.locator('[data-state=try]').waitFor();
    await says(one.locator('.status'), 'To move: Player 1.');
    // Another legal move is called wrong, and taken back.
    await click(one, 'e1');
    const other = await one.locator('.cell.goal:not([data-spot=e2])').first().getAttribute('data-spot');
    await click(one, other);
    await says(one.locator('.status'), /not the solution/);
    await one.locator('[data-state=try]').waitFor();
    await click(one, 'e1', 'e2');
    await says(one.locator('.status'), 'Solved.');
    assert.deepEqual(await heard(page, 'solved'), [{ wrong: 1 }]);
  });
}

test('a puzzle on a page of another host says that the rules have gone, and goes on once they answer', async ({
  foreign,
}) => {
  const line = { position: HARDER, puzzle: 'c1-f2 b4-c5 f6-g7' };
  const { page } = await foreign(board({ ...examples.puzzle, ...line }), { policy: playing() });
  // From then on, a worker that is asked this ends.
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (!globalThis.gone?.test(message?.text ?? '')) return post.call(this, message, ...rest);
      queueMicrotask(() => this.dispatchEvent(new ErrorEvent('error', { message: 'gone', cancelable: true })));
    };
  });
  const gone = (what) =>
    page.evaluate((w) => {
      globalThis.gone = w ? new RegExp(`"op":"${w}"`) : null;
    }, what);
  const one = page.locator('cairn-board');
  await one.getByRole('button', { name: 'Solve the puzzle' }).click();
  await one.locator('[data-state=try]').waitFor();
  // A wrong move cannot be taken back.
  await gone('view');
  await click(one, 'c1');
  await click(one, await one.locator('.cell.goal:not([data-spot=f2])').first().getAttribute('data-spot'));
  await says(one.locator('.status'), /couldn’t be loaded/);
  await gone('');
  await one.locator('[data-state=try]').waitFor();
  // A reply cannot be played.
  await click(one, 'c1', 'f2');
  await one.locator('[data-state=waiting]').waitFor();
  await gone('play');
  await says(one.locator('.status'), /couldn’t be loaded/);
  await gone('');
  await one.locator('[data-state=try]').waitFor();
  await says(one.locator('.status'), 'To move: Player 1.');
  await click(one, 'f6', 'g7');
  await says(one.locator('.status'), 'Solved.');
});

test('the code for other pages has no empty line on a phone, and nothing of it is cut off', async ({ open }) => {
  const { page } = await open(`${served.url}embed/`, phone);
  await page.locator('pre').first().waitFor();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 740 });
    const faults = await page.locator('pre').evaluateAll((blocks) =>
      blocks.flatMap((block) => {
        const lines = new Map();
        const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          for (let i = 0; i < node.length; i++) {
            range.setStart(node, i);
            range.setEnd(node, i + 1);
            const top = Math.round(range.getBoundingClientRect().top);
            lines.set(top, (lines.get(top) ?? '') + node.data[i]);
          }
        const empty = [...lines.values()].filter((line) => !line.trim()).map(() => 'an empty line');
        return block.scrollWidth > block.clientWidth ? [...empty, 'it is too wide'] : empty;
      }),
    );
    assert.deepEqual(faults, [], `${width} px`);
  }
});

test('the page that shows boards for other pages, by touch', async ({ open }) => {
  const { page } = await open(`${served.url}embed/`, { ...phone, bypassCSP: true });
  await counts(page.locator('cairn-board svg .mark').first(), 1);
  assert.match(
    await page.locator('pre').first().innerText(),
    /<script type="module" src="http.*cairn-board\.js"><\/script>/,
  );
  const game = page.locator('cairn-board').nth(1);
  await game.scrollIntoViewIfNeeded();
  await game.getByRole('button', { name: 'Step through the game' }).tap();
  await game.getByRole('button', { name: 'Next move' }).tap();
  await says(game.locator('.status'), 'Move 1 of 45');
  assert.deepEqual(await hindrances(page), []);
  await picture(page, 'embed', { fullPage: true });
});

test('where a page gives the board a width and a height, all of it fits in', async ({ foreign }) => {
  const { page } = await foreign(board(examples.game) + board(examples.puzzle), { policy: playing() });
  const [one, two] = [page.locator('cairn-board').first(), page.locator('cairn-board').nth(1)];
  const fits = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('cairn-board')].flatMap((host) => {
        const [w, h] = [host.clientWidth + 2, host.clientHeight + 2];
        const { x, y } = host.getBoundingClientRect();
        const all = [...host.shadowRoot.querySelectorAll('svg, button, p')].map((e) => e.getBoundingClientRect());
        return all
          .filter((r) => r.x < x - 1 || r.right > x + w || r.bottom > y + h)
          .map((r) => `${r.right - x}x${r.bottom - y}`);
      }),
    );
  const sizes = async () => {
    for (const [width, height] of [
      [200, 300],
      [320, 480],
      [1000, 300],
      [160, 160],
    ]) {
      for (const b of [one, two])
        await b.evaluate((e, [w, h]) => Object.assign(e.style, { width: `${w}px`, height: `${h}px` }), [width, height]);
      await soon(async () => assert.deepEqual(await fits(), [], `${width}x${height}`));
    }
  };
  await sizes();
  await one.getByRole('button').click();
  await two.getByRole('button').click();
  for (const b of [one, two]) await b.locator('.stage').waitFor();
  await sizes();
});
