// Passkeys: the real server, and a browser whose device has a lock that the test holds.
import assert from 'node:assert/strict';
import { hindrances } from './looks.mjs';
import { program } from './servers.mjs';
import { counts, phone, picture, says, test } from './test.mjs';

const lost = /WebSocket|Failed to load|api\/live|status of 40/;

test('the lock of a device signs in without name and code, until it is removed, and an address in digits has none', async ({
  open,
}) => {
  const own = await program();
  const named = own.url.replace('127.0.0.1', 'localhost');
  try {
    const { page, context } = await open(`${named}me/#keep`, { ...phone, bypassCSP: true, allow: lost });
    const lock = await context.newCDPSession(page);
    await lock.send('WebAuthn.enable');
    await lock.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Name').fill('Anna');
    await says(dialog.locator('#standing'), 'Anna is free.');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Use this device’s lock' }).click();
    await says(dialog.getByRole('status').filter({ hasText: 'lock' }), 'From now on this device’s lock signs you in.');
    assert.deepEqual(await hindrances(page), []);
    await picture(page, 'passkey-keep-phone');
    await dialog.getByLabel('I have kept the code').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await counts(dialog, 0);
    // A device makes one passkey of an account.
    const card = page.locator('section.card', { hasText: 'Passkeys' });
    await counts(card.locator('li'), 1);
    await card.getByRole('button', { name: 'Use this device’s lock' }).click();
    await says(card.getByRole('status'), 'This device has a passkey of yours already.');
    assert.deepEqual(await hindrances(page), []);
    await picture(page, 'passkey-account-phone');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await says(page.locator('.done'), /./);
    await page.reload();
    await page.getByRole('button', { name: 'I have a name: sign in' }).click();
    await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await picture(page, 'passkey-signin-phone');
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await says(page.locator('.done'), 'Welcome back, Anna.');
    await says(page.locator('section li', { hasText: 'this one' }), /by the lock of the device/);
    await card.getByRole('button', { name: /^Remove/ }).click();
    await counts(card.locator('li'), 0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'I have a name: sign in' }).click();
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await says(dialog.getByRole('alert'), /^This passkey didn’t work here/);

    const digits = (await open(`${own.url}me/#signin`, { bypassCSP: true, allow: lost })).page;
    await digits.locator('dialog[open]').getByRole('button', { name: 'Sign in' }).waitFor();
    await counts(digits.getByRole('button', { name: 'Use a passkey' }), 0);
  } finally {
    await own.close();
  }
});
