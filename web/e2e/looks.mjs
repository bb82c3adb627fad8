// What is looked for on every page: text that does not fit, and what hinders people.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dist, policy } from './servers.mjs';

export const bothThemes = ['light', 'dark'];
const axe = fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url));

/** The address of every page that was built, from the root. */
export const places = readdirSync(dist, { recursive: true })
  .map(String)
  .filter((f) => f.endsWith('index.html'))
  .map((f) => f.replace(/index\.html$/, ''));

/** The themes of the sweeps: both when SWEEP=full. A theme changes colors alone, and a page as it comes is looked at in both. */
export const themes = process.env.SWEEP === 'full' ? bothThemes : ['light'];

/**
 * What axe finds, by rule and place: all rules in the first theme, those about color in the others too. While a dialog
 * is open nothing else can be reached, and only the dialog is looked at: the page behind it is looked at without one.
 * The page must be opened with bypassCSP: its policy forbids foreign scripts, and the checker is one.
 */
export async function hindrances(page, inThemes = themes) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: axe });
  const found = [];
  for (const [i, colorScheme] of inThemes.entries()) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(
      (runOnly) =>
        globalThis.axe.run(document.querySelector('dialog[open]') ?? document, {
          resultTypes: ['violations'],
          ...(runOnly && { runOnly }),
        }),
      i ? ['color-contrast', 'link-in-text-block'] : null,
    );
    found.push(
      ...violations.map((v) => `${colorScheme}: ${v.id}: ${v.nodes.map((n) => n.target.join(' ')).slice(0, 3)}`),
    );
  }
  return found;
}

/** What reaches beyond the screen, or is cut off within its own box. It runs in the page. */
export const overflow = () => {
  const out = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    out.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const room = document.querySelector('dialog[open]') ? 'dialog[open] *' : 'header *, main *, footer *, nav *';
  for (const e of document.querySelectorAll(room)) {
    if (e.closest('svg, .sr, [role=grid]') || e.matches('select, .tag, .room') || e.clientWidth === 1) continue;
    const r = e.getBoundingClientRect();
    // What lies in a box of its own to be scrolled is not beyond the screen.
    let box = e.parentElement;
    while (box && getComputedStyle(box).overflowX === 'visible') box = box.parentElement;
    const scrolled = box && box !== document.body && box.matches(':not(dialog)') && box.scrollWidth > box.clientWidth;
    if (r.width && !scrolled && (r.right > width + 1 || r.left < -1))
      out.push(`${e.tagName}.${e.className}: ${e.textContent.slice(0, 40)}`);
    else if (
      e.matches('button, a, label, legend, h1, h2, h3, p, dd, th, td, nav span') &&
      e.scrollWidth > e.clientWidth + 2 &&
      getComputedStyle(e).display !== 'inline' &&
      (getComputedStyle(e).overflowX === 'visible' || e.matches('nav span'))
    )
      out.push(`cut: ${e.tagName}.${e.className}: ${e.textContent.slice(0, 40)}`);
  }
  return out.slice(0, 3);
};

/**
 * Words that run on in the next line, since no line has room for them. Code may break anywhere; where hyphens are set by
 * the browser, the one of the tests has no dictionary for them. It runs in the page.
 */
export const brokenWords = () => {
  const out = [];
  const room = document.querySelector('dialog[open]') ?? document.body;
  const texts = document.createTreeWalker(room, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const e = node.parentElement;
    if (!e.checkVisibility() || e.closest('svg, .sr, code, pre, textarea')) continue;
    range.selectNodeContents(node);
    if (range.getClientRects().length < 2 || getComputedStyle(e).hyphens === 'auto') continue;
    // A word may break after a hyphen, a dash or a slash.
    for (const { 0: word, index } of node.data.matchAll(/[^\s\-‐-—/]{2,}/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].map((r) => r.top + r.height / 2);
      if (Math.max(...lines) - Math.min(...lines) > 6) out.push(`broken: ${e.tagName}.${e.className}: ${word}`);
    }
  }
  return out.slice(0, 3);
};

/** What a page loads has no policy of its own, but for scripts: they may be those of workers. */
const policyOf = (path) => {
  if (!path.startsWith('/assets/')) return policy;
  return path.endsWith('.js') ? "default-src 'self' 'wasm-unsafe-eval'" : undefined;
};

/**
 * What is wrong with how the program at a url delivers what is opened in a page from now on: a list that grows. It holds
 * what comes without the policy, uncompressed, to be kept for the wrong time, from elsewhere or not at all, and what the
 * browser warns of.
 */
export function misdelivered(page, url) {
  const found = [];
  // Whether what was preloaded is used within seconds is a matter of speed; that it is used has a test of its own.
  const beside = /Service Worker|preloaded using link preload but not used/;
  page.on('console', (m) => m.type() !== 'log' && !beside.test(m.text()) && found.push(m.text()));
  page.on('response', (r) => {
    const h = r.headers();
    const { pathname } = new URL(r.url());
    if (!r.url().startsWith(url)) found.push(`from elsewhere: ${r.url()}`);
    else if (h['content-security-policy'] !== policyOf(pathname)) found.push(`without the policy: ${r.url()}`);
    else if (!r.ok() && r.status() !== 304) found.push(`${r.status()}: ${r.url()}`);
    if (Number(h['content-length']) > 2048 && !h['content-encoding'] && !/\.png$/.test(pathname))
      found.push(`sent uncompressed: ${r.url()}`);
    const kept = pathname.startsWith('/assets/')
      ? /immutable/
      : pathname.startsWith('/api/')
        ? /^no-store$/
        : /^no-cache$/;
    if (!kept.test(h['cache-control'])) found.push(`kept: ${r.url()}: ${h['cache-control']}`);
  });
  return found;
}
