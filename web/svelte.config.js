import { readFileSync } from 'node:fs';

const breakpoints = JSON.parse(readFileSync(new URL('./src/theme/breakpoints.json', import.meta.url), 'utf8'));

/** Writes out the breakpoints that styles name: `@media (--narrow)`. */
function style({ content }) {
  const code = content.replace(/@media \((--[\w-]+)\)/g, (_, name) => {
    if (!breakpoints[name]) throw new Error(`there is no breakpoint ${name} in src/theme/breakpoints.json`);
    return `@media ${breakpoints[name]}`;
  });
  return { code };
}

export default {
  preprocess: { style },
  compilerOptions: {
    runes: true,
    // The default depends on the working directory; equal sources shall build equal files.
    cssHash: ({ hash, css }) => `s-${hash(css)}`,
  },
};
