// What cannot be loaded is said where it is missed, and comes when it is tried again.
import assert from 'node:assert/strict';
import { click, counts, layouts, says, site, soon, test } from './test.mjs';

const allow = /Failed to load resource/;
/** The rules cannot be fetched, until this is called. */
async function withoutRules(page) {
  await page.route('**/rules*.wasm', (route) => route.abort());
  return () => page.unroute('**/rules*.wasm');
}
/** What has the keyboard's focus is a part of the page, and no more than that: keys go on from it. */
const focused = (page, what) =>
  soon(async () => assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY', what));

test('lessons, the boards of the rules and puzzles say that the rules are missing, and come when they can', async ({
  open,
}) => {
  for (const [place, within] of [
    ['learn/#lyngk/move/land', '.step'],
    ['rules/#1.5', '[id="1.5"]'],
    ['training/#lyngk', '.puzzle'],
  ]) {
    let back;
    const { page } = await open(site.url + place, {
      allow,
      prepare: async (page) => (back = await withoutRules(page)),
    });
    const part = page.locator(within);
    await says(part.locator('.failed'), /couldn’t be loaded/);
    await says(
      page
        .locator('[aria-live=assertive]')
        .filter({ hasText: /couldn’t be loaded/ })
        .first(),
      /again/,
    );
    await back();
    await part.getByRole('button', { name: 'Try again' }).focus();
    await page.keyboard.press('Enter');
    await part.locator('[role=grid]').waitFor();
    await counts(part.locator('.failed'), 0);
    await focused(page, place);
    if (place.startsWith('learn')) {
      await click(page, 'e4', 'e5');
      await page.locator('.foot .card.right').waitFor();
    }
  }
});

test('a game that cannot begin says why at its button, which then begins it', async ({ open }) => {
  let back;
  const { page } = await open(`${site.url}#new`, {
    allow,
    prepare: async (page) => (back = await withoutRules(page)),
  });
  const start = page.locator('form.new .strong');
  await start.click();
  await says(page.locator('form.new [role=alert]'), /couldn’t be loaded/);
  await back();
  await start.click();
  await page.locator('[role=grid]').waitFor();
});

test('the keys go on within the page when a button goes away with what it was in', async ({ open, table }) => {
  const press = async (page, locator) => {
    await locator.focus();
    await page.keyboard.press('Enter');
    await counts(locator, 0);
    await focused(page, locator.toString());
  };
  const { page } = await table({}, 'lyngk', layouts.lyngk, {}, { confirm: true });
  for (const name of ['Cancel', 'Confirm']) {
    await click(page, 'e4', 'e5');
    await press(page, page.getByRole('button', { name, exact: true }));
  }
  await page.keyboard.press('Escape');
  await page.locator('.acts .btn').last().click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('.hint .confirm').click();
  await press(page, page.locator('.result .quiet'));

  const lesson = (await open(`${site.url}learn/#lyngk/move/land`)).page;
  await lesson.locator('[role=grid]').waitFor();
  await press(lesson, lesson.locator('.acts .btn', { hasText: 'Show' }));
  await lesson.locator('.foot .card.right').waitFor();
  await lesson.locator('.where a').first().click();
  const forget = lesson.locator('.forget .btn.quiet');
  await press(lesson, forget);
  await press(lesson, lesson.locator('.forget .btn:not(.confirm):not(.quiet)'));
  await press(lesson, forget);
  await press(lesson, lesson.locator('.forget .confirm'));
});
