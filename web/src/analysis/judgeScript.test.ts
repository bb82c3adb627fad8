import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the script that compares judgements says that a game has evaluations, instead of waiting for a button', () => {
  const folder = mkdtempSync(join(tmpdir(), 'judge-'));
  try {
    const game = join(folder, 'judged.cairn');
    writeFileSync(game, '[Game "dvonn"]\n\n1. a1 {[%eval 0.3]} *\n');
    const script = join(import.meta.dirname, '../../scripts/judge.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, game], { encoding: 'utf8', timeout: 20_000 });
    expect([status, stderr]).toEqual([
      2,
      `judge.mjs: ${game} has evaluations already; take them out, or give another game\n`,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
