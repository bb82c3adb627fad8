// The browser tests. The check runs on two cores; with three workers they are busy while one waits for its page. A test
// has contexts of its own, and nothing else is shared but the servers.
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// Playwright cannot bring a browser of its own to every machine, so Debian's is taken. Without its window it needs
// half the time for a new page.
const shell = '/usr/bin/chromium-headless-shell';
const executablePath = process.env.CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium');

export const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// A page lives for seconds here: to compile WebAssembly a second time, for speed, never pays.
export const quick = '--js-flags=--no-wasm-tier-up --no-wasm-dynamic-tiering';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.mjs',
  outputDir: '../build/e2e',
  globalSetup: './e2e/servers.mjs',
  fullyParallel: true,
  workers: Number(process.env.WORKERS ?? 3),
  // Limits end what hangs. They are so far from what a test takes that a machine many times slower does not meet them.
  timeout: 360_000,
  expect: { timeout: 30_000 },
  // A failed test is tried again for the trace alone: if it then passes, it is flaky, and that fails the run too.
  retries: process.env.RETRIES ? Number(process.env.RETRIES) : 1,
  failOnFlakyTests: true,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    actionTimeout: 60_000, // what hangs is named where it hangs, not by the time of the whole test
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block', // each context would fetch everything a second time; offline.spec.mjs lets it
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: [...args, quick] },
  },
  projects: [
    { name: 'chromium', testIgnore: 'others.spec.mjs' },
    // Firefox and WebKit, driven by their own protocols.
    { name: 'others', testMatch: 'others.spec.mjs' },
  ],
});
