// Games against the computer in a real browser: whole ones of each kind, and whatever can come in between.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
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
  more,
  phone,
  picture,
  place,
  says,
  site,
  soon,
  stored,
  test,
} from './test.mjs';

const { lyngk, dvonn, hops } = layouts;
const levels = [0, 1];

/** What the menu opens: a dialog of that name, or the form for a new game. */
const opened = (page, name) =>
  page.waitForFunction(
    (n) => document.querySelector('form.new') || document.querySelector('dialog[open] h2')?.textContent.trim() === n,
    name,
  );

/** The first move there is, by keys of no consequence; guard makes the choice vary. */
async function move(page, guard = 0) {
  const claims = page.locator('.claims .btn:not(:disabled)');
  const free = await claims.count();
  if (free && (guard % 5 === 1 || !(await page.locator('.cell.take').count()))) await claims.nth(guard % free).click();
  return page.evaluate(async (k) => {
    const take = [...document.querySelectorAll('.cell.take')];
    take[(k * 7) % Math.max(1, take.length)]?.click();
    // What is in hand is drawn with the next task of the page.
    for (let i = 0; take.length && i < 100 && !document.querySelector('[aria-selected=true]'); i++) {
      await new Promise((r) => setTimeout(r));
    }
    const goal = [...document.querySelectorAll('.cell.goal')].filter(
      (c) => !take.length || /; target/.test(c.ariaLabel),
    );
    goal[(k * 5) % Math.max(1, goal.length)]?.click();
    return goal.length;
  }, guard);
}

/** Plays until the result shows; it is the computer's turn now and then. */
async function playOut(page) {
  for (let guard = 0; guard < 300; guard++) {
    await page.waitForFunction(() =>
      document.querySelector('.result, .hint .strong, .cell.take, .cell.goal, .claims .btn:not(:disabled)'),
    );
    if (await page.locator('.result').count()) return;
    const n = await count(page);
    const pass = page.locator('.hint .strong');
    if (await pass.count())
      await pass.click(); // waits until the card may be answered
    else await move(page, guard);
    await more(page, n + 1);
  }
  throw new Error('the game does not end');
}

for (const [game, options] of Object.entries({
  lyngk: {},
  ...(full && { 'lyngk-captured': {} }), // to the page it is LYNGK: what differs is in the rules
  lyngk6: { ...phone, colorScheme: 'dark' },
  dvonn: { ...phone },
})) {
  test(`a whole game of ${game} against level 1`, { tag: game === 'lyngk6' ? '@main' : [] }, async ({ table }) => {
    const start = game === 'dvonn' ? dvonn : lyngk;
    const { page } = await table(options, game, start, { levels: game === 'lyngk6' ? [1, 0] : levels }, byHand);
    // Who has no name is "You", beside no number.
    await counts(page.locator('.who .name').getByText('You', { exact: true }), 1);
    await counts(page.locator('.who .name').getByText(/Player/), 0);
    await playOut(page);
    await says(page.locator('.winner'), /You win|You lose|Draw/);
    await picture(page, `computer-result-${game}`);
    if (options.isMobile) {
      const gap = await page.evaluate(() => {
        const edge = (what, side) => document.querySelector(what).getBoundingClientRect()[side];
        return edge('.bar', 'top') - edge('.result', 'bottom');
      });
      assert.ok(Math.abs(gap) <= 2, `the result stands ${gap} px above the bar`);
      await page.setViewportSize({ width: 390, height: 844 });
      await soon(async () => {
        const [player, card] = await Promise.all(
          ['.desk > .bottom', '.result'].map((e) => page.locator(e).boundingBox()),
        );
        assert.ok(player.y + player.height <= card.y + 1, 'what one has taken stays in sight');
      });
      for (const word of await page.locator('.bar .sr-terse').all())
        assert.ok((await word.boundingBox()).width > 10, `${await word.textContent()} stands below its sign`);
    }
    const { moves } = await stored(page);
    assert.ok(moves.length > 3);
    // The same board again, sides swapped.
    await page.getByRole('button', { name: 'Same board, sides swapped' }).click();
    await page.waitForFunction(() => !document.querySelector('.result'));
    const again = await stored(page);
    assert.equal(again.start, start);
    assert.deepEqual(again.levels, game === 'lyngk6' ? [0, 1] : [1, 0]);
  });
}

test('a new game is set up, by placing and with all that can be chosen', async ({ open }) => {
  const { page } = await open(`${site.url}#new`, phone);
  await page.getByRole('button', { name: 'DVONN instead' }).tap();
  await counts(page.getByRole('button', { name: 'First game', pressed: true }), 1, 'a first game is on a full board');
  await page.locator('form.new label:has([value=placing])').click();
  await page.locator('input[name=level][value="3"]').check({ force: true });
  await page.locator('form.new label:has([value=opponent])').click();
  await page.locator('.new summary').click();
  const [inside, below] = await Promise.all(['.new .inside', '.new > .acts'].map((e) => page.locator(e).boundingBox()));
  assert.ok(below.y - inside.y > 120, 'what was unfolded is in sight above the button');
  await page.locator('input[name=clock][value=own]').check({ force: true });
  await page.locator('input[type=number]').first().fill('2');
  await page.locator('input[value=word]').check();
  await page.locator('.new .inside fieldset input:not([type])').fill('quarry');
  await page.locator('input[name=hints]').uncheck();
  await picture(page, 'new-all-phone', { fullPage: true });
  await page.locator('form.new .strong').click();
  await page.waitForSelector('[role=grid]');
  await more(page, 1); // the computer places first
  const game = await stored(page);
  assert.deepEqual(
    [game.game, game.levels, game.control, game.seed, game.hints, game.takeback],
    ['dvonn', [3, 0], { initial: 120000, increment: 5000 }, 'quarry', false, true],
  );
  await counts(page.getByRole('button', { name: 'Hint' }), 0);
  await move(page, 1);
  await more(page, 3);
  await counts(page.locator('.clock'), 2);
  await counts(page.locator('.clock.running'), 1);
  // The choice is there the next time, but the word.
  await page.locator('.acts .btn').last().click();
  await page.getByRole('button', { name: 'New game' }).click();
  await soon(async () => assert.ok(await page.locator('input[name=level][value="3"]').isChecked()));
});

test('a hint with its reason, played; taken back, and again', { tag: '@main' }, async ({ table }) => {
  const { page } = await table({}, 'lyngk', hops, { levels });
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.waitForSelector('.hint .strong');
  const said = await page.locator('.hint:has(.strong)').textContent();
  assert.match(said, /[a-i]\d – [a-i]\d.*It .+\./s);
  await picture(page, 'hint-desktop');
  await page.locator('.hint .strong').click();
  await more(page, 2);
  const { moves } = await stored(page);
  await page.locator('.acts .btn').first().click();
  await page.waitForFunction(() => document.querySelectorAll('ol [data-ply]').length === 0);
  await soon(async () => assert.deepEqual((await stored(page)).undone, moves));
  await page.locator('.acts .btn').last().click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await more(page, 2);
  await soon(async () => assert.deepEqual((await stored(page)).moves, moves, 'the computer answers as before'));
});

/** Holds the engine's program back, so that the computer thinks until it is let go. */
function hold() {
  const held = [];
  const program = '**/*engine*.wasm';
  return {
    prepare: (page) => page.route(program, (route) => held.push(route)),
    release: async (page) => {
      await page.unroute(program);
      // A page that was left no longer waits for its own.
      for (const route of held) await route.continue().catch(() => {});
    },
  };
}

test('a reload while the computer thinks', async ({ table }) => {
  const { prepare, release } = hold();
  const { page } = await table({ prepare }, 'lyngk', lyngk, { levels: [0, 10] });
  await move(page);
  await page.waitForSelector('.dots');
  await counts(page.locator('.cell.take'), 0, 'nothing can be moved meanwhile');
  await picture(page, 'thinking-desktop');
  await page.reload();
  await page.waitForSelector('.dots');
  await counts(page.locator('ol [data-ply]'), 1);
  // The page is not held up: looking back works while it thinks.
  await release(page);
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('.say .btn');
  await more(page, 2);
  await counts(page.locator('.dots'), 0);
});

test('taking back while the computer thinks', async ({ table }) => {
  const { page } = await table({}, 'dvonn', dvonn, { levels: [0, 10] });
  await move(page);
  await page.waitForSelector('.dots');
  await page.locator('.acts .btn').first().click();
  await page.waitForFunction(() => document.querySelectorAll('ol [data-ply]').length === 0);
  await move(page, 3);
  await more(page, 2);
});

test('a crash of the engine: the game goes on', async ({ table }) => {
  const { page } = await table({ allow: /crashed on purpose/ }, 'lyngk', lyngk, { levels: [0, 10] });
  await soon(async () => {
    const names = await Promise.all(page.workers().map((w) => w.evaluate(() => self.name)));
    assert.ok(names.includes('engine'));
  });
  // It is loaded while one thinks, and ends soon after it has begun to search, for which it takes some seconds.
  for (const worker of page.workers())
    await worker.evaluate(() => {
      if (self.name !== 'engine') return;
      const { onmessage } = self;
      self.onmessage = (e) => {
        onmessage(e);
        if (!/"search"/.test(e.data)) return;
        setTimeout(() => {
          throw new Error('crashed on purpose');
        }, 100);
      };
    });
  await move(page);
  await says(page.locator('.hint.why'), /restarted/);
  await picture(page, 'engine-restarted');
  await more(page, 2);
  await counts(page.locator('.hint.why'), 0);
});

test('an engine that cannot be had: the page says so and tries again', async ({ open }) => {
  const { page } = await open(`${site.url}#new`, { allow: /Failed to load resource|engine/ });
  await page.route('**/*engine*.wasm', (route) => route.abort());
  await page.waitForSelector('form.new');
  await page.locator('form.new .strong').click();
  await page.waitForSelector('[role=grid]');
  await move(page);
  await page.waitForSelector('.hint.why');
  await says(page.locator('.hint.why'), /engine didn’t start/);
  await picture(page, 'engine-missing');
  await page.unroute('**/*engine*.wasm');
  await page.getByRole('button', { name: 'Try again' }).click();
  await more(page, 2);
});

test('clocks: paused by a reload, run on, and fall', async ({ table }) => {
  const { page } = await table({}, 'dvonn', dvonn, {
    levels: [0, 1],
    control: { initial: 60000, increment: 0 },
    moves: ['a3-b4', 'a1-a2'],
    left: [1500, 60000],
  });
  await counts(page.locator('.clock.running'), 0);
  await counts(page.locator('.cell.take'), 0, 'nothing moves while the clocks are paused');
  await picture(page, 'paused-desktop');
  // It runs for a second and a half; who looks later would miss it.
  await page.evaluate(() => {
    const seen = (done) => new MutationObserver(() => document.querySelector('.clock.running.low') && done(true));
    globalThis.ran = new Promise((done) => {
      seen(done).observe(document.body, { childList: true, subtree: true, attributes: true });
    });
  });
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.waitForSelector('.result');
  assert.ok(await page.evaluate(() => Promise.race([globalThis.ran, false])), 'the clock has run');
  await says(page.locator('.result'), /You lose.*Time out/s);
  await soon(async () => assert.deepEqual((await stored(page)).ending, { by: 'time', loser: 0 }));
  await says(page.locator('[role=alert]').last(), /Time out/);
});

test('a clock against the computer: it moves in time and both clocks count', async ({ table }) => {
  const { page } = await table({}, 'lyngk', lyngk, {
    levels: [0, 10],
    control: { initial: 30000, increment: 1000 },
  });
  for (let i = 0; i < 2; i++) {
    await move(page, i);
    await more(page, 2 * i + 2);
    if (i === 0) await says(page.locator('.clock:not(.running)'), /0:30/); // the first moves are free
  }
  const { took, moves } = await stored(page);
  assert.equal(took.length, moves.length);
  const left = 30000 - took[3] + 1000;
  assert.ok(took[3] > 0 && left > 0, `the computer has ${left} ms left`);
});

test('a move prepared while the computer thinks on a clock is played when it has moved', async ({ table }) => {
  const clocked = { levels, control: { initial: 60_000, increment: 0 } };
  for (const [size, options] of inSizes('phone')) {
    const { prepare, release } = hold();
    const { page } = await table({ ...options, prepare }, 'dvonn', dvonn, clocked);
    const press = (s) => page.locator(`[data-spot=${s}]`).evaluate((c) => c.click());
    await press('a3');
    await press('b4');
    await page.waitForSelector('.dots');
    const prepared = page.locator('.premove');
    await press('k5');
    await says(prepared, /From k5/);
    await press('k4');
    await says(prepared, /k5\u2009–\u2009k4/);
    await picture(page, `computer-premove-${size}`);
    await release(page);
    await more(page, 3);
    assert.equal((await stored(page)).moves[2], 'k5-k4');
  }
});

test('a draw offered too early, and giving up', async ({ table }) => {
  const { page } = await table({}, 'lyngk', lyngk, { levels });
  const menu = async (name) => {
    await page.locator('.acts .btn').last().click();
    await page.getByRole('button', { name }).click();
  };
  await menu('Offer a draw');
  await page.getByText('The draw offer was declined.').first().waitFor();
  // What is asked has the focus, on the answer that changes nothing; then it is where it was.
  const focused = (text) => page.waitForFunction((s) => document.activeElement?.textContent.trim() === s, text);
  await menu('Resign');
  await focused('Keep playing');
  await page.keyboard.press('Enter');
  await focused('More');
  await menu('Resign');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.waitForSelector('.result');
  await says(page.locator('.result'), /You lose.*resigned/s);
  await page.getByRole('button', { name: 'View board' }).click();
  await counts(page.locator('.result'), 0);
  await page.locator('.say .btn').click(); // and what comes next is still to be had
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction(() => !document.querySelector('.result'));
  await soon(async () => assert.deepEqual((await stored(page)).levels, [1, 0]));
  await more(page, 1);
});

test('the game as a file, a picture and a link, and in the place for analysis', async ({ table }) => {
  const { page } = await table({}, 'lyngk', hops, { levels: [0, 0], moves: ['e2-g6'] });
  const menu = async (name) => {
    await page.locator('.acts .btn').last().click();
    await page.getByRole('button', { name }).click();
  };
  const [file] = await Promise.all([page.waitForEvent('download'), menu('Save the record')]);
  const text = await readFile(await file.path(), 'utf8');
  assert.match(file.suggestedFilename(), /^lyngk-.*\d{4}-\d\d-\d\d\.cairn$/);
  assert.match(text, /\[Date "\d{4}-\d\d-\d\d"\].*e2-g6/s);
  const [drawn] = await Promise.all([page.waitForEvent('download'), menu('Share a picture')]);
  assert.equal(drawn.suggestedFilename(), 'lyngk.png');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await menu('Share a link');
  await page.getByText('Copied.').first().waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /analysis\/\?g=lyngk&p=.*&m=e2-g6#1$/);
  await Promise.all([page.waitForURL(/analysis\/\?id=.*&g=lyngk&p=.*&m=e2-g6#1/), menu('Analyze the game')]);
  await page.waitForSelector('[role=grid]');
});

test('the analysis of a game that is over has its names and result, in the archive or not, and without a move, too', async ({
  table,
}) => {
  const over = {
    ...{ levels: [0, 1], names: ['Anna', ''] },
    ending: { by: 'resignation', loser: 0 },
  };
  for (const [kept, moves] of [
    [true, ['e2-g6']],
    [false, ['e2-g6']],
    [true, []],
  ]) {
    const { page } = await table({}, 'lyngk', hops, { ...over, moves });
    if (!kept) await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }));
    const link = page.locator('.result').getByRole('link', { name: 'Analyze the game' });
    await expect(link).toHaveAttribute('href', /&z=|#z=/);
    await link.click();
    await page.waitForURL(/\/analysis\//);
    await says(page.locator('.say'), /Valley wins.*Anna resigned|You lose.*You resigned/);
    await counts(page.getByRole('button', { name: 'Analyze the whole game' }), moves.length);
    for (const name of ['Anna', 'Valley']) await counts(page.locator('.who').getByText(name, { exact: true }), 1);
    await counts(page.getByText('not kept'), 0);
  }
});

test('a game from a position in the address', async ({ open }) => {
  const other = (await open(`${site.url}?p=${dvonn.replaceAll(' ', '_')}`)).page;
  await says(other.locator('form.new h1'), 'DVONN');
  // Which game it is need not be said: the position shows it.
  const { page } = await open(`${site.url}?p=${hops.replaceAll(' ', '_')}`);
  await page.waitForSelector('form.new .position svg');
  await says(page.locator('form.new h1'), 'LYNGK');
  await counts(page.locator('input[name=kind]'), 0);
  await page.locator('form.new label:has([value=opponent])').click();
  await page.locator('form.new .strong').click();
  await page.waitForSelector('[role=grid]');
  await more(page, 1);
  const game = await stored(page);
  assert.deepEqual([game.start, game.levels], [hops, [1, 0]]);
  assert.equal(new URL(page.url()).search, '');
});

test('an address that cannot be read says so, and the page works all the same', async ({ open }) => {
  for (const [query, reason] of [
    ['?g=lyngk&p=nonsense', /could be read from this link: A position has four fields/],
    ['?g=nothing', /could be read from this link: Unknown game nothing/],
    ['?p=nonsense', /A position has four fields/],
  ]) {
    const { page } = await open(`${site.url}${query}`);
    await says(page.locator('[role=alert]').first(), reason);
    await page.locator('[role=alert] button').click();
    await counts(page.locator('[role=alert] button'), 0);
    await page.locator('.front .strong').first().click();
    await page.locator('form.new .strong').click();
    await page.waitForSelector('[role=grid]');
  }
  const german = (await open(`${site.url}?p=nonsense`, { locale: 'de' })).page;
  await says(german.locator('[role=alert]').first(), /Eine Stellung hat vier Teile/);
});

test('keys: half steps, the board alone, help; settings that hold', async ({ table }) => {
  const { page } = await table({}, 'lyngk', hops, { levels: [0, 0] });
  const press = (s) => page.locator(`[data-spot=${s}]`).evaluate((c) => c.click());
  const line = page.locator('.command input');
  await line.fill('e2-e2');
  await line.press('Enter');
  await page.getByText('e2\u2009–\u2009e2 isn’t allowed').first().waitFor();
  assert.equal(await line.inputValue(), 'e2-e2', 'what was refused can be mended');
  await line.fill('');
  await line.blur();
  await press('e2');
  await press('e5');
  await press('g6');
  await more(page, 1);
  const say = page.locator('.say');
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByText('Via e5').first().waitFor();
  await picture(page, 'half-way');
  await page.keyboard.press('Alt+ArrowLeft');
  await page.waitForFunction(() => /Start position/.test(document.querySelector('.say').textContent));
  await page.keyboard.press('Alt+ArrowRight');
  await page.getByText('Via e5').first().waitFor();
  await page.keyboard.press('Alt+ArrowRight');
  await page.waitForFunction(() => document.querySelector('[data-ply="0"][aria-current]'));
  await says(say, /e2 – e5 – g6/);
  await page.keyboard.press('z');
  await page.waitForSelector('.leave');
  await counts(page.locator('.acts:visible, header:visible'), 0);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await counts(page.locator('.leave'), 1);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.acts');
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open] dl');
  await page.keyboard.press('Escape');
  await page.locator('.acts .btn').last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Confirm each move', { exact: true }).check();
  await page.getByLabel('Marks on the pieces').uncheck();
  await page.getByLabel('Coordinates').uncheck();
  await page.keyboard.press('Escape');
  await counts(page.locator('svg .mark:visible'), 0);
  await move(page);
  await page.waitForSelector('.hint .strong');
  await picture(page, 'confirm-desktop');
  await soon(async () => assert.equal(await count(page), 1, 'a draft is not played'));
  await page.locator('.hint .strong').click();
  await more(page, 2);
});

test('on a phone the hint leaves in sight what it speaks of', async ({ table }) => {
  // On the turned board every move of this position begins at the lower end, where the card would lie.
  const low =
    '.,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./D,W,B w move';
  for (const [start, high] of [
    [low, true],
    [dvonn, false],
  ]) {
    const small = { ...phone, viewport: { width: 360, height: 640 } };
    const { page, context } = await table(small, 'dvonn', start, { levels: [0, 0] });
    const longer = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    await soon(async () => assert.equal(await longer(), 0, 'what fits does not scroll'));
    await page.getByRole('button', { name: 'Hint' }).click();
    const card = page.locator('.hint:has(.strong)');
    await card.waitFor();
    if (high) await soon(async () => assert.match(await card.getAttribute('class'), /high/));
    // Card and spots are measured in one go: nothing is drawn again in between.
    const covered = () =>
      card.evaluate((c) => {
        const over = c.getBoundingClientRect();
        return c
          .querySelector('b')
          .textContent.split(' – ')
          .filter((s) => {
            const b = document.querySelector(`[data-spot=${s}]`).getBoundingClientRect();
            return b.bottom > over.top && b.top < over.bottom;
          });
      });
    await soon(async () => assert.deepEqual(await covered(), [], 'spots under the hint'));
    await picture(page, `hint-${high ? 'high' : 'low'}`);
    await context.close();
  }
});

test('on a phone the hint leaves the colors to be claimed in sight', async ({ table }) => {
  const { page } = await table({ ...phone, viewport: { width: 390, height: 844 } }, 'lyngk', hops, { levels });
  await page.getByRole('button', { name: 'Hint' }).tap();
  const card = page.locator('.hint:has(.strong)');
  await card.waitFor();
  const [claims, hint] = await page.evaluate(() =>
    ['.claims', '.hint:has(.strong)'].map((what) => {
      const { top, bottom } = document.querySelector(what).getBoundingClientRect();
      return { top, bottom };
    }),
  );
  assert.ok(claims.bottom <= hint.top, `the colors end at ${claims.bottom}, the hint begins at ${hint.top}`);
});

test('the claim lens shows on the board', async ({ table }) => {
  const { page } = await table({}, 'lyngk', lyngk, { levels });
  const drawn = () => page.locator('[role=grid] svg > g').count();
  const before = await drawn();
  await page.locator('.claims .btn').nth(2).hover();
  await page.waitForSelector('.hint .card-title');
  const said = await page.locator('.hint').textContent();
  assert.match(said, /Claiming red opens \d+ moves?\. Your opponent can no longer move \d+ stacks?/);
  const kept = Number(/no longer move (\d+)/.exec(said)[1]);
  assert.ok(kept);
  await soon(async () => assert.ok((await drawn()) >= before + kept, 'the stacks it keeps are marked'));
  await picture(page, 'lens-desktop');
});

for (const [size, options] of inSizes('desktop')) {
  test(`nothing for axe to find in what opens over the table, ${size}`, async ({ table }) => {
    const control = { initial: 300000, increment: 3000 };
    const { page } = await table({ ...options, bypassCSP: true }, 'lyngk', hops, { levels, control });
    const check = async (where) => {
      assert.deepEqual(await hindrances(page), [], where);
      await picture(page, `${where}-${size}-dark`);
    };
    const menu = async (name) => {
      await page.locator('.acts .btn').last().click();
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
      await opened(page, name);
    };
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.waitForSelector('.hint .strong');
    await check('hint');
    await menu('Settings');
    await check('settings');
    await page.keyboard.press('Escape');
    // The menu of a screen for fingers does not name the keys; a keyboard beside it asks for them by one.
    await page.keyboard.press('?');
    await opened(page, 'Keys');
    await check('keys');
    await page.keyboard.press('Escape');
    await menu('New game');
    await page.locator('.new summary').click();
    await page.locator('input[name=clock][value=own]').check({ force: true });
    await check('new game');
  });
}

test('no language is wider than 320 pixels, and none lacks a text', async ({ table }) => {
  for (const lang of languages) {
    const { page, context } = await table(
      { ...phone, viewport: { width: 320, height: 640 } },
      'lyngk',
      hops,
      { levels, control: { initial: 300000, increment: 3000 } },
      { lang },
    );
    const check = async (where) => {
      const wide = await page.evaluate(() => {
        const over = [...document.querySelectorAll('dialog[open] *, main *')].filter(
          (e) =>
            e.scrollWidth > e.clientWidth + 1 &&
            e.clientWidth > 0 &&
            getComputedStyle(e).overflowX === 'visible' &&
            e.matches('button, label, p, h1, h2, summary, legend, dd'),
        );
        return [document.documentElement.scrollWidth, over.map((e) => e.textContent.trim().slice(0, 40))];
      });
      assert.deepEqual(wide, [320, []], `${lang}: ${where}`);
      const text = await page.evaluate(() => document.body.innerText);
      assert.doesNotMatch(text, /\b(ui|say|level|reason|result|a11y)\.[a-z_]+/, `${lang}: ${where}`);
    };
    await check('table');
    const texts = JSON.parse(
      await readFile(new URL(`../../internal/show/i18n/catalog/${lang}.json`, import.meta.url), 'utf8'),
    );
    const item = async (key) => {
      await page.locator('.acts .btn').last().click();
      await check('menu');
      await page.getByRole('dialog').getByRole('button', { name: texts[key], exact: true }).click();
      await opened(page, texts[key]);
    };
    await item('ui.settings');
    await check('settings');
    await picture(page, `settings-320-${lang}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await opened(page, texts['ui.keys']);
    await check('keys');
    await page.keyboard.press('Escape');
    await item('ui.new');
    await page.locator('.new summary').click();
    await page.locator('input[name=clock][value=own]').check({ force: true });
    await page.locator('input[value=word]').check();
    await check('new game');
    await picture(page, `new-320-${lang}`, { fullPage: true });
    await context.close();
  }
});

test('a move is drawn soon after the finger is lifted', async ({ table }) => {
  const { page } = await table({ reducedMotion: 'no-preference' }, 'lyngk', lyngk, { levels: [0, 0] });
  const times = [];
  for (let i = 0; i < 8; i++) {
    const name = await page
      .locator('.cell.take')
      .nth(i % 3)
      .getAttribute('data-spot');
    await click(page, name);
    const goal = await page.locator('.cell.goal[aria-label*="; target"]').first().getAttribute('data-spot');
    const b = await place(page, goal);
    // From the event itself to the first frame in which the stack is under way.
    await page.evaluate((n) => {
      globalThis.drawn = new Promise((done) => {
        addEventListener(
          'pointerup',
          (e) => {
            const began = e.timeStamp;
            const look = () => {
              if (document.querySelector(`[data-spot=${n}]`)?.ariaLabel.startsWith(`${n}, empty`))
                done(performance.now() - began);
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      });
    }, name);
    await page.mouse.click(b.x, b.y);
    times.push(await page.evaluate(() => globalThis.drawn));
    await more(page, i + 1);
    await page.waitForFunction(() => !document.querySelector('[role=grid] svg.air > g')); // it has landed
  }
  times.sort((x, y) => x - y);
  console.log(`pointer up to drawn move, milliseconds: ${times.map((t) => t.toFixed(0)).join(' ')}`);
  await soon(async () => assert.equal(await count(page), 8, 'every move was played'));
});
