// Writes what the rules answer, for pages that show it before the rules have come: gen/prepared.json about games and boards,
// gen/boards.json the same without sizes, gen/starts.json some start positions, gen/shown.json the games that the front page
// shows, position by position, and gen/shownFirst.json what it shows of them first. The rules of this machine are asked, so nothing of it is older than the Go code.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const gen = join(root, 'web', 'gen');
const STARTS = 8;
mkdirSync(gen, { recursive: true });

const program = join(root, 'build', 'tools', process.platform === 'win32' ? 'rules.exe' : 'rules');
execFileSync('go', ['build', '-trimpath', '-o', program, './cmd/cairn-wasm/play'], { cwd: root, stdio: 'inherit' });
/** The answers to questions, in their order. */
function ask(questions) {
  const input = questions.map((q) => `${JSON.stringify(q)}\n`).join('');
  const lines = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 1e9 }).trim().split('\n');
  return lines.map((line, i) => {
    const { ok, error } = JSON.parse(line);
    if (error) throw new Error(`${JSON.stringify(questions[i])}: ${error.text}`);
    return ok;
  });
}

const [games] = ask([{ op: 'games' }]);
const all = ask(games.map(({ id }) => ({ op: 'layout', game: id })));
const [layouts, boards] = [{}, {}];
for (const [i, { id }] of games.entries()) {
  const same = Object.keys(layouts).find((b) => JSON.stringify(layouts[b]) === JSON.stringify(all[i]));
  if (!same) layouts[id] = all[i];
  boards[id] = same ?? id;
}
const seeds = Array.from({ length: STARTS }, (_, i) => `${i + 1}`);
const starts = {};
for (const { id, full } of games) starts[id] = ask(seeds.map((seed) => ({ op: 'start', game: id, seed, full })));

const sizeOf = (wasm) => (existsSync(wasm) ? statSync(wasm).size : 1);
const sizes = { rules: sizeOf(join(gen, 'rules.wasm')), engine: sizeOf(join(gen, 'engine.wasm')) };

/** A ply of these games at which there is much to see. */
const BEST = 12;
/** Of a position the board; of a move the way. What is shown first is apart: the rest can come later. */
const [shown, shownFirst] = [{}, {}];
const kept = JSON.parse(readFileSync(join(root, 'web', 'src', 'play', 'shown.json'), 'utf8'));
for (const [game, { start, moves }] of Object.entries(kept)) {
  const [{ plies, failed }] = ask([{ op: 'replay', game, position: start, moves }]);
  if (failed !== undefined) throw new Error(`${game}: ${moves[failed]} is illegal`);
  const board = (position) => position.split(' ')[0];
  shown[game] = [
    { board: board(start) },
    ...plies.map(({ position, path = [] }) => ({ board: board(position), path })),
  ];
  shownFirst[game] = { ply: BEST, ...shown[game][BEST] };
}

/** What lies beside what follows from where it lies: src/rules/prepared.ts finds it, so that no page loads it. */
const bare = structuredClone(layouts);
for (const { spots } of Object.values(bare)) for (const spot of spots) delete spot.next;

/** Pages load every digit of a board. */
const rounded = (key, value) => (key === 'x' || key === 'y' ? Number(value.toFixed(4)) : value);

// An unchanged file stays as it is, so that its date alone makes nothing build again.
const written = {
  prepared: { games, boards, layouts: bare, sizes },
  boards: { games, boards, layouts },
  starts,
  shown,
  shownFirst,
};
for (const [name, value] of Object.entries(written)) {
  const [file, text] = [join(gen, `${name}.json`), `${JSON.stringify(value, rounded)}\n`];
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
