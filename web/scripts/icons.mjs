// Draws the icons that cannot be SVG from public/icon.svg, after it has changed: node scripts/icons.mjs
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.mjs';

const folder = fileURLToPath(new URL('../public/', import.meta.url));
const svg = readFileSync(`${folder}icon.svg`, 'utf8');
const ground = /<rect[^>]*fill="(#\w+)"/.exec(svg)[1];
// Systems cut maskable and touch icons to their own shape: no corners of ours, and the mark within the safe circle.
const full = (scale) =>
  svg.replace(/ rx="7"/, '').replace('<g ', `<g transform="translate(16 16) scale(${scale}) translate(-16 -17)" `);
mkdirSync(`${folder}icons`, { recursive: true });
const browser = await launch();
for (const [name, size, drawing] of [
  ['192', 192, svg],
  ['512', 512, svg],
  ['maskable', 512, full(0.82)],
  ['touch', 180, full(0.92)],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:100vw;height:100vh}${name.match(/\d/) ? '' : `body{background:${ground}}`}</style>${drawing}`,
  );
  await page.screenshot({ path: `${folder}icons/${name}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
