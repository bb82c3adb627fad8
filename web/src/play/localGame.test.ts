import { beforeEach, describe, expect, it, vi } from 'vitest';
import { moveText } from '../parts/say.ts';
import type { GameInfo, Rules, View } from '../rules/types.ts';
import { LocalGame } from './localGame.svelte.ts';
import type { Terms } from './savedGame.ts';

let now = 0;
const info: GameInfo = { id: 'toy', name: 'Toy', highest: 5, pieces: [], sides: ['1', '2'], claims: true, full: false };
const view = (position: string): View => ({
  position,
  side: (position.length % 2) as 0 | 1,
  outcome: position.length > 5 ? 'first' : 'ongoing',
  stacks: {},
  moves: [],
});
/** A game whose position is the letters that its moves begin with; "x" is refused. */
const rules = {
  layout: async () => ({ spots: [], columns: [] }),
  view: async (_: string, p: string) => view(p),
  play: async (_: string, p: string, m: string) => {
    if (m === 'x') throw new Error('refused');
    const ply = {
      move: m,
      path: ['a', m],
      side: (p.length % 2) as 0 | 1,
      position: p + m[0],
      gone: m === 'f' ? { b: 'RGBKI' } : undefined,
    };
    return { ply, view: view(p + m[0]) };
  },
  replay: async (_: string, start: string, moves: string[]) => {
    const plies = moves.map((m, i) => ({
      move: m,
      side: (i % 2) as 0 | 1,
      position:
        start +
        moves
          .slice(0, i + 1)
          .map((m) => m[0])
          .join(''),
    }));
    return { plies };
  },
} as unknown as Rules;

async function started(): Promise<LocalGame> {
  const d = new LocalGame(rules);
  await d.begin(info, '', { names: ['Anna', 'Ben'] });
  return d;
}

const play = (game: LocalGame, move: string) => game.send({ kind: 'move', move });

beforeEach(() => localStorage.clear());

describe('a game on one device', () => {
  it('plays, takes back and plays again', async () => {
    const d = await started();
    for (const m of ['a', 'b', 'c']) await play(d, m);
    expect(d.position).toBe('abc');
    await d.undo();
    await d.undo();
    expect([d.position, d.undone]).toEqual(['a', ['b', 'c']]);
    await d.redo();
    expect([d.position, d.undone]).toEqual(['ab', ['c']]);
    await d.undo();
    await play(d, 'b'); // by hand
    expect([d.position, d.undone]).toEqual(['ab', ['c']]);
    await play(d, 'd');
    expect([d.position, d.undone]).toEqual(['abd', []]);
  });
  it('stays as it was when a move is refused', async () => {
    const d = await started();
    await play(d, 'a');
    await expect(play(d, 'x')).rejects.toThrow();
    expect([d.position, d.waiting]).toEqual(['a', false]);
  });
  it('loses nothing that was taken back to a redo that comes too soon', async () => {
    const d = await started();
    for (const m of 'abc') await play(d, m);
    for (const _ of 'abc') await d.undo();
    await Promise.all([d.redo(), d.redo(), d.redo()]);
    expect(d.position + d.undone.join('')).toBe('abc');
    d.undone = ['x'];
    await expect(d.redo()).rejects.toThrow();
    expect(d.undone).toEqual(['x']);
  });
  it('plays nothing while somebody looks back, or after the end', async () => {
    const d = await started();
    for (const m of 'abc') await play(d, m);
    await d.look(1);
    await play(d, 'z');
    expect(d.plies).toHaveLength(3);
    await d.look(99);
    for (const m of 'defg') await play(d, m);
    expect([d.position, d.outcome]).toEqual(['abcdef', 'first']);
  });
  it('is taken up again with all that was kept', async () => {
    const d = await started();
    for (const m of 'abc') await play(d, m);
    await d.undo();
    await d.send({ kind: 'resign', side: 1 });
    const e = new LocalGame(rules);
    expect(await e.resume([info])).toBe(true);
    expect([e.position, e.undone, e.terms.names, e.outcome]).toEqual(['ab', ['c'], ['Anna', 'Ben'], 'first']);
    await e.undo(); // takes the resignation back first
    expect([e.position, e.outcome]).toEqual(['ab', 'ongoing']);
  });
  it('is not written over by a window that was left behind', async () => {
    const d = await started();
    await play(d, 'a');
    const other = new LocalGame(rules);
    await other.resume([info]);
    await play(other, 'b');
    expect([d.stale, other.stale]).toEqual([true, false]);
    d.rest();
    await d.receive({ kind: 'move', move: 'c' }); // the computer's answer, that came while nobody looked
    const third = new LocalGame(rules);
    await third.resume([info]);
    expect(third.position).toBe('ab');
    other.rest();
    expect(other.stale).toBe(false);
  });
  it('is not ended by the clock of a window that was left behind', async () => {
    const d = new LocalGame(rules, () => now);
    await d.begin(info, '', { control: { initial: 5000, increment: 0 } });
    for (const m of ['a', 'b', 'c']) await play(d, m);
    const other = new LocalGame(rules, () => now);
    await other.resume([info]);
    other.proceed();
    await play(other, 'd');
    now += 9000;
    d.tick();
    expect([d.outcome, d.stale]).toEqual(['first', true]);
    d.rest();
    const third = new LocalGame(rules);
    await third.resume([info]);
    expect([third.position, third.outcome]).toEqual(['abcd', 'ongoing']);
  });
  it('gives way to a new one, whatever window begins it', async () => {
    const d = await started();
    const other = await started();
    await play(other, 'a');
    await d.begin(info, 'b', {});
    expect([d.stale, other.stale]).toEqual([false, true]);
  });
  it('lives on in a window whose storage is full', async () => {
    const d = await started();
    await play(d, 'a');
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    await play(d, 'b');
    full.mockRestore();
    expect([d.position, d.stale, d.unkept]).toEqual(['ab', false, true]);
    await play(d, 'c');
    expect(d.unkept).toBe(false);
  });
  it('is not taken up when nothing fits', async () => {
    const d = new LocalGame(rules);
    expect(await d.resume([info])).toBe(false);
    localStorage.setItem('cairn.device', '{"game":"other"}');
    expect(await d.resume([info])).toBe(false);
    localStorage.setItem('cairn.device', 'no JSON');
    expect(await d.resume([info])).toBe(false);
  });
  const slot = 'cairn.device';
  /** A page that is opened where this was kept. */
  async function opened(text: string | null, of: Rules = rules): Promise<LocalGame> {
    if (text !== null) localStorage.setItem(slot, text);
    const d = new LocalGame(of);
    await d.resume([info]);
    return d;
  }
  it('is put aside and told of when it cannot be read, until it is saved', async () => {
    expect((await opened(null)).unreadable).toBe(null);
    const strict: Rules = {
      ...rules,
      view: async (game, position) => {
        if (position === '?') throw new Error('of another time');
        return rules.view(game, position);
      },
    };
    for (const text of ['{"game":"other","start":""}', 'no\nJSON', '{"game":"toy","start":"?"}']) {
      localStorage.clear();
      const d = await opened(text, strict);
      expect([d.info, d.unreadable]).toEqual([null, { text: `${text}\n`, from: null }]);
      await opened(null, strict); // once is enough
      await d.begin(info, '', {});
      const e = await opened(null);
      expect([e.info, e.unreadable]).toEqual([info, d.unreadable]);
      e.saved();
      expect([e.unreadable, (await opened(null)).unreadable]).toEqual([null, null]);
    }
  });
  it('goes on as far as it can be played, and what was kept is put aside', async () => {
    const replay: Rules['replay'] = async (game, start, moves) => {
      const failed = moves.findIndex((m) => m === 'x' || m === '');
      const { plies } = await rules.replay(game, start, failed < 0 ? moves : moves.slice(0, failed));
      return failed < 0 ? { plies } : { plies, failed };
    };
    for (const moves of [
      ['a', 'b', 'x', 'c'],
      ['a', 'b', 7, 'c'],
    ]) {
      localStorage.clear();
      const text = JSON.stringify({ game: 'toy', start: '', moves });
      const d = await opened(text, { ...rules, replay });
      expect([d.position, d.unreadable]).toEqual(['ab', { text: `${text}\n`, from: 3 }]);
      await play(d, 'd');
      const e = await opened(null, { ...rules, replay });
      expect([e.position, e.unreadable]).toEqual(['abd', d.unreadable]);
    }
  });
  it('is put aside beside one that waits to be saved, of another window too', async () => {
    const first = await opened('one');
    await opened('two');
    first.saved();
    expect((await opened(null)).unreadable?.text).toBe('one\ntwo\n');
  });
  it('tells what each side has taken', async () => {
    const d = await started();
    for (const m of 'af') await play(d, m);
    expect(d.taken()).toEqual([[], ['RGBKI']]);
    await d.look(1);
    expect(d.taken()).toEqual([[], []]);
  });
  it('keeps the way that was traced by hand', async () => {
    const d = await started();
    await d.send({ kind: 'move', move: 'c', path: ['a', 'b', 'c'] });
    expect(d.last?.path).toEqual(['a', 'b', 'c']);
  });
});

describe('a game against the computer', () => {
  async function against(levels: [number, number], more: Partial<Terms> = {}): Promise<LocalGame> {
    const d = new LocalGame(rules, () => now);
    await d.begin(info, '', { levels, seed: 's', ...more });
    return d;
  }
  it('knows whose turn it is', async () => {
    const d = await against([0, 3]);
    expect([d.againstComputer, d.me, d.computer, d.can.hint]).toEqual([true, 0, 0, true]);
    await play(d, 'a');
    expect([d.computer, d.can.hint]).toEqual([3, false]);
  });
  it('takes back to the last move of the person', async () => {
    const d = await against([0, 3]);
    for (const m of 'abc') await play(d, m);
    await d.undo(); // while the computer thinks
    expect(d.lastPosition).toBe('ab');
    await d.undo();
    expect([d.lastPosition, d.undone, d.can.undo]).toEqual(['', ['a', 'b', 'c'], false]);
  });
  it('takes a forced pass back with the move before it', async () => {
    const d = await against([0, 3]);
    for (const m of ['a', 'b', 'pass', 'c']) await play(d, m);
    await d.undo();
    expect([d.lastPosition, d.undone]).toEqual(['', ['a', 'b', 'pass', 'c']]);
    const two = await against([0, 0]);
    for (const m of ['a', 'pass']) await play(two, m);
    await two.undo();
    expect([two.lastPosition, two.can.undo]).toEqual(['', false]);
  });
  it('does not take back the first move of the computer', async () => {
    const d = await against([2, 0]);
    await play(d, 'a');
    expect(d.can.undo).toBe(false);
    await d.undo();
    expect(d.lastPosition).toBe('a');
  });
  it('keeps to what was agreed', async () => {
    const d = await against([0, 3], { takeback: false, hints: false });
    for (const m of 'ab') await play(d, m);
    expect(d.can).toEqual({ undo: false, hint: false });
  });
  it('takes the move of the computer while somebody looks back', async () => {
    const d = await against([0, 3]);
    await play(d, 'a');
    await d.look(0);
    await d.receive({ kind: 'move', move: 'b' });
    expect([d.at, d.plies.length, d.lastPosition, d.position]).toEqual([0, 2, 'ab', '']);
  });
  it('is over wherever one looks', async () => {
    const d = await started();
    for (const m of 'abcdef') await play(d, m);
    await d.look(2);
    expect(d.over).toBe(true);
  });
  it('is taken up again with its terms', async () => {
    const d = await against([0, 5], { hints: false });
    await play(d, 'a');
    const e = new LocalGame(rules, () => now);
    await e.resume([info]);
    expect([e.terms, e.computer]).toEqual([d.terms, 5]);
  });
});

describe('clocks', () => {
  const control = { initial: 60_000, increment: 1000 };
  async function timed(): Promise<LocalGame> {
    now = 0;
    const d = new LocalGame(rules, () => now);
    await d.begin(info, '', { control });
    return d;
  }
  it('count, gain, and are wound back', async () => {
    const d = await timed();
    for (const m of 'ab') await play(d, m);
    expect([d.running, d.left]).toEqual([0, [60_000, 60_000]]);
    now = 5000;
    await play(d, 'c');
    expect([d.running, d.left]).toEqual([1, [56_000, 60_000]]);
    now = 9000;
    d.tick();
    expect(d.left).toEqual([56_000, 56_000]);
    await d.undo();
    expect([d.running, d.left]).toEqual([0, [60_000, 60_000]]);
  });
  it('end the game', async () => {
    const d = await timed();
    for (const m of 'ab') await play(d, m);
    now = 60_000;
    d.tick();
    expect([d.outcome, d.ending, d.running]).toEqual(['second', { by: 'time', loser: 0 }, null]);
    await play(d, 'c');
    expect(d.lastPosition).toBe('ab');
  });
  it('end it even when the move comes at the same moment', async () => {
    const d = await timed();
    for (const m of 'ab') await play(d, m);
    now = 61_000;
    await play(d, 'c');
    expect([d.lastPosition, d.ending]).toEqual(['ab', { by: 'time', loser: 0 }]);
  });
  it('wait for nobody once the game is given up', async () => {
    const d = await timed();
    for (const m of 'ab') await play(d, m);
    d.pause();
    await d.send({ kind: 'resign', side: 0 });
    expect([d.paused, d.outcome]).toEqual([false, 'second']);
  });
  it('stand still while paused, and nothing is played', async () => {
    const d = await timed();
    for (const m of 'ab') await play(d, m);
    now = 10_000;
    d.pause();
    now = 500_000;
    await play(d, 'c');
    expect([d.lastPosition, d.left, d.over]).toEqual(['ab', [50_000, 60_000], false]);
    d.proceed();
    now = 501_000;
    d.tick();
    expect(d.left).toEqual([49_000, 60_000]);
  });
  it('wait for who comes back', async () => {
    const d = await timed();
    for (const m of 'ab') await play(d, m);
    now = 7000;
    d.keep();
    const e = new LocalGame(rules, () => now);
    await e.resume([info]);
    expect([e.paused, e.left, e.running]).toEqual([true, [53_000, 60_000], null]);
  });
});

it('writes moves', () => {
  expect(moveText({ claim: 'R', from: 'b1', to: 'b2' })).toBe('R,b1-b2');
  expect(moveText({ to: 'e3' })).toBe('e3');
});
