// What the head of every page has beside its own description and script. A page must not depend on where the site lies, so
// every address goes from the page to the root of the site.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HtmlTagDescriptor } from 'vite';

/** The colors of the page in the light and the dark theme, as the style sheet has them. */
function pageColors(): readonly [light: string, dark: string] {
  const css = readFileSync(join(import.meta.dirname, '../src/theme/theme.css'), 'utf8');
  const [, light, dark] = /--page: var\(--light, (#\w+)\) var\(--dark, (#\w+)\)/.exec(css) ?? [];
  if (!light || !dark) throw new Error('src/theme/theme.css has no line --page: var(--light, #...) var(--dark, #...)');
  return [light, dark];
}

type Attrs = Record<string, string>;

/** The tags of a head; root is the way from the page to the root of the site, with a slash at its end. */
export function head(root: string): HtmlTagDescriptor[] {
  const first = (tag: string, attrs: Attrs, children?: string) => ({
    ...{ tag, attrs, children, injectTo: 'head-prepend' as const },
  });
  const last = (tag: string, attrs: Attrs) => ({ tag, attrs, injectTo: 'head' as const });
  const [light, dark] = pageColors();
  return [
    first('meta', { charset: 'utf-8' }),
    first('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' }),
    first('meta', { name: 'theme-color', content: light, media: '(prefers-color-scheme: light)' }),
    first('meta', { name: 'theme-color', content: dark, media: '(prefers-color-scheme: dark)' }),
    first('title', {}, 'Cairn'),
    first('link', { rel: 'icon', href: `${root}icon.svg`, type: 'image/svg+xml' }),
    // The way to install the site, and the worker that keeps it.
    last('link', { rel: 'manifest', href: `${root}manifest.webmanifest` }),
    last('link', { rel: 'apple-touch-icon', href: `${root}icons/touch.png` }),
    last('script', { type: 'module', src: '/src/offline/main.ts' }),
  ];
}

/**
 * What must run before anything is drawn, behind all else in the head: the browser waits for it, and fetches what stands
 * behind it only then. (It does not look ahead, since the policy is in the page too.)
 */
export const theme = (root: string): HtmlTagDescriptor[] => [
  { tag: 'script', attrs: { src: `${root}theme.js` }, injectTo: 'head' },
];
