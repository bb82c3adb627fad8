import { writeOut } from './scripts/breakpoints.mjs';

export default {
  preprocess: { style: ({ content }) => ({ code: writeOut(content) }) },
  compilerOptions: {
    runes: true,
    // The default depends on the working directory; equal sources shall build equal files.
    cssHash: ({ hash, css }) => `s-${hash(css)}`,
  },
};
