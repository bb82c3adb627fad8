// The breakpoints by name: `@media (--narrow)` in a style is written out as src/theme/breakpoints.json has it.
import { readFileSync } from 'node:fs';

const breakpoints = JSON.parse(readFileSync(new URL('../src/theme/breakpoints.json', import.meta.url), 'utf8'));

export function writeOut(css) {
  return css.replace(/@media \((--[\w-]+)\)/g, (_, name) => {
    if (!breakpoints[name]) throw new Error(`there is no breakpoint ${name} in src/theme/breakpoints.json`);
    return `@media ${breakpoints[name]}`;
  });
}
