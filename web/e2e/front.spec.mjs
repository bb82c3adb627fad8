// The first page, and what is there before the rules have come.
import assert from 'node:assert/strict';
import { hindrances, overflow } from './looks.mjs';
import { program } from './servers.mjs';
import {
  click,
  counts,
  expect,
  languages,
  layouts,
  phone,
  picture,
  says,
  site,
  soon,
  stored,
  tap,
  test,
} from './test.mjs';

/** The rules never come. */
const without = { prepare: (page) => page.route(/(rules|engine)[^/]*\.wasm/, () => {}) };

for (const [size, options] of Object.entries({ desktop: {}, phone })) {
  test(`without the rules the first page is whole, and leads to the choices, ${size}`, async ({ open }) => {
    const { page } = await open(site.url, { ...options, ...without });
    await counts(page.locator('.front .board svg .mark').first(), 1);
    await counts(page.locator('.front .strong'), 2);
    await picture(page, `front-${size}`);
    await page.getByRole('button', { name: 'Play: DVONN' }).click();
    await page.waitForURL(/#new$/);
    await says(page.locator('form.new h1'), 'DVONN');
    await expect(page.getByRole('radio', { name: 'Full board' })).toBeChecked();
    await page.locator('form.new .strong').click();
    await says(page.locator('.loading'), /Loading the rules/);
    await page.goBack();
    await page.locator('.front').waitFor();
  });
}

test('without the rules a lesson and an analysis show their position, and the lists can be read', async ({ open }) => {
  const { page } = await open(`${site.url}learn/#lyngk/build/twice`, without);
  await counts(page.locator('.step .sketch svg [transform] .mark').first(), 1);
  await says(page.locator('.step h1'), 'No color twice');
  await page.goto(`${site.url}analysis/?g=lyngk&p=${layouts.lyngk.replaceAll(' ', '_')}`);
  await counts(page.locator('.first .sketch svg [transform] .mark').first(), 1);
  await says(page.locator('.loading'), /Loading the rules/);
  // Of a game the board looked at, as its address has it, and never another one.
  const [board] = layouts.lyngk.split(' ');
  for (const [known, shown] of [
    [`&b=${board}`, 1],
    [`&p=${layouts.lyngk.replaceAll(' ', '_')}`, 0],
  ]) {
    await page.goto(`${site.url}analysis/?g=lyngk${known}&m=a1-b2#1`);
    await says(page.locator('.loading'), /Loading the rules/);
    await counts(page.locator('.first .sketch'), shown);
  }
  await page.goto(`${site.url}learn/`);
  await counts(page.locator('.list ol'), 3);
  await page.goto(`${site.url}rules/`);
  await page.locator('.rules h2').first().waitFor();
});

test('the games under way are on the first page, whichever was played last', { tag: '@main' }, async ({ table }) => {
  const two = { levels: [0, 0], names: ['Anna', 'Ben'] };
  const { page } = await table(phone, 'lyngk', layouts.hops, two);
  await tap(page, 'e2', 'g6');
  await counts(page.locator('ol [data-ply]'), 1);
  await page.goto(`${site.url}?g=dvonn`);
  await page.locator('form.new input[value=placing]').check({ force: true });
  await page.locator('form.new input[value=person]').check({ force: true });
  await page.locator('form.new .strong').tap();
  await page.waitForSelector('[role=grid]');
  await tap(page, 'a1');
  await counts(page.locator('ol [data-ply]'), 1);
  await page.locator('header .brand').tap();
  await page.locator('.front').waitFor();
  await says(page.locator('button.under-way'), /Continue your game.*DVONN/s);
  const others = page.getByRole('region', { name: 'More games under way' });
  await counts(others.locator('li'), 1);
  await says(others.locator('li'), /Anna – Ben.*LYNGK/s);
  await picture(page, 'front-more-phone');
  await others.getByRole('link', { name: 'Anna – Ben' }).tap();
  await page.waitForSelector('[role=grid]');
  await counts(page.locator('ol [data-ply]'), 1);
  await page.locator('[data-spot=g6][aria-label*="stack of"]').waitFor();
  // That one is on top now, and the other one is not lost.
  await page.locator('header .brand').tap();
  await says(page.locator('button.under-way'), /Continue your game.*LYNGK/s);
  await says(others.locator('li'), /DVONN/);
});

test('on a phone the places stand at the lower edge, but not below a board', async ({ open }) => {
  const { page } = await open(site.url, phone);
  const tabs = page.locator('nav.tabs');
  await says(tabs.locator('[aria-current]'), 'Play');
  const { bottom, height } = await tabs.evaluate((e) => ({
    bottom: e.getBoundingClientRect().bottom,
    height: innerHeight,
  }));
  assert.equal(bottom, height);
  await tabs.getByRole('link', { name: 'Learn' }).tap();
  await page.waitForURL(/learn\/$/);
  await says(tabs.locator('[aria-current]'), 'Learn');
  await tabs.getByRole('link', { name: 'Games' }).tap();
  await page.waitForURL(/archive\/$/);
  await says(tabs.locator('[aria-current]'), 'Games');
  await page.goto(`${site.url}#new`);
  await page.locator('form.new').waitFor();
  await counts(tabs, 0);
});

test('a board is chosen in the settings, seen at once, and there at the next visit before anything is drawn', async ({
  open,
}) => {
  const { page } = await open(site.url);
  const root = page.locator('html');
  const color = () => root.evaluate((e) => getComputedStyle(e).getPropertyValue('--board'));
  const stone = await color();
  await page.locator('header').getByRole('button', { name: 'Settings' }).click();
  const boards = page.getByRole('dialog').getByRole('group', { name: 'Board' });
  await counts(boards.getByRole('radio'), 4);
  await counts(boards.locator('.sketch'), 4);
  await expect(boards.getByRole('radio', { name: 'Stone' })).toBeChecked();
  await boards.getByText('Slate').click();
  await expect(root).toHaveAttribute('data-board', 'slate');
  const slate = await color();
  assert.notEqual(slate, stone);
  await picture(page, 'settings-boards');
  // Without any script of the page but the one before the first paint.
  await page.route(/assets\/.*\.js/, () => {});
  await page.goto(`${site.url}learn/`, { waitUntil: 'commit' });
  await expect(root).toHaveAttribute('data-board', 'slate');
  await soon(async () => assert.equal(await color(), slate));
});

test('pieces are chosen in the settings: seen at once, at the next visit before anything is drawn, and in a saved picture', async ({
  open,
}) => {
  const { page } = await open(site.url);
  const root = page.locator('html');
  const color = (what) =>
    page
      .locator('.front .board svg')
      .first()
      .evaluate((e, name) => getComputedStyle(e).getPropertyValue(name).trim(), what);
  await page.locator('header').getByRole('button', { name: 'Settings' }).click();
  const sets = page.getByRole('dialog').getByRole('group', { name: 'Pieces' });
  await counts(sets.getByRole('radio'), 3);
  // Each picture stands in the middle of its place.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const askew = await page.locator('dialog .boards label').evaluateAll((list) =>
      list.map((label) => {
        const [a, b] = [label, label.querySelector('svg')].map((e) => e.getBoundingClientRect());
        return Math.round(Math.abs(a.left + a.right - b.left - b.right) / 2);
      }),
    );
    assert.ok(askew.length > 6 && Math.max(...askew) < 2, `${askew} px at ${width}`);
  }
  await expect(sets.getByRole('radio', { name: 'Solid' })).toBeChecked();
  await sets.getByText('Large marks').click();
  await expect(root).toHaveAttribute('data-pieces', 'symbols');
  assert.equal(await color('--red-face'), '#d42408');
  // The marks on the faces grow with it.
  const grown = page.locator('.front .on-face').first();
  assert.match(await grown.evaluate((e) => getComputedStyle(e).transform), /^matrix\(1\.4, /);
  await picture(page, 'settings-pieces');
  await page.route(/assets\/.*\.js/, () => {});
  await page.goto(`${site.url}learn/`, { waitUntil: 'commit' });
  await expect(root).toHaveAttribute('data-pieces', 'symbols');
});

test('one’s own name is asked once, and stands wherever one plays', async ({ open }) => {
  const { page } = await open(site.url);
  await page.locator('header').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByLabel('Your name').fill('Wren');
  await page.keyboard.press('Escape');
  await page.locator('.front .strong').first().click();
  await page.locator('form.new .strong').click();
  await says(page.locator('.bottom .name'), 'Wren');
  await page.goto(`${site.url}#new`);
  await page.locator('form.new input[value=person]').check({ force: true });
  await page.locator('form.new .strong').click();
  await says(page.locator('.bottom .name'), 'Wren');
});

test('by keys: from the first page to the title of the choices, and on from there to the board', async ({ open }) => {
  const { page } = await open(site.url);
  await page.getByRole('button', { name: 'Play: DVONN' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('form.new h1')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'LYNGK instead' })).toBeFocused();
  await page.locator('form.new .strong').focus();
  await page.keyboard.press('Enter');
  const first = page.locator('[role=grid] :focus');
  await counts(first, 1);
  await says(page.locator('[role=status]').last(), 'Your turn.');
  const was = await first.getAttribute('data-spot');
  await page.keyboard.press('ArrowLeft');
  await counts(first, 1);
  assert.notEqual(await first.getAttribute('data-spot'), was);
});

test('by keys the first page goes as it is read: past the places to the games, and then to what stands beside them', async ({
  open,
}) => {
  const { page } = await open(site.url);
  await page.locator('.front .people .card').last().waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the content' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Skip to the content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  const order = await page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('.strong, .people .card, .days .card')].map((e) => {
      const { left, top } = e.closest('.front > *').getBoundingClientRect();
      return top * 10 + left; // rows are more than a tenth of the width apart, so they count first
    }),
  );
  assert.ok(order.length > 3);
  assert.deepEqual(
    order,
    [...order].sort((a, b) => a - b),
  );
});

for (const [size, options] of Object.entries({ desktop: {}, phone })) {
  test(`nothing moves on the first page of a first visit while the server takes its time, ${size}`, async ({
    open,
  }) => {
    const own = await program();
    try {
      let hold = true;
      const held = [];
      const prepare = (p) => p.route('**/api/**', (r) => (hold ? void held.push(r) : r.continue()));
      const { page } = await open(own.url, { ...options, prepare, serviceWorkers: 'block', allow: /api\// });
      await page.locator('.days .sketch').nth(1).waitFor();
      await page.locator('#people').waitFor();
      const places = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('.front section, .days a, .front .go, footer')].map((e) => {
            const { x, y, width, height } = e.getBoundingClientRect();
            return [x, y, width, height];
          }),
        );
      const before = await places();
      assert.ok(before.length > 6, `${before.length} things`);
      hold = false;
      assert.ok(held.length, 'the server was asked');
      for (const r of held) await r.continue();
      await page.locator('#people ~ .presets').waitFor();
      assert.deepEqual(await places(), before);
      await page.close(); // it would ask a server that is gone
    } finally {
      await own.close();
    }
  });
}

test('beside the board the bar of a game is one row in every language', async ({ table }) => {
  const { page } = await table({ viewport: { width: 1440, height: 900 } }, 'dvonn', layouts.dvonn);
  for (const lang of languages) {
    await page.evaluate((l) => localStorage.setItem('cairn.prefs', JSON.stringify({ sound: false, lang: l })), lang);
    await page.reload();
    await page.waitForSelector(`html[lang=${lang}] .acts .btn`);
    for (const width of [1000, 1180, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await soon(async () => {
        const tops = await page
          .locator('.acts .btn:visible')
          .evaluateAll((l) => l.map((b) => Math.round(b.getBoundingClientRect().top)));
        assert.deepEqual([tops.length, new Set(tops).size], [5, 1], lang);
        assert.deepEqual(await page.evaluate(overflow), [], `${lang} at ${width}`);
      });
    }
  }
});

test('without tables of people the cards of the first page stand below the games', async ({ table }) => {
  const { page } = await table({ viewport: { width: 1440, height: 900 } }, 'lyngk', layouts.hops);
  await click(page, 'e2', 'g6');
  await page.locator('ol [data-ply]').waitFor();
  await page.goto(site.url);
  await page.locator('.under-way').waitFor();
  await page.locator('.days a').nth(1).waitFor();
  await soon(async () => {
    const [games, aside, days] = await page.evaluate(() =>
      ['.front > section', '.aside > *', '.days a'].map((cards) =>
        [...document.querySelectorAll(cards)].map((e) => Math.round(e.getBoundingClientRect().left)),
      ),
    );
    assert.deepEqual([games.length, aside, days], [2, games, games]);
  });
});

test('on a phone the pictures of the day leave their words free', async ({ open }) => {
  const { page } = await open(site.url, phone);
  await page.locator('.days .sketch').nth(1).waitFor();
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 740 });
    const over = await page.locator('.days a').evaluateAll((list) =>
      list.filter((card) => {
        const [a, b] = ['.sketch', '.card-words'].map((part) => card.querySelector(part).getBoundingClientRect());
        return a.right > b.left && a.bottom > b.top;
      }),
    );
    assert.equal(over.length, 0, `at ${width}`);
  }
});

test('settings and help of keys that cannot be fetched say so, and come when they can', async ({ table }) => {
  const { page } = await table({ allow: /Failed to load resource/ }, 'lyngk', layouts.hops);
  const dialog = page.locator('dialog[open]');
  for (const [file, want, there] of [
    ['SettingsDialog', () => page.locator('header .set button').click(), 'select'],
    ['KeyHelpDialog', () => page.keyboard.press('?'), 'kbd'],
  ]) {
    const files = `**/assets/${file}-*.js`;
    await page.route(files, (r) => r.abort());
    await want();
    await says(dialog.getByRole('alert'), /couldn’t be loaded/);
    // Closed, it is asked for again; tried again, it is there.
    await page.keyboard.press('Escape');
    await counts(dialog, 0);
    await want();
    await says(dialog.getByRole('alert'), /couldn’t be loaded/);
    // The words of the first time are there at once: the second must have failed before the file is let through.
    const again = dialog.getByRole('button', { name: 'Try again' });
    await expect(again).toHaveAttribute('aria-disabled', 'false');
    if (file === 'SettingsDialog') {
      // Opened again before the browser has told that it was closed, it stays open.
      await dialog.evaluate(async (it) => {
        const told = new Promise((done) => it.addEventListener('close', done, { once: true }));
        it.requestClose();
        await Promise.resolve();
        document.querySelector('header .set button').click();
        await told;
      });
      await says(dialog.getByRole('alert'), /couldn’t be loaded/);
      await expect(again).toHaveAttribute('aria-disabled', 'false');
    }
    await page.unroute(files);
    await again.click();
    await dialog.locator(there).first().waitFor();
    await page.keyboard.press('Escape');
    await counts(dialog, 0);
  }
  // What is opened again before the browser has told that it was closed stays open.
  const settings = page.locator('header .set button');
  await settings.click();
  const select = dialog.locator('select').first();
  await select.evaluate(async (it) => {
    const had = it.closest('dialog');
    const told = new Promise((done) => had.addEventListener('close', done, { once: true }));
    had.requestClose();
    await Promise.resolve();
    document.querySelector('header .set button').click();
    await told;
  });
  await select.waitFor();
  await page.keyboard.press('Escape');
  await counts(dialog, 0);
  // A key right after a dialog was closed is the page's, though the focus is still in there until the next frame.
  await settings.click();
  await select.evaluate((it) => {
    it.closest('dialog').close();
    it.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
  });
  await dialog.locator('kbd').first().waitFor();
});

test('presets set what many want, and what one has played last', async ({ open }) => {
  const { page } = await open(`${site.url}#new`, phone);
  const form = page.locator('form.new');
  await form.getByRole('button', { name: 'Quick' }).tap();
  await expect(form.getByRole('radio', { name: 'Level 3: Forest' })).toBeChecked();
  await expect(form.locator('input[name=clock][value="5+3"]')).toBeChecked();
  await says(form.locator('.strong'), /Start the game.*Forest, 5\+3/s);
  await form.getByRole('radio', { name: 'Level 4' }).check({ force: true });
  await expect(form.getByRole('button', { name: 'Quick' })).toHaveAttribute('aria-pressed', 'false');
  await form.locator('.strong').tap();
  await page.waitForSelector('[role=grid]');
  await page.goto(`${site.url}learn/`);
  await page.goto(`${site.url}#new`);
  const first = form.getByRole('button', { name: 'First game' });
  // A double click chooses, and starts nothing yet.
  await form.evaluate((f) => f.addEventListener('submit', () => f.setAttribute('data-sent', '')));
  await first.dblclick();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await expect(form).not.toHaveAttribute('data-sent');
  await expect(form.locator('input[name=clock][value=none]')).toBeChecked();
  await form.getByRole('button', { name: 'LYNGK · Level 4 · 5+3' }).tap();
  await expect(form.getByRole('radio', { name: 'Level 4' })).toBeChecked();
  await expect(form.locator('input[name=clock][value="5+3"]')).toBeChecked();
  // Once more: what is chosen already is started.
  await first.tap();
  await expect(first).toHaveAttribute('title', 'Start the game');
  await first.press('Enter');
  await page.waitForSelector('[role=grid]');
  // The game that stands there is the one that was begun now; only then is a missing clock one.
  await soon(async () => {
    const { levels, control } = await stored(page);
    assert.deepEqual([levels, control], [[0, 1], null]);
  });
  await page.locator('[data-spot]').first().waitFor();
  await counts(page.locator('.clock'), 0);
});

for (const lang of ['en', 'de']) {
  test(`what is told stands between the places of the bar and its choices, ${lang}`, async ({ open }) => {
    const { page, context } = await open(site.url, {
      ...{ viewport: { width: 1440, height: 900 }, locale: lang, serviceWorkers: 'allow', allow: /./ },
    });
    await page.locator('header nav a').first().waitFor();
    const card = page.locator('.news .card');
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
      timeout: 120_000,
    });
    let boxes;
    await soon(async () => {
      // It shows for some seconds, each time again; card and bar are measured in one go.
      await context.setOffline(false);
      await context.setOffline(true);
      await card.waitFor({ timeout: 5_000 });
      boxes = await page.evaluate(() =>
        ['.news .card', 'header nav a:last-child', 'header .set'].map((s) =>
          document.querySelector(s).getBoundingClientRect().toJSON(),
        ),
      );
    });
    const [toast, places, choices] = boxes;
    assert.ok(toast.x >= places.x + places.width, `${toast.x} is left of ${places.x + places.width}`);
    assert.ok(toast.x + toast.width <= choices.x, `${toast.x + toast.width} is right of ${choices.x}`);
    assert.ok(toast.y + toast.height <= 52, `${toast.y + toast.height} is below the bar`);
    // On a phone none of it is cut off.
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await soon(async () => {
        await context.setOffline(false);
        await context.setOffline(true);
        await card.waitFor({ timeout: 5_000 });
        const [cut, left] = await card.evaluate((e) => [
          e.scrollHeight - e.clientHeight,
          e.getBoundingClientRect().left - document.querySelector('header .brand').getBoundingClientRect().right,
        ]);
        assert.ok(cut < 2 && left >= 0, `${cut} px cut, ${left} px right of the name at ${width}`);
      });
    }
    await context.setOffline(false);
  });
}

test('two who press the same game meet, though the list of one is old; who finds nobody sees who was here, a level, and the next evening', async ({
  open,
}) => {
  const own = await program(); // nobody else is here
  try {
    const lost = /WebSocket|Failed to load|api\//; // the program ends before the pages
    const press = (page) => page.locator('.presets button').last().click();
    const [ann, ben] = [
      (await open(own.url, { allow: lost })).page,
      (await open(own.url, { ...phone, allow: lost })).page,
    ];
    for (const page of [ann, ben]) await page.locator('.presets').waitFor();
    await press(ann);
    await ann.locator('.waiting').waitFor();
    await press(ben);
    for (const page of [ann, ben]) await page.locator('[role=grid]').waitFor();
    assert.equal(ben.url(), ann.url());

    const empty = (await open(own.url, { allow: lost })).page;
    const person = { id: '70000000000000000007', name: 'Marta', kind: 'account' };
    const level = { id: '00000000000000000005', name: 'level5', kind: 'level', level: 5 };
    const lobby = {
      open: [],
      playing: [],
      here: [],
      lately: [person],
      stand: [{ person: level, offers: [], most: 32 }],
    };
    const starts = Date.now() + 86_400_000;
    const options = { title: 'Club night', game: 'lyngk', control: '600+5', rounds: 5, games: 1, zone: 'UTC', starts };
    const evening = { id: 'efgh2345', phase: 'open', options, people: 7, host: person };
    await empty.route('**/api/lobby', (r) => r.fulfill({ json: lobby }));
    await empty.route('**/api/contests', (r) => r.fulfill({ json: { running: [], coming: [evening], past: [] } }));
    await empty.reload();
    const people = empty.getByRole('region', { name: 'Play with people' });
    await says(people, /Level 5.*Here in the last hour: Marta.*Club night/s);
    await expect(people.getByRole('link', { name: 'Club night' })).toHaveAttribute('href', 'contest/efgh2345');
  } finally {
    await own.close();
  }
});

test('where there are tables of people, open seats are on the first page, and are taken by one press', async ({
  open,
}) => {
  const own = await program(); // nobody else is here
  try {
    const lost = /Failed to load|api\//; // the program ends before the pages
    const anna = (await open(`${own.url}lobby/`, { allow: lost })).page;
    const storage = { 'cairn.prefs': { name: 'Wren', sound: false } };
    const seat = (await open(own.url, { ...phone, bypassCSP: true, allow: lost, storage })).page;
    const seats = seat.getByRole('region', { name: 'Open seats' });
    await seat.locator('#people').waitFor();
    await counts(seats, 0);
    await anna.getByRole('link', { name: 'Create a table' }).first().click();
    await anna.locator('input[name=game][value="dvonn"]').check({ force: true });
    await anna.locator('form.new .strong').click();
    await anna.waitForURL(/\/[a-z2-9]{8}$/);
    await seat.reload();
    await says(seats.locator('li'), /DVONN.*Join/s);
    assert.deepEqual(await hindrances(seat), []);
    await picture(seat, 'front-seats-phone');
    // People elsewhere are among the opponents of a new game.
    await seat.goto(`${own.url}#new`);
    await expect(seat.locator('form.new').getByRole('link', { name: 'Lobby' })).toHaveAttribute('href', 'lobby/');
    // Somebody else has a seat free too, and a list that grows old. Nobody is offered their own seat.
    const late = (await open(own.url, { allow: lost })).page;
    await late.request.post(`${own.url}api/me`, { data: { name: 'Late' } });
    await late.request.post(`${own.url}api/tables`, {
      data: { options: { game: 'lyngk', control: '-', public: true } },
    });
    await late.reload();
    const join = late.getByRole('link', { name: /^Join/ });
    await says(join, /Guest/);
    await late.route('**/api/lobby', (r) => r.abort());
    const hers = await anna.context().newPage();
    await hers.goto(own.url);
    await says(hers.getByRole('region', { name: 'Open seats' }).locator('li'), /Late.*LYNGK/s);
    await hers.close();
    await seat.goto(own.url);
    await counts(seats.locator('li'), 2);
    const line = seats.locator('li', { hasText: 'DVONN' });
    await says(line, /DVONN · 5\+3 · Moves may be taken back/s);
    await seat.waitForTimeout(800); // a seat that has just come can't be taken by a finger that meant another
    await line.getByRole('link', { name: /^Join/ }).tap();
    await seat.waitForURL(anna.url());
    await seat.locator('[role=grid]').waitFor();
    await anna.locator('[role=grid]').waitFor();
    await join.click();
    await says(late.getByRole('alert'), /both seats are taken/i);
    assert.equal(late.url(), own.url);
    // Who leaves the table finds it on the first page, and so does Anna.
    const table = anna.url();
    for (const page of [seat, anna]) {
      await page.goto(own.url);
      const mine = page.getByRole('region', { name: 'Your tables' }).locator('li');
      await says(mine, /(Guest \d{4}|Wren).*DVONN.*(Your turn|Your opponent’s turn)/s);
      await page.getByRole('region', { name: 'Play with people' }).locator('li').first().waitFor();
      await counts(page.getByText(/your (opponent’s )?turn/i), 1, 'whose turn it is is said once');
    }
    assert.deepEqual(await hindrances(seat), []);
    await picture(seat, 'front-own-table-phone');
    await seat.goto(`${own.url}archive/`);
    await seat.getByRole('link', { name: /until then they’re in the lobby/ }).waitFor();
    await seat.goto(own.url);
    await seat.getByRole('region', { name: 'Your tables' }).getByRole('link').tap();
    await seat.waitForURL(table);
  } finally {
    await own.close();
  }
});
