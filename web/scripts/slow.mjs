// How soon the page can be used on a slow phone: through a line of 1.6 Mbit/s and 150 ms, shaped outside the browser, with
// a processor four times slower and an empty cache. Workers are not slowed by the browser. `node scripts/slow.mjs`, with the
// page built and bin/cairn beside it; every figure is in milliseconds from the request.
import { connect, createServer } from 'node:net';
import { chromium } from '@playwright/test';
import { program } from '../e2e/servers.mjs';
import config, { args } from '../playwright.config.mjs';

const BYTES = 1_600_000 / 8 / 1000; // a millisecond
const DELAY = 75; // each way
const SLOWER = 4;
const RUNS = Number(process.env.RUNS ?? 3);

/** One direction of the line: what all connections send goes over it one after the other, and arrives later, in order. */
function line() {
  let free = 0;
  const under = [];
  const deliver = () => {
    while (under.length && under[0].due <= performance.now()) under.shift().put();
    if (under.length) setTimeout(deliver, Math.max(1, under[0].due - performance.now()));
  };
  return (chunk, put) => {
    free = Math.max(performance.now(), free) + chunk.length / BYTES;
    under.push({ due: free + DELAY, put: () => put(chunk) });
    if (under.length === 1) setTimeout(deliver, DELAY);
  };
}
/** A proxy that shapes what goes to a port; the port it listens on. */
function shaped(port) {
  const [up, down] = [line(), line()];
  const server = createServer((client) => {
    const behind = connect(port, '127.0.0.1');
    const pass = (from, to, along) => {
      from.on('data', (c) => {
        // In pieces as a line carries them, so that two answers share it.
        for (let i = 0; i < c.length; i += 1460)
          along(c.subarray(i, i + 1460), (part) => to.destroyed || to.write(part));
      });
      from.on('end', () => along(Buffer.alloc(0), () => to.end()));
      from.on('error', () => to.destroy());
    };
    pass(client, behind, up);
    pass(behind, client, down);
  });
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => done({ port: server.address().port, close: () => server.close() })),
  );
}

const site = await program();
const port = Number(new URL(site.url).port);
const executablePath = config.use?.launchOptions?.executablePath;
const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });

/** What is measured: where, what shows it, and what is asked at most. */
const lesson = 'learn/#lyngk/build/twice';
const CASES = [
  ['start page usable', '', () => document.querySelector('.front .strong'), 2000],
  ['lesson: first position', lesson, () => document.querySelector('.step .sketch svg, .step [role=grid]'), 2500],
  ['lesson: playing', lesson, () => document.querySelector('.step [role=grid] .take'), 5000],
  ['analysis: first position', 'analysis/', () => document.querySelector('.first .sketch svg g g, [role=grid]'), 2500],
  ['analysis: playing', 'analysis/', () => document.querySelector('[role=grid] .take'), 5000],
];
let failed = false;
for (const [name, path, there, most] of CASES) {
  const times = [];
  const weights = [];
  for (let i = 0; i < RUNS; i++) {
    const proxy = await shaped(port);
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
    });
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
    times.push(Math.round(performance.now() - began));
    weights.push(Math.round(weight / 1000));
    await context.close();
    proxy.close();
  }
  times.sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)];
  failed ||= middle > most;
  console.log(`${name}: ${times.join(', ')} ms (at most ${most}); up to then ${weights.at(-1)} KB beside WebAssembly`);
}
await browser.close();
await site.close();
process.exit(failed ? 1 : 0);
