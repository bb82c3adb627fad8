// Learning in a real browser: lessons by mouse, touch and keys; every step; the rules; the glossary; every language.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hindrances, overflow } from './looks.mjs';
import { dist } from './servers.mjs';
import {
  test as base,
  click,
  counts,
  full,
  inSizes,
  languages,
  phone,
  picture,
  place,
  says,
  site,
  soon,
  tap,
} from './test.mjs';

const courses = ['lyngk', 'lyngk6', 'dvonn'].map((id) =>
  JSON.parse(readFileSync(new URL(`../src/learn/lessons/${id}.json`, import.meta.url), 'utf8')),
);
const lessons = courses.flatMap((c) =>
  c.lessons.map((l) => l.steps.map((s) => ({ ...s, at: `${c.id}/${l.id}/${s.id}` }))),
);
const steps = lessons.flat();
/**
 * The steps that are gone through: all of them when SWEEP=full, else the last of each lesson, which has the most on its
 * board, and of each way to answer the first. That every solution is right by the rules, a Go test holds.
 */
const some = full
  ? steps
  : steps.filter((s) => lessons.some((l) => l.at(-1) === s) || steps.find((x) => x.goal === s.goal) === s);

const test = base.extend({
  /** Opens a place of the site. */
  go: async ({ open }, use) => use((options, path) => open(site.url + path, options)),
});
/** Waits until the board of a step is there: its address changes before it does. */
const step = (page, at) => page.waitForSelector(`[data-step$="${at}"] [role=grid]`);
/** Goes to a step as a link within the page does. */
async function turn(page, at) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, at);
  await step(page, at);
}
const card = (page) => page.locator('.foot .card');
const right = (page) => page.locator('.foot .card.right').waitFor();
const next = (page) => page.locator('.acts .btn').last();

test('the first lesson by mouse, from the list, and what was done is kept', { tag: '@main' }, async ({ go }) => {
  const { page } = await go({}, 'learn/');
  await page.locator('section .strong').first().click();
  await step(page, 'lyngk/move/land');
  assert.match(page.url(), /#lyngk\/move\/land$/);
  await click(page, 'e4', 'e5');
  await right(page);
  await next(page).click();
  await step(page, 'lyngk/move/far');
  await page.waitForFunction(() => document.querySelector('h1') === document.activeElement);
  await click(page, 'e2', 'h2');
  await says(card(page), /Not yet.*Red on e7/s);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForFunction(() => document.querySelector('[data-spot=e2]').ariaLabel.includes('green'));
  await click(page, 'e2', 'e7');
  await right(page);
  await next(page).click();
  await step(page, 'lyngk/move/first');
  await click(page, 'c3', 'g5');
  await page.waitForSelector('.foot .card.why');
  await says(card(page), /stands between c3 and g5.*Black on e4/s);
  await click(page, 'c3', 'g2', 'g5');
  await right(page);
  await says(card(page), /Lesson complete/);
  await page.reload();
  await page.waitForSelector('[role=grid]');
  await counts(page.locator('.bars .done'), 3);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.locator('.list').waitFor();
  await says(page.locator('ol a').first(), /Lesson complete/);
  await soon(async () =>
    assert.match(await page.locator('section .btn').first().getAttribute('href'), /#lyngk\/tops\/whole/),
  );
});

test('a newcomer with a phone comes from the start to the lessons of the game looked at, and on to a game', async ({
  go,
}) => {
  const { page } = await go(phone, '');
  await page.locator('.front section', { hasText: 'DVONN' }).locator('a[href*="learn/"]').tap();
  await page.waitForSelector('[role=grid]');
  assert.match(page.url(), /learn\/#dvonn/);
  await tap(page, 'f3');
  await right(page);
  await next(page).tap();
  await step(page, '/own');
  await page.waitForSelector('[data-spot=e2][aria-label*=black]');
  await tap(page, 'a1');
  await right(page);
  await page.goto(`${site.url}learn/#dvonn/end/draw`);
  await page.getByRole('button', { name: 'Draw' }).tap();
  await right(page);
  await page.getByRole('link', { name: 'Now play a game' }).tap();
  await page.locator('form.new h1').getByText('DVONN').waitFor();
  await page.locator('.brand').tap();
  await page.getByRole('button', { name: 'Play: DVONN' }).tap();
  await page.locator('form.new').waitFor();
});

test('the LYNGK-rule by touch on a phone, wrong tries explained', async ({ go }) => {
  const { page } = await go(phone, 'learn/#lyngk/points/on');
  await step(page, 'lyngk/points/on');
  await tap(page, 'e2', 'c6');
  await page.waitForSelector('.foot .card.why');
  await says(card(page), /both hold ivory.*other lines from e5 are open/s);
  await says(page.locator('[role=alert]').last(), /both hold ivory/);
  await picture(page, 'lesson-phone');
  await page.locator('.close').tap();
  await counts(card(page), 0);
  await tap(page, 'e5', 'g6');
  await right(page);
  await next(page).tap();
  await step(page, '/far');
  await page.waitForSelector('[data-spot=b2][aria-label*=red]');
  await tap(page, 'b2', 'e5', 'e1', 'h1');
  await right(page);
  await next(page).tap();
  await step(page, '/where');
  await page.waitForSelector('[data-spot=c6][aria-label*=red]');
  await tap(page, 'c6', 'e4');
  await soon(async () => assert.match(await page.locator('[data-spot=e4]').getAttribute('aria-label'), /marked/));
  await next(page).tap();
  await says(card(page), /Not e4\. 1 is missing\./);
  await tap(page, 'e4', 'f4');
  await next(page).tap();
  await right(page);
  await next(page).tap();
  await step(page, '/claimed');
  await page.waitForSelector('[data-spot=d1][aria-label*=black]');
  await tap(page, 'd1', 'd4');
  await page.waitForSelector('.foot .card.why');
  await says(card(page), /Claim black first|Press Black first/);
  await page.locator('.claims button').last().tap();
  await tap(page, 'd4', 'f5'); // d1 is still in hand
  await right(page);
});

test('what is said leaves the board and the claims in sight, on the smallest phone', async ({ go }) => {
  const small = { ...phone, viewport: { width: 320, height: 568 } };
  const { page } = await go(small, 'learn/#lyngk/neutral/climb');
  await step(page, 'lyngk/neutral/climb');
  await page.evaluate(() => {
    globalThis.clicks = [];
    addEventListener('click', (e) => globalThis.clicks.push(e.target.outerHTML.slice(0, 80)), true);
  });
  await tap(page, 'e4', 'g5');
  await says(card(page), /Press Red/);
  // What is said moves the page under the finger: no click may follow the touch and press what lies there then.
  assert.deepEqual(await page.evaluate(() => globalThis.clicks), []);
  await soon(async () => {
    const [claims, foot] = await page.evaluate(() =>
      ['.claims button', '.foot'].map((s) => document.querySelector(s).getBoundingClientRect()),
    );
    assert.ok(claims.bottom <= foot.top, `claims end at ${claims.bottom}, the foot begins at ${foot.top}`);
  });
  await page.locator('.claims button').nth(2).tap();
  await tap(page, 'g5'); // e4 is still in hand
  await right(page);
});

test('on a phone held across all of the board is beside the words, in every lesson', async ({ go }) => {
  const { page } = await go({ ...phone, viewport: { width: 740, height: 360 } }, 'learn/');
  for (const s of some) {
    await turn(page, s.at);
    const seen = await page.evaluate(() => {
      const box = (what) => document.querySelector(what).getBoundingClientRect();
      const [board, words, foot] = ['[role=grid]', '.words', '.foot'].map(box);
      return {
        beside: board.left >= words.right,
        all: board.top >= 0 && board.bottom <= innerHeight,
        foot: foot.bottom <= innerHeight,
      };
    });
    assert.deepEqual(seen, { beside: true, all: true, foot: true }, s.at);
  }
  // Upright a wide board lies one way in all lessons, whatever their words need.
  for (const height of [640, 740]) {
    await page.setViewportSize({ width: 360, height });
    const lying = new Set();
    for (const s of some.filter((x) => x.at.startsWith('dvonn/'))) {
      await turn(page, s.at);
      lying.add(await page.locator('[role=grid]').evaluate((b) => b.clientWidth > b.clientHeight));
    }
    assert.equal(lying.size, 1, `at ${height}`);
  }
});

test('DVONN by keys alone, a forced pass and its reply', async ({ go }) => {
  const { page } = await go({}, 'learn/#dvonn/pass/none');
  await step(page, 'dvonn/pass/none');
  const focus = () => page.evaluate(() => document.activeElement?.dataset?.spot ?? '');
  for (let i = 0; i < 30 && !(await focus()); i++) await page.keyboard.press('Tab');
  for (let i = 0; i < 4 && (await focus()) !== 'e3'; i++) await page.keyboard.press('ArrowLeft');
  await soon(async () => assert.equal(await focus(), 'e3'));
  await page.keyboard.press('Enter');
  await page.waitForSelector('.foot .card.why');
  await says(card(page), /surrounded/);
  await page.keyboard.press('Tab');
  await soon(async () => assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Pass'));
  await page.keyboard.press('Enter');
  await right(page);
  await soon(async () => assert.match(await page.locator('[data-spot=e2]').getAttribute('aria-label'), /empty/));
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement.textContent)) === 'Next') break;
  }
  await page.keyboard.press('Enter');
  await step(page, 'dvonn/pass/again');
  await page.waitForSelector('[data-spot=d2][aria-label*="stack of 2"]');
  for (let i = 0; i < 10 && !(await focus()); i++) await page.keyboard.press('Tab');
  await soon(async () => assert.equal(await focus(), 'e3'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await right(page);
});

test('s held down fans out a stack, under the pointer or at the keys, and folds it again', async ({ go }) => {
  const at = './.,.,.,./.,.,.,.,KGR,.,./.,.,.,.,.,./.,.,.,IGK,.,JB,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./._1_K:B_0:0';
  const { page } = await go({}, 'learn/#lyngk/five/score');
  for (const path of ['learn/#lyngk/five/score', `analysis/?g=lyngk&p=${at}`]) {
    await page.goto(site.url + path);
    const fan = (spot) => page.waitForFunction((s) => document.querySelector('[role=grid]')?.dataset.fan === s, spot);
    const cell = page.locator('[data-spot][aria-label*="stack of"]').first();
    await cell.waitFor();
    const spot = await cell.getAttribute('data-spot');
    // Nothing has the focus: what the pointer is over counts.
    const { x, y } = await place(page, spot);
    await page.mouse.move(x, y);
    await page.keyboard.down('s');
    await fan(spot);
    if (path.startsWith('learn')) await picture(page, 'lesson-fan-desktop');
    await page.keyboard.up('s');
    await fan();
    await page.mouse.move(2, 2);
    await cell.focus();
    await page.keyboard.down('s');
    await fan(spot);
    await page.locator('[role=status]', { hasText: new RegExp(`${spot}, .*1 .*2 `) }).waitFor({ state: 'attached' });
    await page.keyboard.up('s');
    await fan();
  }
});

test('a step shows how it is done', async ({ go }) => {
  // Those that are not gone through here were done at an earlier visit.
  const done = steps.filter((s) => !some.includes(s)).map((s) => s.at);
  const { page } = await go({ storage: { 'cairn.lessons': done } }, 'learn/');
  for (const task of some) {
    await turn(page, task.at);
    await counts(card(page), 0);
    await page.getByRole('button', { name: 'Show me' }).click();
    await right(page).catch(() => assert.fail(`${task.at} does not come to its end`));
    await says(card(page), /^\s*This is how/, task.at);
  }
  await soon(async () =>
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('cairn.lessons')).length), steps.length),
  );
  await page.evaluate(() => {
    location.hash = 'list';
  });
  await page.locator('.list').waitFor();
  await counts(page.getByText('Now play a game'), courses.length);
  await page.getByRole('button', { name: 'Reset progress' }).click();
  await page.getByRole('button', { name: 'Reset progress' }).click();
  await counts(page.locator('.bars .on'), 0);
});

test('a choice, a claim that opens nothing, passing against the rules', async ({ go }) => {
  const { page } = await go({}, 'learn/#lyngk/pass/must');
  await step(page, 'lyngk/pass/must');
  await page.getByRole('button', { name: 'Pass', exact: true }).click();
  await page.waitForSelector('.foot .card.why');
  await says(card(page), /You can’t pass now.*claim ivory.*no claim gives you a move/s);
  await soon(async () => assert.match(await card(page).locator('a').getAttribute('href'), /rules\/#1\.9$/));
  await page.locator('.claims button').nth(1).click();
  await page.waitForFunction(() => /Not with green/.test(document.querySelector('.foot .card')?.textContent ?? ''));
  await says(card(page), /leaves you without a move.*nothing of that color/s);
  await page.locator('.claims button').nth(0).click();
  await click(page, 'e4', 'g5');
  await right(page);
  await page.evaluate(() => {
    location.hash = 'lyngk/end/tie';
  });
  await step(page, 'lyngk/end/tie');
  await page.getByRole('button', { name: 'Draw' }).click();
  await says(card(page), /Leave the obstacles out/);
  await page.getByRole('button', { name: 'Player 2' }).click();
  await right(page);
});

test('another language at once, on every page', async ({ go }) => {
  const { page } = await go({}, 'learn/');
  await page.locator('select:visible').first().selectOption('pl');
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Lekcje');
  await soon(async () => assert.equal(await page.evaluate(() => document.documentElement.lang), 'pl'));
  await page.locator('footer nav a').nth(2).click();
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Zasady');
  // On a phone the choice stands at the foot of the page.
  await counts(page.locator('select:visible'), 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('footer select').first().selectOption('fr');
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Règles');
});

test('the rules: a clause by its address, its board played on, why not, set up again', { tag: '@main' }, async ({
  go,
}) => {
  const { page } = await go({}, 'rules/#1.5');
  const here = page.locator('[id="1.5"]');
  await here.locator('[role=grid]').waitFor();
  const top = await here.evaluate((e) => e.getBoundingClientRect().top);
  assert.ok(Math.abs(top) < 60, `the clause is at ${top}`);
  await click(here, 'e4', 'g5');
  await here.locator('.card').waitFor();
  await says(here.locator('.card'), /g5 is higher than/);
  await here.locator('.claims button').nth(1).click();
  await click(here, 'g5'); // e4 is still in hand
  await here.getByRole('button', { name: 'Set up again' }).click();
  await page.waitForFunction(() => /blue/.test(document.querySelector('[id="1.5"] [data-spot=e4]').ariaLabel));
  await picture(page, 'rules-desktop');
  // Every board comes when it is near, and every clause has one.
  for (const a of await page.locator('article').all()) {
    await a.scrollIntoViewIfNeeded();
    await a.locator('[role=grid]').waitFor();
  }
  await counts(page.locator('article [role=grid]'), 15);
  const links = await page.locator('.words .small a').evaluateAll((l) => l.map((a) => a.hash.slice(1)));
  for (const link of links)
    assert.ok(
      steps.some((s) => s.at.startsWith(`${link}/`)),
      link,
    );
});

for (const lang of languages) {
  test(`terms tell what they mean and lead to the glossary, from the rules and from a lesson, in ${lang}`, async ({
    go,
  }) => {
    const { page } = await go({ locale: lang }, 'rules/');
    await page.locator('.term').first().waitFor();
    const links = await page
      .locator('.term')
      .evaluateAll((l) => l.map((a) => [decodeURIComponent(a.hash.slice(1)), a.textContent]));
    assert.ok(links.length > 15, `${lang}: ${links.length}`);
    await page.goto(`${site.url}learn/#lyngk/five/score`);
    const term = page.locator('.task .term');
    await term.click();
    await says(page.locator('.meaning'), /5.*\./s);
    assert.deepEqual(await page.locator('.meaning').evaluateAll(cut), [], lang);
    await page.locator('.meaning a').first().click();
    const row = page.locator('tr.here');
    await row.waitFor();
    assert.equal(await row.getAttribute('id'), 'stack.5', lang);
    assert.ok(await row.evaluate((e) => e === document.activeElement));
    for (const [key, text] of links) {
      const words = await page.locator(`[id="${key}"] th`).textContent();
      assert.ok(words.toLowerCase().includes(text.toLowerCase()), `${lang}: ${text} leads to ${words}`);
    }
    // A term found by its address is shown whatever was searched for.
    await page.locator('input[type=search]').fill('qwxyz');
    await page.evaluate(() => {
      location.hash = 'joker';
    });
    await page.locator('tr.here[id=joker]').waitFor();
    await page.goBack();
    await page.goBack();
    await step(page, 'lyngk/five/score');
  });
}

/** What of a card lies beyond the screen or its own edge. It runs in the page. */
const cut = (cards) =>
  cards
    .map((e) => ({ ...e.getBoundingClientRect().toJSON(), over: e.scrollWidth - e.clientWidth }))
    .filter((r) => r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight || r.over > 0);

test('the card of a term: by finger and by keys, closed again, and a link for those who want one', async ({ go }) => {
  const { page } = await go({ ...phone, viewport: { width: 320, height: 568 }, bypassCSP: true }, 'rules/');
  const card = page.locator('.meaning');
  const terms = page.locator('.term');
  await terms.first().waitFor();
  const n = await terms.count();
  for (let i = 0; i < n; i += full ? 1 : 4) {
    // With room below it, so that the card leaves the word in sight.
    await terms.nth(i).evaluate((e) => scrollBy({ top: e.getBoundingClientRect().top - 100, behavior: 'instant' }));
    await terms.nth(i).tap();
    await card.waitFor();
    assert.deepEqual(await card.evaluateAll(cut), [], `term ${i}`);
    await terms.nth(i).tap(); // once more, and it is gone
    await counts(card, 0);
  }
  await terms.first().tap();
  await card.waitFor();
  await page.locator('h1').tap();
  await counts(card, 0);
  // By keys: it is read out, and the focus comes back.
  await terms.nth(1).focus();
  await page.keyboard.press('Enter');
  await card.waitFor();
  assert.ok(await card.evaluate((e) => e === document.activeElement));
  assert.equal(await terms.nth(1).getAttribute('aria-expanded'), 'true');
  assert.deepEqual(await hindrances(page), []);
  await page.keyboard.press('Escape');
  await counts(card, 0);
  assert.ok(await terms.nth(1).evaluate((e) => e === document.activeElement));
  await page.keyboard.press('Enter');
  await card.getByRole('button').click();
  await counts(card, 0);
  assert.ok(await terms.nth(1).evaluate((e) => e === document.activeElement));
  assert.match(await terms.nth(1).getAttribute('href'), /glossary\/#/);
});

test('the glossary: found without accents, a second language, what is official', async ({ go }) => {
  const { page } = await go({ locale: 'pl' }, 'glossary/');
  await page.locator('table').first().waitFor();
  await page.locator('input[type=search]').fill('dzoker');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length < 5);
  await says(page.locator('tbody'), /dżoker.*z instrukcji.*joker/s);
  await page.locator('.find select').last().selectOption('de');
  await page.locator('input[type=search]').fill('hindernis');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await says(page.locator('tbody tr'), /przeszkoda.*nasze|przeszkoda.*z instrukcji/s);
  await soon(async () => assert.match(await page.locator('tbody a').getAttribute('href'), /rules\/#1\.7$/));
  await page.reload();
  await soon(async () => assert.equal(await page.locator('.find select').last().inputValue(), 'de'));
  await page.locator('input[type=search]').fill('qwxyz');
  await page.waitForFunction(() => document.querySelector('[role=status]').textContent.includes('Nie znaleziono'));
  await picture(page, 'glossary-desktop');
});

/** The steps of a language that need most room: those with the most text, and those with the longest words. */
function longest(lang) {
  const catalog = JSON.parse(
    readFileSync(new URL(`../../internal/show/i18n/catalog/${lang}.json`, import.meta.url), 'utf8'),
  );
  const words = (s) => {
    const key = `lesson.${s.at.replaceAll('/', '.')}`;
    return [`${key}.title`, `${key}.text`, `${key}.ok`, `${key}.hint`].map((k) => catalog[k] ?? '').join(' ');
  };
  const by = (size) => [...steps].sort((a, b) => size(words(b)) - size(words(a))).slice(0, 9);
  const word = (text) => Math.max(...text.split(/\s/).map((w) => w.length));
  return [...new Set([...by((text) => text.length), ...by(word)])];
}

/** The English catalog two fifths longer, with accents and brackets, as the programs make it. */
async function pseudo(page) {
  const files = readdirSync(join(dist, 'assets')).filter((f) => /^(\w+-)?en-[\w-]{8}\.js$/.test(f));
  assert.ok(files.length > 2);
  const accents = { a: 'á', c: 'ç', e: 'é', i: 'ï', n: 'ñ', o: 'ö', s: 'š', u: 'û', y: 'ý', z: 'ž' };
  const long = (text) => {
    const parts = text.split(/(\{[^}]*\})/);
    const letters = parts.filter((p) => !p.startsWith('{')).join('').length;
    const words = parts.map((p) => (p.startsWith('{') ? p : p.replace(/[aceinosuyz]/g, (c) => accents[c])));
    return `[${words.join('')}${'~'
      .repeat(Math.max(2, Math.floor((letters * 2) / 5)))
      .replace(/(.{9})/g, '$1 ')
      .trim()}]`;
  };
  for (const file of files) {
    const { default: catalog } = await import(pathToFileURL(join(dist, 'assets', file)));
    const all = {};
    for (const [k, v] of Object.entries(catalog)) {
      all[k] = typeof v === 'string' ? long(v) : Object.fromEntries(Object.entries(v).map(([c, t]) => [c, long(t)]));
    }
    await page.route(`**/${file}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `export default ${JSON.stringify(all)}` }),
    );
  }
}

for (const lang of [...languages, 'pseudo']) {
  test(`no overflow at 320 px in ${lang === 'pseudo' ? 'a language that is longer' : lang}`, async ({ go }) => {
    const small = { ...phone, viewport: { width: 320, height: 568 }, deviceScaleFactor: 1 };
    const tongue = lang === 'pseudo' ? { locale: 'en', prepare: pseudo } : { locale: lang };
    const { page } = await go({ ...small, ...tongue }, 'learn/');
    for (const path of ['learn/', 'rules/', 'glossary/']) {
      if (path !== 'learn/') await page.goto(site.url + path);
      await page.locator('footer').waitFor();
      await page.locator('h1').waitFor();
      await soon(async () => assert.deepEqual(await page.evaluate(overflow), [], `${lang} ${path}`));
    }
    await page.goto(`${site.url}learn/#${steps[0].at}`);
    await page.waitForSelector('[role=grid]');
    await soon(async () => assert.deepEqual(await page.evaluate(overflow), [], lang));
    if (lang === 'pseudo') await says(page.locator('h1'), /^\[/);
    // All in one go within the page; the longer language goes through every step.
    await page.evaluate(`globalThis.overflow = ${overflow}`);
    const found = await page.evaluate(
      async (list) => {
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        const out = [];
        for (const step of list) {
          const title = document.title;
          location.hash = step.at;
          for (let i = 0; i < 300 && (document.title === title || !document.querySelector('[role=grid]')); i++)
            await frame();
          if (document.title === title) throw new Error(`${step.at} does not come`);
          if (step.goal !== 'move') document.querySelectorAll('.acts .btn')[1].click(); // the longest card
          await frame();
          await frame();
          out.push(...globalThis.overflow().map((o) => `${step.at}: ${o}`));
        }
        return out;
      },
      lang === 'pseudo' ? steps.slice(1) : longest(lang).filter((s) => s !== steps[0]),
    );
    assert.deepEqual(found, [], lang);
  });
}

for (const [size, options] of inSizes('phone')) {
  test(`nothing for axe to find, ${size}`, async ({ go }) => {
    const { page } = await go({ ...options, bypassCSP: true }, 'learn/');
    const check = async (where) => {
      assert.deepEqual(await hindrances(page), [], where);
      await picture(page, `${where}-${size}-dark`);
    };
    await page.locator('.list').waitFor();
    await check('learn');
    const answered = () => card(page).waitFor();
    const states = {
      'lyngk/points/on': async () => click(page, 'e2', 'c6').then(answered),
      'lyngk/claim/before': async () => page.locator('.claims button').nth(2).click(),
      'lyngk/end/tie': async () => page.locator('.options button').first().click().then(answered),
      'dvonn/cut/mark': async () => click(page, 'c3', 'c2'),
      'dvonn/stack/edge': async () => page.locator('.acts .btn').nth(1).click().then(answered),
    };
    // Each state is looked at in both sizes when SWEEP=full, else in one, by turns.
    const here = Object.entries(states).filter((_, i) => full || (i % 2 === 0) === (size === 'phone'));
    for (const [at, act] of here) {
      await page.goto(`${site.url}learn/#${at}`);
      await step(page, at);
      await act();
      await check(`lesson-${at.replaceAll('/', '-')}`);
    }
    await page.goto(`${site.url}rules/#1.6`);
    await page.locator('[id="1.6"] [role=grid]').waitFor();
    await check('rules');
    await page.goto(`${site.url}glossary/`);
    await page.locator('table').first().waitFor();
    await check('glossary');
  });
}

test('at 320 px no name of a spot hides the stack beside it', async ({ go }) => {
  const { page } = await go({ ...phone, viewport: { width: 320, height: 568 } }, 'learn/');
  for (const place of ['lyngk/points/on', 'lyngk/build/twice', 'lyngk/points/where']) {
    await page.goto(`${site.url}learn/#${place}`);
    await step(page, place);
    await page.locator('.stage .tag').first().waitFor();
    await soon(async () => {
      const hidden = await page.locator('.stage').evaluate((stage) => {
        const cells = [...stage.querySelectorAll('[role=gridcell]')];
        const standing = cells.filter((c) => !/empty/.test(c.getAttribute('aria-label')));
        const middles = standing.map((c) => ({ c, box: c.getBoundingClientRect() }));
        return [...stage.querySelectorAll('.tag')].flatMap((tag) => {
          const t = tag.getBoundingClientRect();
          return middles.flatMap(({ c, box }) => {
            const [x, y, near] = [box.x + box.width / 2, box.y + box.height / 2, 0.2 * box.width];
            const covers = t.left < x + near && t.right > x - near && t.top < y + near && t.bottom > y - near;
            return covers ? [`${tag.textContent} hides ${c.dataset.spot}`] : [];
          });
        });
      });
      assert.deepEqual(hidden, [], place);
    });
  }
});
