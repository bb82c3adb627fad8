// Writes .br and .gz beside every compressible file of dist, for servers that send them as they are.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const kinds = /\.(html|js|css|svg|json|wasm|webmanifest|txt)$/;
/** What a worker's program may weigh, compressed: people wait for these before they can play or see what the engine says. */
const most = { rules: 600_000, engine: 780_000 };
/** With JUMPS=off the programs are as Go wrote them, and heavier. */
const rewritten = process.env.JUMPS !== 'off';

// Most of the time goes into the WebAssembly modules, which few changes touch: what was compressed is kept by the
// hash of its content and of the settings, until no build has used it for a week.
const kept = fileURLToPath(new URL('../../build/compressed', import.meta.url));
mkdirSync(kept, { recursive: true });
const level = { br: 11, gz: 9 };
/** Brotli takes ten times as long for its last tenth: only what is handed out (PACK=best) gets it, and what is weighed. */
const quick = { br: 9, gz: 9 };
/** Up to this size the last tenth is quick, too: all that a page loads before its rules. */
const quickly = 300_000;
const best = process.env.PACK === 'best';
const encode = {
  br: (data, quality) =>
    promisify(brotliCompress)(data, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
    }),
  gz: (data, level) => promisify(gzip)(data, { level }),
};

/** What data becomes in a format, from an earlier build or compressed now. */
async function compressed(data, format, { [format]: quality }) {
  const name = `${createHash('sha256').update(`${process.versions.brotli} ${quality} `).update(data).digest('hex')}.${format}`;
  const file = join(kept, name);
  if (existsSync(file)) {
    utimesSync(file, new Date(), new Date());
    return readFileSync(file);
  }
  const packed = await encode[format](data, quality);
  writeFileSync(`${file}.${process.pid}`, packed); // a build that is stopped here leaves no half of a file
  renameSync(`${file}.${process.pid}`, file);
  return packed;
}

const files = readdirSync(dist, { recursive: true })
  .map((name) => join(dist, String(name)))
  .filter((file) => kinds.test(file) && statSync(file).isFile() && statSync(file).size >= 512);
let plain = 0;
let small = 0;
console.log(`compressing ${files.length} files${best ? ', which takes a minute or two the first time' : ''}`);
// All at once: the library has a few threads of its own, and the largest files decide how long it takes.
await Promise.all(
  files.map(async (file) => {
    const data = readFileSync(file);
    const program = /([a-z]+)-[^/\\]*\.wasm$/.exec(file)?.[1];
    const levels = best || program in most || data.length < quickly ? level : quick;
    const [br, gz] = await Promise.all([compressed(data, 'br', levels), compressed(data, 'gz', levels)]);
    writeFileSync(`${file}.br`, br);
    writeFileSync(`${file}.gz`, gz);
    if (program) console.log(`${program}.wasm weighs ${br.length} bytes compressed, ${data.length} plain`);
    if (rewritten && br.length > (most[program] ?? Infinity)) {
      throw new Error(`${program}.wasm weighs ${br.length} bytes compressed, more than ${most[program]}`);
    }
    plain += data.length;
    small += br.length;
  }),
);
const week = 7 * 24 * 3600 * 1000;
for (const name of readdirSync(kept)) {
  const file = join(kept, name);
  if (Date.now() - statSync(file).mtimeMs > week) await rm(file, { force: true });
}
console.log(`compressed ${plain} bytes to ${small} (brotli)`);
