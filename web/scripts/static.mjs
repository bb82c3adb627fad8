// Copies the built site into a folder for any static host: node scripts/static.mjs FOLDER
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
/** By this a folder is known as one of ours, to be replaced. */
const mark = 'sw.js';

export function copy(folder) {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('the page is not built: run make build');
  if (existsSync(folder) && readdirSync(folder).length && !existsSync(join(folder, mark))) {
    throw new Error(`${folder} holds something else: name an empty or new folder`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // What a page asks to find out whether there are tables of people; without this file the browser would report an error.
  mkdirSync(join(folder, 'api'));
  writeFileSync(join(folder, 'api', 'server'), '{"protocol":0,"version":"static","addresses":[],"secure":false}\n');
  cpSync(dist, folder, { recursive: true, filter: (from) => basename(from) !== 'stand-in.html' });
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv[2]) throw new Error('name the folder');
  try {
    console.log(`the site is in ${copy(resolve(process.argv[2]))}`);
  } catch (e) {
    console.error(`static: ${e.message}`);
    process.exit(1);
  }
}
