// What is kept goes with the account: two browsers of one person at the real server. GAMES=10000 measures it; times are shown,
// not judged.
import assert from 'node:assert/strict';
import { hindrances } from './looks.mjs';
import { program } from './servers.mjs';
import { layouts, phone, picture, says, soon, test } from './test.mjs';

const lost = /WebSocket|Failed to load|api\/live|status of 40|ERR_/; // the program ends before the pages
const MANY = Number(process.env.GAMES ?? 300);

/** Puts games into the archive of a page, of 60 moves each. */
const fill = (p, n, start) =>
  p.evaluate(
    async ([many, position]) => {
      const db = await new Promise((done) => {
        const asked = indexedDB.open('cairn');
        asked.onsuccess = () => done(asked.result);
      });
      const tx = db.transaction(['games', 'texts', 'unsent'], 'readwrite');
      let seed = 1;
      const die = (most) => {
        seed = (seed * 48271) % 2147483647;
        return seed % most;
      };
      for (let i = 0; i < many; i++) {
        const id = `g${i}`;
        const at = 1_780_000_000_000 + i * 60_000;
        const spot = () => `${'abcdefghi'[die(9)]}${1 + die(9)}`;
        const events = Array.from({ length: 60 }, (_, ply) => ({
          ...{ v: 1, kind: 'move', side: ply % 2 ? 'second' : 'first' },
          ...{ move: `${spot()}-${spot()}`, took: die(30_000) },
        }));
        const terms = {
          v: 1,
          game: 'lyngk',
          start: position,
          players: [{}, { plays: `level${1 + die(9)}` }],
          control: '-',
        };
        tx.objectStore('games').put({
          ...{
            id,
            kind: 'game',
            game: 'lyngk',
            names: ['', ''],
            levels: [0, 1 + die(9)],
            me: 0,
            over: true,
            why: 'resignation',
          },
          ...{
            outcome: 'second',
            control: '-',
            plies: 60,
            stacks: 'c1:B d5:K e1:IK',
            line: id,
            begun: at,
            changed: at,
          },
        });
        const game = { id, begun: at, log: { v: 1, terms, events }, seed: id, hints: true, elapsed: 0 };
        tx.objectStore('texts').put(JSON.stringify(game), id);
        tx.objectStore('unsent').put(Math.random(), `g.${id}`);
      }
      await new Promise((done) => (tx.oncomplete = done));
      db.close();
    },
    [n, start],
  );
const post = (p, path, body) =>
  p.evaluate(
    async ([to, text]) =>
      (await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text })).json(),
    [path, JSON.stringify(body)],
  );
const all = (p) => p.locator('.kinds button').first();

test('games of one browser are in the other after a yes in both, and changes follow at once', async ({
  open,
}, info) => {
  const own = await program();
  try {
    const laptop = (await open(`${own.url}archive/`, { bypassCSP: true, allow: lost })).page;
    await laptop.locator('.empty').waitFor();
    await fill(laptop, MANY, layouts.hops);
    await post(laptop, '../api/me', { name: '' });
    const { code } = await post(laptop, '../api/me/claim', { name: 'Marta' });
    await laptop.goto(`${own.url}me/`);
    const card = laptop.locator('section.along');
    const sent = [];
    laptop.on('request', (r) => r.method() === 'POST' && r.url().includes('/kept') && sent.push(r.url()));
    await card.waitFor();
    await picture(laptop, 'along-off');
    assert.deepEqual(sent, []); // nothing is sent before a yes
    let begun = Date.now();
    await card.getByRole('checkbox').check();
    await soon(
      async () => assert.match(await card.locator('[role=status]').innerText(), /Everything is kept/),
      120_000,
    );
    const up = Date.now() - begun;
    assert.deepEqual(await hindrances(laptop), []);
    await picture(laptop, 'along-on');

    const other = (await open(`${own.url}me/`, { ...phone, bypassCSP: true, allow: lost })).page;
    await post(other, '../api/me/signin', { name: 'Marta', code: code.replaceAll('-', '') });
    await other.reload();
    begun = Date.now();
    await other.locator('section.along').getByRole('checkbox').check();
    await soon(
      async () => assert.match(await other.locator('section.along [role=status]').innerText(), /Everything is kept/),
      120_000,
    );
    const down = Date.now() - begun;
    await picture(other, 'along-phone');
    await other.goto(`${own.url}archive/`);
    await says(all(other), `All ${new Intl.NumberFormat('en').format(MANY)}`);
    // A game that is deleted on the phone is gone on the laptop.
    await laptop.goto(`${own.url}archive/`);
    await says(all(laptop), `All ${new Intl.NumberFormat('en').format(MANY)}`);
    await laptop.waitForTimeout(2000); // both follow by now
    const row = other.locator('.list > li').first();
    await row.getByRole('button').last().click();
    begun = Date.now();
    await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await says(all(laptop), `All ${new Intl.NumberFormat('en').format(MANY - 1)}`);
    const change = Date.now() - begun;
    const times = `${MANY} games: sent in ${up} ms, taken in ${down} ms, a change in ${change} ms`;
    info.annotations.push({ type: 'times', description: times });
    console.log(times);
    // It is their file, too.
    const file = await laptop.evaluate(async () => (await fetch('../api/me/archive')).json());
    assert.equal(file.games.length, MANY - 1);
  } finally {
    await own.close();
  }
});
