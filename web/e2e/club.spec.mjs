// What a club does beside its evenings in rounds: a host looks after people, an arena, a round of duplicate games and its
// print, and an absence. What is not looked at is done by calls.
import assert from 'node:assert/strict';
import { hindrances, overflow } from './looks.mjs';
import { program } from './servers.mjs';
import { grid, menu } from './tables.mjs';
import { counts, phone, picture, says, test } from './test.mjs';

const lost = /WebSocket|Failed to load|api\/live|status of 40/;
const page = { bypassCSP: true, allow: lost };

async function looks(p) {
  assert.deepEqual(await hindrances(p), []);
  assert.deepEqual(await p.evaluate(overflow), []);
}
/** A browser of an account, on a page of the server, with its id, its code, and calls. */
async function account(open, own, name, options = page) {
  const { page: p } = await open(own.url, options);
  const call = async (method, path, data) => {
    const answer = await p.request.fetch(`${own.url}api/${path}`, { method, data });
    const text = await answer.text();
    assert.ok(answer.ok(), `${method} ${path}: ${text}`);
    return text && JSON.parse(text);
  };
  await call('POST', 'me', { name });
  const { person, code } = await call('POST', 'me/claim', { name });
  return { page: p, call, id: person.id, name, code };
}
async function served(run) {
  const own = await program();
  try {
    await run(own);
  } finally {
    await own.close();
  }
}

test('a host signs in, sees that another one looks at a report, and says why somebody is warned', ({ open }) =>
  served(async (own) => {
    const [ada, eve, ben] = [
      await account(open, own, 'Ada'),
      await account(open, own, 'Eve'),
      await account(open, own, 'Ben', { ...page, ...phone }),
    ];
    await eve.call('POST', `people/${ben.id}/reports`, { text: 'shouts' });
    for (const host of [ada, eve]) {
      host.token = /host=(\S+)/.exec(own.admin('host', host.id))?.[1];
      assert.ok(host.token, 'no link');
    }
    await ada.page.goto(`${own.url}me/#host=${ada.token}`);
    await says(ada.page.locator('.done'), /^You are a host of this server now\./);
    // An open browser is not enough: a host has typed the code.
    await ada.page.goto(`${own.url}host/`);
    await says(ada.page.locator('main'), /Hosts enter their sign-in code every 12 hours/);
    await ada.page.locator('main').getByRole('button', { name: 'Sign in' }).click();
    const dialog = ada.page.locator('dialog[open]');
    await dialog.getByLabel('Name').fill('Ada');
    await dialog.getByLabel('Sign-in code').fill(ada.code);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    const report = ada.page.locator('.report');
    await says(report, /Ben\s*reported by Eve.*shouts/s);
    await eve.call('POST', 'me/host', { token: eve.token });
    await eve.call('POST', 'me/signin', { name: 'Eve', code: eve.code });
    await eve.call('POST', 'host/reports/1');
    await ada.page.reload();
    await says(report.locator('.tag'), 'Eve is looking at it');
    await looks(ada.page);
    await picture(ada.page, 'host');
    await report.getByRole('button', { name: 'Warn' }).click();
    await says(report.getByRole('alert'), 'Say why first.');
    await report.getByLabel('What they are told').fill('Please stay friendly.');
    await report.getByRole('button', { name: 'Warn' }).click();
    await says(dialog.locator('h2'), 'Warn: Ben');
    await dialog.getByRole('button', { name: 'Warn' }).click();
    await counts(report, 0);
    await says(ada.page.locator('main'), /Nothing to do\..*Warn: Ben\s*not read yet/s);
    await ben.page.goto(`${own.url}lobby/`);
    await says(ben.page.locator('body'), /Please stay friendly\./);
    await picture(ben.page, 'host-told-phone');
  }));

const contest = (starts, more) => ({
  ...{ title: 'Club night', game: 'lyngk', control: '600+5', rounds: 1, games: 1, starts, zone: 'Europe/Berlin' },
  ...more,
});
/** Makes a contest that somebody hosts, who starts it at once with all. */
async function started(all, more) {
  const [host] = all;
  const made = await host.call('POST', 'contests', contest(Date.now() + 600_000, more));
  const id = made.contest.id;
  for (const one of all) await one.call('POST', `contests/${id}/join`, {});
  for (const one of all) await one.call('POST', `contests/${id}/check`, {});
  const seq = async () => (await host.call('GET', `contests/${id}`)).contest.seq;
  const { contest: now } = await host.call('GET', `contests/${id}`);
  if (now.phase === 'open') await host.call('POST', `contests/${id}/start`, { seq: now.seq });
  return { id, seq, see: async () => (await host.call('GET', `contests/${id}`)).contest };
}

test('an arena pairs who is free, counts a game, and lets both look for another one', ({ open }) =>
  served(async (own) => {
    const anna = await account(open, own, 'Anna');
    const ben = await account(open, own, 'Ben', { ...page, ...phone });
    const { id } = await started([anna, ben], { format: 'arena', rounds: 0, minutes: 5 });
    for (const { page: p } of [anna, ben]) await p.goto(`${own.url}contest/${id}`);
    // Both are taken to the board at once.
    for (const { page: p } of [anna, ben]) await grid(p);
    await menu(ben.page, 'Resign');
    await ben.page.locator('.hint').getByRole('button', { name: 'Resign' }).click();
    await anna.page.locator('.result').waitFor();
    await anna.page.goto(`${own.url}contest/${id}`);
    await says(anna.page.locator('section.own h2'), 'Looking for an opponent …');
    await says(anna.page.locator('section.own'), /Pause.*Leave/s);
    await says(anna.page.locator('.list, .points-table').first(), /Anna.*Ben/s);
    await looks(anna.page);
    await picture(anna.page, 'arena-looks');
  }));

test('boards of a duplicate round are hidden until it ends, then one layout stands above them, also on paper', ({
  open,
}) =>
  served(async (own) => {
    const all = [];
    for (const name of ['Anna', 'Ben', 'Carla', 'Dora']) all.push(await account(open, own, name));
    const { id, see } = await started(all, { format: 'duplicate', scoring: 'matchpoints' });
    const watcher = (await open(`${own.url}contest/${id}`, { ...page, ...phone })).page;
    await says(watcher.locator('main'), /Boards are hidden until the round ends\./);
    await counts(watcher.locator('.boards .picture'), 0);
    await counts(watcher.locator('.boards').getByRole('link'), 0);
    await looks(watcher);
    for (const board of [1, 2])
      await all[0].call('POST', `contests/${id}/result`, { round: 1, board, points: [1, 0], seq: (await see()).seq });
    await says(watcher.locator('h1'), /^Club night \(matchpoints\): .* wins?$/);
    await watcher.getByRole('tab', { name: /Round 1|Boards/ }).click();
    await says(watcher.locator('figcaption'), 'The start position of this round, the same on all boards.');
    await counts(watcher.locator('.boards li'), 2);
    await looks(watcher);
    await picture(watcher, 'duplicate-over-phone');
    const desk = all[1].page;
    await desk.goto(`${own.url}contest/${id}`);
    await says(desk.locator('h1'), /^Club night \(matchpoints\): .* wins?$/);
    await desk.emulateMedia({ media: 'print' });
    await desk.setViewportSize({ width: 794, height: 1123 });
    // What is one's own stays off the paper, which hangs for all.
    await counts(desk.locator(':is(nav, .tools, .own h2, .podium):visible'), 0);
    await says(desk.locator('ol.card li').first(), /^1\s*(Anna|Dora)\s*50%/);
    assert.deepEqual(await desk.evaluate(overflow), []);
    await picture(desk, 'contest-print');
  }));

test('who is away says so, the opponent sees until when, and one comes back early', ({ open }) =>
  served(async (own) => {
    const anna = await account(open, own, 'Anna');
    const ben = await account(open, own, 'Ben', { ...page, ...phone });
    const terms = { game: 'lyngk', control: '1/259200', side: 'second', public: true };
    const { id } = await anna.call('POST', 'tables', { options: terms });
    await ben.page.goto(own.url + id);
    await ben.page.locator('form:not([aria-disabled])').getByRole('button', { name: 'Sit down and play' }).click();
    await grid(ben.page);
    await ben.page.goto(`${own.url}me/notices/`);
    const card = ben.page.locator('section', { has: ben.page.locator('#away') });
    await card.getByRole('button', { name: 'I’ll be away' }).click();
    await says(card.getByRole('status'), /^You’re away until /);
    await looks(ben.page);
    await picture(ben.page, 'away-phone');
    await anna.page.goto(own.url + id);
    await says(anna.page.locator('.who', { hasText: 'Ben' }).first(), /away until/);
    await card.getByRole('button', { name: 'I’m back' }).click();
    await card.getByRole('button', { name: 'I’ll be away' }).waitFor();
    await counts(anna.page.getByText(/away until/), 0);
  }));
