import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameOptions } from '../archive/savedGame.ts';
import { toy, toyRules } from '../rules/fixture.ts';
import { nativeRules } from '../rules/native.fixture.ts';
import { type GameInfo, LoadError, type Rules } from '../rules/types.ts';
import { intended } from '../speech/say.ts';
import { LocalGame } from './localGame.svelte.ts';

let now = 0;
const { rules } = toyRules();
const info = toy;

async function started(): Promise<LocalGame> {
  const d = new LocalGame(rules);
  await d.begin(info, '', { names: ['Anna', 'Ben'] });
  return d;
}
const play = (game: LocalGame, move: string) => game.send({ kind: 'move', move });
async function played(...all: readonly string[]): Promise<LocalGame> {
  const d = await started();
  for (const m of all) await play(d, m);
  return d;
}
/** The moves that led to a position of the toy, one after the other. */
const moves = (position: string): string => position.replaceAll('/', '');

beforeEach(() => localStorage.clear());

describe('a game on one device', () => {
  it('plays, takes back and plays again', async () => {
    const d = await started();
    for (const m of ['a', 'b', 'c']) await play(d, m);
    expect(moves(d.position)).toBe('abc');
    await d.undo();
    await d.undo();
    expect([moves(d.position), d.undone]).toEqual(['a', ['b', 'c']]);
    await d.redo();
    expect([moves(d.position), d.undone]).toEqual(['ab', ['c']]);
    await d.undo();
    await play(d, 'b'); // by hand
    expect([moves(d.position), d.undone]).toEqual(['ab', ['c']]);
    await play(d, 'd');
    expect([moves(d.position), d.undone]).toEqual(['abd', []]);
  });
  it('stays as it was when a move is refused', async () => {
    const d = await started();
    await play(d, 'a');
    expect(await play(d, 'no')).toMatchObject({ status: 'refused', refusal: { code: 'toy.no' } });
    expect([moves(d.position), d.waiting]).toEqual(['a', false]);
  });
  it('loses nothing that was taken back to a redo that comes too soon', async () => {
    const d = await started();
    for (const m of 'abc') await play(d, m);
    for (const _ of 'abc') await d.undo();
    await Promise.all([d.redo(), d.redo(), d.redo()]);
    expect(moves(d.position) + d.undone.join('')).toBe('abc');
  });
  it('plays nothing while somebody looks back, or after the end', async () => {
    const d = await started();
    for (const m of 'abc') await play(d, m);
    await d.goTo(1);
    await play(d, 'z');
    expect(d.plies).toHaveLength(3);
    await d.goTo(99);
    for (const m of ['d', 'end', 'g']) await play(d, m);
    expect([moves(d.position), d.outcome]).toEqual(['abcdend', 'first']);
  });
  it('drops a position that arrives when another game has begun, or when its plies were taken back', async () => {
    const { rules, hold, free } = toyRules();
    const log = (await played('a', 'b', 'c')).log;
    const d = new LocalGame(rules);
    await d.open(info, log, { seed: '', hints: true });
    hold();
    const later = d.goTo(2);
    const undone = d.send({ kind: 'takeback', to: 1 });
    await free(1); // what the takeback leads to
    await free(); // the position after two plies
    await Promise.all([later, undone]);
    expect([d.at, d.view?.position]).toEqual([1, '/a']);

    await d.open(info, log, { seed: '', hints: true });
    hold();
    const back = d.goTo(0);
    const begun = d.begin(info, '', {});
    await free(1); // the layout of the new game
    await free(1); // and its log
    await begun;
    const first = d.view;
    await free(); // the first position of the game before it
    await back;
    expect(d.view).toBe(first);
  });
  it('is taken up again with all that was kept', async () => {
    const d = await started();
    for (const m of 'abc') await play(d, m);
    await d.undo();
    await d.send({ kind: 'resign', side: 1 });
    const e = new LocalGame(rules);
    expect(await e.resume([info])).toBe(true);
    expect([moves(e.position), e.undone, e.options.names, e.outcome]).toEqual(['ab', ['c'], ['Anna', 'Ben'], 'first']);
    await e.undo(); // takes the resignation back first
    expect([moves(e.position), e.outcome]).toEqual(['ab', 'ongoing']);
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
    expect(moves(third.position)).toBe('ab');
    other.rest();
    expect(other.stale).toBe(false);
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
    expect([moves(d.position), d.stale, d.lost]).toEqual(['ab', false, true]);
    await play(d, 'c');
    expect(d.lost).toBe(false);
  });
  it('is not taken up when nothing fits', async () => {
    const d = new LocalGame(rules);
    expect(await d.resume([info])).toBe(false);
    localStorage.setItem('cairn.device', '{"log":{"terms":{"game":"other"},"events":[]}}');
    expect(await d.resume([info])).toBe(false);
    localStorage.setItem('cairn.device', 'no JSON');
    expect(await d.resume([info])).toBe(false);
  });
  it('is not called damaged where the rules did not come', async () => {
    await play(await started(), 'a');
    const lost = () => Promise.reject(new LoadError(''));
    await expect(new LocalGame({ ...rules, fold: lost }).resume([info])).rejects.toThrow(LoadError);
    expect(localStorage.getItem('cairn.device.unread')).toBeNull();
    expect(await new LocalGame(rules).resume([info])).toBe(true);
  });
  /** A page that is opened where this was saved. */
  async function opened(text: string | null, of: Rules = rules): Promise<LocalGame> {
    if (text !== null) localStorage.setItem('cairn.device', text);
    const d = new LocalGame(of);
    await d.resume([info]);
    return d;
  }
  it('is put aside and told of when it cannot be read, until it is saved', async () => {
    expect((await opened(null)).unreadable).toBe(null);
    const log = (game: string, start: string): string =>
      JSON.stringify({ log: { v: 1, terms: { v: 1, game, start, players: [{}, {}], control: '-' }, events: [] } });
    const strict: Rules = {
      ...rules,
      fold: async (log) => {
        if (log.terms.start === '?') throw new Error('of another time');
        return rules.fold(log);
      },
    };
    for (const text of [log('other', ''), 'no\nJSON', log('toy', '?')]) {
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
  it('is put aside beside one that waits to be saved, of another window too', async () => {
    const first = await opened('one');
    await opened('two');
    first.saved();
    expect((await opened(null)).unreadable?.text).toBe('one\ntwo\n');
  });
  it('tells what each side has taken', async () => {
    const d = await started();
    for (const m of ['a', 'takes']) await play(d, m);
    expect(d.taken()).toEqual([[], ['RGBKI']]);
    await d.goTo(1);
    expect(d.taken()).toEqual([[], []]);
  });
  it('keeps the way that was traced by hand', async () => {
    const d = await started();
    await d.send({ kind: 'move', move: 'a-c', path: ['a', 'b', 'c'] });
    expect(d.last?.path).toEqual(['a', 'b', 'c']);
  });
});

describe('a game against the computer', () => {
  async function against(levels: [number, number], more: Partial<GameOptions> = {}): Promise<LocalGame> {
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
    expect(moves(d.lastPosition)).toBe('ab');
    await d.undo();
    expect([moves(d.lastPosition), d.undone, d.can.undo]).toEqual(['', ['a', 'b', 'c'], false]);
  });
  it('takes a forced pass back with the move before it', async () => {
    const d = await against([0, 3]);
    for (const m of ['a', 'b', 'pass', 'c']) await play(d, m);
    await d.undo();
    expect([moves(d.lastPosition), d.undone]).toEqual(['', ['a', 'b', 'pass', 'c']]);
    const two = await against([0, 0]);
    for (const m of ['a', 'pass']) await play(two, m);
    await two.undo();
    expect([moves(two.lastPosition), two.can.undo]).toEqual(['', false]);
  });
  it('does not take back the first move of the computer', async () => {
    const d = await against([2, 0]);
    await play(d, 'a');
    expect(d.can.undo).toBe(false);
    await d.undo();
    expect(moves(d.lastPosition)).toBe('a');
  });
  it('keeps to what was agreed', async () => {
    const d = await against([0, 3], { takeback: false, hints: false });
    for (const m of 'ab') await play(d, m);
    expect(d.can).toEqual({ undo: false, hint: false });
  });
  it('takes the move of the computer while somebody looks back', async () => {
    const d = await against([0, 3]);
    await play(d, 'a');
    await d.goTo(0);
    await d.receive({ kind: 'move', move: 'b' });
    expect([d.at, d.plies.length, moves(d.lastPosition), moves(d.position)]).toEqual([0, 2, 'ab', '']);
  });
  it('is over wherever one looks', async () => {
    const d = await started();
    for (const m of ['a', 'b', 'c', 'end']) await play(d, m);
    await d.goTo(2);
    expect(d.over).toBe(true);
  });
  it('is taken up again with its terms', async () => {
    const d = await against([0, 5], { hints: false });
    await play(d, 'a');
    const e = new LocalGame(rules, () => now);
    await e.resume([info]);
    expect([e.options, e.computer]).toEqual([d.options, 5]);
  });
});

describe('with the real rules', () => {
  let real: Rules;
  let close = (): void => {};
  let games: readonly GameInfo[] = [];
  let dvonn: GameInfo;
  let start = '';
  beforeAll(async () => {
    ({ rules: real, close } = nativeRules());
    games = await real.games();
    dvonn = games.find((g) => g.id === 'dvonn') as GameInfo;
    start = await real.start('dvonn', 'x');
  }, 300_000);
  afterAll(() => close());
  const control = '60+1';
  async function timed(more: Partial<GameOptions> = {}): Promise<LocalGame> {
    now = 0;
    const d = new LocalGame(real, () => now);
    await d.begin(dvonn, start, { control, ...more });
    for (const m of ['e3', 'f3']) await play(d, m);
    return d;
  }
  async function resumed(): Promise<LocalGame> {
    const d = new LocalGame(real, () => now);
    await d.resume(games);
    return d;
  }
  const line = (d: LocalGame): string => d.plies.map((p) => p.move).join(' ');

  it('clocks count, gain, and are wound back', async () => {
    const d = await timed();
    expect([d.running, d.left]).toEqual([0, [60_000, 60_000]]);
    now = 5000;
    await play(d, 'g3');
    expect([d.running, d.left]).toEqual([1, [56_000, 60_000]]);
    now = 9000;
    d.tick();
    expect(d.left).toEqual([56_000, 56_000]);
    await d.undo();
    expect([d.running, d.left]).toEqual([0, [60_000, 60_000]]);
  });
  it('a flag ends the game, whoever noticed it', async () => {
    const d = await timed();
    const heard: string[] = [];
    d.listen(({ event }) => heard.push(event.kind));
    now = 60_000;
    d.tick();
    await expect.poll(() => d.outcome).toBe('second');
    expect([d.ending?.why, d.ending?.by, d.running, heard]).toEqual(['time', 0, null, ['flag']]);
    expect(await play(d, 'g3')).toMatchObject({ status: 'dropped' });
    const late = await timed();
    now = 61_000;
    expect(await play(late, 'g3')).toMatchObject({ status: 'dropped' });
    expect([line(late), late.ending?.why]).toEqual(['e3 f3', 'time']);
  });
  it('a flag falls again a second after the rules have not answered', async () => {
    const d = await timed();
    const apply = vi.spyOn(d.rules, 'apply').mockRejectedValue(new LoadError(''));
    now = 60_000;
    for (let i = 0; i < 5; i++) {
      d.tick();
      await expect.poll(() => d.waiting).toBe(false);
    }
    expect([apply.mock.calls.length, d.over]).toEqual([1, false]);
    apply.mockRestore();
    now += 1000;
    d.tick();
    await expect.poll(() => d.outcome).toBe('second');
  });
  it('stands still while it is paused, and nothing is played', async () => {
    const d = await timed();
    now = 10_000;
    await d.send({ kind: 'pause' });
    now = 500_000;
    await play(d, 'g3');
    expect([line(d), d.left, d.over]).toEqual(['e3 f3', [50_000, 60_000], false]);
    await d.send({ kind: 'resume' });
    now = 501_000;
    d.tick();
    expect(d.left).toEqual([49_000, 60_000]);
    await d.send({ kind: 'pause' });
    await d.send({ kind: 'resign', side: 0 });
    expect([d.paused, d.outcome]).toEqual([false, 'second']);
  });
  it('is paused as of the moment when the page fell asleep', async () => {
    const d = await timed();
    const look = () => d.asleep() || d.tick();
    now = 1000;
    look();
    now = 600_000;
    look();
    look();
    await expect.poll(() => d.paused).toBe(true);
    expect([d.slept, d.left, d.over]).toEqual([true, [59_000, 60_000], false]);
    await d.send({ kind: 'resume' });
    now += 1000;
    look();
    expect([d.slept, d.left]).toEqual([false, [58_000, 60_000]]);
    // A move that comes before anybody has looked at the clock is not played on the time of the sleep.
    now += 600_000;
    expect(await play(d, 'g3')).toMatchObject({ status: 'dropped' });
    await expect.poll(() => d.paused).toBe(true);
    expect([line(d), d.left]).toEqual(['e3 f3', [58_000, 60_000]]);
  });
  it('waits for who comes back', async () => {
    const d = await timed();
    now = 7000;
    d.save();
    now = 90_000;
    const e = await resumed();
    expect([e.paused, e.left, e.running]).toEqual([true, [53_000, 60_000], null]);
  });
  it('is not ended by the clock of a window that was left behind', async () => {
    const d = await timed({ control: '5+0' });
    const other = await resumed();
    await other.send({ kind: 'resume' });
    await play(other, 'g3');
    now += 9000;
    d.tick();
    await expect.poll(() => d.outcome).toBe('second');
    expect(d.stale).toBe(true);
    d.rest();
    const third = await resumed();
    expect([line(third), third.outcome]).toEqual(['e3 f3 g3', 'ongoing']);
  });

  it('goes on as far as it can be played, and what was saved is put aside', async () => {
    for (const third of ['e3', 'no']) {
      localStorage.clear();
      const whole = await timed({ control: '-' });
      for (const m of ['g3', 'h3']) await play(whole, m);
      const text = (localStorage.getItem('cairn.device') ?? '').replace('"g3"', JSON.stringify(third));
      localStorage.setItem('cairn.device', text);
      const d = await resumed();
      expect([line(d), d.unreadable]).toEqual(['e3 f3', { text: `${text}\n`, from: 3 }]);
      await play(d, 'g3');
      const e = await resumed();
      expect([line(e), e.unreadable]).toEqual(['e3 f3 g3', d.unreadable]);
    }
  });
});

it('writes moves', () => {
  expect(intended({ claim: 'R', from: 'b1', to: 'b2' })).toBe('R,b1-b2');
  expect(intended({ to: 'e3' })).toBe('e3');
});
