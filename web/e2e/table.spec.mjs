// Tables of people: the real server and a browser for each person. One plays by touch on a phone, one by keys alone, a
// third looks on. Here are some moves of a game, and all that happens around them; whole games are in whole.spec.mjs.
import assert from 'node:assert/strict';
import { brokenWords, hindrances } from './looks.mjs';
import { program } from './servers.mjs';
import {
  both,
  byKeys,
  byMouse,
  byTouch,
  enter,
  goals,
  grid,
  inHand,
  make,
  menu,
  move,
  moves,
  next,
  otherOf,
  wired,
} from './tables.mjs';
import { count, counts, expect, more, passing, phone, picture, says, served, soon, tap, test } from './test.mjs';

/** Whether a button is where it can be pressed without scrolling, and wholly above the bar at the foot of the page. */
const pressable = (page, button) =>
  soon(async () => {
    const found = await page.locator(button).evaluate((b) => {
      const { x, y, width, height, bottom } = b.getBoundingClientRect();
      const above = document.elementFromPoint(x + width / 2, y + height / 2);
      return [b.contains(above), bottom < document.querySelector('.rail .bar').getBoundingClientRect().top];
    });
    assert.deepEqual(found, [true, true]);
  });

test('on a phone an offer stands above the bar with its buttons, and one’s own covers nothing; the end of a game is not scrolled on a wide screen', async ({
  open,
}) => {
  const anna = (await open(`${served.url}friend/`, { bypassCSP: true, viewport: { width: 1440, height: 900 } })).page;
  const url = await make(anna, { game: 'lyngk' });
  const ben = (await open(url, { ...phone, viewport: { width: 390, height: 844 }, bypassCSP: true })).page;
  await ben.locator('form:not([aria-disabled])').getByRole('button', { name: 'Sit down and play' }).click();
  await Promise.all([grid(anna), grid(ben)]);
  const players = [byMouse(anna), byTouch(ben)];
  for (let i = 0; i < 2; i++) await move(players);
  // Least room is left while one may claim a color.
  if (!(await ben.locator('.claimbox button').count())) await move(players);
  await ben.locator('.claimbox button').first().waitFor();

  const lies = async () => (await ben.locator('.desk .area svg').first().boundingBox()).y;
  // A move may have gone a long way and have changed much, so that the words below the board fill three lines.
  await ben.locator('.say p').evaluate((p) => {
    p.querySelector('b').textContent = 'b1 – b2 – c4 – d3 – e3';
    const detail =
      p.querySelector('.detail') ??
      p.appendChild(Object.assign(document.createElement('span'), { className: 'detail' }));
    detail.textContent = 'd2, d5, e7, f4, f5, g5, g6 and h3 are theirs now. d2 is 2 high. ';
  });
  const before = await lies();
  await menu(anna, 'Offer a draw');
  await says(anna.locator('.own'), /Waiting for an answer/);
  await counts(anna.locator('.toast'), 0, 'the card says it');
  const lines = await anna.locator('.chat .lines').evaluate((e) => e.clientHeight);
  assert.ok(lines >= 3 * 24 + 2 * 4, 'three lines of chat have room beside an offer on a wide screen');
  await pressable(ben, '.ask .strong');
  assert.ok(Math.abs((await lies()) - before) < 1, 'the board lies still while a card comes');
  await ben.locator('.ask .btn').first().tap();
  await counts(ben.locator('.ask'), 0);

  await menu(ben, 'Offer a draw');
  await pressable(ben, '.own .btn');
  const [card, words] = await Promise.all(['.own', '.say'].map((part) => ben.locator(part).boundingBox()));
  assert.ok(words.y + words.height <= card.y + 9, 'what is said below the board stays in sight');
  await anna.locator('.ask .strong').click();
  for (const page of [anna, ben]) await page.locator('.result').waitFor();
  await says(anna.locator('.setup .fair'), 'The board was drawn fairly: checked.');
  await soon(async () => {
    const hidden = await anna.locator('.result').evaluate((e) => e.scrollHeight - e.clientHeight);
    assert.equal(hidden, 0);
  });
  const wide = anna.viewportSize();
  // What has decided a game may fill two lines.
  await anna.locator('.result .winner + p').evaluate((p) => {
    p.textContent = 'Pieces in own stacks: 23 to 3.';
  });
  await anna.setViewportSize({ width: 1280, height: 800 });
  await soon(async () => {
    const [result, save] = await Promise.all(
      ['.result', '.result .buttons > :last-child'].map((part) => anna.locator(part).boundingBox()),
    );
    assert.ok(save.y + save.height <= result.y + result.height, 'all buttons are in sight on a small laptop');
  });
  await anna.setViewportSize(wide);
  await soon(async () => {
    const [bar, left] = await Promise.all(
      ['.acts', '.acts .btn:visible'].map((part) => anna.locator(part).last().boundingBox()),
    );
    assert.ok(Math.abs(left.x + left.width - bar.x - bar.width) < 1, 'what is left of the bar stands at its edge');
  });
  await anna.getByRole('button', { name: 'Same board, sides swapped' }).click();
  await says(ben.locator('.ask'), /same board/);
  await pressable(ben, '.ask .strong');
});

test('two offers that stand at once are both shown and answered, each by its own buttons', async ({ open }) => {
  const { anna, ben } = await both(open, { game: 'lyngk' });
  await sitDown(anna, ben);
  const players = [byMouse(anna), byTouch(ben)];
  for (let i = 0; i < 2; i++) await move(players);
  const n = await count(anna);
  const asker = otherOf(players, await next(players)).page; // who moved last may ask to take it back
  const other = asker === anna ? ben : anna;
  const offers = other.getByRole('region', { name: 'Offer' });
  const answer = (page, name, nth = 0) => {
    const button = page.locator('.ask').getByRole('button', { name, exact: true }).nth(nth);
    return button.click({ trial: true }).then(() => button.press('Enter'));
  };

  // Both of one side: of the draw nothing is left when it is declined, and the takeback is what it was.
  await asker.getByRole('button', { name: 'Take back' }).click();
  await says(offers, /asks to take back/);
  await menu(asker, 'Offer a draw');
  await says(offers, /asks to take back.*offers a draw/s);
  await says(asker.locator('.own'), /You asked to take back.*You offered a draw/s);
  await answer(other, 'Decline', 1);
  await soon(async () => assert.doesNotMatch(await offers.textContent(), /draw/));
  for (const page of [anna, ben]) assert.equal(await count(page), n);
  await answer(other, 'Accept');
  for (const page of [anna, ben]) await counts(page.locator('ol [data-ply]'), n - 1);
  await counts(offers, 0);

  // One of each side: who answers the other's still sees their own, and can withdraw it.
  await other.getByRole('button', { name: 'Take back' }).click();
  await says(asker.locator('.ask'), /asks to take back/);
  await menu(asker, 'Offer a draw');
  await says(asker.locator('.ask'), /asks to take back.*You offered a draw/s);
  await says(offers, /offers a draw.*You asked to take back/s);
  await answer(asker, 'Withdraw');
  await counts(offers, 0);
  await says(other.locator('.own'), /^\s*You asked to take back/);
  await says(asker.locator('.ask'), /asks to take back/);
  await menu(asker, 'Offer a draw');
  await says(offers, /offers a draw/);
  await answer(other, 'Accept');
  for (const page of [anna, ben]) await says(page.locator('.result'), /agree/i);
  for (const page of [anna, ben]) assert.equal(await count(page), n - 1);
});

test('on a phone nothing is round a stack before keys are used, although the board has the focus', async ({ open }) => {
  const anna = (await open(`${served.url}friend/`, phone)).page;
  const ben = (await open(await make(anna, { game: 'lyngk' }))).page;
  await ben.locator('form:not([aria-disabled])').getByRole('button', { name: 'Sit down and play' }).click();
  await anna.locator('[data-spot]:focus').waitFor();
  const drawn = () => anna.locator('.area svg g').count();
  const before = await drawn();
  await anna.keyboard.press('ArrowUp');
  await soon(async () => assert.equal(await drawn(), before + 1));
});

test('the rows of the first page end in one line, and the games of the lobby stand below each other', async ({
  open,
}) => {
  const wide = { viewport: { width: 1440, height: 900 }, bypassCSP: true };
  const maker = (game) => open(`${served.url}friend/?open`, wide).then(({ page }) => make(page, { game }));
  await maker('lyngk6');
  await maker('dvonn');
  const { page } = await open(served.url, wide);
  await page.locator('#people').waitFor();
  await soon(async () => {
    for (const row of ['.front > section', '.days a']) {
      const ends = await page
        .locator(row)
        .evaluateAll((l) => l.map((e) => Math.round(e.getBoundingClientRect().bottom)));
      assert.deepEqual([ends.length, new Set(ends).size], [2, 1]);
    }
  });
  await page.goto(`${served.url}lobby/`);
  await soon(async () => {
    const terms = await page
      .getByRole('region', { name: 'With a clock' })
      .locator('.card-words > .small')
      .evaluateAll((l) => l.map((e) => [e.textContent, Math.round(e.getBoundingClientRect().left)]));
    for (const game of ['LYNGK: stack of 6', 'DVONN']) assert.ok(terms.some(([name]) => name.startsWith(game)));
    assert.equal(new Set(terms.map(([, left]) => left)).size, 1);
  });
  // On the smallest phone, in the language with the longest words, none of them is cut.
  const small = { ...phone, viewport: { width: 320, height: 640 }, locale: 'pl' };
  const lobby = (await open(`${served.url}lobby/`, small)).page;
  await lobby.locator('.seats .card-words').first().waitFor();
  assert.deepEqual(await lobby.evaluate(brokenWords), []);
});

test('two people play by link: moves, clocks, a reload, a lost connection, offers, chat, a third who looks on', {
  tag: '@main',
}, async ({ open }) => {
  const { anna, ben, url, line } = await both(open, { game: 'dvonn', fullBoard: true });
  await says(anna.locator('.alone'), /cairn serve --addr :8080|Only this device/);
  assert.deepEqual(await hindrances(anna), []);
  await picture(anna, 'table-waiting');
  // Ben has a name of his own: he types it, and has it when he sits down.
  await ben.locator('.waiting input.entry').fill('Ben');
  assert.deepEqual(await hindrances(ben), []);
  await picture(ben, 'table-invited');
  await ben.locator('form:not([aria-disabled])').getByRole('button', { name: 'Sit down and play' }).click();
  await Promise.all([grid(anna), grid(ben)]);
  await says(anna.locator('.who .name').first(), /^Ben ·\d\d$/);
  const players = [byKeys(anna), byTouch(ben)];

  const cloe = (await open(url)).page;
  await grid(cloe);
  await says(anna.locator('.eye'), /1/);
  for (let i = 0; i < 4; i++) await move(players, [cloe]);
  await counts(cloe.locator('.cell.take'), 0, 'who looks on moves nothing');
  // Moves and chat have the room of the entry that she does not need.
  await cloe.setViewportSize({ width: 1000, height: 700 });
  await soon(async () => {
    for (const part of ['.moves', '.chat .lines']) {
      const height = await cloe.locator(part).evaluate((e) => e.clientHeight);
      assert.ok(height >= 3 * 24, `${part} is ${height} high`);
    }
  });
  for (const page of [anna, ben]) {
    for (const clock of await page.locator('.clock').allTextContents()) assert.match(clock, /^[45]:\d\d$/);
  }
  assert.deepEqual(await hindrances(anna), []);
  assert.deepEqual(await hindrances(ben), []);
  await picture(anna, 'table-desktop');
  await picture(ben, 'table-phone');

  // A reload in the middle.
  await anna.reload();
  await grid(anna);
  await more(anna, 4);
  await move(players, [cloe]);

  // Ben's line breaks; his move goes out when it is back, even over a reload.
  let who = await next(players);
  if (who.page !== ben) who = (await move(players, [cloe])) && (await next(players));
  const n = await count(ben);
  await line.cut();
  await says(ben.locator('.banner'), /No connection/);
  // Who has no connection cannot know whether the other is here.
  await says(ben.locator('.top .presence .word'), 'maybe here');
  // It is over the bar of the page: wholly on the screen, and off the players.
  for (const width of [320, 360]) {
    await ben.setViewportSize({ width, height: 740 });
    await soon(async () => {
      const [banner, name] = await Promise.all(
        ['.banner', '.top .name'].map((what) => ben.locator(what).boundingBox()),
      );
      assert.ok(banner.y >= 0 && banner.y + banner.height <= name.y + 1, JSON.stringify([width, banner, name]));
      // Nor is what stands about a connection cut off.
      const wide = await ben
        .locator('.presence.small')
        .evaluateAll((l) => l.filter((p) => p.offsetWidth > p.parentElement.clientWidth).length);
      assert.equal(wide, 0, JSON.stringify(width));
    });
  }
  const [from] = await ben.locator('.cell.take').evaluateAll((l) => l.map((c) => c.dataset.spot));
  await tap(ben, from);
  await counts(inHand(ben), 1);
  await tap(ben, (await goals(ben))[0]);
  await says(ben.locator('.say .unsent'), 'not sent yet');
  await says(ben.locator('.say b'), /^[a-k]\d\u2009–\u2009[a-k]\d$/); // as the list shows it
  await picture(ben, 'table-offline');
  assert.equal(await count(anna), n);
  await ben.reload().catch(() => {});
  line.join();
  await grid(ben);
  await more(ben, n + 1);
  await more(anna, n + 1);
  await counts(ben.locator('.unsent'), 0);

  // He takes it back, and she agrees.
  await ben.getByRole('button', { name: 'Take back' }).click();
  await says(anna.locator('.ask'), /Ben ·\d\d asks to take back/);
  assert.deepEqual(await hindrances(anna), []);
  await picture(anna, 'table-offer');
  await anna
    .locator('.ask .strong')
    .click({ trial: true })
    .then(() => anna.locator('.ask .strong').press('Enter'));
  for (const page of [anna, ben, cloe]) await counts(page.locator('ol [data-ply]'), n);

  // With the board alone the clocks stay, and the pages are as before after it.
  await anna.keyboard.press('z');
  await counts(anna.locator('.zen.timed .clock:visible'), 2);
  await counts(anna.locator('.chat:visible'), 0);
  assert.deepEqual(await hindrances(anna), []);
  await picture(anna, 'table-zen');
  await anna.keyboard.press('z');
  await counts(anna.locator('.chat:visible'), 1);

  // They chat; she who looks on reads nothing of it, and they nothing of hers.
  await says(anna.locator('.chat .lines'), /Ben ·\d\d sat down/);
  await cloe.locator('.chat form input').fill('who is ahead?'); // she is nobody yet
  await cloe.keyboard.press('Enter');
  await says(cloe.locator('.chat .lines'), /Guest \d+\s+who is ahead\?/);
  await anna.locator('.chat form input').fill('good luck');
  await anna.keyboard.press('Enter');
  await says(ben.locator('.unread'), '1');
  await ben.getByRole('button', { name: 'Chat' }).click();
  await says(ben.locator('.chat .lines'), /good luck/);
  await picture(ben, 'table-chat');
  await ben.locator('.chat .close').click();

  // Ben resigns; the same board once more, with sides swapped.
  const start = async (address) => {
    const { log } = await (await anna.request.get(`${served.url}api/tables/${address.split('/').pop()}`)).json();
    return log.terms.start;
  };
  const first = await start(url);
  await menu(ben, 'Resign');
  await ben.locator('[role=alertdialog] .btn').last().click();
  for (const page of [anna, ben, cloe]) await page.locator('.result').waitFor();
  await says(anna.locator('.winner'), 'You win!');
  // Every browser computes the draw again; the players know their own share in it.
  for (const page of [anna, ben, cloe])
    await says(page.locator('.setup .fair'), 'The board was drawn fairly: checked.');
  await anna.locator('.setup .fair').press('Enter');
  await says(
    anna.locator('dialog[open]'),
    /This browser has computed.* promised before you gave yours.*Your own share/s,
  );
  assert.deepEqual(await hindrances(anna), []);
  await anna.keyboard.press('Escape');
  await cloe.locator('.setup .fair').click();
  await says(cloe.locator('dialog[open]'), /promised beforehand/);
  assert.doesNotMatch(await cloe.locator('dialog[open]').textContent(), /Your own share/);
  await cloe.keyboard.press('Escape');
  assert.deepEqual(await hindrances(anna), []);
  await picture(anna, 'table-over');
  // The device of each player keeps the game.
  await anna.getByRole('button', { name: 'Good game' }).click();
  await says(anna.locator('.chat .lines > :last-child'), /Good game/);
  await counts(anna.locator('.chat .thanks'), 0);
  const games = await anna.context().newPage();
  await games.goto(`${served.url}archive/`);
  await says(games.locator('.list a').first(), /^Won against Ben ·\d\d$/);
  await says(games.locator('#statistics dt').first(), 'game');
  await games.close();
  const lower = (page) =>
    page
      .locator('.bottom .row > svg, .bottom .dot')
      .first()
      .evaluate((e) => e.outerHTML.replace(/s-\w+/g, ''));
  const color = await lower(anna);
  await anna.getByRole('button', { name: 'Same board, sides swapped' }).click();
  await says(ben.locator('.ask'), /same board/);
  await ben.locator('.ask .strong').click();
  await Promise.all([anna.waitForURL((u) => u.href !== url), ben.waitForURL((u) => u.href !== url)]);
  assert.equal(anna.url(), ben.url());
  await Promise.all([grid(anna), grid(ben)]);
  assert.equal(await start(anna.url()), first);
  assert.notEqual(await lower(anna), color);
  await says(cloe.locator('.result a'), 'Watch the next game');
  const players2 = [byKeys(anna), byTouch(ben)];
  for (let i = 0; i < 2; i++) await move(players2);
});

const sitDown = async (anna, ben) => {
  await ben.locator('form:not([aria-disabled])').getByRole('button', { name: 'Sit down and play' }).click();
  await Promise.all([grid(anna), grid(ben)]);
};
const onBoard = (page) =>
  soon(async () => assert.ok(await page.evaluate(() => !!document.activeElement?.closest('[role=grid]'))));

test('the chat comes behind the game, and is fetched again where it did not come', async ({ open }) => {
  let [lost, tries] = [true, 0];
  const { anna, ben } = await both(open, undefined, {
    allow: /ERR_FAILED|WebSocket/,
    prepare: (page) =>
      page.route(/\/Chat-.*\.js/, (route) => {
        tries++;
        return lost ? route.abort() : route.continue();
      }),
  });
  await ben.locator('form:not([aria-disabled])').getByRole('button', { name: 'Sit down and play' }).click();
  await expect(ben.locator('.chat')).toHaveAttribute('aria-busy', 'false');
  await grid(anna);
  const chat = anna.locator('.chat');
  await says(chat.getByRole('heading'), 'Chat');
  await says(chat.getByRole('status'), /couldn’t be loaded/);
  await expect(chat).toHaveAttribute('aria-busy', 'false');
  assert.deepEqual(await hindrances(anna), []);
  // On a phone its sheet has its head, and can be closed.
  await anna.setViewportSize(phone.viewport);
  await anna.locator('.acts').getByRole('button', { name: 'Chat' }).click();
  await says(chat.getByRole('heading'), 'Chat');
  await chat.getByRole('button', { name: 'Close' }).click();
  await expect(chat).toBeHidden();
  await anna.setViewportSize({ width: 1280, height: 800 });
  // Who tries again by keys stays there while it does not come, and goes on in the chat when it has.
  const again = chat.getByRole('button', { name: 'Try again' });
  const asked = tries;
  await again.press('Enter');
  await soon(async () => assert.ok(tries > asked));
  await expect(again).toHaveAttribute('aria-disabled', 'false');
  await expect(again).toBeFocused();
  lost = false;
  await again.press('Enter');
  await expect(chat.locator('.lines')).toBeFocused();
  await chat.locator('form input').fill('hello <img src=x>'); // text, whatever it is
  await anna.keyboard.press('Enter');
  await says(ben.locator('.chat .lines'), /hello <img src=x>/);
});

test('a prepared move is played, time is given, people are reported and muted, a draw leads to the next game', async ({
  open,
}) => {
  const { anna, ben, url } = await both(open, { game: 'lyngk' });
  await sitDown(anna, ben);
  // Who has waited hears that it begins, and can move at once.
  await says(anna.locator('[role=status]').filter({ hasText: 'starts' }), /The game against Guest \d+ starts\./);
  await onBoard(anna);
  const players = [byMouse(anna), byMouse(ben)];
  const who = await next(players);
  const other = otherOf(players, who);
  // Two moves that are out of each other's way; the one prepared claims the color that it moves.
  const taking = await who.page.locator('.cell.take').evaluateAll((l) => l.map((c) => c.dataset.spot));
  const found = [];
  for (const from of taking) {
    await who.press(from);
    await counts(inHand(who.page), 1);
    const to = (await goals(who.page)).find((spot) => !found.flat().includes(spot));
    await who.page.keyboard.press('Escape');
    await counts(inHand(who.page), 0);
    if (to && !found.flat().includes(from)) found.push([from, to]);
    if (found.length === 2) break;
  }
  const [[from, to], [first, last]] = found;
  await counts(other.page.locator('.claims'), 0, 'a color is offered with a move only');
  const prepared = other.page.locator('.premove');
  await other.press(from);
  await says(prepared, new RegExp(from));
  await other.page.keyboard.press('Escape');
  await counts(prepared, 0);
  await other.press(from);
  await other.page.locator('.claims .btn').first().click();
  await other.press(to);
  await says(prepared, new RegExp(`(will be claimed|Prepared move).*\\s${from}\\u2009–\\u2009${to}`, 's'));
  assert.deepEqual(await hindrances(other.page), []);
  await picture(other.page, 'table-premove');
  await who.press(first);
  await who.press(last);
  for (const { page } of players) await more(page, 2);
  const [, answer] = await moves(anna);
  assert.match(answer, new RegExp(`^[IBRGK],${from}-${to}$`));

  const told = await passing(ben, '.toast');
  await menu(anna, 'Give 15 seconds');
  await told('gives you 15 s');

  // Ben writes, is reported, muted, and heard again.
  await ben.getByRole('button', { name: 'Chat' }).click();
  await ben.locator('.chat form input').fill('hurry up');
  await ben.keyboard.press('Enter');
  await ben.locator('.chat .close').click();
  const line = anna.locator('.chat .lines p', { hasText: 'hurry up' });
  await line.getByRole('button').click();
  const dialog = anna.locator('dialog[open]');
  await dialog.locator('input').fill('He is rude.');
  const thanked = await passing(anna, '.toast');
  await dialog.getByRole('button', { name: 'Report this person' }).click();
  await thanked('hosts of this server will see it');
  await line.getByRole('button').click();
  await dialog.getByRole('button', { name: /Don’t show/ }).click();
  await counts(line, 0);
  await anna.getByRole('button', { name: 'Show them' }).click();
  await counts(line, 1);

  await menu(ben, 'Offer a draw');
  await says(anna.locator('.ask'), /offers a draw/);
  await anna
    .locator('.ask .strong')
    .click({ trial: true })
    .then(() => anna.locator('.ask .strong').press('Enter'));
  for (const page of [anna, ben]) await says(page.locator('.result'), /agree/i);
  await onBoard(anna);
  for (const page of [anna, ben]) await says(page.locator('.setup .fair'), 'The board was drawn fairly: checked.');
  await anna.getByRole('button', { name: 'Rematch', exact: true }).click();
  await ben.locator('.ask .strong').click();
  await Promise.all([anna, ben].map((page) => page.waitForURL((u) => u.href !== url)));
  await Promise.all([grid(anna), grid(ben)]);
  for (const page of [anna, ben]) {
    await says(page.locator('[role=status]').filter({ hasText: 'starts' }), /The game against/);
    await onBoard(page);
  }
});

test('a piece is placed ahead, and who is away may be claimed against after a while', async ({ open }) => {
  // What the server says of who is here comes a minute after its start; a test says it in its place.
  let heard;
  const prepare = (page) =>
    page.routeWebSocket(/api\/live/, (ws) => {
      const server = ws.connectToServer();
      server.onMessage((text) => JSON.parse(text).type !== 'presence' && ws.send(text));
      heard = ws;
    });
  const { anna, ben } = await both(open, { game: 'dvonn' }, { prepare });
  await sitDown(anna, ben);
  const players = [byMouse(anna), byTouch(ben)];
  const who = await next(players);
  const other = otherOf(players, who);
  const free = await who.page.locator('.cell.goal').evaluateAll((l) => l.map((c) => c.dataset.spot));
  await other.press(free[3]);
  await says(
    other.page.locator('.premove'),
    new RegExp(`${free[3]} will be played as soon as|Prepared move ${free[3]}`),
  );
  await who.press(free[0]);
  for (const { page } of players) await more(page, 2);
  assert.deepEqual(await moves(anna), [free[0], free[3]]);

  const { id, you } = await (await anna.request.get(anna.url().replace(/(\w{8})$/, 'api/tables/$1'))).json();
  const players2 = you === 'first' ? ['here', 'away'] : ['away', 'here'];
  const tell = (players, more) =>
    heard.send(
      JSON.stringify({
        ...{ type: 'presence', tableId: id },
        presence: { players, away: [0, 0], lag: [0, 0], watchers: 0, ...more },
      }),
    );
  tell(players2, { claimable: 50_000 });
  await says(anna.locator('.ask'), /is away\. You can claim the game in \d+ s\./);
  assert.equal(await anna.locator('.ask .btn:disabled').count(), 2);
  assert.deepEqual(await hindrances(anna), []);
  await picture(anna, 'table-left');
  tell(['here', 'here']);
  await counts(anna.locator('.ask'), 0, 'whoever is back cannot be claimed against');
  tell(players2, { claimable: 0 });
  await says(anna.locator('.ask'), /left\. You can claim the win or a draw\./);
  await anna.getByRole('button', { name: 'Claim the win' }).click();
  // The server knows better.
  await says(anna.locator('.hint'), /your opponent is here|doesn’t know yet/i);
  await anna.locator('.hint .btn').click();
  await onBoard(anna);
});

test('who leaves for good loses by a claim, and finds it so when coming back', async ({ open }) => {
  const quick = await program('--claim-after', '5s');
  try {
    const lost = /WebSocket|Failed to load|api\/live/; // the program ends before the pages
    const { anna, ben, url } = await both(open, { game: 'dvonn' }, { root: quick.url, allow: lost });
    await sitDown(anna, ben);
    const players = [byMouse(anna), byTouch(ben)];
    await move(players);
    await move(players);
    await ben.goto('about:blank');
    await says(anna.locator('.ask'), /left\. You can claim the win or a draw\./);
    await anna.getByRole('button', { name: 'Claim the win' }).click();
    await says(anna.locator('.winner'), 'You win!');
    await says(anna.locator('.result'), /left the game/);
    await ben.goto(url);
    await says(ben.locator('.result'), /left the game/);
    await says(ben.locator('.winner'), 'You lose.');
  } finally {
    await quick.close();
  }
});

test('a draw that was not fair is told: by the record, by the page, by the server', async ({ open }) => {
  const { anna, ben, url } = await both(open, { game: 'dvonn', fullBoard: true });
  // The record that Anna's browser gets names another secret; a third one hears of another start than the record's.
  const forged = (text) => text.replace(/(Secret "?)([0-9a-f])/, (_, tag, digit) => tag + (digit === '0' ? '1' : '0'));
  await anna.route(/\/record$/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    assert.notEqual(forged(text), text);
    await route.fulfill({ response: answer, body: forged(text) });
  });
  const prepare = (page) =>
    page.routeWebSocket(/api\/live/, (ws) => {
      const server = ws.connectToServer();
      server.onMessage((text) =>
        ws.send(text.replace(/"(secret":")([0-9a-f])/g, (_, tag, d) => `"${tag}${d === '0' ? '1' : '0'}`)),
      );
    });
  await sitDown(anna, ben);
  const cloe = (await open(url, { prepare, bypassCSP: true })).page;
  await grid(cloe);
  await menu(ben, 'Resign');
  await ben.locator('[role=alertdialog] .btn').last().click();
  for (const page of [anna, cloe]) {
    await says(page.locator('.setup [role=alert]'), /The draw wasn’t made as promised: The server/);
    await counts(page.locator('.setup .fair'), 0);
  }
  assert.deepEqual(await hindrances(anna), []);
  await picture(anna, 'table-unfair');
  await says(ben.locator('.setup .fair'), 'The board was drawn fairly: checked.');
  // The server and the program say the same of that record.
  const record = await (await ben.request.get(url.replace(/(\w{8})$/, 'api/tables/$1/record'))).text();
  const headers = { 'content-type': 'application/json' };
  const verdict = async (text) =>
    (await ben.request.post(`${served.url}api/verify`, { data: Buffer.from(text), headers })).json();
  assert.deepEqual([(await verdict(record)).valid, (await verdict(forged(record))).valid], [true, false]);
});

test('a page behind a service worker that is too old for the server loses no move that was not sent', async ({
  open,
}) => {
  const anna = await open(`${served.url}friend/`);
  const url = await make(anna.page, { game: 'dvonn', fullBoard: true });
  const line = wired();
  const { page: ben } = await open(url, { serviceWorkers: 'allow', allow: /WebSocket/, prepare: line.prepare });
  await sitDown(anna.page, ben);
  await ben.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 120_000,
  });
  const players = [byKeys(anna.page), byKeys(ben)];
  if ((await next(players)).page !== ben) await move(players);
  const n = await count(ben);
  await line.cut();
  await says(ben.locator('.banner'), /No connection/);
  const [from] = await ben.locator('.cell.take').evaluateAll((l) => l.map((c) => c.dataset.spot));
  await enter(ben, from);
  await ben.waitForSelector('[aria-selected=true]');
  await enter(ben, (await goals(ben))[0]);
  await says(ben.locator('.say .unsent'), 'not sent yet');
  // The server that comes back is of the next version; loading the page in the usual way gives the old one again.
  line.join(true);
  await says(ben.locator('.banner'), /This page is out of date\./);
  await says(ben.locator('.say .unsent'), 'not sent yet');
  await ben.reload();
  await says(ben.locator('.banner'), /This page is out of date\./);
  assert.equal(await count(anna.page), n);
  // The button goes past the worker.
  line.join();
  const fresh = ben.waitForResponse((r) => r.request().isNavigationRequest() && !r.fromServiceWorker());
  await ben.locator('.banner').getByRole('button').click();
  await fresh;
  await grid(ben);
  for (const page of [anna.page, ben]) await more(page, n + 1);
  await counts(ben.locator('.unsent'), 0);
});

test('in a game of days a move is confirmed, and a game is aborted', async ({ open }) => {
  const { anna, ben } = await both(open, { game: 'dvonn', control: '1/259200' });
  await says(anna.locator('.waiting .terms li').nth(1), '3 days');
  await sitDown(anna, ben);
  const players = [byMouse(anna), byTouch(ben)];
  const who = await next(players);
  const other = otherOf(players, who);
  // Any other page says that a game waits.
  const elsewhere = await who.page.context().newPage();
  await elsewhere.goto(`${served.url}rules/`);
  await counts(elsewhere.locator('header .places .count[role=img]'), 1);
  await expect(elsewhere).toHaveTitle(/^\(\d\) /);
  await elsewhere.close();
  const free = await who.page.locator('.cell.goal').evaluateAll((l) => l.map((c) => c.dataset.spot));
  await other.press(free[1]);
  await counts(other.page.locator('.premove'), 0, 'nothing is prepared where there is time');
  await who.press(free[0]);
  await says(who.page.locator('.hint'), /Play this move|Confirm/i);
  assert.equal(await count(other.page), 0);
  await picture(who.page, 'table-confirm');
  await who.page.locator('.hint .strong').click();
  for (const { page } of players) await more(page, 1);
  await menu(who.page, 'Abort the game');
  await who.page.locator('[role=alertdialog] .btn').last().click();
  for (const { page } of players) await says(page.locator('.result'), /aborted/);
});

test('answers are planned on the board, alone seen by who plans, and played while they are away', async ({ open }) => {
  const { anna, ben, url } = await both(open, { game: 'dvonn', control: '1/259200' });
  await sitDown(anna, ben);
  const players = [byMouse(anna), byTouch(ben)];
  const who = await next(players);
  const other = otherOf(players, who);
  const { page } = who;
  const sends = async (p, spot) => {
    await p.press(spot);
    await p.page.locator('.hint .strong').click();
  };
  await sends(who, await page.locator('.cell.goal').first().getAttribute('data-spot'));
  await more(page, 1);
  // After one's move answers can be planned before anything else: no other game comes by itself.
  await says(page.locator('.plan'), /Plan your answer to the next move\./);
  assert.equal(page.url(), url);
  await page.getByRole('button', { name: 'If … then …' }).click();
  await says(page.locator('.say'), /Play a move of/);
  // Two lines: one goes on over two answers, the other one answers something else.
  const free = await page.locator('.cell.goal').evaluateAll((l) => l.map((c) => c.dataset.spot));
  for (const spot of free.slice(0, 4)) await who.press(spot);
  const rows = page.locator('.lines li:has(.quiet)');
  await says(rows, new RegExp(`If ${free[0]}, then ${free[1]} ${free[2]} ${free[3]}`));
  await page.getByRole('button', { name: /Another move of/ }).click();
  await who.press(free[4]);
  await says(page.locator('.say'), /Then you play/);
  await who.press(free[5]);
  await counts(rows, 2);
  await picture(page, 'table-plan');
  // It is there again after a reload, and a line that is removed is gone.
  await page.reload();
  await says(page.locator('.plan'), /2 lines/);
  await page.getByRole('button', { name: 'If … then …' }).click();
  await rows.last().locator('.quiet').click();
  await counts(rows, 1);
  assert.doesNotMatch(await other.page.locator('body').innerText(), /planned|If …/);
  await page.goto('about:blank');
  await sends(other, free[0]);
  await more(other.page, 3);
  await sends(other, free[2]);
  await more(other.page, 5);
  assert.deepEqual((await moves(other.page)).slice(1), free.slice(0, 4));
  await page.goto(url);
  await more(page, 5);
});

test('what the server cannot tell of is said, and asked for again', async ({ open }) => {
  const anna = await open(`${served.url}friend/`, { bypassCSP: true });
  const url = await make(anna.page, { game: 'dvonn' });
  let broken = true;
  const prepare = (page) =>
    page.routeWebSocket(/api\/live/, (ws) => {
      const server = ws.connectToServer();
      server.onMessage((text) => {
        const m = JSON.parse(text);
        const error = { code: 'live.internal', text: 'something went wrong on the server; try again' };
        ws.send(broken && m.type === 'table' ? JSON.stringify({ type: 'refused', tableId: m.table.id, error }) : text);
      });
    });
  const { page } = await open(url, { prepare, bypassCSP: true });
  await says(page.locator('main'), /went wrong on the server/);
  assert.deepEqual(await hindrances(page), []);
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Sit down and play' }).waitFor();
});

test('who makes a table for a friend is asked for a name, and the page of the game says which game it is', async ({
  open,
}) => {
  const { page: anna } = await open(`${served.url}friend/`, {
    viewport: { width: 1440, height: 900 },
    allow: /status of 4\d\d/,
  });
  const name = anna.getByRole('textbox', { name: 'Your name' });
  await expect(name).toBeInViewport({ ratio: 1 });
  await picture(anna, 'friend-wide');
  // Seven clocks are two rows, and neither of them ends before the other.
  const rows = await anna.locator('.clocks label').evaluateAll((all) => {
    const ends = new Map();
    for (const { top, right } of all.map((l) => l.getBoundingClientRect()))
      ends.set(Math.round(top), Math.round(right));
    return [...ends.values()];
  });
  assert.equal(rows.length, 2);
  assert.equal(rows[0], rows[1]);
  // A name that nobody may have is said at its field, and no table is made.
  await name.fill('moderator');
  await anna.getByRole('button', { name: 'Create the table' }).click();
  await says(anna.getByRole('alert'), /name/i);
  assert.match(anna.url(), /friend\/$/);
  await name.fill('Hanna');
  await anna.getByRole('button', { name: 'Create the table' }).click();
  await anna.waitForURL(/\/[a-z2-9]{8}$/);
  await says(anna.locator('.seats .who bdi'), 'Hanna');
  const { page: ben } = await open(anna.url());
  await says(ben.locator('.waiting h1'), /Hanna/);
  await ben.locator('form:not([aria-disabled])').getByRole('button', { name: 'Sit down and play' }).click();
  await grid(anna);
  await says(anna.locator('.terms .chip').first(), 'LYNGK');
  await expect(anna.locator('.terms .chip').first()).toBeInViewport();
  await picture(anna, 'table-names-game');
  // The next table is made under the same name.
  await anna.goto(`${served.url}friend/`);
  await expect(name).toHaveValue('Hanna');
});

test('the lobby lives: a table appears, is joined, and is played', async ({ open }) => {
  const ann = (await open(`${served.url}lobby/`, { bypassCSP: true })).page;
  const bob = (await open(`${served.url}lobby/`, { ...phone, bypassCSP: true })).page;
  await ann.locator('.find').waitFor();
  await ann.locator('.preset').last().click();
  await ann.locator('.waiting').waitFor();
  // Ann has another page before her meanwhile.
  await ann.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    globalThis.rang = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...at) {
      globalThis.rang++;
      start.apply(this, at);
    };
  });
  const join = bob.locator('.seats a.btn');
  await join.first().waitFor();
  assert.deepEqual(await hindrances(bob), []);
  await picture(bob, 'lobby-phone');
  // One press sits down: the terms are all in the line, and nothing is asked once more.
  const seat = `a.btn[href$="${ann.url().split('/').pop()}"]`;
  await says(bob.locator('.seats li', { has: bob.locator(seat) }), /DVONN · 10\+5 · Moves may be taken back/);
  // Other tests make tables in this lobby too, and for a moment after a row has come no press counts.
  await soon(async () => {
    if (bob.url() !== ann.url()) await bob.locator(seat).click({ timeout: 5000 });
    await bob.waitForURL(ann.url(), { timeout: 5000 });
  });
  await Promise.all([grid(ann), grid(bob)]);
  await soon(async () => assert.notEqual(await ann.evaluate(() => globalThis.rang), 0, 'it rings when somebody sits'));
  const third = (await open(`${served.url}lobby/`, { bypassCSP: true })).page;
  await third.locator('.boards .table').first().waitFor();
  assert.deepEqual(await hindrances(third), []);
  await picture(third, 'lobby-desktop');
});

test('terms are changed and asked for before the game, and nobody plays by terms they have not seen', async ({
  open,
}) => {
  const { anna, ben, url } = await both(open, { game: 'lyngk' }, { allow: /WebSocket|409/ });
  const terms = (page) => page.locator('.waiting .terms li');
  // Anna changes the clock; Ben, who has seen the terms of before, hears of it.
  await counts(terms(ben), await terms(anna).count());
  await anna.getByRole('button', { name: 'Change terms' }).click();
  const dialog = anna.locator('dialog[open]');
  await dialog.locator('input[name=control][value="600+5"]').check({ force: true });
  assert.deepEqual(await hindrances(anna), []);
  await picture(anna, 'table-terms');
  await dialog.getByRole('button', { name: 'Change terms' }).click();
  await counts(dialog, 0);
  for (const page of [anna, ben]) await says(terms(page).nth(1), /^10\+5|10 min/);
  await says(ben.locator('.waiting .news'), 'The terms have changed.');
  // Ben types his name, and asks for DVONN and to begin; Anna declines, then accepts what he asks for next.
  await ben.locator('.waiting input.entry').fill('Ben');
  const ask = async (game) => {
    await ben.getByRole('button', { name: 'Ask for other terms' }).click();
    const form = ben.locator('dialog[open]');
    await expect(form, 'a sheet is as wide as the screen').toHaveCSS('width', `${phone.viewport.width}px`);
    await expect(form.locator('input[name=side]').first()).toHaveCSS('width', '20px');
    await form.locator(`input[name=game][value="${game}"]`).check({ force: true });
    await form.locator('input[name=side][value=first]').check();
    await picture(ben, 'table-ask-phone');
    await form.getByRole('button', { name: 'Ask', exact: true }).click();
    await says(ben.locator('.other'), /You asked for other terms\./);
  };
  // A name that nobody may have is said at its field, and the terms are there when the dialog is opened again.
  await ben.locator('.waiting input.entry').fill('moderator');
  await ben.getByRole('button', { name: 'Ask for other terms' }).click();
  const form = ben.locator('dialog[open]');
  await form.locator('input[name=game][value=lyngk6]').check({ force: true });
  await form.getByRole('button', { name: 'Ask', exact: true }).click();
  await ben.locator('.waiting .wrong').waitFor();
  await counts(form, 0);
  await ben.locator('.waiting input.entry').fill('Ben');
  await ben.getByRole('button', { name: 'Ask for other terms' }).click();
  await expect(form.locator('input[name=game][value=lyngk6]')).toBeChecked();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await counts(form, 0);
  await ask('lyngk6');
  await says(anna.locator('.other'), /Ben ·\d\d asks for other terms\..*Opponent starts/s);
  assert.deepEqual(await hindrances(anna), []);
  await picture(anna, 'table-asked');
  await anna.locator('.other').getByRole('button', { name: 'Decline' }).click();
  await counts(ben.locator('.other'), 0);
  await ask('dvonn');
  await anna.locator('.other').getByRole('button', { name: 'Accept' }).click();
  for (const page of [anna, ben]) await says(terms(page).first(), 'DVONN');
  await says(terms(ben).nth(2), 'You start');
  await counts(ben.locator('.other'), 0);
  await says(ben.locator('.waiting .news'), /accepted the terms you asked for\./);
  await sitDown(anna, ben);
  const { log } = await (await anna.request.get(url.replace(/(\w{8})$/, 'api/tables/$1'))).json();
  assert.deepEqual([log.terms.game, log.terms.control], ['dvonn', '600+5']);
  await counts(ben.locator('.cell.goal').first(), 1, 'Ben begins');
});

test('somebody who is here is asked to play, says no, and is asked again', async ({ open }) => {
  const own = await program(); // nobody else is here
  const lost = /WebSocket|Failed to load|api\/live/; // the program ends before the pages
  try {
    const ben = (await open(`${own.url}me/`, { ...phone, bypassCSP: true, allow: lost })).page;
    await ben.locator('input.entry').first().fill('Ben');
    await ben.getByRole('button', { name: 'Save' }).click();
    await says(ben.locator('form [role=status]'), /Ben/);
    await ben.goto(`${own.url}lobby/`);
    const anna = (await open(`${own.url}lobby/`, { bypassCSP: true, allow: lost })).page;
    // From the list of who is here, over the form of a new table.
    await anna
      .locator('.people')
      .getByRole('link', { name: /^Ask.*Ben/ })
      .click();
    await make(anna, { game: 'dvonn' });
    await says(anna.locator('#ask-here ~ ul'), /Ben\s*·\d\d\s*asked/);
    const card = ben.locator('.invited .ask');
    await says(card, /asks you to play\..*DVONN · 5\+3|asks you to play\..*DVONN/s);
    assert.deepEqual(await hindrances(ben), []);
    await picture(ben, 'lobby-invited-phone');
    await picture(anna, 'table-ask-here');
    assert.doesNotMatch(anna.url(), /ask/);
    await card.getByRole('button', { name: 'Not now' }).click();
    await counts(card, 0);
    await says(anna.locator('#ask-here ~ ul'), /Ben\s*·\d\d\s*not now/);
    await anna.reload();
    await anna
      .locator('#ask-here ~ ul')
      .getByRole('button', { name: /^Ask.*Ben/ })
      .click();
    await card.getByRole('link', { name: 'Go to the table' }).click();
    // Who wants other terms knows of the table, and is no longer among those who can be asked.
    await says(anna.locator('#ask-here ~ ul'), /Ben\s*·\d\d\s*asked/);
    await ben.getByRole('button', { name: 'Ask for other terms' }).click();
    await ben.locator('dialog[open]').getByText('10+5').tap();
    await ben.locator('dialog[open]').getByRole('button', { name: 'Ask', exact: true }).click();
    await says(anna.locator('.other'), /Ben ·\d\d asks for other terms/);
    await counts(anna.locator('#ask-here ~ ul'), 0);
    await ben.locator('form:not([aria-disabled])').getByRole('button', { name: 'Sit down and play' }).click();
    await Promise.all([grid(anna), grid(ben)]);
  } finally {
    await own.close();
  }
});

test('a name is one’s own, and moves to another device once', async ({ open }) => {
  const here = (await open(`${served.url}me/`, { bypassCSP: true })).page;
  await here.locator('input.entry').first().fill('Dora');
  await here.getByRole('button', { name: 'Save' }).click();
  await says(here.locator('form [role=status]'), /Dora/);
  await here.getByRole('button', { name: 'Make a link' }).click();
  const link = await here.locator('.copy input').inputValue();
  assert.deepEqual(await hindrances(here), []);
  await picture(here, 'me');
  const token = link.split('#')[1];
  const there = (await open(`${served.url}me/#${token}`)).page;
  await there.getByRole('button', { name: 'Use the link' }).click();
  await says(there.locator('.done'), /Dora/);
  assert.doesNotMatch(there.url(), /#/);
  const again = (await open(`${served.url}me/#${token}`, { allow: /status of 40/ })).page;
  await says(again.locator('.problem'), /expired or was already used/i);
  await counts(again.getByRole('button', { name: 'Use the link' }), 0);
});
