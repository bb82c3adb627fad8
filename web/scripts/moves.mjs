// How long a move takes from lifting the finger to the frame that shows it: node scripts/moves.mjs [MOVES [SLOWDOWN]]
//
// It decides nothing. The times depend on what else the machine does; the processor time of the page's own thread up
// to that frame hardly does. `npm run figures` prints it as well.
import { launch, program } from './browser.mjs';

const count = Number(process.argv[2] ?? 16);
const slowdown = Number(process.argv[3] ?? 4);
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const site = await program();
const browser = await launch();

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const say = (what, list) =>
  console.log(
    `${what.padEnd(48)} median ${median(list).toFixed(0)} ms, ` +
      `from ${Math.min(...list).toFixed(0)} to ${Math.max(...list).toFixed(0)} (${list.length})`,
  );

/** Two frames and all that comes of them: the page is at rest, as it is when a person's hand arrives. */
const rest = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20)))),
  );

/** Runs in the page before a move: notes when its frame was drawn, on the board and in the list of moves. */
function time() {
  Object.assign(globalThis, { drawn: 0, listed: 0, told: 0 });
  // A frame begins with its change. What is asked of the browser as most urgent comes before all that has waited for
  // the end of the frame, the answer of the rules for one.
  const ended = (then) => requestAnimationFrame(() => scheduler.postTask(then, { priority: 'user-blocking' }));
  const watch = (where, done) => {
    const o = new MutationObserver(() => done() && o.disconnect());
    o.observe(where, { childList: true, subtree: true, attributes: true });
  };
  // The browser's own measure goes as far as the screen, in steps of eight milliseconds, and is silent below sixteen.
  new PerformanceObserver((l) => {
    for (const e of l.getEntries()) if (e.name === 'pointerup') globalThis.told = e.duration;
  }).observe({ type: 'event', durationThreshold: 16 });
  addEventListener(
    'pointerup',
    (e) => {
      const before = document.querySelectorAll('ol [data-ply]').length;
      const since = (what) => ended(() => Object.assign(globalThis, { [what]: performance.now() - e.timeStamp }));
      watch(document.querySelector('[role=grid]'), () => {
        since('drawn');
        return true;
      });
      watch(document.body, () => {
        if (document.querySelectorAll('ol [data-ply]').length === before) return false;
        since('listed');
        return true;
      });
    },
    { once: true, capture: true },
  );
}

/** The processor time of the page's thread from the finger's going up to the end of the first frame after it. */
function spent(trace) {
  const up = trace.find((e) => e.name === 'EventDispatch' && e.args?.data?.type === 'pointerup');
  const own = trace.filter((e) => e.ph === 'X' && e.pid === up.pid && e.tid === up.tid).sort((a, b) => a.ts - b.ts);
  const frame = own.find((e) => e.name === 'ProxyMain::BeginMainFrame::commit' && e.ts > up.ts + up.dur);
  let sum = 0;
  let end = 0;
  for (const task of own) {
    if (!task.name.endsWith('RunTask') || task.ts < end || task.ts + task.dur < up.ts || task.ts > frame.ts) continue;
    end = task.ts + task.dur;
    sum += task.tdur ?? 0;
  }
  return sum / 1000;
}

/** From lifting the finger off the target to the end of the frame that shows it: on the board, and in the list. */
async function moves(name, rate, options, game) {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  await page.goto(`${site.url}?g=${game}`);
  await page.locator('form.new').waitFor();
  // Between people: nothing else is going on.
  const person = page.locator('input[name=against][value=person]');
  if (await person.count()) await person.evaluate((e) => e.click());
  await page.locator('form.new .strong').click();
  await page.waitForSelector('[role=grid]');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  const listed = [];
  const drawn = [];
  const told = [];
  const used = [];
  for (let i = 0; i < count; i++) {
    const take = page.locator('.cell.take');
    const stacks = await take.count();
    if (stacks) await take.nth((i * 5) % stacks).click();
    const goal = page.locator(stacks ? '.cell.goal[aria-label*="; target"]' : '.cell.goal').first();
    if (!(await goal.count())) break;
    const box = await goal.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await rest(page);
    await page.evaluate(time);
    // Every other move is traced; tracing costs time, so that move is not timed.
    const traced = i % 2 === 1 && rate === 1;
    if (traced) await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'cc'] });
    await page.mouse.up();
    await page.waitForFunction(() => globalThis.drawn > 0 && globalThis.listed > 0);
    if (traced) used.push(spent(JSON.parse(await browser.stopTracing()).traceEvents));
    await page.waitForTimeout(900); // its animation ends
    if (traced) continue;
    const figures = await page.evaluate(() => [globalThis.drawn, globalThis.listed, globalThis.told]);
    drawn.push(figures[0]);
    listed.push(figures[1]);
    told.push(figures[2]);
  }
  say(`${name}: ${game}, move to drawn`, drawn);
  say(`${name}: ${game}, move to the screen`, told);
  say(`${name}: ${game}, move to listed`, listed);
  if (used.length) say(`${name}: ${game}, processor time until drawn`, used);
  await context.close();
}

console.log(`# ${await browser.version()}, page thread slowed down ${slowdown} times where said`);
for (const game of ['lyngk', 'dvonn']) {
  await moves('desktop, 1x', 1, {}, game);
  await moves(`desktop, ${slowdown}x`, slowdown, {}, game);
  await moves(`phone, ${slowdown}x`, slowdown, phone, game);
}
await browser.close();
await site.close();
