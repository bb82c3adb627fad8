// Names of one's own: the real server and a browser for each device. Two people keep their names, one of them comes in from a
// second device, and both play a rated game.
import assert from 'node:assert/strict';
import { hindrances } from './looks.mjs';
import { program } from './servers.mjs';
import { byMouse, byTouch, grid, make, menu, move } from './tables.mjs';
import { counts, expect, phone, picture, says, test } from './test.mjs';

const lost = /WebSocket|Failed to load|api\/live|status of 40/; // the program ends before the pages; what is refused is an answer too

/** Keeps a name on the page about oneself, and returns the code. */
async function keep(page, name) {
  await page.getByRole('button', { name: 'Keep your name' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel('Name').fill(name);
  await says(dialog.locator('#standing'), `${name} is free.`);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const code = await dialog.locator('form .code').innerText();
  assert.deepEqual(await hindrances(page), []);
  // It is shown this once, so the dialog does not go by accident.
  await expect(dialog.getByRole('button', { name: 'Done' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await dialog.getByRole('alert').getByRole('button', { name: 'Back to the code' }).click();
  await dialog.getByLabel('I have kept the code').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await counts(dialog, 0);
  return code;
}

test('two people keep their names, one comes in on a second device, and a rated game moves both ratings', {
  tag: '@main',
}, async ({ open }) => {
  const own = await program(); // nobody else is here
  try {
    const anna = (await open(`${own.url}me/`, { bypassCSP: true, allow: lost })).page;
    const code = await keep(anna, 'Anna');
    assert.match(code, /^([0-9A-Z]{5}\s+){3}[0-9A-Z]{5}\s*$/);
    await says(anna.locator('header .self'), 'Anna');
    const { page: ben, context } = await open(`${own.url}me/#keep`, { ...phone, bypassCSP: true, allow: lost });
    // The name of another one, and one that looks like it, are refused while one types.
    const dialog = ben.locator('dialog[open]');
    await dialog.getByLabel('Name').fill('Anna');
    await says(dialog.locator('#standing'), /^Anna is taken\./);
    await dialog.getByLabel('Name').fill('ÄNNA');
    await says(dialog.locator('#standing'), /^Looks like Anna/);
    await expect(dialog.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true');
    await picture(ben, 'name-taken-phone');
    await ben.keyboard.press('Escape');
    await keep(ben, 'Ben');

    // Another device: the code as somebody types it who reads it off paper.
    const tablet = (await open(`${own.url}me/#signin`, { bypassCSP: true, allow: lost })).page;
    const form = tablet.locator('dialog[open]');
    await form.getByLabel('Name').fill('anna');
    await form.getByLabel('Sign-in code').fill('AAAAA AAAAA AAAAA AAAAA');
    await form.getByRole('button', { name: 'Sign in' }).click();
    await says(form.getByRole('alert'), 'Name and code don’t belong together.');
    await form.getByLabel('Sign-in code').fill(code.toLowerCase().replace(/\s+/g, '-'));
    await form.getByRole('button', { name: 'Sign in' }).click();
    await says(tablet.locator('.done'), 'Welcome back, Anna.');
    await counts(tablet.locator('section li'), 2, 'both devices');
    assert.deepEqual(await hindrances(tablet), []);
    await picture(tablet, 'account');

    // An address with a code asks who is somebody already, with both names, and does not stay in the address.
    await ben.goto(`${own.url}me/?again#in=Anna.${code.replace(/\s+/g, '')}`);
    await says(ben.locator('.ask'), /Sign in as Anna\?.*You’re Ben in this browser/s);
    assert.doesNotMatch(ben.url(), /#/);
    await ben.getByRole('button', { name: 'Stay Ben' }).click();
    await counts(ben.locator('.ask'), 0);

    // A rated game, which a guest cannot join.
    await anna.goto(`${own.url}friend/`);
    await anna.locator('input[name=rated][value=yes]').check();
    await expect(anna.locator('input[name=takeback]')).not.toBeChecked();
    const url = await make(anna, { game: 'lyngk' });
    const guest = (await open(url, { bypassCSP: true, allow: lost })).page;
    await says(guest.locator('.side'), /This needs a name of your own/);
    await counts(guest.getByRole('button', { name: 'Sit down and play' }), 0);
    await ben.goto(url);
    await ben.locator('form:not([aria-disabled])').getByRole('button', { name: 'Sit down and play' }).click();
    await Promise.all([grid(anna), grid(ben)]);
    const players = [byMouse(anna), byTouch(ben)];
    for (let i = 0; i < 8; i++) await move(players);
    await menu(ben, 'Resign');
    await ben.locator('.hint').getByRole('button', { name: 'Resign' }).click();
    // Both see what it did to their ratings, once it is counted.
    await says(anna.locator('.result .rating'), /\d{4}\? \+\d+/);
    await says(ben.locator('.result .rating'), /\d{4}\? −\d+/);
    await says(anna.locator('.who').first(), /Ben.*\d{4}\? −\d+/s);
    await picture(anna, 'rated-over');

    await anna.goto(`${own.url}@/Ben`);
    await says(anna.locator('h1'), /Ben/);
    await says(anna.locator('.pools'), /LYNGK live\s*1 game\s*\d{4}\?.*0 won\s*0 drawn\s*1 lost/s);
    await counts(anna.locator('li .sketch'), 1, 'the board at its end');
    await says(anna.locator('.side'), /You and Ben\s*1 : 0/);
    await counts(anna.locator('#games').locator('xpath=ancestor::section').locator('li'), 1);
    assert.deepEqual(await hindrances(anna), []);
    await picture(anna, 'profile');
    await anna.goto(`${own.url}people/`);
    await says(anna.locator('ol .own'), /Anna\s*you\s*9 more rated games to go/);
    // What the question mark means is said to who points at it.
    await expect(anna.locator('ol .own .elo')).toHaveAttribute('title', /^Not certain yet: few games or few different/);
    assert.deepEqual(await hindrances(anna), []);
    await context.close();
  } finally {
    await own.close();
  }
});
