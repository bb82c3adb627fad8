// The analysis and the position editor in a real browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { bothThemes, hindrances } from './looks.mjs';
import {
  test as base,
  click,
  counts,
  everyLanguage,
  full,
  inSizes,
  languages,
  layouts,
  phone,
  picture,
  place,
  says,
  site,
  soon,
  tap,
} from './test.mjs';

const board = layouts.lyngk.split(' ')[0];
const { lyngk: start, hops } = layouts;
const game = `[Game "lyngk"]
[First "Anna"]
[Second "Ben"]
[Start "${start}"]
[Result "*"]

{A quiet start.} a1-b2 {The first.} (c2-c1 c7-c6) c2-c1 c7-c6 *
`;

const test = base.extend({
  /** Opens a place that has a board. */
  visit: async ({ open }, use) =>
    use(async (place, options = {}) => {
      const o = await open(site.url + place, options);
      await o.page.waitForSelector('[role=grid]');
      return o;
    }),
});
/** Waits until a change of size has been drawn. */
const frames = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const query = (q) => new URLSearchParams(q);
const nodes = (page) => page.locator('.moves [data-node]');
const grid = (page, spot) => page.locator(`[data-spot=${spot}]`);
const stack = async (page, spot) => grid(page, spot).getAttribute('aria-label');

/** Pastes a text into the import dialog. */
async function paste(page, text) {
  await page.locator('.acts .btn').first().click();
  await page.locator('dialog[open] textarea').fill(text);
  await page.locator('dialog[open] form .strong').click();
}
/** The record as it is exported. */
async function exported(page, format = 'cairn') {
  await page.locator('.acts .btn').nth(1).click();
  await page.locator('dialog[open] select').selectOption(format);
  // The text of the format before stays until this one's is there: each is known by how it begins.
  await page.waitForFunction((begins) => {
    const text = document.querySelector('dialog[open] textarea.record')?.value ?? '';
    return text.length > 20 && text.startsWith(begins);
  }, { cairn: '[', sgf: '(', json: '{' }[format] ?? '');
  const text = await page.locator('dialog[open] textarea.record').inputValue();
  await page.keyboard.press('Escape');
  return text;
}
/** The page stands behind a move, by the number it was added with; 0 is the start. */
const at = (page, id) =>
  page.waitForSelector(id ? `[data-node="${id}"][aria-current=step]` : '.moves:not(:has([aria-current]))', {
    state: 'attached',
  });
/** One legal move of whatever there is. */
async function move(page, n = 0) {
  const current = () => document.querySelector('[data-node][aria-current]')?.dataset.node ?? '0';
  const was = await page.evaluate(current);
  // By their names: who begins where a move has just landed waits, or it would be a double tap.
  await click(page, await page.locator('.cell.take').nth(n).getAttribute('data-spot'));
  await click(page, await page.locator('.cell.goal[aria-label*="; target"]').first().getAttribute('data-spot'));
  await page.waitForFunction(
    (id) => (document.querySelector('[data-node][aria-current]')?.dataset.node ?? '0') !== id,
    was,
  );
}

const commented = `[Game "lyngk"]
[First "Anna"]
[Second "Ben"]
[Start "B/K,R,K,R/R,R,K,J,K,I,G/G,I,I,G,R,G/K,B,R,B,J,R,K/K,G,B,I,G,I/J,R,I,G,B,B,I/K,B,I,B/G 1 -:- 0:0"]
[Result "*"]

{A quiet start.} G,c7-e7 {The first.} I,g2-f1 e7-c6 R,d5-c6 B,f2-f1 d2-d1 h2-g3 c2-e2 e4-f4 h3-g5 (c5-d4 {Or so.}) *
`;

test('on paper an analysis is a sheet with names, the board and all moves, of a phone too', async ({ visit }) => {
  for (const options of [{}, phone]) {
    const { page } = await visit('analysis/', options);
    await paste(page, commented.replace(/\*(?="|\s*$)/g, '0-1'));
    await counts(page.locator('dialog[open]'), 0);
    await page.getByRole('button', { name: 'Analyze the whole game' }).first().waitFor();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await says(page.locator('main'), /Ben.*Anna.*A quiet start.*The first.*Or so/s);
    await counts(page.locator('.moves [data-node]:visible'), 11);
    await counts(page.locator(':is(.step, .tabs, .bar, .edit, .head, .gauge, .say > .btn):visible'), 0);
    const [board, bottom, moves] = await Promise.all(
      ['[role=grid]', '.bottom', '.list > .moves'].map((part) => page.locator(part).boundingBox()),
    );
    assert.ok(board.y + board.height <= bottom.y && bottom.y + bottom.height <= moves.y, 'nothing covers anything');
    assert.ok(bottom.y - board.y - board.height < 30, 'nor is there a gap');
    const cut = await page.locator('.list > .moves').evaluate((e) => e.scrollHeight - e.clientHeight);
    assert.equal(cut, 0);
  }
});

test('the board of the analysis stands where its first position stood', async ({ visit }) => {
  const sizes = [
    [390, 844],
    [390, 664],
    [320, 568],
    [820, 1180],
    [844, 390],
    [1024, 700],
    [1280, 720],
    [1440, 900],
  ];
  for (const at of ['lyngk', 'dvonn'].map((g) => `analysis/?g=${g}&p=${layouts[g].replaceAll(' ', '_')}`)) {
    let come;
    const later = new Promise((done) => {
      come = done;
    });
    /** Where the drawing is at each size. */
    const drawn = async (page, selector) => {
      const found = {};
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await frames(page);
        const { x, y, ...b } = await page.locator(selector).boundingBox();
        found[`${width}x${height}`] = [x, y, b.width, b.height];
      }
      return found;
    };
    let before;
    const { page } = await visit(at, {
      prepare: async (p) => {
        await p.route(/AnalysisScreen-.*\.js$/, (r) => later.then(() => r.continue()));
        p.once('load', async () => {
          await p.locator('.first .sketch').waitFor();
          before = await drawn(p, '.first .sketch');
          come();
        });
      },
    });
    await page.locator('.tabs').waitFor();
    const after = await drawn(page, '[role=grid]');
    for (const size of Object.keys(after))
      for (const [i, n] of after[size].entries())
        assert.ok(Math.abs(n - before[size][i]) < 2, `${at} at ${size}: ${before[size]}, then ${after[size]}`);
  }
});

test('a record is imported, stepped through, varied and exported as it came', { tag: '@main' }, async ({ visit }) => {
  const { page } = await visit('analysis/');
  // The game is made of moves that exist, whatever the rules say of the board.
  await page.goto(`${site.url}analysis/?g=lyngk&p=${start.replaceAll(' ', '_')}`);
  await page.waitForSelector('[role=grid]');
  for (let i = 0; i < 4; i++) await move(page, i);
  await page.keyboard.press('k'); // the arrows belong to the board while it has the focus
  await at(page, 3);
  await page.keyboard.press('k');
  await at(page, 2);
  await move(page, 6);
  await counts(page.locator('.var [data-node]'), 1, 'another move is a variation');
  const text = await exported(page);
  assert.match(text, /\(/);

  // Another page knows nothing of it but the text.
  const other = await visit('analysis/');
  await paste(other.page, text);
  await other.page.waitForFunction(() => document.querySelectorAll('.moves [data-node]').length === 5);
  assert.equal(await exported(other.page), text, 'what is exported is what was imported');
  await other.page.keyboard.press('End');
  await at(other.page, 4);
  await other.page.keyboard.press('Home');
  await at(other.page, 0);
  await other.page.keyboard.press('j');
  await at(other.page, 1);
  await other.context.close();

  // Promote, delete, comment.
  await page.locator('.var [data-node]').click();
  await page.locator('.edit .btn').first().click();
  await counts(page.locator('.var [data-node]'), 2, 'the line that was the main one is a variation');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.locator('textarea[aria-label=Comment]')).toBeFocused();
  await page.keyboard.type('Worth a try.');
  await says(page.locator('.moves'), /Worth a try\./);
  assert.match(await exported(page), /\{Worth a try\.\}/);
  await page.locator('.edit .btn', { hasText: 'Delete' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves [data-node]').length === 4);
});

test('the address follows the place and brings it back', async ({ visit }) => {
  const { page } = await visit('analysis/?g=dvonn');
  await move(page);
  await move(page, 2);
  const url = page.url();
  assert.match(url, /\?g=dvonn&p=[^&]*_(w|b)_move#2$/);
  await page.reload();
  await page.waitForSelector('[role=grid]');
  assert.equal(page.url(), url);
  await counts(nodes(page), 2, 'the moves are still there');
  const e4 = await stack(page, 'e4');
  const other = await visit(url.slice(site.url.length));
  await soon(async () =>
    assert.equal(await stack(other.page, 'e4'), e4, 'the position is the same in another browser'),
  );
  await page.locator('.acts .btn').nth(1).click();
  const link = page.locator('dialog[open] .one input').nth(1);
  await soon(async () => assert.match(await link.inputValue(), /m=/));
  const whole = await link.inputValue();
  const third = await visit(whole.slice(site.url.length));
  await counts(nodes(third.page), 2, 'the address of the game holds its moves');
  const wrong = await visit(`analysis/?${query({ g: 'lyngk', p: 'what is this' })}`);
  await says(wrong.page.locator('[role=alert]').first(), /from this link/);
  // A game that this browser does not keep is no fault of the link.
  const { page: elsewhere } = await visit('analysis/?id=elsewhere');
  await says(elsewhere.locator('[role=alert] p').first(), 'This game isn’t among your games here.');
});

test('the link to the whole game carries main line, variation and comment, and opens on the main line', async ({
  visit,
}) => {
  const { page } = await visit(`analysis/?g=lyngk&p=${start.replaceAll(' ', '_')}`);
  for (let i = 0; i < 3; i++) await move(page, i);
  for (const n of [2, 1, 0]) {
    await page.keyboard.press('k');
    await at(page, n);
  }
  await move(page, 6);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.locator('textarea[aria-label=Comment]').fill('Or this?');
  await page.locator('.acts .btn').nth(1).click();
  const link = page.locator('dialog[open] .one input').nth(1);
  await soon(async () => assert.match(await link.inputValue(), /#z=[\w-]+$/));
  const other = await visit((await link.inputValue()).slice(site.url.length));
  await counts(other.page.locator('.moves [data-ply]'), 3, 'the main line');
  await counts(other.page.locator('.var [data-node]'), 1, 'and the variation');
  await says(other.page.locator('.moves'), /Or this\?/);
});

test('variations are folded and unfolded, and one move of the list takes the focus', async ({ visit }) => {
  const { page } = await visit(`analysis/?g=lyngk&p=${start.replaceAll(' ', '_')}`);
  for (let i = 0; i < 3; i++) await move(page, i);
  await page.keyboard.press('k');
  await at(page, 2);
  await move(page, 6);
  await move(page, 1);
  await counts(page.locator('.moves [tabindex="0"][data-node]'), 1, 'one stop for Tab');
  const inside = page.locator('.var [data-node]');
  await counts(inside, 2);
  const fold = page.locator('.var .fold');
  await fold.focus();
  await page.keyboard.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await counts(inside, 1, 'of a folded variation the first move is left');
  await inside.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await counts(inside, 2, 'a place that is shown is not hidden');
  // The focus follows the steps through the list.
  await page.keyboard.press('j');
  await expect(inside.last()).toBeFocused();
  await page.keyboard.press('Home');
  await at(page, 0);
  await page.keyboard.press('v');
  await counts(inside, 1);
  await page.keyboard.press('v');
  await counts(inside, 2);
});

test('the moves have at least half of the column', async ({ visit }) => {
  const { page } = await visit('analysis/?g=lyngk', { viewport: { width: 1440, height: 900 } });
  await page.keyboard.press('l');
  await page.waitForSelector('.lines li:nth-child(3)');
  for (const tab of ['Engine', 'Graph', 'Comments']) {
    await page.getByRole('tab', { name: tab }).click();
    const [list, rail] = await page.evaluate(() =>
      ['.list', '.rail'].map((q) => document.querySelector(q).clientHeight),
    );
    assert.ok(list >= (rail - 60) / 2, `${tab}: ${list} of ${rail} px`);
  }
  // In a small window the board is larger than what stands beside it, and all of it is in sight.
  for (const [width, height] of [
    [768, 600],
    [900, 700],
  ]) {
    await page.setViewportSize({ width, height });
    await soon(async () => {
      const [board, rail] = await page.evaluate(() =>
        ['[role=grid]', '.rail'].map((q) => document.querySelector(q).clientWidth),
      );
      assert.ok(board > 1.15 * rail, `${width} px: the board has ${board}, the rest ${rail}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), height);
    });
  }
});

test('on a tablet board and moves are in sight together', async ({ visit }) => {
  for (const game of ['lyngk', 'dvonn']) {
    const { page } = await visit(`analysis/?g=${game}`, { viewport: { width: 820, height: 1180 } });
    await move(page);
    await counts(nodes(page), 1);
    const [board, moves, bar] = await page.evaluate(() =>
      ['[role=grid]', '.moves', '.tabs'].map((what) => {
        const { top, bottom, width } = document.querySelector(what).getBoundingClientRect();
        return { top, bottom, width };
      }),
    );
    assert.ok(board.width > 600, `${game} is as large as it can be: ${board.width}`);
    assert.ok(board.bottom <= moves.top && moves.bottom <= bar.top, `${game}: ${JSON.stringify([board, moves, bar])}`);
    assert.ok(Math.abs(bar.bottom - 1180) < 1, `${game}: the bar is at the lower edge`);
  }
});

test('on a phone all of it is one screen, and a tab changes nothing but the panel', async ({ visit }) => {
  for (const [width, height] of [
    [320, 568],
    [390, 844],
  ])
    for (const at of [
      `analysis/?g=lyngk&p=${start.replaceAll(' ', '_')}`,
      `analysis/?g=dvonn&p=${layouts.dvonn.replaceAll(' ', '_')}`,
    ]) {
      let come;
      const later = new Promise((done) => {
        come = done;
      });
      const prepare = (p) => p.route(/lazyParts-.*\.js$/, (r) => later.then(() => r.continue()));
      const { page, context } = await visit(at, { ...phone, viewport: { width, height }, prepare });
      // What comes behind the rules moves nothing that a finger may be on its way to.
      await page.locator('.cell.take').first().waitFor();
      await page.locator('.step').waitFor();
      const board1 = await page.locator('[role=grid]').boundingBox();
      come();
      await page.locator('.tabs').waitFor();
      await frames(page);
      const board2 = await page.locator('[role=grid]').boundingBox();
      for (const of of ['x', 'y', 'width', 'height'])
        assert.ok(Math.abs(board1[of] - board2[of]) < 2, `${at}: ${JSON.stringify([board1, board2])}`);
      await page.keyboard.press('l');
      const line = page.locator('.lines .pv button').first();
      await line.waitFor();
      const where = `${at} at ${width} px`;
      const parts = () =>
        page.evaluate(() =>
          ['[role=grid]', '.gauge svg', '.step', '.tabs'].map((q) => {
            const { x, y, width, height } = document.querySelector(q).getBoundingClientRect();
            return [x, y, width, height].map(Math.round);
          }),
        );
      const [board, , , tabs] = await parts();
      assert.ok(board[2] > 0.4 * width, `${where}: ${board}`);
      assert.equal(tabs[1] + tabs[3], height, where);
      assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), height, where);
      assert.ok(await inSight(line), where);
      const before = await parts();
      for (const tab of ['Moves', 'Graph', /Comments/, 'Explorer', 'Engine']) {
        await page.getByRole('tab', { name: tab }).tap();
        await soon(async () => {
          const now = await parts();
          assert.deepEqual(
            height > 600 ? now : now.slice(1),
            height > 600 ? before : before.slice(1),
            `${where}, ${tab}`,
          );
        });
        if (tab !== 'Engine' && height > 780)
          assert.ok(await inSight(page.locator('.strip button').first()), 'the best line stays');
      }
      await context.close(); // and its engine
    }
});

test('on a phone held across the tabs and all else stand beside the board', async ({ visit }) => {
  for (const at of ['analysis/?g=lyngk', 'analysis/?g=dvonn']) {
    const { page } = await visit(at, { ...phone, viewport: { width: 740, height: 360 } });
    await soon(async () => {
      const board = await page.locator('[role=grid]').boundingBox();
      const bar = await page.locator('main .tabs').boundingBox();
      assert.equal(bar.y + bar.height, 360, at);
      assert.ok(board.y + board.height <= 360, at);
      assert.ok(board.x + board.width <= bar.x, at);
      const steps = await page.locator('main .step').boundingBox();
      assert.ok(steps.x >= board.x + board.width && steps.y + steps.height <= bar.y, at);
    });
  }
});

test('the menu is in groups and quiet; other games are chosen at the moves, and a game is played on from here', async ({
  visit,
}) => {
  const { page } = await visit(`analysis/?g=lyngk&p=${hops.replaceAll(' ', '_')}`);
  await page.locator('.acts .btn').last().click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.waitFor();
  await soon(async () => assert.ok((await menu.locator('hr').count()) > 2, 'what belongs together stands together'));
  await counts(menu.locator('.strong, .bad'), 0);
  await counts(menu.locator('.items .btn:not(:has(> svg))'), 0, 'each line has its drawing');
  // The longest group, that of a board of DVONN, is a list like the others.
  const dvonn = await visit('analysis/?g=dvonn');
  await dvonn.page.locator('.acts .btn').last().click();
  const lines = dvonn.page.locator('dialog[open] .items .btn');
  await lines.first().waitFor();
  const starts = await lines.evaluateAll((list) => list.map((b) => `${b.offsetLeft} ${b.offsetWidth}`));
  assert.equal(new Set(starts).size, 1, `the lines begin below each other: ${starts}`);
  await counts(menu.getByText(/DVONN/), 0);
  // Nothing but the cross in the corner closes it.
  await counts(menu.getByRole('button', { name: 'Close' }), 1);
  await counts(menu.getByRole('button', { name: 'Close' }).locator('svg'), 1);
  await menu.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForSelector('form.new .position svg');
  await counts(page.locator('main').getByText('R:-'), 0, 'the position is drawn, and not written');
  await page.goBack();
  await page.locator('.list .game').click();
  await page.getByRole('dialog', { name: 'New analysis' }).getByRole('button', { name: 'DVONN' }).click();
  await says(page.locator('.list .game'), /^DVONN/);
});

test('a menu stands at its button where there is room, and is a sheet on a phone', async ({ visit }) => {
  const { page } = await visit('analysis/', { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const box = (locator) => locator.evaluate((el) => el.getBoundingClientRect().toJSON());
  for (const [button, name] of [
    [page.locator('.acts .btn').last(), 'Menu'],
    [page.locator('.list .game'), 'New analysis'],
  ]) {
    await button.click();
    const menu = page.getByRole('dialog', { name });
    await menu.getByRole('button').first().waitFor();
    const [at, m] = [await box(button), await box(menu)];
    assert.ok(m.bottom <= at.top ? at.top - m.bottom < 12 : m.top - at.bottom < 12, `${name} is at its button`);
    assert.ok(Math.abs(m.right - at.right) < 4 || Math.abs(m.left - at.left) < 4, `${name} is in line with it`);
    assert.ok(m.width < 340 && m.top >= 0 && m.left >= 0 && m.right <= 1440 && m.bottom <= 900);
    assert.deepEqual(await hindrances(page), []);
    await page.keyboard.press('Escape');
    await counts(menu, 0);
    await expect(button).toBeFocused();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.acts .btn').last().click();
  const sheet = await box(page.getByRole('dialog', { name: 'Menu' }));
  assert.deepEqual([sheet.left, sheet.right, sheet.bottom], [0, 390, 844]);
});

test('a step back in the browser goes back in the tree', async ({ visit }) => {
  const { page } = await visit(`analysis/?g=lyngk&p=${start.replaceAll(' ', '_')}`);
  for (let i = 0; i < 3; i++) await move(page, i);
  for (const n of [1, 2]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#${n}`);
    await at(page, n);
  }
  await page.goBack();
  await at(page, 1);
  await page.goForward();
  await at(page, 2);
});

test('files are dropped, several games are chosen from, what is broken is named', async ({ visit }) => {
  const { page } = await visit('analysis/');
  const two = `${JSON.stringify({ game: 'lyngk', start, moves: [], result: 'ongoing' })}\n${JSON.stringify({ game: 'lyngk', start, moves: ['a1-i1'], result: 'ongoing' })}\n`;
  const files = await page.evaluateHandle((text) => {
    const d = new DataTransfer();
    d.items.add(new File([text], 'two.jsonl'));
    return d;
  }, two);
  await page.dispatchEvent('body', 'drop', { dataTransfer: files });
  await page.waitForSelector('dialog[open] .list');
  await says(page.locator('dialog[open] .list .trouble'), /game 2, ply 1.*straight line.*rule 1\.3/is);
  await says(
    page.locator('dialog[open] p[role=status]'),
    'The file holds 2 games. Choose one. 1 of them can’t be read in full.',
  );
  await picture(page, 'analysis-import');
  // What is wrong with a game that is read in part stands apart from its button.
  const wrong = await page.locator('dialog[open] li .trouble').first().boundingBox();
  const button = await page.locator('dialog[open] li:has(.trouble) .btn').first().boundingBox();
  assert.ok(wrong.y - button.y - button.height > 6, `${wrong.y - button.y - button.height} px apart`);
  await page.locator('dialog[open] .list .btn').first().click();
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  await paste(page, 'nothing of the kind');
  await page.waitForSelector('dialog[open] [role=alert]');
  await says(page.locator('dialog[open] [role=alert]'), /neither a record nor a position/);
  await page.locator('dialog[open] textarea').fill(`${board} 1 RR:- 0:0`);
  await page.locator('dialog[open] form .strong').click();
  await page.waitForFunction(() =>
    /can’t be read/.test(document.querySelector('dialog[open] [role=alert]')?.textContent ?? ''),
  );
  await page.locator('dialog[open] input[type=file]').setInputFiles({
    name: 'one.cairn',
    mimeType: 'text/plain',
    buffer: Buffer.from(game.replace(/\n\n.*\*\n/s, '\n\n*\n')),
  });
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  await says(page.locator('.desk'), /Anna/);
  for (const format of ['json', 'sgf', 'pbm']) assert.ok((await exported(page, format)).length > 20, format);
});

test('the explorer counts what was played in the games of a file, and opens them', async ({ visit }) => {
  const { page } = await visit('analysis/', { viewport: { width: 1280, height: 720 }, bypassCSP: true });
  const record = (result, moves) =>
    `[Game "dvonn"]\n[First "Anna"]\n[Second "Ben"]\n[Result "${result}"]\n\n${moves} ${result}\n`;
  const games = [record('1-0', 'c3 g2 e3 a1'), record('0-1', 'i3 d2 g3'), record('1/2-1/2', 'c3 h2')];
  await page.locator('.acts .btn').first().click();
  await page.locator('dialog[open] input[type=file]').setInputFiles({
    name: 'three.cairn',
    mimeType: 'text/plain',
    buffer: Buffer.from(`${games.join('\n')}\n`),
  });
  await page.locator('dialog[open] .list .btn').nth(2).click();
  await page.keyboard.press('Home');
  await page.getByRole('tab', { name: 'Explorer' }).click();
  const status = page.locator('.explorer [role=status]');
  await says(status, '3 of 3 games came here');
  const moves = page.locator('.explorer tbody button');
  await counts(moves, 1); // c3 and i3 are images of each other
  await moves.first().click();
  await says(page.locator('.explorer tbody tr').first(), /g2.*2.*1 · 0 · 1/s);
  assert.deepEqual(await hindrances(page, bothThemes), []);
  await says(page.locator('.routes, svg').locator('text').filter({ hasText: /^2$/ }).first(), '2');
  await moves.first().press('Enter');
  await says(status, '2 of 3 games came here');
  await click(page, 'k3');
  await says(status, 'No recorded game came here. There are games up to move 2.');
  await page.getByRole('button', { name: 'Back to move 2' }).click();
  await says(status, '2 of 3 games came here');
  await page.locator('.explorer li', { hasText: 'White won' }).getByRole('button').click();
  await says(nodes(page).last(), /a1/);
});

test('the engine shows lines, plays its best move and judges the game', { tag: '@main' }, async ({ visit }) => {
  const { page } = await visit(`analysis/?g=lyngk&p=${start.replaceAll(' ', '_')}`);
  await page.keyboard.press('l');
  await page.waitForSelector('.lines li:nth-child(3)');
  await says(page.locator('.lines li').first(), /%/);
  await picture(page, 'analysis-engine');
  // Lines are those of the position shown: what is there to be clicked can be played.
  for (let i = 1; i < 3; i++) {
    await page.locator('.lines li .pv button').first().click({ timeout: 60_000 });
    await at(page, i);
  }
  await move(page);
  await page.keyboard.press('l');
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.locator('.whole .row .btn').first().click();
  await page.waitForSelector('progress');
  await page.waitForSelector('progress', { state: 'detached' });
  await soon(async () => assert.ok(await page.locator('.whole polyline').count(), 'the graph is drawn'));
  // A finger that scrolls the page goes nowhere in the game, one that taps does.
  const graph = page.locator('.whole figure svg');
  await page.keyboard.press('End');
  await at(page, 3);
  await graph.dispatchEvent('pointerdown'); // at the left end
  await graph.dispatchEvent('pointercancel');
  await frames(page);
  await at(page, 3);
  await graph.click({ position: { x: 2, y: 20 } });
  await at(page, 0);
  assert.match(await exported(page), /%eval/);
  await picture(page, 'analysis-judged');
  // A judgement can be broken off.
  await page.locator('.whole .row .btn').first().click();
  await page.locator('.whole progress ~ .btn').click();
  await page.waitForSelector('progress', { state: 'detached' });
});

// Red on e4 completes a stack of 5 on e5, which wins; ivory on e1 was moved onto red instead, which loses.
const missed = `[Game "lyngk"]
[Start "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./I,.,.,R,IBGK,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 IR:- 0:1"]
[Result "2"]

1. e1-e4?? 0-1
`;
/** Presses Tab until what is found has the focus. */
async function tabTo(page, target) {
  await target.waitFor();
  for (let i = 0; i < 80; i++) {
    if (await target.evaluate((el) => el === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the Tab key does not come there');
}
/** Goes along a column of the board to a spot. */
async function arrowTo(page, spot) {
  const here = () => page.evaluate(() => document.activeElement?.dataset.spot ?? '');
  await soon(async () => assert.ok(await here(), 'the board has the focus'));
  for (let i = 0; i < 8 && (await here()) !== spot; i++)
    await page.keyboard.press(Number((await here())[1]) < Number(spot[1]) ? 'ArrowUp' : 'ArrowDown');
  assert.equal(await here(), spot);
}
const moment = (page, name) => page.waitForSelector(`[data-moment=${name}]`);

test('a mistake is learned from by keyboard alone', async ({ visit }) => {
  const { page } = await visit('analysis/');
  await paste(page, missed);
  await counts(nodes(page), 1);
  await tabTo(page, page.getByRole('tab', { name: 'Engine' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, page.getByRole('button', { name: 'Learn from Player 1’s mistake' }));
  await page.keyboard.press('Enter');
  await moment(page, 'ask');
  await says(page.locator('.told'), /Player 1 played e1\u2009–\u2009e4 here/);
  // What is not good enough can be tried again.
  await arrowTo(page, 'e4');
  await page.keyboard.press('Enter');
  await arrowTo(page, 'e1');
  await page.keyboard.press('Enter');
  await moment(page, 'wrong');
  await picture(page, 'learn-wrong');
  await arrowTo(page, 'e4');
  await page.keyboard.press('Enter');
  await arrowTo(page, 'e5');
  await page.keyboard.press('Enter');
  await moment(page, 'right');
  await says(page.locator('.learn .best-line'), /e4.*e5/);
  await soon(async () =>
    assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Continue/),
  );
  await page.keyboard.press('Enter');
  await moment(page, 'done');
  await says(page.locator('.told'), /Found without help: 1 of 1/);
  await page.keyboard.press('Enter');
  await counts(nodes(page), 1, 'what was tried is no part of the game');
});

test('a mistake is learned from by touch', async ({ visit }) => {
  const { page } = await visit('analysis/', phone);
  await page.locator('.acts .btn').first().tap();
  await page.locator('dialog[open] .file').waitFor();
  await counts(page.getByText('or drop one here').filter({ visible: true }), 0, 'nothing can be dropped on a phone');
  await page.keyboard.press('Escape');
  await paste(page, missed);
  await counts(nodes(page), 1);
  await page.getByRole('tab', { name: 'Graph' }).tap();
  await page.getByRole('button', { name: 'Learn from Player 1’s mistake' }).tap();
  await moment(page, 'ask');
  await tap(page, 'e1', 'e4');
  await moment(page, 'again');
  await tap(page, 'e4', 'e5');
  await moment(page, 'right');
  await picture(page, 'learn-phone');
  await page.getByRole('button', { name: 'Continue' }).tap();
  await moment(page, 'done');
  await page.getByRole('button', { name: 'Try again' }).tap();
  await moment(page, 'ask');
  const tall = await page.locator('.learn').evaluate((card) => card.offsetHeight);
  // On the smallest phone too, the answer and the way on are seen together with the board.
  await page.setViewportSize({ width: 320, height: 568 });
  await page.getByRole('button', { name: 'Show the answer' }).tap();
  await moment(page, 'shown');
  await says(page.locator('.told'), /The best move is e4\u2009–\u2009e5/);
  await page.setViewportSize(phone.viewport);
  await soon(async () => {
    const now = await page.locator('.learn').evaluate((card) => card.offsetHeight);
    assert.ok(now <= tall + 8, `the answer takes the room of the question: ${now} for ${tall} px`);
  });
  await page.setViewportSize({ width: 320, height: 568 });
  for (const part of [page.locator('.told'), page.getByRole('button', { name: 'Continue' }), grid(page, 'e4')])
    await soon(async () => assert.ok(await inSight(part), String(part)));
  await page.getByRole('button', { name: 'Back to the analysis' }).tap();
  await counts(nodes(page), 1, 'what was tried is no part of the game');
});

// Both have gone wrong; what was better begins with a claim. The first was judged in Polish, the second by a person.
const words = 'Gruby błąd: lepszy jest ruch R,b3-a1.';
const judged = `[Game "lyngk"]
[First "Anna"]
[Second "Bartholomew"]
[Start "${start}"]
[Result "2"]
[Annotator "Cairn"]

1. b3-b2?? {[%eval -2] [%remark ?? R,b3-a1 40 ${[...words].length}] ${words}} c2-c1?? {[%eval 2] Mistake. c7-c6 is better.} 0-1
`;
/** Whether nothing is cut off of what is found there, by an edge of the page or of what scrolls around it. */
const inSight = (locator) =>
  locator.evaluate((el) => {
    const box = el.getBoundingClientRect();
    for (let at = el.parentElement; at; at = at.parentElement) {
      const edge = at === document.documentElement ? { top: 0, bottom: innerHeight } : at.getBoundingClientRect();
      const clips = at === document.documentElement || getComputedStyle(at).overflowY !== 'visible';
      if (clips && (box.top < edge.top || box.bottom > edge.bottom)) return false;
    }
    return el.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 2));
  });

for (const [name, size] of [
  ['phone', { ...phone, viewport: { width: 390, height: 844 } }],
  ['wide', { viewport: { width: 1440, height: 900 } }],
]) {
  test(`the judgement of a game that has ended is offered once, where one looks first, ${name}`, async ({ visit }) => {
    const { page } = await visit('analysis/', size);
    await paste(page, judged.replace(/\[Annotator.*\n/, '').replace(/\?\? \{.*?\}/g, ''));
    await counts(nodes(page), 2);
    const offer = page.getByRole('button', { name: 'Analyze the whole game' });
    await counts(offer, 1);
    await soon(async () => assert.ok(await inSight(offer), 'it is seen without a search'));
    await offer.click();
    const stop = page.locator('.whole').getByRole('button', { name: 'Cancel' });
    await soon(async () => assert.ok(await inSight(stop), 'how far it is shows at once'));
    await stop.click();
    await counts(offer, 1, 'a judgement that was broken off is offered again, and not twice');
    await offer.click();
    const accuracy = page.locator('.whole table');
    await soon(async () => assert.ok(await inSight(accuracy), 'what came of it is in sight, too'));
  });
}

test('both sides’ mistakes can be learned from without a search, and comments show moves as the list does', async ({
  visit,
}) => {
  const { page } = await visit('analysis/', { viewport: { width: 1440, height: 900 } });
  await paste(page, judged);
  await counts(nodes(page), 2);
  await page.getByRole('tab', { name: 'Graph' }).click();
  for (const name of ['Learn from Anna’s mistake', 'Learn from Bartholomew’s mistake']) {
    const learn = page.getByRole('button', { name });
    await soon(async () => assert.ok(await inSight(learn), name));
  }
  await picture(page, 'analysis-judged-wide');
  const said = page.locator('.moves .said').first();
  assert.match(
    await said.textContent(),
    /^Blunder:\s+b3\u2009–\u2009a1 is better, this costs 40% of the chance to win\.$/,
  );
  await counts(said.getByRole('img', { name: 'red' }), 1, 'the color that is claimed');
  await page.getByRole('tab', { name: /Comments/ }).click();
  await says(page.locator('.comments li').last(), /c7\u2009–\u2009c6 is better/);
  // The field of a comment has words for them, and both words and codes that are typed there become moves of the record.
  await nodes(page).first().click();
  const field = page.locator('.comments textarea');
  await expect(field).toHaveValue(/^Blunder: red, b3\u2009–\u2009a1 is better, .*\.$/);
  await field.press('End');
  await page.keyboard.type(' Or red, b3 - b4, or r,b3-c3');
  await expect(field).toHaveValue(/Or red, b3 - b4, or r,b3-c3$/); // nothing changes below the fingers
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue(/Or red, b3\u2009–\u2009b4, or red, b3\u2009–\u2009c3$/);
  const kept = await exported(page);
  assert.match(kept, /R,b3-a1\s[^}]*\. Or R,b3-b4, or\s+R,b3-c3/, 'a record has moves as records write them');
  assert.ok(!kept.includes('remark'), 'and what somebody has changed is theirs');
});

test('where a piece was placed badly, and where better, is marked while one learns from it', async ({ visit }) => {
  const { page } = await visit('analysis/?g=dvonn', phone);
  const head = '[Game "dvonn"]\n[First "Anna"]\n[Second "Ben"]\n[Result "b"]\n[Annotator "Cairn"]';
  await paste(page, `${head}\n\n1. a3?? {[%eval -2]} g2 {[%eval -2]} 0-1`);
  await counts(nodes(page), 2);
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.getByRole('button', { name: 'Learn from Anna’s mistake' }).click();
  const marked = page.locator('[role=gridcell][aria-label*="; marked"]');
  await expect(marked).toHaveAttribute('data-spot', 'a3');
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await says(page.locator('.told'), /The best move is [a-k]\d\./);
  const best = (await page.locator('.told').textContent()).match(/is ([a-k]\d)\./)[1];
  await expect(marked).toHaveAttribute('data-spot', best);
});

test('the tabs below the moves fit at 320 px in any language, with many comments', async ({ visit }) => {
  const { page } = await visit('analysis/', { ...phone, viewport: { width: 320, height: 640 } });
  const others = ['b1-b2', 'b1-c2', 'b2-b1', 'b2-b3', 'c1-c2', 'c1-d1', 'c2-c1', 'c2-c3', 'd1-c1', 'd1-c2'];
  await paste(page, judged.replace('} c2-c1', `} ${others.map((m) => `(1. B,${m} {No.})`).join(' ')} 1... c2-c1`));
  await says(page.locator('.tabs .n'), '12');
  for (const lang of languages) {
    await page.evaluate((l) => localStorage.setItem('cairn.prefs', JSON.stringify({ lang: l })), lang);
    await page.reload();
    await page.waitForSelector(`html[lang=${lang}] .tabs .n`);
    await says(page.locator('.tabs .n'), '12');
    const [inner, outer] = await page.locator('.tabs').evaluate((list) => [list.scrollWidth, list.clientWidth]);
    assert.ok(inner <= outer, `${lang}: ${inner} px in ${outer}`);
  }
});

test('glyphs, arrows and circles are set by keyboard and kept in the record', async ({ visit }) => {
  const { page } = await visit(`analysis/?g=lyngk&p=${hops.replaceAll(' ', '_')}`);
  await paste(page, 'e2-e5-g6');
  await at(page, 1);
  await page.locator('.moves [data-node]').focus();
  await page.keyboard.press('5');
  await says(page.locator('.moves [data-node]'), /!\?/);
  await page.keyboard.press('2');
  await says(page.locator('.moves [data-node]'), /[^!]\?$/);
  await page.keyboard.press('2');
  await says(page.locator('.moves [data-node]'), /g6$/);
  await page.keyboard.press('3');
  // An arrow by keys: the mode, where it begins, where it ends; the same spot twice is a circle.
  await page.keyboard.press('d');
  await page.locator('.draw').waitFor();
  await grid(page, 'e5').focus();
  await page.keyboard.press('Enter');
  await says(page.locator('.draw'), /From e5/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'red' }).check({ force: true });
  await grid(page, 'e2').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await picture(page, 'analysis-drawn');
  await page.keyboard.press('Escape');
  await counts(page.locator('.draw'), 0);
  const text = await exported(page);
  assert.match(text, /g6!! \{\[%csl Re2\] \[%cal Ge5e6\]\}/);
  const sgf = await exported(page, 'sgf');
  assert.match(sgf, /NAG\[3\][\s\S]*CMD\[cal Ge5e6\]/);
});

test('arrows are drawn with the right button, and by taps on a phone', async ({ visit }) => {
  const drawn = (page) =>
    page.evaluate(
      () => localStorage.getItem(Object.keys(localStorage).find((k) => /^cairn\.analysis\./.test(k)) ?? '') ?? '',
    );
  const { page } = await visit(`analysis/?g=lyngk&p=${start.replaceAll(' ', '_')}`);
  const [a, b] = [await place(page, 'e2'), await place(page, 'e5')];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(b.x, b.y);
  await page.mouse.up({ button: 'right' });
  await soon(async () => assert.match(await drawn(page), /"Ge2e5"/));
  // With Shift in red; a press that does not move is a circle, and the same again takes it away.
  await page.keyboard.down('Shift');
  await page.mouse.click(b.x, b.y, { button: 'right' });
  await soon(async () => assert.match(await drawn(page), /"Re5"/));
  await page.mouse.click(b.x, b.y, { button: 'right' });
  await page.keyboard.up('Shift');
  await soon(async () => assert.doesNotMatch(await drawn(page), /"Re5"/));
  await picture(page, 'analysis-arrow');
  const other = await visit(`analysis/?g=dvonn&p=${layouts.dvonn.replaceAll(' ', '_')}`, phone);
  await other.page.getByRole('tab', { name: 'Moves' }).tap();
  await other.page.getByRole('button', { name: 'Draw arrows and circles' }).tap();
  await soon(async () => assert.ok(await inSight(other.page.getByRole('button', { name: 'Done' }))));
  await tap(other.page, 'e3', 'f3');
  await soon(async () => assert.match(await drawn(other.page), /"Ge3f3"/));
  await tap(other.page, 'd3', 'd3');
  await soon(async () => assert.match(await drawn(other.page), /"Gd3"/));
  await picture(other.page, 'analysis-drawn-phone', { fullPage: true });
  await counts(nodes(other.page), 0, 'nothing was moved');
  await other.page.getByRole('button', { name: 'Remove all' }).tap();
  await soon(async () => assert.doesNotMatch(await drawn(other.page), /"csl"|"cal"/));
});

test('an engine that cannot be loaded is told once, and is there when it can be', async ({ visit }) => {
  const { page } = await visit(`analysis/?g=lyngk&p=${start.replaceAll(' ', '_')}`, {
    allow: /Failed to load resource/,
  });
  // The program is there already, with the rules in it; what a worker begins with is not.
  await page.waitForSelector('[role=grid] .take');
  const program = '**/assets/worker-*.js';
  await page.route(program, (r) => r.abort());
  await page.keyboard.press('l');
  await says(page.locator('.engine .note'), /didn’t start/);
  await page.unroute(program);
  // The next load is still under way when the engine is switched off and on, and fails then. The key is the page's,
  // though the board was pressed.
  const held = new Promise((resolve) => void page.route(program, resolve, { times: 1 }));
  await move(page);
  const request = await held;
  await page.keyboard.press('l');
  await page.locator('.engine .lines').waitFor({ state: 'detached' });
  await page.keyboard.press('l');
  await request.abort();
  await page.waitForSelector('.lines li');
});

test('a part that cannot be fetched is told, can be tried again, and hinders nothing else', async ({ visit }) => {
  const { page } = await visit(`analysis/?g=lyngk&p=${start.replaceAll(' ', '_')}`, {
    allow: /Failed to load resource/,
  });
  const told = page.locator('.hint.failed');
  for (const [file, want, there] of [
    ['DrawPanel', () => page.getByRole('button', { name: 'Draw arrows and circles' }).click(), '.draw'],
    ['Comments', () => page.getByRole('tab', { name: 'Comments' }).click(), '.tools textarea'],
    ['Export', () => page.locator('.acts .btn').nth(1).click(), 'dialog[open] select'],
  ]) {
    const files = `**/assets/${file}-*.js`;
    await page.route(files, (r) => r.abort());
    await want();
    await says(told.getByRole('alert'), /couldn’t be loaded/);
    await page.unroute(files);
    await told.getByRole('button', { name: 'Try again' }).click();
    await page.waitForSelector(there);
    await counts(told, 0);
    await page.keyboard.press('Escape');
  }
  // What is wanted no more comes no more.
  await page.route('**/assets/Import-*.js', (r) => r.abort());
  await page.locator('.acts .btn').first().click();
  await told.getByRole('button', { name: 'Close' }).click();
  await counts(told, 0);
  await move(page);
  await counts(nodes(page), 1);
});

test('a proved ending is marked, the best move drawn and its reason told', async ({ visit }) => {
  const five = './.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,R,IBGK,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 IR:- 0:0';
  const { page } = await visit(`analysis/?g=lyngk&p=${five.replaceAll(' ', '_')}`);
  const routes = () => page.locator('[role=grid] svg > g').count();
  const before = await routes();
  await page.keyboard.press('l');
  await page.waitForSelector('.value.proved');
  await page.waitForSelector('.engine .why');
  await says(page.locator('.engine .why'), /e4\u2009–\u2009e5: .*stack of 5/);
  await says(page.locator('.engine .note').first(), /^Proved: Player 1 wins/);
  await soon(async () => assert.ok((await routes()) > before, 'an arrow shows the best move'));
  await page.keyboard.press('Space');
  await at(page, 1);
  await says(page.locator('.say'), /Player 1 wins/);
});

const widths = full ? [320, 360, 390] : [320, 390];
for (const game of ['lyngk', 'dvonn']) {
  test(`the value lies above the board of a phone, or beside it where it is held across, ${game}`, async ({
    visit,
  }) => {
    const at = game === 'lyngk' ? `?g=lyngk&p=${start.replaceAll(' ', '_')}` : '?g=dvonn';
    const { page } = await visit(`analysis/${at}`, { ...phone, viewport: { width: 360, height: 740 } });
    const board = page.locator('[role=grid]');
    const value = page.locator('.gauge [role=img][aria-label*="%"], .gauge [role=img][aria-label*=proved]');
    for (const [width, height] of [...widths.map((w) => [w, 740]), [740, 360]]) {
      await page.setViewportSize({ width, height });
      await page.reload();
      await page.waitForSelector('[role=grid]');
      const before = await board.evaluate((b) => b.clientWidth);
      await page.keyboard.press('l');
      await value.waitFor();
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        const seen = await page.evaluate(() => {
          const box = (s) => document.querySelector(s).getBoundingClientRect();
          const [bar, slab] = [box('.gauge .bar > svg'), box('[role=grid]')];
          return { bar, above: bar.bottom <= slab.top + 1, beside: bar.left >= slab.right - 1 };
        });
        const where = `${game} ${width} x ${height}: ${JSON.stringify(seen)}`;
        assert.ok(height > width ? seen.above : seen.beside, where);
        assert.ok(seen.bar.left >= 0 && seen.bar.right <= width && seen.bar.bottom <= height, where);
        assert.ok(seen.bar.width > Math.min(width, height) / 2, 'it is long enough to be read');
        assert.equal(await board.evaluate((b) => b.clientWidth), before, 'the board stays as large as it was');
        await picture(page, `value-${game}-${width}-${colorScheme}`);
      }
    }
  });
}

test('on a phone a refusal is seen without a search for it', async ({ visit }) => {
  const theirs = hops.replace('1 R:-', '1 -:R');
  const { page } = await visit(`analysis/?g=lyngk&p=${theirs.replaceAll(' ', '_')}`, phone);
  await tap(page, 'e2');
  const card = page.locator('.hint.why');
  await card.waitFor();
  await soon(async () => {
    const [above, box] = await card.evaluate((c) => {
      const b = c.getBoundingClientRect();
      const over = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
      return [c.contains(over), [b.top, b.bottom]];
    });
    assert.ok(above && box[0] > 0 && box[1] < 740, JSON.stringify(box));
  });
  await picture(page, 'analysis-why-phone');
});

test('moves are pasted, and a move by way of a point is gone through leg by leg', async ({ visit }) => {
  const { page } = await visit(`analysis/?g=lyngk&p=${hops.replaceAll(' ', '_')}`);
  await paste(page, 'e2-e5-g6');
  await at(page, 1);
  const routes = () => page.locator('[role=grid] svg > g').count();
  await page.locator('.moves [data-node]').focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await at(page, 0);
  const leg = await routes();
  await page.keyboard.press('Alt+ArrowLeft');
  await page.waitForFunction((n) => document.querySelectorAll('[role=grid] svg > g').length < n, leg);
  await page.keyboard.press('Alt+ArrowRight');
  await page.waitForFunction((n) => document.querySelectorAll('[role=grid] svg > g').length === n, leg);
  await page.keyboard.press('Alt+ArrowRight');
  await at(page, 1);
});

test('a picture is saved as SVG and as PNG', async ({ visit }) => {
  const { page } = await visit(`analysis/?g=lyngk&p=${start.replaceAll(' ', '_')}`);
  await page.locator('.acts .btn').nth(1).click();
  for (const kind of ['SVG', 'PNG']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('dialog[open] .btn', { hasText: kind }).click(),
    ]);
    const body = readFileSync(await download.path());
    if (kind === 'SVG') assert.match(body.toString(), /^<svg xmlns[^>]*>(?!.*var\()/s, 'no color is left to a page');
    else assert.deepEqual([...body.subarray(1, 4)], [...Buffer.from('PNG')]);
  }
});

test('a position is built, told to be wrong, mended and played from', { tag: '@main' }, async ({ visit }) => {
  const { page } = await visit('editor/');
  const verdict = page.locator('.verdict');
  await page.waitForFunction(() => /valid/.test(document.querySelector('.verdict')?.textContent ?? ''));
  await page.locator('.palette .buttons .btn').nth(1).click();
  const tool = (v) => page.locator(`input[name=tool][value="${v}"]`).check({ force: true });
  await tool('R');
  await grid(page, 'e4').click();
  await tool('K');
  await grid(page, 'e4').click();
  await grid(page, 'e5').click();
  await soon(async () => assert.match(await stack(page, 'e4'), /stack of 2, black on top/));
  await says(verdict, /This position is valid/);
  await tool('R');
  await grid(page, 'e4').click();
  await page.waitForSelector('.verdict.bad');
  await says(verdict, /Not yet valid:.*red/i);
  await picture(page, 'editor-invalid');
  await tool('-');
  await grid(page, 'e4').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.verdict:not(.bad)');
  await tool('>');
  await grid(page, 'e5').click();
  await grid(page, 'd4').click();
  await soon(async () => assert.match(await stack(page, 'd4'), /black/));
  await page.locator('.palette .buttons .btn').first().click();
  await soon(async () => assert.match(await stack(page, 'e5'), /black/));
  await page.locator('.claim select').nth(4).selectOption('0');
  await page.locator('input[type=number]').first().fill('1');
  await page.locator('input[type=number]').first().press('Enter');
  await page.waitForFunction(() => / 1 K:- 1:0$/.test(document.querySelector('.rail textarea')?.value ?? ''));
  await page.waitForURL(/_1_K:-_1:0$/);
  await page.locator('.rail textarea').fill('nonsense');
  await page.waitForSelector('.verdict.bad');
  await page.keyboard.press('Escape');
  await page.locator('.rail textarea').fill(start);
  await page.waitForSelector('.verdict:not(.bad)');
  await page.locator('.rail textarea').fill('');
  await page.waitForSelector('.verdict.bad');
  await page.locator('.rail textarea').fill(start);
  await page.waitForSelector('.verdict:not(.bad)');
  await soon(async () => assert.match(await stack(page, 'a1'), /black/));
  await page.locator('.acts a').click();
  await page.waitForURL(/analysis\/\?g=lyngk/);
  await page.waitForSelector('[role=grid]');
  await page.keyboard.press('b');
  await page.waitForURL(/editor\/\?g=lyngk/);
  await page.waitForSelector('.verdict:not(.bad)');
  await page.locator('.acts .strong').click();
  // The page to play on asks against whom, and takes the position up.
  await page.waitForURL(/folder\/\?g=lyngk&p=/);
  await page.locator('form.new .strong').click();
  await page.waitForSelector('[role=grid]');
  assert.equal(new URL(page.url()).search, '');
  await soon(async () => assert.match(await stack(page, 'a1'), /black/));
});

const position = `?g=lyngk&p=${start.replaceAll(' ', '_')}`;
test('on the smallest phone the tools of the editor are in sight with the whole board', async ({ visit }) => {
  for (const game of ['lyngk', 'dvonn']) {
    const { page } = await visit(`editor/?g=${game}`, { ...phone, viewport: { width: 320, height: 568 } });
    await page.locator('.tool').first().waitFor();
    const foot = await page.locator('main .acts').boundingBox();
    const board = await page.locator('[role=grid]').boundingBox();
    const tools = await page.locator('fieldset.tools').boundingBox();
    assert.ok(board.y + board.height <= tools.y + 1, 'the board ends above the tools');
    assert.ok(tools.y + tools.height <= foot.y + 1, `${game}: ${JSON.stringify([tools, foot])}`);
    await picture(page, `editor-${game}-smallest`);
  }
});

for (const at of [`analysis/${position}`, `editor/${position}`, 'analysis/?g=dvonn', 'editor/?g=dvonn']) {
  const name = `${at.split('/')[0]} of ${at.includes('dvonn') ? 'DVONN' : 'LYNGK'}`;

  test(`nothing is wrong for axe, ${name}`, async ({ visit }) => {
    for (const [size, options] of inSizes(at.includes('dvonn') ? 'phone' : 'desktop')) {
      const { page, context } = await visit(at, { ...options, bypassCSP: true });
      if (at.startsWith('analysis')) {
        await move(page);
        await page.getByRole('tab', { name: /Comments/ }).click();
        await page.locator('.comments textarea').waitFor();
      }
      assert.deepEqual(await hindrances(page), [], `${at} ${size}`);
      await picture(page, `${name.replaceAll(' ', '-')}-${size}-dark`, { fullPage: true });
      await context.close();
    }
  });

  test(`nothing overflows at 320 px in any language, ${name}`, async ({ visit }) => {
    const { page } = await visit(at, { ...phone, viewport: { width: 320, height: 640 } });
    for (const lang of languages) {
      await page.evaluate((l) => localStorage.setItem('cairn.prefs', JSON.stringify({ lang: l })), lang);
      await page.reload();
      await page.waitForSelector('[role=grid]');
      await soon(async () => assert.equal(await page.evaluate(() => document.documentElement.lang), lang));
      const [wide, cut] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        [...document.querySelectorAll('.btn, h1, h2, legend, .verdict')]
          .filter((e) => e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1)
          .map((e) => e.textContent),
      ]);
      assert.ok(wide <= 320, `${at} ${lang}: ${wide} px wide`);
      assert.deepEqual(cut, [], `${at} ${lang}`);
      const [title, board] = await page.evaluate(() =>
        ['main h1', '[role=grid]'].map((what) => document.querySelector(what).getBoundingClientRect().top),
      );
      assert.ok(title <= board, `${at} ${lang}: the title stands above the board`);
      const bare = await page.evaluate(() => /\b(ui|a11y|say|color|side)\.[a-z_]+/.exec(document.body.innerText)?.[0]);
      assert.equal(bare, undefined, `${at} ${lang}: a key instead of a text`);
    }
  });
}

test('the tabs, and what the line of the site says, keep one line in every language', async ({ open }) => {
  const note = { comment: 'Why not?' };
  const record = { game: 'dvonn', start: layouts.dvonn, result: 'ongoing', note, moves: [] };
  for (const lang of everyLanguage) {
    const storage = { 'cairn.prefs': { lang }, 'cairn.analysis': ['one'], 'cairn.analysis.one': { record } };
    const { page } = await open(`${site.url}analysis/`, { storage });
    await page.locator('.tools .n').waitFor();
    for (const [width, height] of [
      [320, 640],
      [360, 740],
      [390, 844],
      [640, 360],
      [900, 700],
      [1280, 720],
    ]) {
      await page.setViewportSize({ width, height });
      await soon(async () => {
        const faults = await page.evaluate(() => {
          const tabs = [...document.querySelectorAll('.tools [role=tab]')];
          const words = tabs.map((tab) => tab.querySelector('span'));
          const cut = [...words, document.querySelector('header .note')].filter(
            (e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth,
          );
          const tall = [...words, document.querySelector('header .note')].filter((e) => e.offsetHeight > 30);
          const lines = new Set(tabs.map((tab) => tab.offsetTop)).size;
          return [lines, ...[...cut, ...tall].map((e) => e.textContent)];
        });
        assert.deepEqual(faults, [1], `${lang} ${width}x${height}`);
      });
    }
  }
});
