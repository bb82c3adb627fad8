// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { freshArchive } from '../archive/fixture.ts';
import { fake } from '../engine/fixture.ts';
import { EngineError, type Info } from '../engine/types.ts';
import { AGAIN } from '../game/taskController.svelte.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { rest, toy, toyRules, view } from '../rules/fixture.ts';
import { LoadError } from '../rules/types.ts';
import { Voice } from '../speech/voice.svelte.ts';
import type { Puzzle } from './pack.ts';
import { PuzzleSession, REFUTE } from './puzzleSession.svelte.ts';
import { TrainingState } from './trainingState.svelte.ts';

prefs.texts = texts('en', english as Catalog);

const two: Puzzle = {
  ...{ game: 'toy', id: 3, position: '', result: 'win', themes: ['five'], rating: 1600 },
  line: [['a1-b2'], ['b2-c3'], ['R,b2-c3', 'b2-c3']],
};
const info = (more: Partial<Info>): Info =>
  ({ multipv: 1, depth: 3, score: 0, chance: 0.5, nodes: 1, time: 1, pv: [], ...more }) as unknown as Info;

function begin(puzzle = two, rated = true) {
  vi.useFakeTimers();
  const { rules } = toyRules();
  const { engine, asked } = fake();
  const voice = new Voice();
  const results: [string, number][] = [];
  let now = 0;
  /** The rules do not answer the board. */
  let away = false;
  let position = puzzle.position;
  const line: string[] = [];
  const show = (): void => {
    position = [puzzle.position, ...line].join('/');
  };
  const session: PuzzleSession = new PuzzleSession(puzzle, toy, {
    ...{ rules, engine, voice, rated },
    page: {
      play: async (text) => {
        if (!away) move(text);
        return !away;
      },
      back: async (to) => {
        if (away) return null;
        line.length = to;
        show();
        return view(position);
      },
      pace: () => 500,
      now: () => now,
      onresult: (result, took) => results.push([result, took]),
    },
  });
  const move = (text: string): void => {
    const { side } = view(position);
    line.push(text);
    show();
    const way = text.replace(/^.,/, '').split('-');
    const claim = /^.,/.test(text) ? text[0] : undefined;
    session.onply({ move: text, path: way, side, position, claim }, view(position), text);
  };
  session.onview(view(puzzle.position));
  return {
    ...{ session, rules, asked, voice, results, line, move },
    go: (off: boolean) => {
      away = off;
    },
    wait: (ms: number) => {
      now += ms;
      return vi.advanceTimersByTimeAsync(ms);
    },
  };
}
beforeEach(() => {
  vi.useRealTimers();
});

describe('a puzzle', () => {
  it('goes on with the reply, and is solved by the last move, whichever claim it has', async () => {
    const { session, move, wait, results, line, asked } = begin();
    await wait(2000);
    move('a1-b2');
    expect([session.phase, session.result]).toEqual(['waiting', null]);
    await wait(500);
    expect([session.phase, session.step, line]).toEqual(['try', 2, ['a1-b2', 'b2-c3']]);
    move('b2-c3');
    expect([session.phase, session.result, results]).toEqual(['solved', 'solved', [['solved', 2500]]]);
    expect(session.line.map((p) => [p.side, p.move])).toEqual([
      [0, 'a1-b2'],
      [1, 'b2-c3'],
      [0, 'b2-c3'],
    ]);
    // What speaks for the first move is asked of the engine.
    expect(asked[0]?.q).toMatchObject({ game: 'toy', position: '', only: ['a1-b2'] });
    asked[0]?.yes({
      move: 'a1-b2',
      reasons: [
        { key: 'best', kind: 'line' },
        { key: 'lyngk.completes', kind: 'count', args: { spot: 'b2' } },
      ],
    });
    await wait(0);
    expect(session.reason).toBe('It completes a stack of 5 on b2.');
  });
  it('is missed by the first wrong move, once; the engine says what refutes it', async () => {
    const { session, move, wait, results, asked, line, voice } = begin();
    await wait(1000);
    move('b2-c3');
    expect([session.phase, results]).toEqual(['wrong', [['missed', 1000]]]);
    expect(session.refutation).toMatchObject({ state: 'looking', move: 'b2\u2009–\u2009c3' });
    const q = asked[0]?.q;
    expect([q?.position, q?.solve, q?.limits?.movetime]).toEqual(['/b2-c3', true, REFUTE]);
    expect(REFUTE).toBeLessThan(2000);
    asked[0]?.yes({ move: 'a1-b2', final: info({ result: 'win', pv: ['a1-b2', 'b2-c3'] }) });
    await wait(0);
    expect(session.refutation).toMatchObject({ state: 'refuted', text: 'Then your opponent wins by force.' });
    expect(session.refutation?.plies.map((p) => p.move)).toEqual(['a1-b2', 'b2-c3']);
    expect(voice.polite).toContain('wins by force');
    await session.again();
    expect([session.phase, session.refutation, line]).toEqual(['try', null, []]);
    move('a1-b2');
    await wait(500);
    move('R,b2-c3');
    expect([session.phase, session.result, results.length]).toEqual(['solved', 'missed', 1]);
  });
  it('goes through what refutes a wrong move, on and back, and leaves it for the next try', async () => {
    const { session, move, wait, asked, line, results } = begin();
    move('b2-c3');
    await session.walkTo(1);
    expect(line).toEqual(['b2-c3']); // nothing is known yet
    asked[0]?.yes({ move: 'a1-b2', final: info({ result: 'win', pv: ['a1-b2', 'b2-c3'] }) });
    await wait(0);
    const seen: [number, number][] = [];
    for (const to of [1, 2, 3, 1, 0, -1]) {
      await session.walkTo(to);
      seen.push([session.walked, line.length]);
    }
    expect(seen).toEqual([
      ...[[1, 2], [2, 3], [2, 3], [1, 2], [0, 1], [0, 1]], // biome-ignore format: pairs
    ]);
    await session.walkTo(2);
    expect([session.phase, session.step, results]).toEqual(['wrong', 0, [['missed', 0]]]);
    await session.again();
    expect([session.phase, line, session.walk]).toEqual(['try', [], null]);
    // The hint speaks of the position that stands there again.
    session.help();
    expect(session.hint).toBe('a1');
  });
  it('stays where it is while the rules do not answer, and goes on once they do', async () => {
    const { session, move, wait, asked, line, go } = begin();
    move('b2-c3');
    go(true);
    await session.again();
    expect([session.phase, session.refutation?.state, line]).toEqual(['wrong', 'unproved', ['b2-c3']]);
    await session.show();
    expect([session.phase, line]).toEqual(['wrong', ['b2-c3']]);
    go(false);
    await session.again();
    expect([session.phase, session.refutation, line]).toEqual(['try', null, []]);
    move('b2-c3');
    asked[1]?.yes({ move: 'a1-b2', final: info({ result: 'win', pv: ['a1-b2', 'b2-c3'] }) });
    await wait(0);
    go(true);
    await session.walkTo(2);
    expect([session.walked, line]).toEqual([0, ['b2-c3']]);
    go(false);
    await session.walkTo(1);
    go(true);
    await session.walkTo(0);
    expect([session.walked, line]).toEqual([1, ['b2-c3', 'a1-b2']]);
    go(false);
    await session.show();
    go(true);
    await wait(500);
    expect([session.phase, line]).toEqual(['waiting', []]);
    go(false);
    await wait(AGAIN);
    expect([session.phase, line]).toEqual(['waiting', ['a1-b2']]);
    expect(session.showing).toBe(true); // nothing says that this move of the solution was right
    await wait(1000);
    expect([session.phase, line.length]).toEqual(['shown', 3]);
    go(true);
    await session.restart();
    expect([session.phase, session.line.length]).toEqual(['shown', 3]);
    expect(session.showing).toBe(true);
    go(false);
    await session.restart();
    expect([session.phase, session.showing]).toEqual(['try', false]);
  });
  it('tries the reply until it is played', async () => {
    const { session, move, wait, line, go } = begin();
    move('a1-b2');
    go(true);
    await wait(500);
    expect([session.phase, line]).toEqual(['waiting', ['a1-b2']]);
    go(false);
    await wait(AGAIN);
    expect([session.phase, line]).toEqual(['try', ['a1-b2', 'b2-c3']]);
  });
  it('says what is proved where the line cannot be shown', async () => {
    const { session, rules, move, wait, asked } = begin();
    rules.replay = () => Promise.reject(new LoadError(''));
    move('b2-c3');
    asked[0]?.yes({ move: 'a1-b2', final: info({ result: 'win', pv: ['a1-b2'] }) });
    await wait(0);
    expect([session.refutation?.state, session.refutation?.plies]).toEqual(['refuted', []]);
  });
  it('goes through the solution once it is over', async () => {
    const { session, move, line } = begin({ ...two, line: [['a1-b2']] });
    move('a1-b2');
    expect([session.phase, session.walked]).toEqual(['solved', 1]);
    await session.walkTo(0);
    expect([session.walked, line, session.line.length]).toEqual([0, [], 1]);
    await session.walkTo(1);
    expect([session.walked, line, session.phase]).toEqual([1, ['a1-b2'], 'solved']);
  });
  it('names the color that a wrong move claims', () => {
    const { session, move, voice } = begin();
    move('R,b2-c3');
    expect(session.refutation).toMatchObject({ move: 'b2\u2009–\u2009c3', claim: 'R' });
    expect(voice.urgent).toBe('red, b2\u2009–\u2009c3 isn’t the move');
  });
  it('says what is not proved, and when there is no engine', async () => {
    const { session, move, wait, asked } = begin();
    const states: (string | undefined)[] = [];
    const tryOnce = async (answer: () => void): Promise<void> => {
      move('b2-c3');
      answer();
      await wait(0);
      states.push(session.refutation?.state);
      await session.again();
    };
    await tryOnce(() => asked[0]?.yes({ move: 'a1-b2', final: info({ chance: 0.9 }) }));
    // Even a proof that the move is as good is no refutation.
    await tryOnce(() => asked[1]?.yes({ move: 'a1-b2', final: info({ result: 'loss' }) }));
    await tryOnce(() => asked[2]?.yes({ move: 'a1-b2', final: info({ result: 'draw', proved: true }) }));
    await tryOnce(() => asked[3]?.no(new EngineError('unavailable', 'no engine')));
    expect(states).toEqual(['unproved', 'unproved', 'refuted', 'failed']);
  });
  it('of a draw is not refuted by a draw', async () => {
    const { session, move, wait, asked } = begin({ ...two, result: 'draw' });
    move('b2-c3');
    asked[0]?.yes({ move: 'a1-b2', final: info({ result: 'draw', proved: true }) });
    await wait(0);
    expect(session.refutation?.state).toBe('unproved');
  });
  it('drops what the engine says of a move that was taken back', async () => {
    const { session, move, wait, asked } = begin();
    move('b2-c3');
    await session.again();
    expect(asked[0]?.stopped).toBe(true);
    asked[0]?.yes({ move: 'a1-b2', final: info({ result: 'win' }) });
    await wait(0);
    expect([session.phase, session.refutation]).toEqual(['try', null]);
  });
  it('marks the stack to move, and then is solved with help', async () => {
    const { session, move, wait, results } = begin({ ...two, line: [['a1-b2']] });
    session.help();
    expect(session.hint).toBe('a1');
    await wait(10);
    move('a1-b2');
    expect([session.phase, session.hint, results]).toEqual(['solved', '', [['helped', 10]]]);
  });
  it('shows its solution from wherever one is', async () => {
    const { session, move, wait, results, line } = begin();
    move('a1-b2');
    await wait(500);
    move('a1-b2');
    void session.show();
    await wait(2000);
    expect([session.phase, line]).toEqual(['shown', ['a1-b2', 'b2-c3', 'R,b2-c3']]);
    expect(session.line.map((p) => p.move)).toEqual(line);
    expect(results).toEqual([['missed', 500]]);
    await session.restart();
    expect([session.phase, session.step, line]).toEqual(['try', 0, []]);
  });
  it('is over where another claim leaves no way to the reply', async () => {
    const { session, move } = begin({ ...two, line: [['a1-b2'], ['c3-d4'], ['b2-c3']] });
    move('a1-b2');
    expect(session.phase).toBe('solved');
  });
  it('counts for nothing where it is looked at again', async () => {
    const { session, move, results } = begin({ ...two, line: [['a1-b2']] }, false);
    move('a1-b2');
    expect([session.phase, results]).toEqual(['solved', []]);
  });
  it('stops what goes on by itself when it is left', async () => {
    const { session, move, wait, line } = begin();
    move('a1-b2');
    session.close();
    await wait(5000);
    expect(line).toEqual(['a1-b2']);
  });
});

describe('what was trained', () => {
  it('is kept, and is the same in another window', async () => {
    const archive = freshArchive();
    let now = 1000;
    const state = new TrainingState(
      async () => archive,
      () => now,
    );
    await state.read();
    const first = await state.keep(two, 'missed', 4000, '2026-11-22');
    now += 1000;
    expect(first.rating.rating).toBeLessThan(1500);
    // A second try at the same puzzle changes no rating; one solved with a hint was not solved alone.
    const second = await state.keep(two, 'solved', 4000);
    now += 1000;
    const helped = await state.keep({ ...two, id: 4 }, 'helped', 4000);
    now += 1000;
    const solved = await state.keep({ ...two, id: 5 }, 'solved', 4000);
    expect(second.rating).toEqual(first.rating);
    expect(helped.rating.rating).toBeLessThan(first.rating.rating);
    expect(solved.rating.rating).toBeGreaterThan(helped.rating.rating);
    const other = new TrainingState(async () => archive);
    await other.read();
    expect([other.tries, other.cards]).toEqual([state.tries, state.cards]);
    expect(other.cards.map((c) => c.puzzle).sort()).toEqual([3, 4]);
    expect(other.daily('2026-11-22')?.puzzle).toBe(3);
    await rest();
  });
  it('holds for the page where it cannot be kept, which is told', async () => {
    const archive = freshArchive();
    const state = new TrainingState(async () => archive);
    await state.read();
    vi.spyOn(archive, 'keepTry').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    await state.keep(two, 'solved', 1);
    expect([state.tries.length, state.trouble]).toEqual([1, 'full']);
  });
});
