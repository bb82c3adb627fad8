import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// One real page per place, so that any static folder host serves the site.
const places = ['.', 'analysis', 'editor', 'learn', 'training', 'rules', 'glossary', 'about'];
const pages = Object.fromEntries(
  places
    .map((place) => [place === '.' ? 'index' : place, resolve(import.meta.dirname, place, 'index.html')] as const)
    .filter(([, file]) => existsSync(file)),
);

export default defineConfig({
  // Relative, so that the folder works at any address.
  base: './',
  plugins: [svelte()],
  server: { fs: { allow: ['..'] } }, // the catalog lies beside
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: false, // scripts/clean.mjs spares the committed stand-in
    target: 'es2022',
    assetsInlineLimit: 0, // a data: address would need a wider content policy
    modulePreload: { polyfill: false },
    rollupOptions: { input: pages },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
});
