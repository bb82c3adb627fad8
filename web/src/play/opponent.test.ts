import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fake } from '../engine/fixture.ts';
import { EngineError, type Info } from '../engine/types.ts';
import type { GameInfo, Rules, View } from '../rules/types.ts';
import { Device } from './device.svelte.ts';
import type { Terms } from './kept.ts';
import { Opponent, PATIENCE } from './opponent.svelte.ts';

const info: GameInfo = { id: 'toy', name: 'Toy', highest: 5, pieces: [], sides: ['1', '2'], claims: true, full: false };
const view = (position: string): View => ({
  position,
  side: (position.length % 2) as 0 | 1,
  outcome: 'ongoing',
  stacks: {},
  moves: [],
});
const rules = {
  layout: async () => ({ spots: [], columns: [] }),
  view: async (_: string, p: string) => view(p),
  play: async (_: string, p: string, m: string) => ({
    ply: { move: m, side: (p.length % 2) as 0 | 1, position: p + m },
    view: view(p + m),
  }),
} as unknown as Rules;

const tick = () => new Promise((r) => setTimeout(r, 5));

async function seat(terms: Partial<Terms>) {
  const { engine, asked } = fake();
  const device = new Device(rules);
  await device.begin(info, '', { seed: 's', ...terms });
  const played: string[] = [];
  const opponent = new Opponent(engine, device, {
    onmove: async (text) => {
      played.push(text);
      await device.play(text, { remote: true });
      opponent.follow();
    },
    pace: () => 0,
  });
  const person = async (m: string) => {
    await device.play(m);
    opponent.follow();
    flushSync();
  };
  return { asked, device, opponent, played, person };
}

beforeEach(() => localStorage.clear());

describe('the computer at a seat', () => {
  it('thinks when it is its turn, once, and moves', async () => {
    const { asked, opponent, played, person } = await seat({ levels: [0, 3] });
    opponent.follow();
    expect(asked).toHaveLength(0);
    await person('a');
    opponent.follow();
    expect(asked.map((a) => a.q)).toEqual([{ game: 'toy', position: 'a', player: 'level3', seed: 's', limits: {} }]);
    expect(opponent.thinking).toBe(true);
    asked[0]?.yes({ move: 'b' });
    await tick();
    expect([played, opponent.thinking, asked.length]).toEqual([['b'], false, 1]);
  });
  it('begins where it has the first seat', async () => {
    const { asked, opponent } = await seat({ levels: [1, 0] });
    opponent.follow();
    expect(asked[0]?.q.player).toBe('level1');
  });
  it('has a time of its own at the highest level, and the clock where there is one', async () => {
    const free = await seat({ levels: [10, 0] });
    free.opponent.follow();
    expect(free.asked[0]?.q.limits).toEqual({ movetime: PATIENCE });
    const timed = await seat({ levels: [10, 0], control: { initial: 60_000, increment: 2000 } });
    timed.opponent.follow();
    expect(timed.asked[0]?.q.limits).toMatchObject({ clock: [60_000, 60_000], increment: [2000, 2000], clocked: true });
  });
  it('drops what it thought when the move is taken back', async () => {
    const { asked, device, opponent, played, person } = await seat({ levels: [0, 3] });
    await person('a');
    await device.undo();
    opponent.follow();
    expect([asked[0]?.stopped, opponent.thinking]).toEqual([true, false]);
    asked[0]?.yes({ move: 'b' });
    await tick();
    expect(played).toEqual([]);
  });
  it('starts again after a crash, and gives up after three', async () => {
    const { asked, opponent, played, person } = await seat({ levels: [0, 3] });
    await person('a');
    asked[0]?.no(new EngineError('crashed', 'x'));
    await tick();
    expect([opponent.trouble, opponent.thinking, asked.length]).toEqual(['restarted', true, 2]);
    asked[1]?.no(new EngineError('crashed', 'x'));
    await tick();
    asked[2]?.no(new EngineError('crashed', 'x'));
    await tick();
    expect([opponent.trouble, opponent.thinking, asked.length]).toEqual(['crashed', false, 3]);
    opponent.again();
    asked[3]?.yes({ move: 'b' });
    await tick();
    expect([played, opponent.trouble]).toEqual([['b'], '']);
  });
  it('says when there is no engine', async () => {
    const { asked, opponent, person } = await seat({ levels: [0, 3] });
    await person('a');
    asked[0]?.no(new EngineError('unavailable', 'x'));
    await tick();
    expect([opponent.trouble, opponent.thinking]).toEqual(['unavailable', false]);
  });
});

describe('advice', () => {
  it('comes from the engine at full strength, for the position it was asked for', async () => {
    const { asked, opponent } = await seat({ levels: [0, 3] });
    const advice = opponent.advise();
    expect(opponent.advising).toBe(true);
    expect(asked[0]?.q).toMatchObject({ game: 'toy', position: '' });
    expect(asked[0]?.q.player).toBeUndefined();
    asked[0]?.yes({ move: 'm', reasons: [{ key: 'best' }] });
    expect((await advice)?.best.move).toBe('m');
    expect(opponent.advising).toBe(false);
  });
  it('is dropped when it is called off', async () => {
    const { asked, opponent } = await seat({});
    const advice = opponent.advise();
    opponent.stop();
    expect(asked[0]?.stopped).toBe(true);
    asked[0]?.yes({ move: 'm' });
    expect(await advice).toBeNull();
  });
  it('agrees to a draw when it is worse, not early, and when it is proved', async () => {
    const { asked, device, opponent } = await seat({ levels: [0, 3] });
    const says = async (i: Partial<Info>): Promise<boolean | null> => {
      const yes = opponent.agrees();
      const s = asked[asked.length - 1];
      s?.onInfo?.({ multipv: 1, chance: 0.5, ...i } as Info);
      s?.yes({ move: 'm' });
      return yes;
    };
    expect(await says({ chance: 0.9 })).toBe(false);
    expect(await says({ result: 'draw', proved: true })).toBe(true);
    vi.spyOn(device, 'plies', 'get').mockReturnValue(Array.from({ length: 20 }) as never);
    expect(await says({ chance: 0.9 })).toBe(true);
    expect(await says({ chance: 0.4 })).toBe(false);
  });
});
