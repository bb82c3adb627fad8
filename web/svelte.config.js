export default {
  compilerOptions: {
    runes: true,
    // The default depends on the working directory; equal sources shall build equal files.
    cssHash: ({ hash, css }) => `s-${hash(css)}`,
  },
};
