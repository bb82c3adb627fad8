// The first page, and what is there before the rules have come.
import assert from 'node:assert/strict';
import { count, counts, layouts, phone, picture, says, site, soon, test } from './test.mjs';

/** The rules never come. */
const without = { prepare: (page) => page.route(/rules[^/]*\.wasm/, () => {}) };

for (const [size, options] of Object.entries({ desktop: {}, phone })) {
  test(`without the rules the first page is whole, and leads to the choices, ${size}`, async ({ open }) => {
    const { page } = await open(site.url, { ...options, ...without });
    await counts(page.locator('.front .board svg .mark').first(), 1);
    await counts(page.locator('.front .strong'), 2);
    await picture(page, `front-${size}`);
    await page.getByRole('button', { name: 'Play: DVONN' }).click();
    await page.waitForURL(/#new$/);
    assert.equal(await page.locator('input[name=game]:checked').getAttribute('value'), 'dvonn');
    await page.locator('form.new .strong').click();
    await says(page.locator('.coming'), /Loading the rules/);
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
  await says(page.locator('.coming'), /Loading the rules/);
  await page.goto(`${site.url}learn/`);
  await counts(page.locator('.list ol'), 3);
  await page.goto(`${site.url}rules/`);
  await page.locator('.rules h2').first().waitFor();
});

test('the game under way is on top, and goes on', async ({ table }) => {
  const { page } = await table(phone, 'lyngk', layouts.hops, { levels: [0, 4], moves: [] });
  await page.locator('.cell.take').first().click();
  await page.locator('.cell.goal[aria-label*="; target"]').first().click();
  await soon(async () => assert.ok((await count(page)) >= 1));
  await page.locator('header .brand').click();
  await page.waitForURL(/folder\/$/);
  await says(page.locator('.under-way'), /Continue your game.*LYNGK.*Level 4/s);
  await page.reload();
  await page.locator('.under-way').click();
  await page.waitForSelector('[role=grid]');
  await soon(async () => assert.ok((await count(page)) >= 1));
});
