// Measures the built page as the program serves it, in a real browser: node scripts/figures.mjs [TIMES [SLOWDOWN]]
// How it loads is measured here; moves.mjs and speed.mjs measure moves and the engine. `npm run figures` runs all.
//
// It decides nothing: how fast a machine is that does other things as well is no test. The processor times are those
// of the page's own thread, which other programs change little. The slowdown holds for that thread too, where people
// notice it; a browser does not slow down its workers.
import { launch, program } from './browser.mjs';

const times = Number(process.argv[2] ?? 5);
const slowdown = Number(process.argv[3] ?? 4);
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const site = await program();
const browser = await launch();

/** Runs in the page before all else: notes when it could first be used and every task that held it up. */
function watch() {
  const figures = { usable: 0, shown: 0, tasks: [] };
  globalThis.figures = figures;
  new PerformanceObserver((l) => {
    for (const e of l.getEntries()) figures.tasks.push([e.startTime, e.duration]);
  }).observe({ type: 'longtask', buffered: true });
  new MutationObserver((_, me) => {
    if (!figures.shown && document.querySelector('header')) figures.shown = performance.now();
    if (document.querySelector('.front .strong, form.new .strong:not(:disabled), [role=grid]')) {
      me.disconnect();
      // A message posted now is handled when the page is free again: then it answers to a finger too.
      const free = new MessageChannel();
      free.port1.onmessage = () => {
        figures.usable = performance.now();
      };
      requestAnimationFrame(() => free.port2.postMessage(0));
    }
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

async function visit(context, rate) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find((m) => m.name === 'TaskDuration').value * 1000;
  };
  await page.addInitScript(watch);
  await page.goto(site.url);
  await page.waitForFunction(() => globalThis.figures.usable > 0, null, { timeout: 60_000 });
  const figures = await page.evaluate(() => ({
    ...globalThis.figures,
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  return { page, busy, figures: { ...figures, busy: await busy() } };
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const say = (what, list, unit = 'ms') =>
  console.log(
    `${what.padEnd(48)} median ${median(list).toFixed(0)} ${unit}, ` +
      `from ${Math.min(...list).toFixed(0)} to ${Math.max(...list).toFixed(0)} (${list.length})`,
  );

async function loads(name, rate, options) {
  const all = [];
  for (let i = 0; i < times; i++) {
    const context = await browser.newContext({ serviceWorkers: 'block', ...options });
    const { figures } = await visit(context, rate);
    all.push(figures);
    await context.close();
  }
  say(
    `${name}: first contentful paint`,
    all.map((f) => f.paint),
  );
  say(
    `${name}: top bar shown`,
    all.map((f) => f.shown),
  );
  say(
    `${name}: interactive`,
    all.map((f) => f.usable),
  );
  if (rate === 1)
    say(
      `${name}: processor time until interactive`,
      all.map((f) => f.busy),
    );
  say(
    `${name}: longest task`,
    all.map((f) => Math.max(0, ...f.tasks.map(([, d]) => d))),
  );
}

/** Every file of the first visit, compressed as it came over the line. */
async function size() {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const loaded = new Map();
  page.on('response', async (r) => {
    const size = Number(r.headers()['content-length'] ?? 0);
    loaded.set(new URL(r.url()).pathname, [size, r.headers()['content-encoding'] ?? 'plain']);
  });
  await page.goto(site.url, { waitUntil: 'networkidle' });
  await page.waitForSelector('.front');
  await page.waitForTimeout(1000);
  let sum = 0;
  for (const [path, [n, encoding]] of [...loaded].sort((a, b) => b[1][0] - a[1][0])) {
    sum += n;
    console.log(`  ${String(n).padStart(9)}  ${encoding.padEnd(6)} ${path}`);
  }
  console.log(`first load, compressed bodies: ${sum} bytes in ${loaded.size} files`);
  await context.close();
}

/** The second visit, from what the service worker keeps. */
async function again(rate) {
  const all = [];
  const context = await browser.newContext({ ...phone });
  const { page } = await visit(context, 1);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 60_000,
  });
  await page.close();
  for (let i = 0; i < times; i++) {
    const v = await visit(context, rate);
    all.push(v.figures);
    await v.page.close();
  }
  say(
    `second visit, ${rate}x: first contentful paint`,
    all.map((f) => f.paint),
  );
  say(
    `second visit, ${rate}x: interactive`,
    all.map((f) => f.usable),
  );
  await context.close();
}

console.log(`# ${await browser.version()}, page thread slowed down ${slowdown} times where said`);
await size();
await loads('desktop, 1x', 1, {});
await loads(`desktop, ${slowdown}x`, slowdown, {});
await loads(`phone, ${slowdown}x`, slowdown, phone);
await again(slowdown);
await browser.close();
await site.close();
