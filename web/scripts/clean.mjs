// Empties dist before a build, all but the committed stand-in.
import { readdirSync, rmSync } from 'node:fs';

const dist = new URL('../dist/', import.meta.url);
for (const name of readdirSync(dist)) {
  if (name !== 'stand-in.html') rmSync(new URL(name, dist), { recursive: true });
}
