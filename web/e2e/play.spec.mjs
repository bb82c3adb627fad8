// Whole games on one device in a real browser: by mouse, by touch on a phone, by keys alone; and what lies between.
import assert from 'node:assert/strict';
import { savedGame } from '../scripts/saved.mjs';
import { hindrances } from './looks.mjs';
import {
  byHand,
  click,
  count,
  counts,
  expect,
  full,
  inSizes,
  languages,
  layouts,
  makeMove,
  phone,
  picture,
  place,
  says,
  site,
  soon,
  stored,
  tap,
  test,
} from './test.mjs';

/** A new game on one device. */
async function begin(open, game, placing = false) {
  const o = await open(`${site.url}#new`);
  const form = o.page.locator('form.new');
  const other = form.getByRole('button', { name: `${game} instead` });
  await form.locator('h1').waitFor();
  if (await other.count()) await other.click();
  await says(form.locator('h1'), game);
  await form.locator('label:has(input[value=person])').click();
  if (placing) await form.locator('label:has([value=placing])').click();
  await form.locator('.strong').click();
  await o.page.waitForSelector('[role=grid]');
  return o;
}

/** Plays until the result shows; press(name) puts a finger, a pointer or the keys to a spot. */
async function playOut(page, press, seed) {
  let random = seed;
  const pick = (list) => {
    random = (random * 1103515245 + 12345) % 2147483648;
    return list[random % list.length];
  };
  for (let guard = 0; guard < 400; guard++) {
    if (await page.locator('.result').count()) return guard;
    const pass = page.locator('.hint .strong');
    const n = await count(page);
    if (await pass.count()) {
      await pass.click({ trial: true }); // waits until the card may be answered
      await pass.press('Enter');
    } else assert.ok(await makeMove(page, guard, { press, pick }), 'a stack that can be taken up has a target');
    await page.waitForFunction((k) => document.querySelectorAll('ol [data-ply]').length > k, n);
  }
  throw new Error('the game does not end');
}

test('the move that is shown stays in sight when its list becomes smaller', async ({ table }) => {
  const empty = './.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w place';
  const moves = [...'bcdefghi'].flatMap((column) => [1, 2, 3, 4].map((row) => column + row));
  const { page } = await table({ viewport: { width: 1280, height: 900 } }, 'dvonn', `.,.,${empty}`, { moves });
  const seen = () =>
    page.locator('.moves').evaluate((list) => {
      const [a, b] = [list.querySelector('[aria-current]').getBoundingClientRect(), list.getBoundingClientRect()];
      return a.top >= b.top && a.bottom <= b.bottom;
    });
  await expect.poll(seen).toBe(true);
  await page.setViewportSize({ width: 1280, height: 640 });
  await expect.poll(() => page.locator('.moves').evaluate((l) => l.scrollHeight > l.clientHeight)).toBe(true);
  await expect.poll(seen).toBe(true);
});

test('a whole game of LYNGK by mouse', { tag: '@main' }, async ({ table }) => {
  const { page } = await table({}, 'lyngk', layouts.lyngk, {}, byHand);
  await playOut(page, (s) => click(page, s), 7);
  // However long its list of moves is, a game fits the window.
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
  await picture(page, 'result-lyngk-desktop');
});

// To the page LYNGK-6 is LYNGK, and what a finger does is in other tests, so this is for SWEEP=full.
if (full) {
  test('a whole game of LYNGK-6 by touch on a phone', async ({ table }) => {
    const { page } = await table({ ...phone, colorScheme: 'dark' }, 'lyngk6', layouts.lyngk, {}, byHand);
    await playOut(page, (s) => tap(page, s), 11);
    await picture(page, 'result-lyngk6-phone');
  });
}

test('a whole game of DVONN by keys alone', async ({ table }) => {
  const { page } = await table({ colorScheme: 'dark' }, 'dvonn', layouts.dvonn, {}, byHand);
  const focus = () => page.evaluate(() => document.activeElement?.dataset?.spot ?? '');
  await page.locator('[role=gridcell][tabindex="0"]').focus();
  await playOut(
    page,
    async (s) => {
      // The way by arrow keys, found by trying: first along the slants to the row, then along it.
      const at = async () => [(await focus()).charCodeAt(0), Number((await focus()).slice(1))];
      for (let i = 0; i < 40 && (await focus()) !== s; i++) {
        const [c, r] = await at();
        const [gc, gr] = [s.charCodeAt(0), Number(s.slice(1))];
        if (gr > r) await page.keyboard.press(gc > c ? 'ArrowUp' : 'Shift+ArrowUp');
        else if (gr < r) await page.keyboard.press(gc < c ? 'ArrowDown' : 'Shift+ArrowDown');
        else await page.keyboard.press(gc > c ? 'ArrowRight' : 'ArrowLeft');
      }
      await soon(async () => assert.equal(await focus(), s));
      await page.keyboard.press('Enter');
    },
    3,
  );
  await picture(page, 'result-dvonn-desktop');
});

test('a LYNGK move hop by hop, why not, and a change of mind', { tag: '@main' }, async ({ table }) => {
  const { page } = await table({}, 'lyngk', layouts.hops);
  const press = (s) => click(page, s);
  await press('e2');
  await press('c6');
  await page.waitForSelector('.hint.why');
  await picture(page, 'whynot-desktop');
  await says(page.locator('.hint.why p'), /e2 and c6 both hold ivory\.\s+Rule 1\.4$/);
  await page.keyboard.press('Escape');
  await counts(page.locator('.hint.why'), 0);
  await press('e2');
  await press('e5');
  await soon(async () => assert.match(await page.locator('[data-spot=e5]').getAttribute('aria-label'), /passed/));
  await press('e5'); // a step back
  await counts(page.locator('[data-spot=e5][aria-label*=passed]'), 0);
  await press('e5');
  await press('g6');
  await page.waitForFunction(() => document.querySelectorAll('ol [data-ply]').length === 1);
  await soon(async () => assert.deepEqual((await stored(page)).moves, ['e2-g6']));
  await says(page.locator('.say'), /e2 – e5 – g6/);
  await says(page.locator('[role=status]').last(), /e2 to g6, stack of 4\. .*e5/);
  await picture(page, 'hops-desktop');
});

test('on a phone a card stands on the bar, however it is held, and is all to be seen in every language', async ({
  open,
}) => {
  const over = {
    lyngk: './.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,KGIR,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 R:K 2:2',
    dvonn: '.,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,D,WW,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w move',
  };
  for (const [i, [width, height]] of [
    [320, 568],
    [740, 360],
  ].entries()) {
    const { page, context } = await open(`${site.url}#game`, {
      ...phone,
      viewport: { width, height },
    });
    const card = () =>
      page.locator('.rail > .hint').evaluate((e) => {
        const edge = (what, side) => document.querySelector(what).getBoundingClientRect()[side];
        const { top, bottom } = e.getBoundingClientRect();
        // The bar, where there is one: a small phone shows the board of DVONN in its room.
        const foot = edge('.bar', 'top') || innerHeight;
        return {
          gap: Math.abs(foot - bottom),
          under: edge('header', 'bottom') - top,
          cut: e.scrollHeight - e.clientHeight,
        };
      });
    const set = async (lang, game, start) => {
      await page.evaluate(
        ([lang, device]) => {
          localStorage.setItem('cairn.prefs', JSON.stringify({ lang }));
          localStorage.setItem('cairn.device', JSON.stringify(device));
        },
        [lang, savedGame({ game, start, levels: [0, 4] })],
      );
      await page.reload();
      await page.waitForSelector('[role=grid]');
    };
    // Each language is looked at in both sizes when SWEEP=full, else in one, by turns.
    for (const lang of languages.filter((_, k) => full || k % 2 === i)) {
      for (const [id, start] of Object.entries(over)) {
        await set(lang, id, start);
        await page.waitForSelector('.result');
        const { gap, under, cut } = await card();
        const found = `${id}, ${lang} at ${width}: ${JSON.stringify({ gap, under, cut })}`;
        assert.ok(gap <= 2 && under <= 0 && cut <= 1, found);
        if (width < height)
          await soon(async () => {
            const card = await page.locator('.result').boundingBox();
            for (const part of ['[role=grid]', '.desk > .top', '.desk > .bottom']) {
              const box = await page.locator(part).boundingBox();
              assert.ok(box.y + box.height <= card.y + 1, `${part} is to be seen: ${found}`);
            }
            const board = await page.locator('[role=grid]').boundingBox();
            assert.ok(board.height >= (id === 'dvonn' ? 240 : 140), `${board.height} px of board: ${found}`);
          });
      }
    }
    await set('en', 'lyngk', layouts.lyngk);
    await tap(page, 'e4', 'e6');
    await page.waitForSelector('.why');
    assert.ok((await card()).gap <= 2, `the refusal at ${width}`);
    if (width < height) assert.equal(await page.locator('.say').isVisible(), false, 'no words are cut by it');
    await context.close();
  }
});

test('on a phone of 640 px the whole table stands above the bar, in every language', async ({ open }) => {
  const { page } = await open(`${site.url}#game`, {
    ...phone,
    viewport: { width: 360, height: 640 },
  });
  for (const lang of languages) {
    for (const [game, start] of [
      ['lyngk', layouts.lyngk],
      ['lyngk', layouts.hops.replace('R:- 0:0', 'R:- 2:2')],
      ['dvonn', layouts.dvonn],
    ]) {
      await page.evaluate(
        ([lang, device]) => {
          localStorage.setItem('cairn.prefs', JSON.stringify({ lang }));
          localStorage.setItem('cairn.device', JSON.stringify(device));
        },
        [lang, savedGame({ game, start, levels: [0, 4], control: { initial: 600_000, increment: 0 } })],
      );
      await page.reload();
      await page.waitForSelector('[role=grid]');
      await soon(async () => {
        const low = await page.evaluate(() => {
          const bar = document.querySelector('.bar').getBoundingClientRect();
          const parts = ['.area', '.bottom', '.claimbox', '.say', '.list'].filter(
            (q) => document.querySelector(q).getBoundingClientRect().bottom > bar.top + 1,
          );
          return [...parts, ...(document.documentElement.scrollHeight > innerHeight + 1 ? ['the page'] : [])];
        });
        assert.deepEqual(low, [], `${lang}: ${start}`);
      });
    }
  }
});

/** Which of these cannot be seen whole: they reach beyond the screen, or something else is pressed there. */
const hidden = (page, selector) =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((e) => {
        const b = e.getBoundingClientRect();
        const at = [b.left + 2, b.left + b.width / 2, b.right - 2].map((x) =>
          document.elementFromPoint(x, b.top + b.height / 2),
        );
        return (
          b.top < 0 || b.bottom > innerHeight || at.some((over) => !over || !(e.contains(over) || over.contains(e)))
        );
      })
      .map((e) => e.textContent),
  );

for (const width of [320, 390]) {
  test(`with the board alone, clocks and words stay in sight at ${width} px`, async ({ table }) => {
    const size = { ...phone, viewport: { width, height: width === 320 ? 568 : 844 } };
    const terms = { control: { initial: 300_000, increment: 0 } };
    for (const [game, start] of [
      ['lyngk', layouts.hops],
      ['dvonn', layouts.dvonn],
    ]) {
      const { page } = await table(size, game, start, terms);
      const seen = (...all) =>
        soon(async () => {
          for (const q of all) assert.deepEqual(await hidden(page, q), [], `${game}: ${q}`);
        });
      await seen('.clock', '.say p');
      await page.locator('.acts .btn').last().tap();
      await page.getByRole('button', { name: 'Board alone' }).tap();
      await page.locator('.leave').waitFor();
      await counts(page.locator('.clock'), 2);
      await seen('.clock', '.name', '.say p', '.leave');
      await page.getByRole('button', { name: 'Show everything again' }).tap();
      await page.locator('.acts').waitFor();
    }
  });
}

test('colors to be claimed have buttons of one width, with their names where these fit', async ({ table }) => {
  const looks = async (lang, width, wanted) => {
    const size = width < 700 ? { ...phone, viewport: { width, height: 740 } } : { viewport: { width, height: 900 } };
    const { page } = await table(size, 'lyngk', layouts.lyngk, {}, { lang });
    const buttons = page.locator('.claims .btn');
    await counts(buttons, 5);
    await soon(async () => {
      const seen = await buttons.evaluateAll((all) => ({
        widths: new Set(all.map((b) => Math.round(b.offsetWidth))).size,
        lines: new Set(all.map((b) => Math.round(b.getBoundingClientRect().top))).size,
        named: all.filter((b) => b.querySelector('.label').offsetWidth).length,
        cut: all.filter((b) => b.scrollWidth > b.clientWidth).length,
      }));
      assert.deepEqual(seen, { widths: 1, lines: 1, cut: 0, ...wanted }, `${lang} at ${width} px`);
    });
  };
  await looks('de', 320, { named: 0 });
  for (const lang of languages) await looks(lang, 360, { named: 5 });
  await looks('en', 1440, { lines: 2, named: 5 });
});

test('a claim, another one instead, and none after all', async ({ open }) => {
  const { page } = await begin(open, 'LYNGK');
  const claims = page.locator('.claims .btn');
  const unclaimed = page.getByRole('img', { name: 'a color can still be claimed' });
  await counts(claims, 5);
  await counts(unclaimed, 4);
  await claims.nth(0).click();
  await soon(async () => assert.equal(await claims.nth(0).getAttribute('aria-pressed'), 'true'));
  await claims.nth(3).click();
  await soon(async () => assert.equal(await claims.nth(0).getAttribute('aria-pressed'), 'false'));
  await soon(async () => assert.equal(await claims.nth(3).getAttribute('aria-pressed'), 'true'));
  await claims.nth(3).click();
  await counts(page.locator('.claims [aria-pressed=true]'), 0);
  await claims.nth(1).click();
  const take = await page.locator('.cell.take').first().getAttribute('data-spot');
  await page.locator(`[data-spot=${take}]`).click();
  await page.locator('.cell.goal[aria-label*="; target"]').first().click();
  await page.waitForFunction(() => document.querySelectorAll('ol [data-ply]').length === 1);
  await soon(async () => assert.match((await stored(page)).moves[0], /^B,/));
  await counts(unclaimed, 3);
});

test('what is left is placed for who wants to move', async ({ open }) => {
  const { page } = await begin(open, 'DVONN', true);
  await says(page.locator('.say'), 'White to place a DVONN piece, 3 left.');
  await page.locator('.cell.goal').first().click();
  await says(page.locator('.say'), /Black to place a DVONN piece, 2 left\./);
  await page.locator('.acts .btn').last().click();
  await page.getByRole('button', { name: 'Place the rest for me' }).click();
  await page.waitForFunction(() => document.querySelectorAll('ol [data-ply]').length === 49);
  await page.waitForSelector('.cell.take');
  await page.locator('.acts .btn').last().click();
  await counts(page.getByRole('button', { name: 'Place the rest for me' }), 0);
});

test('a stack is dragged to its target', async ({ table }) => {
  for (const motion of ['reduce', 'no-preference']) {
    const { page, context } = await table({ reducedMotion: motion }, 'lyngk', layouts.hops);
    const [a, b] = [await place(page, 'e2'), await place(page, 'd2')];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(a.x - 20, a.y - 8, { steps: 4 });
    await page.mouse.move(b.x, b.y, { steps: 6 });
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelectorAll('ol [data-ply]').length === 1);
    await soon(async () => assert.deepEqual((await stored(page)).moves, ['e2-d2']));
    await context.close();
  }
});

test('a reload in the middle, take back, redo, looking back', async ({ table }) => {
  const { page } = await table(phone, 'lyngk', layouts.lyngk);
  for (let i = 0; i < 3; i++) {
    await page
      .locator('.cell.take')
      .nth(i * 3)
      .click();
    await page.locator('.cell.goal[aria-label*="; target"]').first().click();
    await page.waitForFunction((n) => document.querySelectorAll('ol [data-ply]').length > n, i);
  }
  const { moves } = await stored(page);
  await page.reload();
  await page.waitForSelector('[role=grid]');
  await soon(async () => assert.equal(await count(page), 3));
  await page.locator('.acts .btn').first().click();
  await page.waitForFunction(() => document.querySelectorAll('ol [data-ply]').length === 2);
  await soon(async () => assert.deepEqual((await stored(page)).undone, [moves[2]]));
  await page.locator('.acts .btn').last().click();
  await page.locator('dialog').getByRole('button', { name: 'Redo', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('ol [data-ply]').length === 3);
  await soon(async () => assert.deepEqual((await stored(page)).moves, moves));
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('[data-ply="1"][aria-current]');
  // Two plies are one number, and moves look as in the list.
  const shown = moves[1].replace('-', '\u2009–\u2009');
  await says(page.locator('.say'), new RegExp(`^Viewing move 1… ${shown}`));
  await counts(page.locator('.cell.take'), 0, 'nothing can be moved in a position looked back at');
  await page.keyboard.press('End');
  await page.waitForSelector('[data-ply="2"][aria-current]');
});

test('what the menu offers is in groups with names', async ({ table }) => {
  for (const [options, visible] of [
    [{}, true],
    [phone, false],
  ]) {
    const { page } = await table(options, 'lyngk', layouts.hops);
    await page.locator('.acts .btn').last().click();
    const menu = page.locator('dialog[open]');
    for (const [name, item] of [
      ['Board', 'Turn the board'],
      ['Share', 'Analyze'],
      ['Game', 'Resign'],
    ]) {
      const group = menu.getByRole('group', { name, exact: true });
      await counts(group.getByRole('button', { name: item }), 1, `${name}: ${item}`);
      await expect(group.locator('h3')).toBeVisible({ visible });
    }
    await counts(menu.getByRole('group').getByRole('button', { name: 'Settings' }), 0, 'the rest has no heading');
    await picture(page, `menu-${visible ? 'desktop' : 'phone'}`);
  }
});

test('on a phone of usual size the words of the bar stand in one line, and none is cut', async ({ table }) => {
  const { page } = await table({ ...phone, viewport: { width: 390, height: 844 } }, 'dvonn', layouts.dvonn);
  const words = page.locator('.acts .btn .sr-terse');
  for (const lang of ['en', ...languages]) {
    await page.evaluate((lang) => localStorage.setItem('cairn.prefs', JSON.stringify({ sound: false, lang })), lang);
    await page.reload();
    await counts(page.locator(`html[lang=${lang}]`), 1);
    await counts(words, 6);
    for (const word of await words.all()) {
      const [height, cut] = await word.evaluate((e) => [
        e.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(e).fontSize),
        e.scrollWidth > e.parentElement.clientWidth,
      ]);
      assert.ok(height < 2 && !cut, `${lang}: ${await word.textContent()}: ${height} lines`);
    }
  }
});

test('on a small laptop clocks, counts and colors to claim stand below each other in one window, beside a larger board', async ({
  table,
}) => {
  const terms = { control: { initial: 300_000, increment: 3000 } };
  for (const [width, lang] of Object.entries({ 1366: 'en', 1024: 'pl' })) {
    const viewport = { width: Number(width), height: 600 };
    const { page } = await table({ viewport }, 'lyngk', layouts.lyngk, terms, { lang });
    await page.locator('.claims .btn').first().waitFor();
    let above = 0;
    // Where there is one column beside the board, both players stand above the colors and the moves.
    for (const part of lang === 'en'
      ? ['.top .who', '.claims', '.bottom .who']
      : ['.top .who', '.bottom .who', '.claims', '.moves']) {
      const box = await page.locator(`.desk ${part}`).boundingBox();
      assert.ok(box.y >= above, `${width} px: ${part} begins at ${box.y}, above ${above}`);
      above = box.y + box.height;
    }
    assert.ok(above <= 600, `${width} px: the last one ends at ${above}`);
    const [board, rail] = await page.evaluate(() =>
      ['[role=grid]', '.rail'].map((q) => document.querySelector(q).clientWidth),
    );
    assert.ok(board > 1.4 * rail, `${width} px: the board has ${board}, the moves ${rail}`);
  }
  // At the end nobody can move; the result has its room there.
  const over = './.,.,B,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 R:- 2:1';
  const { page } = await table({ viewport: { width: 768, height: 600 } }, 'lyngk', over);
  const last = page.locator('.result .btn', { hasText: 'Same board' });
  await last.waitFor();
  const [button, bar] = [await last.boundingBox(), await page.locator('.desk .acts').boundingBox()];
  assert.ok(button.y + button.height < bar.y && bar.y + bar.height <= 600, JSON.stringify([button, bar]));
});

test('on a phone held across the result leaves both players and their counts in sight', async ({ table }) => {
  const options = { ...phone, viewport: { width: 740, height: 360 } };
  for (const [game, start] of Object.entries({ lyngk: layouts.hops, dvonn: layouts.dvonn })) {
    const { page } = await table(options, game, start, { ending: { by: 'resignation', loser: 0 }, levels: [0, 1] });
    const result = page.locator('.hint.result');
    await result.getByRole('button', { name: 'Rematch' }).waitFor();
    const card = await result.boundingBox();
    for (const player of ['.top', '.bottom']) {
      const box = await page.locator(`.desk > ${player} .who`).boundingBox();
      assert.ok(box.y >= 44 && box.y + box.height <= card.y + 1, `${game} ${player}: ${JSON.stringify([box, card])}`);
    }
    const bar = await page.locator('.desk .bar').boundingBox();
    assert.ok(card.y + card.height <= bar.y + 1, 'nothing of it is below the bar');
    const whole = await result.evaluate((e) => e.scrollHeight <= e.clientHeight + 1);
    assert.ok(whole, 'all of it is seen');
    await picture(page, `result-${game}-across`);
  }
});

test('on a phone the menu begins with tiles for the board, which show what is on', async ({ table }) => {
  const { page } = await table(phone, 'lyngk', layouts.hops);
  await page.locator('.acts .btn').last().click();
  const menu = page.locator('dialog[open]');
  const tiles = menu.getByRole('group', { name: 'Board', exact: true }).getByRole('button');
  await counts(tiles, 4);
  const boxes = await tiles.evaluateAll((l) => l.map((b) => b.getBoundingClientRect().toJSON()));
  assert.equal(new Set(boxes.map((b) => b.y)).size, 1, 'they stand beside each other');
  assert.ok(
    boxes.every((b) => b.width >= 44 && b.height >= 44),
    'and are large enough for a finger',
  );
  await counts(menu.getByRole('button', { name: 'Keys' }), 0, 'a finger has no keys');
  const first = await menu.getByRole('button').first().textContent();
  assert.equal(first, 'Turn the board');
  const sound = menu.getByRole('button', { name: 'Sound' });
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('cairn.prefs') ?? '{}').sound);
  await soon(async () => assert.equal(await stored(), true));
  await menu.getByRole('button', { name: 'Play blindfold' }).click();
  await counts(menu, 0, 'the board is seen at once');
  await page.locator('.acts .btn').last().click();
  await expect(menu.getByRole('button', { name: 'Play blindfold' })).toHaveAttribute('aria-pressed', 'true');
});

test('a window left behind takes up what was played in another', async ({ table }) => {
  const { page, context } = await table({}, 'lyngk', layouts.hops);
  const other = await context.newPage();
  await other.goto(`${site.url}#game`);
  await other.waitForSelector('[role=grid]');
  await click(other, 'e2', 'd2');
  await counts(other.locator('ol [data-ply]'), 1);
  await counts(page.locator('ol [data-ply]'), 1);
  await soon(async () => assert.deepEqual((await stored(page)).moves, ['e2-d2']));
});

test('the isolation forecast names what a move cuts off', async ({ table }) => {
  const start =
    '.,.,./.,.,.,./.,.,.,.,./.,.,.,.,./D,.,.,.,./B,.,.,.,./W,.,.,.,./B,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b move';
  const { page } = await table({}, 'dvonn', start);
  await click(page, 'f1');
  const { x, y } = await place(page, 'e1');
  await page.mouse.move(x, y);
  await page.waitForSelector('.hint');
  await says(page.locator('.hint'), /f1 to e1 cuts off g1 and h1/);
  await picture(page, 'forecast-desktop');
});

for (const [size, options] of inSizes('phone')) {
  test(`nothing for axe to find, ${size}`, async ({ open }) => {
    const { page } = await open(`${site.url}#new`, { ...options, bypassCSP: true });
    const check = async (where) => {
      assert.deepEqual(await hindrances(page), [], where);
    };
    await page.waitForSelector('form.new');
    await check('new game');
    await page.locator('form.new .strong').click();
    await page.waitForSelector('[role=grid]');
    await check('table');
    await page.locator('.acts .btn').last().click();
    await check('menu');
  });
}

test('with keys the focus is drawn at the foot of the stack, and nothing else round it', async ({ table }) => {
  const { page } = await table({}, 'lyngk', layouts.hops, { levels: [0, 0] });
  await page.keyboard.press('Tab');
  await page.locator('[role=grid] [tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  const focused = page.locator('[role=gridcell]:focus-visible');
  await counts(focused, 1);
  const look = await focused.evaluate((e) => {
    const { outlineStyle, boxShadow, borderTopWidth } = getComputedStyle(e);
    return { outlineStyle, boxShadow, borderTopWidth };
  });
  assert.deepEqual(look, { outlineStyle: 'none', boxShadow: 'none', borderTopWidth: '0px' });
});

test('the figures of a player say in words what they count, on a phone', async ({ table }) => {
  const { page } = await table(phone, 'lyngk', layouts.hops, { levels: [0, 0] });
  const figures = page.locator('.bottom .counts').getByRole('button');
  await says(figures, /What counts:.*0 stacks of 5.*1 stack of 2/s);
  await figures.tap();
  const card = page.getByRole('dialog', { name: 'What counts · Player 1' });
  await says(card, /Stacks of 5.*more stacks of 5 wins/s);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
});

test('on a phone the opened list of moves covers neither board nor players', async ({ table }) => {
  const { page } = await table(phone, 'lyngk', layouts.hops, { levels: [0, 0] });
  await tap(page, 'e2', 'g6');
  await counts(page.locator('ol [data-ply]'), 1);
  const opener = page.getByRole('button', { name: 'Moves', exact: true });
  await opener.tap();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  const sheet = page.locator('.list.sheet');
  await sheet.locator('.step').first().waitFor();
  await soon(async () => {
    const list = await sheet.boundingBox();
    const bar = await page.locator('.desk .bar').boundingBox();
    assert.ok(list && bar && list.y + list.height <= bar.y + 1, 'the list stands above the bar');
    for (const what of ['[role=grid]', '.desk > .top', '.desk > .bottom']) {
      const box = await page.locator(what).boundingBox();
      assert.ok(
        box && box.y + box.height <= list.y + 1,
        `${what} ends at ${box?.y + box?.height}, the list begins at ${list.y}`,
      );
    }
  });
  await picture(page, 'moves-phone');
  await opener.tap();
  await counts(sheet, 0);
});

test('blindfold: no piece is seen or told, moves are, and at the end everything is there again', async ({ table }) => {
  const { page } = await table({}, 'lyngk', layouts.hops, { levels: [0, 0], names: ['Anna', 'Ben'] });
  const pieces = page.locator('[role=grid] svg .mark');
  await pieces.first().waitFor();
  const more = page.locator('.acts .btn').last();
  await more.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Play blindfold' }).click();
  await counts(pieces, 0);
  await expect(page.locator('[data-spot=e4]')).toHaveAttribute('tabindex', '0'); // the middle, and no stack of one's own
  await page.setViewportSize({ width: 390, height: 844 });
  await counts(page.locator('[role=grid] svg text'), 9 + 43, 'every spot is named on a phone, too');
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.locator('[data-spot=e2]')).toHaveAttribute('aria-label', 'e2');
  // Neither the pointer nor a refusal tells what lies there.
  const cursors = await page
    .locator('.cell')
    .evaluateAll((l) => new Set(l.map((c) => getComputedStyle(c).cursor)).size);
  assert.equal(cursors, 1);
  await click(page, 'e2', 'b3');
  await says(page.locator('.hint'), /^e2\u2009–\u2009b3 isn’t allowed\s*$/);
  await page.keyboard.press('Escape');
  await click(page, 'e2', 'g6');
  await counts(page.locator('ol [data-ply]'), 1);
  await says(page.locator('.say'), 'e2 to g6, stack of 4. By way of e5. Ben to move.');
  await counts(pieces, 0);
  await picture(page, 'blindfold');
  await more.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
  await pieces.first().waitFor();
  await expect(page.locator('[data-spot=g6]')).toHaveAttribute('aria-label', /stack of/);
});

test('where the system chooses the colors, whose turn it is and which move is shown can be seen', async ({ table }) => {
  // The ground is the system's, whatever theme was chosen here.
  const dark = { forcedColors: 'active', colorScheme: 'dark' };
  const { page } = await table(dark, 'lyngk', layouts.lyngk, { levels: [0, 0] }, { theme: 'light' });
  const look = (locator, what) => locator.evaluate((e, what) => getComputedStyle(e)[what], what);
  await click(page, 'e4', 'e5');
  await page.locator('ol [data-ply]').first().waitFor();
  const [far, near] = ['.desk > .top', '.desk > .bottom'].map((part) => page.locator(part));
  await far.locator('.turn').waitFor();
  assert.notEqual(
    await look(near.locator('.dot'), 'backgroundColor'),
    await look(far.locator('.dot'), 'backgroundColor'),
    'one dot is filled',
  );
  assert.notEqual(
    await look(near.locator('.name'), 'borderBottomColor'),
    await look(far.locator('.name'), 'borderBottomColor'),
    'one name is underlined',
  );
  const move = page.locator('ol [aria-current]');
  const [white, black] = ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'];
  assert.equal(await look(page.locator('body'), 'backgroundColor'), black);
  assert.deepEqual([await look(move, 'backgroundColor'), await look(move, 'color')], [white, black]);
  for (const what of [far.locator('.name'), near.locator('.name'), page.locator('header [aria-current]')])
    assert.equal(await look(what, 'color'), white);
  const stacks = page.getByRole('button', { name: 'Stacks', exact: true });
  assert.equal(await look(stacks, 'boxShadow'), 'none');
  await stacks.click();
  assert.match(await look(stacks, 'boxShadow'), /inset/);
});
