// A club night at wooden boards, from the first page of contests to the cross table: the host at a desk, a guest on a phone who
// comes by the link, two without a device, and a wall that shows it.
import assert from 'node:assert/strict';
import { hindrances, overflow } from './looks.mjs';
import { program } from './servers.mjs';
import { counts, expect, phone, picture, says, soon, test } from './test.mjs';

const lost = /WebSocket|Failed to load|api\/live|status of 40/; // the program ends before the pages

/** Nothing on a page hinders people, or is cut off. */
async function looks(page) {
  assert.deepEqual(await hindrances(page), []);
  assert.deepEqual(await page.evaluate(overflow), []);
}
const dialog = (page) => page.locator('dialog[open]');
const close = (page) => page.keyboard.press('Escape');

test('a club night at wooden boards, from the empty list to the cross table', { tag: '@main' }, async ({ open }) => {
  test.slow();
  const own = await program();
  try {
    const { page: host } = await open(`${own.url}contests/`, { bypassCSP: true, allow: lost });
    await says(host.locator('main'), /No contest is planned/);
    await host.request.post(`${own.url}api/me`, { data: { name: 'Hanna' } });
    await host.request.post(`${own.url}api/me/claim`, { data: { name: 'Hanna' } });
    await host.reload();
    await host.locator('.next').getByRole('link', { name: 'New contest' }).click();
    await host.getByLabel('Rounds', { exact: true }).fill('2');
    await host.getByLabel('Guests, too (not rated)').check();
    await host.locator('summary').click();
    await host.getByLabel('We play on wooden boards').check();
    await host.getByLabel('Rounds start when the host pairs them').check();
    await says(host.locator('.preview'), /: 2 rounds of LYNGK 10\+5\. About 1 hr/);
    await looks(host);
    await host.getByRole('button', { name: 'Create the contest' }).click();
    await says(host.locator('h1'), 'Club night');
    await host.getByRole('button', { name: 'Join', exact: true }).click();
    await says(host.locator('section.own h2'), 'You’re in');
    const url = host.url();

    // A guest comes by the link, and the page of the host hears of it.
    const { page: guest } = await open(url, { ...phone, bypassCSP: true, allow: lost });
    await says(guest.locator('.list'), /Hanna/);
    await picture(guest, 'contest-open-phone');
    await guest.getByRole('button', { name: 'Join', exact: true }).click();
    await says(guest.locator('section.own h2'), 'You’re in');
    await counts(host.locator('.list li'), 2);
    await looks(guest);
    // Two without a device; one of them was added twice by mistake.
    const panel = (name) => host.locator('.host').getByRole('button', { name }).click();
    await panel('Players');
    for (const [i, name] of ['Bert', 'Carla', 'Carlo'].entries()) {
      await dialog(host).getByLabel('Name').fill(name);
      await dialog(host).getByRole('button', { name: 'Add' }).click();
      await counts(dialog(host).locator('ul > li'), 3 + i);
    }
    await dialog(host).getByRole('button', { name: 'Remove Carlo' }).click();
    await counts(dialog(host).locator('ul > li'), 4);
    await looks(host);
    await close(host);
    await panel('Start now');
    await panel('Pair round 1');
    // Two people exchange their places before the round begins.
    const names = dialog(host).locator('li .who');
    await names.nth(2).waitFor();
    const [first, , third] = await names.allInnerTexts();
    await names.nth(0).click();
    await names.nth(2).click();
    await says(names.nth(0), third);
    await says(names.nth(2), first);
    await looks(host);
    await dialog(host).getByRole('button', { name: 'Start round 1' }).click();
    await counts(dialog(host), 0);
    await says(host.locator('.boards li').first(), new RegExp(third.split(' ')[0]));

    // The wall shows the boards, in letters that can be read across a room.
    const wall = (
      await open(`${url}/screen/`, { viewport: { width: 1920, height: 1080 }, bypassCSP: true, allow: lost })
    ).page;
    await says(wall.locator('h1'), 'Club night · Round 1');
    const sizes = await wall.evaluate(() => {
      const all = [...document.querySelectorAll('.wall *')].filter((e) =>
        [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()),
      );
      return all.map((e) => Number.parseFloat(getComputedStyle(e).fontSize));
    });
    assert.ok(sizes.length > 8 && Math.min(...sizes) >= 32, `letters of ${Math.min(...sizes)} pixels`);
    await counts(wall.locator('button'), 0);
    await picture(wall, 'contest-wall');

    // Both players of a board say how it ended; the other result is the host's to give, and to undo.
    await says(guest.locator('section.own .card-title'), /Round 1, board \d/);
    await looks(guest);
    await picture(guest, 'contest-board-phone');
    await guest.locator('section.own').getByRole('button', { name: 'I won' }).click();
    await says(guest.locator('section.own'), /You say/);
    // A round without all results names the board that lacks one.
    const seq = async () =>
      (await (await host.request.get(`${url.replace('contest/', 'api/contests/')}`)).json()).contest.seq;
    const refused = await host.request.post(`${url.replace('contest/', 'api/contests/')}/end`, {
      data: { seq: await seq() },
    });
    assert.match((await refused.json()).text, /board 1/);
    await panel('Results');
    for (const board of [0, 1])
      await dialog(host).locator('.grid li').nth(board).getByRole('button', { name: '1 : 0' }).click();
    await dialog(host).locator('.grid li').nth(1).getByRole('button', { name: '½ : ½' }).click();
    await says(dialog(host).locator('[role=status]'), /Board 2 is entered/);
    await dialog(host).getByRole('button', { name: 'Undo' }).click();
    await expect(dialog(host).locator('.grid li').nth(1).getByRole('button', { name: '1 : 0' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await looks(host);
    await close(host);
    await says(wall.locator('main'), /1 : 0/);
    await panel('Pair round 2');
    await dialog(host).getByRole('button', { name: 'Start round 2' }).click();
    await panel('Results');
    for (const board of [0, 1])
      await dialog(host).locator('.grid li').nth(board).getByRole('button', { name: '½ : ½' }).click();
    await close(host);

    // Over: the winner is the headline; the cross table, what each round was, and the file of results.
    await says(host.locator('h1'), /^Club night: .+ wins?$/);
    await counts(host.locator('.points-table tbody tr'), 4);
    await looks(host);
    await picture(host, 'contest-over');
    // On paper the table has the whole width, on a wide sheet too.
    await host.emulateMedia({ media: 'print' });
    await soon(async () => {
      const of = (part) =>
        host
          .locator(part)
          .first()
          .evaluate((e) => e.getBoundingClientRect().width);
      assert.equal(await of('.points-table'), await of('.columns'));
    });
    await picture(host, 'contest-paper');
    await host.emulateMedia({ media: null });
    await host.getByRole('tab', { name: 'Standings' }).click();
    await host.locator('.points-table tbody button').first().click();
    await says(dialog(host), /Round 1\s*.+, won: 1/);
    await looks(host);
    await close(host);
    await host.getByRole('button', { name: 'BH' }).click();
    await says(dialog(host), /points of the opponents/);
    await close(host);
    const csv = await host.request.get(await host.getByRole('link', { name: 'CSV' }).getAttribute('href'));
    assert.match(await csv.text(), /Hanna/);
    await says(guest.locator('h1'), /wins?$/);
    await looks(guest);
    await guest.goto(`${own.url}contests/`);
    await soon(async () => assert.match(await guest.locator('main').innerText(), /Club night/));
    await looks(guest);
  } finally {
    await own.close();
  }
});
