// How long the page takes to judge a game, and whether its marks are those of cairn annotate at the same number of nodes:
// node scripts/judge.mjs GAME.cairn, a game without evaluations. The page must be built (make build) and bin/cairn be there.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fail = (why) => {
  console.error(`judge.mjs: ${why}`);
  process.exit(2);
};
const [file] = process.argv.slice(2);
if (!file) fail('usage: node scripts/judge.mjs GAME.cairn');
const root = fileURLToPath(new URL('../../', import.meta.url));
const nodes = /NODES = ([\d_]+)/
  .exec(readFileSync(`${root}web/src/analysis/searched.ts`, 'utf8'))[1]
  .replaceAll('_', '');
/** The main line of a record in our own format: each move with its glyph, and its value. */
const line = (text) => {
  const list = [];
  let depth = 0;
  for (const [, comment, bracket, word] of text
    .slice(text.indexOf('\n\n'))
    .matchAll(/\{([^}]*)\}|([()])|([^\s(){}]+)/g)) {
    if (bracket) depth += bracket === '(' ? 1 : -1;
    else if (depth) continue;
    else if (word && !/^(\d+\.+|1-0|0-1|1\/2-1\/2|\*)$/.test(word)) list.push(word);
    else if (comment && list.length) list.push(`${list.pop()} ${/\[%eval\s+([^\]]*)\]/.exec(comment)?.[1] ?? ''}`);
  }
  return list;
};
const text = readFileSync(file, 'utf8').split(/\n\n(?=\[)/)[0];
// The page offers to judge only what is not judged yet.
if (text.includes('[%eval')) fail(`${file} has evaluations already; take them out, or give another game`);
const { dist, launch, open, serve } = await import('./browser.mjs');
const here = await serve(dist);
const browser = await launch();
const { page } = await open(browser, `${here.url}analysis/`);
await page.waitForSelector('[role=grid]');
await page.locator('.acts .btn').first().click();
await page.locator('dialog[open] textarea').fill(text);
await page.locator('dialog[open] form .strong').click();
await page.waitForSelector('.moves [data-node]');
await page.getByRole('tab', { name: 'Graph' }).click();
const began = performance.now();
// Below the board, or beside the graph where the game has no result.
await page.getByRole('button', { name: 'Analyze the whole game' }).first().click();
await page.waitForSelector('progress');
await page.waitForSelector('progress', { state: 'detached', timeout: 600_000 });
const seconds = (performance.now() - began) / 1000;
await page.locator('.acts .btn').nth(1).click();
await page.waitForFunction(() => document.querySelector('dialog[open] textarea.record')?.value.includes('%eval'));
const judged = line(await page.locator('dialog[open] textarea.record').inputValue());
await browser.close();
await here.close?.();
const annotated = line(
  execFileSync(`${root}bin/cairn`, ['annotate', '-', '--nodes', nodes], {
    input: text,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  }),
);
const apart = judged.flatMap((m, i) =>
  m === annotated[i] ? [] : [`${i + 1}: ${m} on the page, ${annotated[i]} by annotate`],
);
console.log(
  `${judged.length} plies, ${nodes} nodes a search: ${seconds.toFixed(1)} s on the page, ${apart.length} moves judged otherwise`,
);
for (const a of apart) console.log(a);
process.exit(apart.length || judged.length !== annotated.length ? 1 : 0);
