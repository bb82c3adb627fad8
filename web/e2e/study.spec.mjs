// Studies in a real browser: made, filled, ordered, opened again, taken to another browser as a file, by keyboard and by
// touch; two windows on one of them; its place in the archive.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { hindrances, overflow } from './looks.mjs';
import { counts, languages, layouts, phone, picture, says, site, soon, test } from './test.mjs';

const analysis = `${site.url}analysis/?g=lyngk&p=${layouts.hops.replaceAll(' ', '_')}`;
const archive = `${site.url}archive/`;
const quiet = { 'cairn.prefs': { sound: false } };
const dvonn = `[Game "dvonn"]\n[Start "${layouts.dvonn}"]\n[First "Anna"]\n[Second "Ben"]\n[Result "*"]\n\n*\n`;

const panel = (p) => p.locator('section.study');
const chapters = (p) => panel(p).locator('li');
const names = (p) => panel(p).locator('li .what');
const here = (p) => panel(p).locator('[aria-current=true] .what');
const dialog = (p) => p.locator('dialog[open]');
/** Waits for the order of the chapters. */
const order = (p, ...list) => expect(names(p)).toHaveText(list);
/** The chapters as the archive has them. */
const kept = (p) =>
  p.evaluate(
    () =>
      new Promise((done, fail) => {
        const open = indexedDB.open('cairn');
        open.onerror = () => fail(open.error);
        open.onsuccess = () => {
          const all = open.result.transaction('studies').objectStore('studies').getAll();
          all.onsuccess = () => {
            open.result.close();
            done(all.result.flatMap((s) => s.chapters.map((c) => c.name)));
          };
        };
      }),
  );
/** Shows the chapters, which are folded up in a small window. */
async function unfold(p) {
  const name = panel(p).locator('.name');
  await name.waitFor();
  if ((await name.getAttribute('aria-expanded')) === 'false') await name.click();
}
/** Makes a study of the analysis shown. */
async function begin(p, name) {
  await p.locator('.acts .btn').last().click();
  await dialog(p).getByRole('button', { name: 'Make a study of it' }).click();
  await dialog(p).locator('input').fill(name);
  await p.keyboard.press('Enter');
  await unfold(p);
  await counts(chapters(p), 1);
  await counts(dialog(p), 0);
}
/** Adds a chapter from a text, or with a new board. */
async function add(p, name, text = '') {
  await panel(p).getByRole('button', { name: 'Add chapters' }).click();
  await dialog(p).locator('input').first().fill(name);
  if (text) await dialog(p).locator('textarea').fill(text);
  await dialog(p).getByRole('button', { name: 'Add chapters' }).click();
  await says(here(p), name);
  await counts(dialog(p), 0);
}

test('made, filled, ordered and opened again by keyboard alone, and its file is the same study elsewhere', async ({
  open,
}) => {
  const { page: p } = await open(analysis, { storage: quiet, bypassCSP: true });
  await p.locator('[role=grid]').waitFor();
  await p.locator('.acts .btn').last().focus();
  await p.keyboard.press('Enter');
  await dialog(p).getByRole('button', { name: 'Make a study of it' }).press('Enter');
  await expect(dialog(p).locator('input')).toBeFocused();
  await p.keyboard.type('Endings');
  await p.keyboard.press('Enter');
  await says(panel(p).locator('.name'), 'Endings');
  await order(p, 'Chapter 1');
  // A chapter of a new board, named; then the games of a file.
  await panel(p).getByRole('button', { name: 'Add chapters' }).press('Enter');
  await expect(dialog(p).locator('input').first()).toBeFocused();
  await p.keyboard.type('A new board');
  await p.keyboard.press('Enter');
  await order(p, 'Chapter 1', 'A new board');
  await counts(dialog(p), 0);
  await panel(p).getByRole('button', { name: 'Add chapters' }).press('Enter');
  const file = {
    name: 'two.cairn',
    mimeType: 'text/plain',
    buffer: Buffer.from(`${dvonn}\n${dvonn.replace('Anna', 'Cleo')}`),
  };
  await dialog(p).locator('input[type=file]').setInputFiles(file);
  await order(p, 'Chapter 1', 'A new board', 'Anna – Ben', 'Cleo – Ben');
  await says(here(p), 'Anna – Ben');
  await counts(dialog(p), 0);
  assert.deepEqual(await hindrances(p), []);
  // The grip moves a chapter and keeps the focus.
  const grip = chapters(p).nth(3).locator('.grip');
  await grip.press('ArrowUp');
  await order(p, 'Chapter 1', 'A new board', 'Cleo – Ben', 'Anna – Ben');
  await expect(chapters(p).nth(2).locator('.grip')).toBeFocused();
  await p.keyboard.press('ArrowUp');
  await order(p, 'Chapter 1', 'Cleo – Ben', 'A new board', 'Anna – Ben');
  // Named, with a note.
  await chapters(p).first().getByRole('button', { name: 'More' }).press('Enter');
  await dialog(p).getByRole('button', { name: 'Name and note' }).press('Enter');
  await expect(dialog(p).locator('input').first()).toBeFocused();
  await p.keyboard.type('Two moves');
  await p.keyboard.press('Tab');
  await p.keyboard.type('The first one hops.');
  await dialog(p).getByRole('button', { name: 'Save' }).press('Enter');
  await says(names(p).first(), /^Two moves\s*The first one hops\.$/);
  // From chapter to chapter, and a move in one of them.
  await p.locator('.acts .btn').first().focus();
  await p.keyboard.press('PageUp');
  await says(here(p), 'A new board');
  await p.keyboard.press('PageUp');
  await says(here(p), 'Cleo – Ben');
  await p.keyboard.press('PageUp');
  await says(here(p), /^Two moves/);
  await p.locator('[data-spot=e2]').press('Enter');
  await p.locator('[data-spot=g6]').press('Enter');
  await counts(p.locator('.moves [data-ply]'), 1);
  await p.locator('.acts .btn').first().focus();
  await p.keyboard.press('f');
  await p.reload();
  await says(here(p), /^Two moves/);
  await counts(p.locator('.moves [data-ply][aria-current]'), 1);
  // Its address leads to it in another window, and a step back in the browser to the chapter before.
  const other = await p.context().newPage();
  await other.goto(p.url());
  await says(here(other), /^Two moves/);
  await counts(other.locator('.moves [data-ply][aria-current]'), 1);
  await other.close();
  await p.goBack();
  await says(here(p), 'Cleo – Ben');
  await p.goForward();
  await says(here(p), /^Two moves/);
  // One is deleted and comes back.
  await chapters(p).nth(1).getByRole('button', { name: 'More' }).press('Enter');
  await dialog(p).getByRole('button', { name: 'Delete the chapter' }).press('Enter');
  await counts(chapters(p), 3);
  await expect(p.getByRole('button', { name: 'Undo' })).toBeFocused();
  await p.keyboard.press('Enter');
  await counts(chapters(p), 4);

  const [download] = await Promise.all([
    p.waitForEvent('download'),
    (async () => {
      await panel(p).locator('.head').getByRole('button', { name: 'More' }).press('Enter');
      await dialog(p).getByRole('button', { name: 'Save as a file' }).press('Enter');
    })(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  assert.match(text, /\[StudyName "Endings"\]/);
  const elsewhere = (await open(`${site.url}analysis/`, { storage: quiet })).page;
  await elsewhere.locator('[role=grid]').waitFor();
  await elsewhere.locator('.acts .btn').first().click();
  await dialog(elsewhere)
    .locator('input[type=file]')
    .setInputFiles({ name: download.suggestedFilename(), mimeType: 'text/plain', buffer: Buffer.from(text) });
  await says(panel(elsewhere).locator('.name'), 'Endings');
  await counts(chapters(elsewhere), 4);
  await says(here(elsewhere), /^Two moves\s*The first one hops\.$/);
  await counts(elsewhere.locator('.moves [data-ply]'), 1);
});

test('by touch on a phone: filled, ordered with a finger, found in the archive, deleted and brought back', {
  tag: '@main',
}, async ({ open }) => {
  const { page: p } = await open(analysis, { ...phone, storage: quiet });
  await p.locator('[role=grid]').waitFor();
  await begin(p, 'On the way');
  await add(p, 'Second', dvonn);
  await add(p, 'Third');
  await picture(p, 'study-phone', { fullPage: true });
  assert.deepEqual(await p.evaluate(overflow), []);
  // The first is dragged below the last.
  const cdp = await p.context().newCDPSession(p);
  await chapters(p).last().scrollIntoViewIfNeeded();
  const from = await chapters(p).first().locator('.grip').boundingBox();
  const to = await chapters(p).last().boundingBox();
  const x = from.x + from.width / 2;
  // The finger rests before it lifts: after a flick the browser takes the next tap as the end of its motion.
  const begun = Date.now() / 1000 - 3;
  const at = (type, y, seconds) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      timestamp: begun + seconds,
    });
  const middle = to.y + to.height / 2;
  await at('touchStart', from.y + from.height / 2, 0);
  await at('touchMove', to.y, 0.2);
  await at('touchMove', middle, 0.4);
  await counts(panel(p).locator('li.below'), 1);
  await at('touchEnd', middle, 2);
  await order(p, 'Second', 'Third', 'Chapter 3');
  await soon(async () => assert.deepEqual(await kept(p), ['Second', 'Third', '']));
  await chapters(p).first().locator('.to').tap();
  await says(here(p), 'Second');

  await p.goto(archive);
  const link = p.getByRole('link', { name: 'On the way' });
  await link.waitFor();
  await picture(p, 'study-archive-phone');
  await counts(p.locator('.list > li'), 0, 'chapters stand in their study');
  await p.locator('input[type=search]').fill('third');
  await counts(link, 1);
  await p.locator('input[type=search]').fill('nothing');
  await counts(link, 0);
  await p.locator('input[type=search]').fill('');
  await p.getByRole('button', { name: 'Delete: On the way' }).tap();
  await counts(link, 0);
  await p.getByRole('button', { name: 'Undo' }).tap();
  await link.tap();
  await says(here(p), 'Second');
  await order(p, 'Second', 'Third', 'Chapter 3');
});

test('two windows on one study lose nothing', async ({ open }) => {
  const { page: p, context } = await open(analysis, { storage: quiet });
  await p.locator('[role=grid]').waitFor();
  await begin(p, 'Both');
  await soon(async () => assert.equal((await kept(p)).length, 1));
  const other = await context.newPage();
  await other.goto(archive);
  await other.getByRole('link', { name: 'Both' }).click();
  await counts(chapters(other), 1);
  await add(other, 'There');
  await order(p, 'Chapter 1', 'There');
  await add(p, 'Here');
  await order(other, 'Chapter 1', 'There', 'Here');
});

test('the chapter that is shown is in sight among many', async ({ open }) => {
  const { page: p } = await open(analysis, { storage: quiet, viewport: { width: 1440, height: 900 } });
  await p.locator('[role=grid]').waitFor();
  await begin(p, 'Many');
  for (let n = 2; n < 8; n++) await add(p, `Number ${n}`);
  const inside = () =>
    panel(p).evaluate((it) => {
      const [list, row] = [it.querySelector('ol'), it.querySelector('li.here')].map((e) => e.getBoundingClientRect());
      return row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
    });
  await soon(async () => assert.ok(await inside(), 'the last one'));
  await p.reload();
  await says(here(p), 'Number 7');
  await soon(async () => assert.ok(await inside(), 'after a reload'));
  await chapters(p).first().locator('.to').click();
  await says(here(p), 'Chapter 1');
  await soon(async () => assert.ok(await inside(), 'the first one'));
});

for (const width of [320, 820]) {
  test(`a study fits at ${width} px`, async ({ open }) => {
    const { page: p } = await open(analysis, { storage: quiet, viewport: { width, height: 700 } });
    await p.locator('[role=grid]').waitFor();
    await begin(p, 'A study with a name that is as long as names of studies are');
    await add(p, 'A chapter with a name that is longer than the list is wide, and goes on');
    for (const lang of languages) {
      await p.evaluate((l) => localStorage.setItem('cairn.prefs', JSON.stringify({ sound: false, lang: l })), lang);
      await p.reload();
      await unfold(p);
      await counts(chapters(p), 2);
      await p.waitForFunction((l) => document.documentElement.lang === l, lang);
      assert.deepEqual(await p.evaluate(overflow), [], lang);
      await panel(p).locator('.head .btn').nth(1).click();
      await dialog(p).locator('textarea').waitFor();
      assert.deepEqual(await p.evaluate(overflow), [], `${lang}, the form`);
    }
  });
}

test('in a low window a study leaves three lines to the engine, and the moves half', async ({ open }) => {
  const { page: p } = await open(analysis, { storage: quiet, viewport: { width: 1280, height: 720 } });
  await p.locator('[role=grid]').waitFor();
  await begin(p, 'Endings');
  for (const name of ['Second', 'Third']) await add(p, name);
  await panel(p).locator('.name').click();
  await counts(chapters(p), 0);
  await p.keyboard.press('l');
  await p.locator('.lines li').nth(2).waitFor();
  await soon(async () => {
    const [rail, moves, tools, line] = await Promise.all(
      ['.rail', '.rail > .list', '.rail .panel', '.lines li:nth-child(3)'].map((e) => p.locator(e).boundingBox()),
    );
    assert.ok(moves.height >= (rail.height - 12) / 2 - 1, `the moves have ${moves.height} of ${rail.height}`);
    assert.ok(line.y + line.height <= tools.y + tools.height + 1, `the third line ends at ${line.y + line.height}`);
  });
});
