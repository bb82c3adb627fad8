// What cannot be loaded is said where it is missed, and comes when it is tried again.
import assert from 'node:assert/strict';
import { click, counts, says, site, soon, test } from './test.mjs';

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
    await says(part.locator('.failed'), /could not be loaded/);
    await says(
      page
        .locator('[aria-live=assertive]')
        .filter({ hasText: /could not be loaded/ })
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
