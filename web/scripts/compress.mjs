// Writes .br and .gz beside every compressible file of dist, for servers that send them as they are.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const kinds = /\.(html|js|css|svg|json|wasm|webmanifest|txt)$/;
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
  plain += data.length;
  small += br.length;
}
console.log(`compressed ${plain} bytes to ${small} (brotli)`);
