// A browser and a page for the scripts that measure and take pictures.
import { chromium } from '@playwright/test';
import config, { args } from '../playwright.config.mjs';

export { dist, program, serve } from '../e2e/servers.mjs';

/** The browser of the tests, but compiling WebAssembly for speed, as people have it. */
const { executablePath } = config.use.launchOptions;
export const launch = () => chromium.launch({ executablePath, args });

/** A page, and what went wrong on it: console errors, page errors, requests to any other host. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  const troubles = [];
  page.on('console', (m) => m.type() === 'error' && troubles.push(`console: ${m.text()}`));
  page.on('pageerror', (e) => troubles.push(`page: ${e.message}`));
  page.on('request', (r) => {
    const { protocol, host } = new URL(r.url());
    if (protocol.startsWith('http') && host !== new URL(url).host) troubles.push(`request: ${r.url()}`);
  });
  await page.goto(url);
  return { page, context, troubles };
}
