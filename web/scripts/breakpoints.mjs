// The sizes by name: `@media (--narrow)` in a style is written out as src/theme/breakpoints.json has it, which scripts ask
// too, or src/theme/sizes.json, which stays out of what pages load. `@container (--rows-close)` is as well.
import { readFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(`../src/theme/${name}`, import.meta.url), 'utf8'));
const sizes = { ...read('breakpoints.json'), ...read('sizes.json') };

export function writeOut(css) {
  return css.replace(/(@media|@container(?: [\w-]+)?) \((--[\w-]+)\)/g, (_, rule, name) => {
    if (!sizes[name]) throw new Error(`there is no size ${name} in src/theme/breakpoints.json or sizes.json`);
    return `${rule} ${sizes[name]}`;
  });
}
