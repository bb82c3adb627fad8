// Writes .br and .gz beside every compressible file of dist, for servers that send them as they are.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const kinds = /\.(html|js|css|svg|json|wasm|webmanifest|txt)$/;
/** What each worker's program may weigh, compressed: people wait for the rules before they can play. */
const most = { rules: 700_000 };

let plain = 0;
let small = 0;
for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, String(name));
  if (!kinds.test(file) || !statSync(file).isFile()) continue;
  const data = readFileSync(file);
  if (data.length < 512) continue;
  const br = brotliCompressSync(data, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
  });
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gzipSync(data, { level: 9 }));
  const program = /([a-z]+)-[^/\\]*\.wasm$/.exec(file)?.[1];
  if (program) console.log(`${program}.wasm weighs ${br.length} bytes compressed, ${data.length} plain`);
  if (br.length > (most[program] ?? Infinity)) {
    throw new Error(`${program}.wasm weighs ${br.length} bytes compressed, more than ${most[program]}`);
  }
  plain += data.length;
  small += br.length;
}
console.log(`compressed ${plain} bytes to ${small} (brotli)`);
