// How soon the page can be used on a slow phone: through a line of 1.6 Mbit/s and 150 ms, shaped outside the browser, with
// a processor four times slower and an empty cache. Workers are not slowed by the browser. `node scripts/slow.mjs`, with the
// page built and bin/cairn beside it (CAIRN=...); RUNS is how often, ONLY a part of the names. Every figure is in
// milliseconds from the request.
import { connect, createServer } from 'node:net';
import { chromium } from '@playwright/test';
import { program } from '../e2e/servers.mjs';
import config, { args } from '../playwright.config.mjs';

const BYTES = 1_600_000 / 8 / 1000; // a millisecond
const DELAY = 75; // each way
const SLOWER = 4;
const RUNS = Number(process.env.RUNS ?? 3);

/** So much of a connection is on its way at most; then its sender waits, as TCP has it. */
const WINDOW = 64 * 1024;

/** One direction of the line: connections take turns, packet by packet, and what was sent arrives later, in order. */
function line() {
  let free = 0;
  const turns = []; // the connections with something to send, each with its packets
  const under = [];
  let waits = false;
  const later = (time) => {
    if (waits || !turns.length) return;
    waits = true;
    setTimeout(send, Math.max(0, time));
  };
  const deliver = () => {
    while (under.length && under[0].due <= performance.now()) under.shift().put();
    if (under.length) setTimeout(deliver, Math.max(1, under[0].due - performance.now()));
  };
  const send = () => {
    waits = false;
    while (turns.length && free <= performance.now()) {
      const one = turns.shift();
      const { size, put } = one.packets.shift();
      if (one.packets.length) turns.push(one);
      // A timer that came late does not make the line slower.
      free = Math.max(performance.now() - 20, free) + size / BYTES;
      one.sent(size);
      under.push({ due: free + DELAY, put });
      if (under.length === 1) setTimeout(deliver, DELAY);
    }
    later(Math.max(1, free - performance.now()));
  };
  return (sent) => {
    const one = { packets: [], sent };
    return (size, put) => {
      one.packets.push({ size, put });
      if (one.packets.length === 1) turns.push(one);
      later(free - performance.now());
    };
  };
}
/** A proxy that shapes what goes to a port while `shape` is true; the port it listens on. */
function shaped(port) {
  const [up, down] = [line(), line()];
  const proxy = { shape: true, port: 0, close: () => server.close() };
  const server = createServer((client) => {
    const behind = connect(port, '127.0.0.1');
    const pass = (from, to, line) => {
      let queued = 0;
      const along = line((size) => {
        queued -= size;
        if (queued < WINDOW) from.resume();
      });
      from.on('data', (c) => {
        if (!proxy.shape) {
          if (!to.destroyed) to.write(c);
          return;
        }
        queued += c.length;
        if (queued >= WINDOW) from.pause();
        for (let i = 0; i < c.length; i += 1460) {
          const part = c.subarray(i, i + 1460);
          along(part.length, () => to.destroyed || to.write(part));
        }
      });
      from.on('end', () => (proxy.shape ? along(0, () => to.end()) : to.end()));
      from.on('error', () => to.destroy());
    };
    pass(client, behind, up);
    pass(behind, client, down);
  });
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => done(Object.assign(proxy, { port: server.address().port }))),
  );
}

const site = await program();
const port = Number(new URL(site.url).port);
const executablePath = config.use?.launchOptions?.executablePath;
const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });

/** Switches the engine on as soon as that can be done; what shows its first line. */
function engineLine() {
  document.querySelector('.engine [role=switch]:not(:checked)')?.click();
  return document.querySelector('.engine .lines li');
}

/** What is measured: where, what shows it, and what is asked at most. */
const lesson = 'learn/#lyngk/build/twice';
const CASES = [
  ['start page usable', '', () => document.querySelector('.front .strong'), 2000],
  ['lesson: first position', lesson, () => document.querySelector('.step .sketch svg, .step [role=grid]'), 2500],
  ['lesson: playing', lesson, () => document.querySelector('.step [role=grid] .take'), 5000],
  ['analysis: first position', 'analysis/', () => document.querySelector('.first .sketch svg g g, [role=grid]'), 2500],
  ['analysis: playing', 'analysis/', () => document.querySelector('[role=grid] .take'), 5000],
  ['analysis: first line of the engine', 'analysis/', engineLine, 6000],
];
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
let failed = false;

/** Opens an address behind a proxy: when it shows what is waited for, and how much beside WebAssembly came until then. */
async function visit(context, proxy, path, there) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let weight = 0;
  await cdp.send('Network.enable');
  const wasm = new Set();
  cdp.on('Network.responseReceived', (e) => /\.wasm$/.test(e.response.url) && wasm.add(e.requestId));
  cdp.on('Network.loadingFinished', (e) => {
    if (!wasm.has(e.requestId)) weight += e.encodedDataLength;
  });
  const began = performance.now();
  await page.goto(`http://127.0.0.1:${proxy.port}/${path}`, { waitUntil: 'commit' });
  await page.waitForFunction(there, null, { timeout: 60_000, polling: 'raf' });
  return { page, took: Math.round(performance.now() - began), weight: Math.round(weight / 1000) };
}
function tell(name, times, most, more) {
  times.sort((a, b) => a - b);
  failed ||= times[Math.floor(times.length / 2)] > most;
  console.log(`${name}: ${times.join(', ')} ms (at most ${most}); ${more}`);
}

const wanted = CASES.filter(([name]) => !process.env.ONLY || name.includes(process.env.ONLY));
for (const [name, path, there, most] of wanted) {
  const visits = [];
  for (let i = 0; i < RUNS; i++) {
    const proxy = await shaped(port);
    const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
    visits.push(await visit(context, proxy, path, there));
    await context.close();
    proxy.close();
  }
  const times = visits.map((v) => v.took);
  tell(name, times, most, `up to then ${visits.at(-1).weight} KB beside WebAssembly`);
}

// The second visit: the first one came over a fast line, and the service worker has kept the site.
if (!process.env.ONLY || 'second visit'.includes(process.env.ONLY)) {
  for (const [name, path, there] of CASES.filter((c) => c[2] !== engineLine)) {
    const proxy = await shaped(port);
    const context = await browser.newContext(phone);
    proxy.shape = false;
    const { page } = await visit(context, proxy, path, there);
    await page.evaluate(async () => {
      const { active, installing, waiting } = await navigator.serviceWorker.ready;
      const worker = active ?? waiting ?? installing;
      while (worker.state !== 'activated') await new Promise((done) => setTimeout(done, 100));
    });
    await page.close();
    proxy.shape = true;
    const times = [];
    for (let i = 0; i < RUNS; i++) {
      const again = await visit(context, proxy, path, there);
      times.push(again.took);
      await again.page.close();
    }
    tell(`second visit, ${name}`, times, 1000, 'kept by the service worker');
    await context.close();
    proxy.close();
  }
}
await browser.close();
await site.close();
process.exit(failed ? 1 : 0);
