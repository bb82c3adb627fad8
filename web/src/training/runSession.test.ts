// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { freshArchive } from '../archive/fixture.ts';
import { cardId, readTraining, runsOf, type Try } from '../archive/trained.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { view } from '../rules/fixture.ts';
import { Voice } from '../speech/voice.svelte.ts';
import { runPuzzles } from './choose.ts';
import { afterPuzzle, unrated } from './glicko.ts';
import { bestRun, historyOf } from './history.ts';
import type { Puzzle } from './pack.ts';
import { place, runAddress } from './place.ts';
import { MISTAKES, RunSession, TIME } from './runSession.svelte.ts';
import { runPicture } from './share.ts';
import { TrainingState } from './trainingState.svelte.ts';

prefs.texts = texts('en', english as Catalog);
const puzzle = (id: number, rating = 1000 + id, line: Puzzle['line'] = [['a1-b2']]): Puzzle => ({
  ...{ game: 'lyngk', id, position: `${id}`, line, result: 'win', themes: [], rating },
});
const puzzles = Array.from({ length: 9 }, (_, i) => puzzle(i + 1));

function begin(list: readonly Puzzle[] = puzzles) {
  vi.useFakeTimers();
  const voice = new Voice();
  let [now, ends] = [0, 0];
  const run: RunSession = new RunSession(list, voice, {
    play: async (text) => {
      move(text);
      return true;
    },
    back: async () => null,
    pace: () => 100,
    now: () => now,
    onend: () => ends++,
  });
  const move = (text: string): void => {
    const position = `${run.puzzle.position}/${text}`;
    run.onply({ move: text, path: text.split('-'), side: 0, position }, view(position), text);
  };
  const wait = async (ms: number): Promise<void> => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
    run.tick();
  };
  /** The board shows the puzzle that has come. */
  const see = (): void => run.onview(view(run.puzzle.position));
  return { ...{ run, voice, move, wait, see }, ends: () => ends };
}
beforeEach(() => {
  vi.useRealTimers();
});

describe('a run against the clock', () => {
  it('begins when the first puzzle is seen, and goes on to the next one by a right move', async () => {
    const { run, see, move, wait, voice } = begin();
    await wait(5000);
    expect(run.left).toBe(TIME);
    see();
    await wait(2000);
    expect(run.left).toBe(TIME - 2000);
    move('a1-b2');
    expect([run.phase, run.solved, run.puzzle.id]).toEqual(['solved', 1, 1]);
    expect(voice.urgent).toBe('Right. Solved: 1');
    await wait(1000);
    expect([run.puzzle.id, run.view]).toEqual([2, null]);
    see();
    expect(run.phase).toBe('try');
  });
  it('has replies played, and counts a puzzle when its last move is found', async () => {
    const { run, see, move, wait } = begin([
      puzzle(1, 900),
      puzzle(2, 1000, [['a1-b2'], ['b2-c3'], ['R,b2-c3', 'b2-c3']]),
    ]);
    see();
    move('b2-c3');
    expect(run.went).toBe('wrong');
    await wait(1000);
    see();
    move('a1-b2');
    expect([run.phase, run.solved, run.went]).toEqual(['waiting', 0, undefined]); // not as the one before
    await wait(100);
    move('b2-c3');
    expect([run.solved, run.went]).toEqual([1, 'right']);
    await wait(1000);
    expect(run.ended).toBe('all');
  });
  it('ends with the third mistake, and asks for no further puzzle', async () => {
    const { run, see, move, wait, voice, ends } = begin();
    for (let i = 1; i <= MISTAKES; i++) {
      see();
      move('b2-c3');
      expect(voice.urgent).toBe(`Wrong. Mistakes: ${i} of 3`);
      if (i < MISTAKES) await wait(1000);
    }
    expect([run.ended, ends(), run.missed.map((p) => p.id)]).toEqual(['mistakes', 1, [1, 2, 3]]);
    await wait(5000);
    run.stop();
    expect([run.puzzle.id, run.marks.length, ends()]).toEqual([3, 3, 1]);
  });
  it('ends when the time is up: a move that comes later counts no more', async () => {
    const { run, see, move, wait, voice, ends } = begin();
    see();
    await wait(TIME - 60_000);
    expect(voice.polite).toBe('1:00 left');
    await wait(59_999);
    expect(run.ended).toBe(null);
    await wait(1);
    expect([run.ended, run.left, ends()]).toEqual(['time', 0, 1]);
    move('a1-b2');
    expect(run.marks).toEqual([]);
  });
  it('reads the clock again with every move, however late the page looks at it', () => {
    const { run, see, move } = begin();
    see();
    vi.setSystemTime(0);
    const late = begin();
    late.see();
    void late.wait(TIME + 5); // nobody has looked meanwhile
    late.move('a1-b2');
    expect([late.run.ended, late.run.solved]).toEqual(['time', 0]);
    move('a1-b2');
    expect(run.solved).toBe(1);
  });
});

describe('the puzzles of a run', () => {
  const pack = Array.from({ length: 300 }, (_, i) => puzzle(i + 1, 2000 - i));
  it('grow harder, are short, none comes twice, and they are others every time', () => {
    const long = puzzle(301, 500, [['a1-b2'], ['b2-c3'], ['a1-b2'], ['b2-c3'], ['a1-b2']]);
    const chosen = runPuzzles([...pack, long], () => 0.5);
    expect(chosen.length).toBe(60);
    expect(new Set(chosen).size).toBe(60);
    expect(chosen.map((p) => p.rating)).toEqual([...chosen.map((p) => p.rating)].sort((a, b) => a - b));
    expect(chosen).not.toContain(long);
    expect(runPuzzles(pack, () => 0.99)).not.toEqual(chosen);
  });
  it('are as many as there are', () => {
    expect(runPuzzles(puzzles.slice(0, 2), () => 0.99).map((p) => p.id)).toEqual([1, 2]);
    expect(runPuzzles([], () => 0)).toEqual([]);
  });
});

it('the best run is kept by game, goes along with what else was trained, and what it missed comes back', async () => {
  const archive = freshArchive();
  let now = 1000;
  const training = new TrainingState(
    async () => archive,
    () => now,
  );
  await training.read();
  await training.keepRun('lyngk', 7, 180_000, [3, 4]);
  now = 2000;
  await training.keepRun('lyngk', 5, 90_000, []);
  const kept = await archive.training();
  expect([bestRun(kept.tries, 'lyngk'), bestRun(kept.tries, 'dvonn')]).toEqual([7, 0]);
  expect(kept.cards.map((c) => c.id)).toEqual([cardId('lyngk', 3), cardId('lyngk', 4)]);
  expect(historyOf(kept.tries, 'lyngk').tried).toBe(0);
  // As a file or another device has it.
  expect(readTraining(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  expect(kept.tries.every((t) => t.game === runsOf('lyngk'))).toBe(true);
});

it('its picture shows how each puzzle went, and no board', () => {
  const svg = runPicture([true, true, false, ...Array.from({ length: 9 }, () => true)]);
  expect(svg.match(/<rect/g)?.length).toBe(12);
  expect(svg.match(/#a3241a/g)?.length).toBe(1);
  expect(svg).toMatch(/width="472" height="88"/);
  expect(svg).not.toMatch(/[a-i]\d-[a-i]\d|<text/);
});

it('has an address of its own', () => {
  expect(place(runAddress('dvonn'))).toEqual({ at: 'run', game: 'dvonn' });
  expect(place('#run/chess')).toEqual({ at: 'hub' });
});

describe('the rating of one who trains on two devices', () => {
  const at = (n: number, more: Partial<Try>): Try => ({
    ...{ id: `lyngk.${n}`, game: 'lyngk', puzzle: n, at: n, took: 1, result: 'solved', rating: unrated },
    ...more,
  });
  it('is that of all their tries in their order, not of the device that tried last', () => {
    const [a, b] = [afterPuzzle(unrated, 1600, true), afterPuzzle(unrated, 1400, false)];
    const tries = [at(1, { rating: a, against: 1600 }), at(2, { rating: b, against: 1400, result: 'missed' })];
    const both = afterPuzzle(a, 1400, false);
    expect(historyOf(tries, 'lyngk').rating).toEqual(both);
    expect(historyOf(tries, 'lyngk').course).toEqual([a.rating, both.rating]);
  });
  it('is the same as if all had been tried on one, once both have what the other one kept', async () => {
    let now = 1000;
    const device = async () => {
      const archive = freshArchive();
      const training = new TrainingState(
        async () => archive,
        () => now,
      );
      await training.read();
      return { archive, training };
    };
    const [one, two, alone] = [await device(), await device(), await device()];
    const tried: readonly (readonly [number, 'solved' | 'missed'])[] = [
      [1, 'solved'],
      [2, 'missed'],
      [3, 'solved'],
      [2, 'solved'], // it has come back
    ];
    for (const [i, [id, result]] of tried.entries()) {
      now += 1000;
      for (const { training } of [i % 2 ? two : one, alone]) await training.keep(puzzle(id), result, 1);
    }
    const kept = async (archive: typeof one.archive) =>
      readTraining(JSON.parse(JSON.stringify(await archive.training())));
    await one.archive.take([], await kept(two.archive));
    await one.training.read();
    const rating = historyOf(alone.training.tries, 'lyngk').rating;
    expect(historyOf(one.training.tries, 'lyngk').rating).toEqual(rating);
    expect(alone.training.tries.at(-1)?.rating, 'on one device it is what was kept').toEqual(rating);
  });
  it('changes by a puzzle once, whichever of them has tried it again', () => {
    const once = afterPuzzle(unrated, 1600, true);
    const tries = [
      at(1, { against: 1600 }),
      at(2, { puzzle: 1, against: 1600, result: 'missed' }),
      at(3, { puzzle: 1 }),
    ];
    expect(historyOf(tries, 'lyngk').rating).toEqual(once);
  });
  it('stands as it is where older pages have kept it', () => {
    const old = { ...unrated, rating: 1700 };
    expect(historyOf([at(1, { rating: old })], 'lyngk').rating).toEqual(old);
    const next = historyOf([at(1, { rating: old }), at(2, { against: 1700 })], 'lyngk').rating;
    expect(next).toEqual(afterPuzzle(old, 1700, true));
  });
});
