import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameOptions } from '../archive/savedGame.ts';
import { fake } from '../engine/fixture.ts';
import { EngineError, type Info } from '../engine/types.ts';
import { toy, toyRules } from '../rules/fixture.ts';
import { LoadError, RulesError } from '../rules/types.ts';
import { ComputerPlayer, PATIENCE } from './computerPlayer.svelte.ts';
import { LocalGame } from './localGame.svelte.ts';

const tick = () => new Promise((r) => setTimeout(r, 5));

async function against(terms: Partial<GameOptions>, pace = 0) {
  const { engine, asked } = fake();
  const { rules } = toyRules();
  const game = new LocalGame(rules);
  await game.begin(toy, '', { seed: 's', ...terms });
  const played: string[] = [];
  const computer = new ComputerPlayer(engine, game, () => pace);
  game.listen(({ event, from }) => {
    if (event.kind !== 'move' || from === 'here') return;
    played.push(event.move);
    queueMicrotask(() => computer.follow());
  });
  const person = async (move: string) => {
    await game.send({ kind: 'move', move });
    computer.follow();
    flushSync();
  };
  return { rules, engine, asked, game, computer, played, person };
}

beforeEach(() => localStorage.clear());

describe('the computer at a seat', () => {
  it('thinks when it is its turn, once, and moves', async () => {
    const { asked, computer, played, person } = await against({ levels: [0, 3] });
    computer.follow();
    expect(asked).toHaveLength(0);
    await person('a');
    computer.follow();
    expect(asked.map((a) => a.q)).toEqual([{ game: 'toy', position: '/a', player: 'level3', seed: 's', limits: {} }]);
    expect(computer.thinking).toBe(true);
    asked[0]?.yes({ move: 'b' });
    await tick();
    expect([played, computer.thinking, asked.length]).toEqual([['b'], false, 1]);
  });
  it('offers to give up after five moves without hope in a row, and plays on when asked', async () => {
    const { asked, game, computer, person } = await against({ levels: [0, 3] });
    const seen: boolean[] = [];
    for (const score of [-700, -700, -70, -608, -800, -700, -700, -700]) {
      await person('a');
      const { yes, onInfo } = asked.at(-1) as (typeof asked)[number];
      onInfo?.({ multipv: 1, score } as Info);
      yes({ move: 'b' });
      await tick();
      seen.push(computer.givesUp);
    }
    expect(seen).toEqual([...Array(7).fill(false), true]);
    await game.undo();
    expect(computer.givesUp).toBe(false);
    await game.redo();
    await game.redo();
    expect(computer.givesUp).toBe(true);
    await game.begin(toy, '', { levels: [0, 3] });
    expect(computer.givesUp).toBe(false);
  });
  it('plays a lost game to its end when asked', async () => {
    const { asked, computer, person } = await against({ levels: [0, 3] });
    for (let i = 0; i < 5; i++) {
      await person('a');
      asked.at(-1)?.onInfo?.({ multipv: 1, chance: 0, result: 'loss' } as Info);
      asked.at(-1)?.yes({ move: 'b' });
      await tick();
    }
    expect(computer.givesUp).toBe(true);
    computer.playOn();
    expect(computer.givesUp).toBe(false);
  });
  it('begins where it has the first seat', async () => {
    const { asked, computer } = await against({ levels: [1, 0] });
    computer.follow();
    expect(asked[0]?.q.player).toBe('level1');
  });
  it('keeps a pace that can be followed, but does not spend its clock on that', async () => {
    const overhead = async (initial: number) => {
      const { asked, computer } = await against({ levels: [3, 0], control: `${initial / 1000}+0` }, 650);
      computer.follow();
      return asked[0]?.q.limits?.overhead;
    };
    expect([await overhead(300_000), await overhead(26_000), await overhead(4000)]).toEqual([800, 800, 250]);
  });
  it('has a time of its own at the highest level, and the clock where there is one', async () => {
    const free = await against({ levels: [10, 0] });
    free.computer.follow();
    expect(free.asked[0]?.q.limits).toEqual({ movetime: PATIENCE });
    const timed = await against({ levels: [10, 0], control: '60+2' });
    timed.computer.follow();
    expect(timed.asked[0]?.q.limits).toMatchObject({ clock: [60_000, 60_000], increment: [2000, 2000], clocked: true });
    // The plan for people, who wait for the move.
    expect(timed.asked[0]?.q.limits).toMatchObject({ base: 60_000, ply: 0, late: 0 });
  });
  it('keeps time for answers that come late, but not for the loading of the engine', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(0);
    const control = '60+0';
    const { asked, computer, person } = await against({ levels: [0, 3], control });
    const late: (number | undefined)[] = [];
    for (const [i, move] of ['a', 'c', 'e', 'g'].entries()) {
      await person(move);
      const question = asked[i];
      late.push(question?.q.limits?.late);
      vi.mocked(Date.now).mockReturnValue(Date.now() + (i < 3 ? 900 : 100));
      question?.yes({ move: 'bdfh'[i] as string, final: { time: 100 } as Info });
      await tick();
      computer.follow();
    }
    expect(late).toEqual([0, 0, 800, 800]);
    vi.restoreAllMocks();
  });
  it('drops what it thought when the move is taken back', async () => {
    const { asked, game, computer, played, person } = await against({ levels: [0, 3] });
    await person('a');
    await game.undo();
    computer.follow();
    expect([asked[0]?.stopped, computer.thinking]).toEqual([true, false]);
    asked[0]?.yes({ move: 'b' });
    await tick();
    expect(played).toEqual([]);
  });
  it('starts again after a crash, and gives up after three', async () => {
    const { asked, computer, played, person } = await against({ levels: [0, 3] });
    await person('a');
    asked[0]?.no(new EngineError('crashed', 'x'));
    await tick();
    expect([computer.trouble, computer.thinking, asked.length]).toEqual(['restarted', true, 2]);
    asked[1]?.no(new EngineError('crashed', 'x'));
    await tick();
    asked[2]?.no(new EngineError('crashed', 'x'));
    await tick();
    expect([computer.trouble, computer.thinking, asked.length]).toEqual(['crashed', false, 3]);
    computer.again();
    asked[3]?.yes({ move: 'b' });
    await tick();
    expect([played, computer.trouble]).toEqual([['b'], '']);
  });
  it('is in trouble when the rules refuse its move', async () => {
    const { rules, asked, computer, game, person } = await against({ levels: [0, 3] });
    await person('a');
    vi.spyOn(rules, 'apply').mockRejectedValueOnce(new RulesError({ code: 'toy.no', offset: 0, text: 'no' }));
    asked[0]?.yes({ move: 'z' });
    await tick();
    expect([computer.trouble, game.lastPosition]).toEqual(['crashed', '/a']);
  });
  it('says when there is no engine', async () => {
    const { asked, computer, person } = await against({ levels: [0, 3] });
    await person('a');
    asked[0]?.no(new EngineError('unavailable', 'x'));
    await tick();
    expect([computer.trouble, computer.thinking]).toEqual(['unavailable', false]);
  });
});

describe('advice', () => {
  it('comes from the engine at full strength, for the position it was asked for', async () => {
    const { asked, computer } = await against({ levels: [0, 3] });
    const advice = computer.advise();
    expect(computer.advising).toBe(true);
    expect(asked[0]?.q).toMatchObject({ game: 'toy', position: '' });
    expect(asked[0]?.q.player).toBeUndefined();
    asked[0]?.yes({ move: 'm', reasons: [{ key: 'best', kind: 'line' }] });
    expect((await advice)?.best.move).toBe('m');
    expect(computer.advising).toBe(false);
  });
  it('has a line: what the search knows, else what it expects after the move', async () => {
    const { asked, computer } = await against({ levels: [0, 3] });
    const infoOf = (...pv: string[]) => ({ multipv: 1, pv }) as unknown as Info;
    const told = computer.advise();
    asked[0]?.onInfo?.(infoOf('m', 'n', 'o'));
    asked[0]?.yes({ move: 'm', final: infoOf('m') });
    expect((await told)?.line).toEqual(['m', 'n', 'o']);

    const reasoned = computer.advise();
    asked[1]?.yes({ move: 'm', reasons: [{ key: 'forced', kind: 'result' }] });
    expect((await reasoned)?.line).toEqual(['m']);

    const bare = computer.advise();
    asked[2]?.onInfo?.(infoOf('x', 'y'));
    asked[2]?.yes({ move: 'm', final: infoOf('m') });
    await tick();
    expect([computer.advising, asked[3]?.q.position]).toEqual([true, '/m']);
    asked[3]?.yes({ move: 'n', final: infoOf('n', 'o') });
    expect((await bare)?.line).toEqual(['m', 'n', 'o']);
  });
  it('comes without a line where the rules cannot tell what it leads to', async () => {
    const { asked, computer, rules } = await against({ levels: [0, 3] });
    rules.play = () => Promise.reject(new LoadError(''));
    const advice = computer.advise();
    asked[0]?.yes({ move: 'm' });
    expect((await advice)?.line).toEqual(['m']);
  });
  it('is dropped when it is called off before its line is there', async () => {
    const { asked, computer } = await against({});
    const advice = computer.advise();
    asked[0]?.yes({ move: 'm' });
    computer.stop();
    expect([await advice, asked.length]).toEqual([null, 1]);
  });
  it('is dropped when it is called off', async () => {
    const { asked, computer } = await against({});
    const advice = computer.advise();
    computer.stop();
    expect(asked[0]?.stopped).toBe(true);
    asked[0]?.yes({ move: 'm' });
    expect(await advice).toBeNull();
  });
  it('agrees to a draw when it is worse, not early, and when it is proved', async () => {
    const { asked, game, computer } = await against({ levels: [0, 3] });
    const says = async (i: Partial<Info>): Promise<boolean | null> => {
      const yes = computer.agrees();
      const s = asked[asked.length - 1];
      s?.onInfo?.({ multipv: 1, score: 0, ...i } as Info);
      s?.yes({ move: 'm' });
      return yes;
    };
    expect(await says({ score: 400 })).toBe(false);
    expect(await says({ result: 'draw', proved: true })).toBe(true);
    vi.spyOn(game, 'plies', 'get').mockReturnValue(Array.from({ length: 20 }) as never);
    expect(await says({ score: 400 })).toBe(true);
    expect(await says({ score: -70 })).toBe(false);
  });
});
