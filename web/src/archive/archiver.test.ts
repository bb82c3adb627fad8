import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageKey } from '../device/storageKey.ts';
import { LocalGame } from '../play/localGame.svelte.ts';
import { toy, toyRules } from '../rules/fixture.ts';
import type { GameRecord, Rules } from '../rules/types.ts';
import { signed } from './accuracy.ts';
import { ANALYSES, Archiver, DEVICE, draftOfAnalysis, UnreadableError } from './archiver.ts';
import { draft, freshArchive, freshName, movesIn, saved } from './fixture.ts';
import type { Trouble } from './trouble.ts';

const { rules } = toyRules();
beforeEach(() => localStorage.clear());

function archiver(name = freshName()) {
  const archive = freshArchive(name);
  const troubles: (Trouble | null)[] = [];
  return {
    archive,
    troubles,
    archiver: new Archiver(
      rules,
      (t) => troubles.push(t),
      async () => archive,
    ),
  };
}
const record = (...moves: string[]) => ({
  game: 'toy',
  start: '',
  result: 'ongoing' as const,
  moves: moves.map((text) => ({ text })),
});

describe('what is noted', () => {
  it('is kept once, as it was noted last', async () => {
    const { archiver: k, archive } = archiver();
    const put = vi.spyOn(archive, 'put');
    for (const moves of [['a'], ['a', 'b'], ['a', 'b', 'c']]) k.note('g', async () => draft('g', moves));
    k.note('h', async () => draft('h'));
    await k.idle();
    expect([movesIn(await archive.text('g')), put.mock.calls.length]).toEqual(['abc', 3]);
  });
  it('is told of when it cannot be kept, once, and when it can again', async () => {
    const { archiver: k, archive, troubles } = archiver();
    const full = vi.spyOn(archive, 'put').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    for (const n of 'ab') {
      k.note(n, async () => draft(n));
      await k.idle();
    }
    full.mockRestore();
    k.note('c', async () => draft('c'));
    await k.idle();
    expect(troubles).toEqual(['full', null]);
  });
});

describe('what pages have saved', () => {
  it('is gathered: the game of the device and every analysis, once, by two windows at the same time', async () => {
    const name = freshName();
    const [one, two] = [archiver(name), archiver(name)];
    localStorage.setItem(DEVICE, saved('', ['a', 'b'], { id: undefined })); // of a version without ids
    localStorage.setItem(ANALYSES, '["x","y","gone"]');
    localStorage.setItem(`${ANALYSES}.x`, JSON.stringify({ record: record('a') }));
    localStorage.setItem(`${ANALYSES}.y`, 'no JSON');
    const found = await Promise.all([one.archiver.gather(), two.archiver.gather()]);
    expect(found).toEqual(Array(2).fill({ kept: 2, unreadable: 1 }));
    const all = await one.archive.entries();
    expect(all.map((e) => [e.kind, e.plies]).sort()).toEqual([
      ['analysis', 1],
      ['game', 2],
    ]);
    // Nothing of it has left its place.
    expect([localStorage.length, localStorage.getItem(`${ANALYSES}.y`)]).toEqual([4, 'no JSON']);
    expect(await one.archiver.gather()).toEqual({ kept: 1, unreadable: 1 });
    expect((await one.archive.entries()).length).toBe(2);
  });
  it('asks the rules about nothing that is kept already', async () => {
    const { archiver: k } = archiver();
    localStorage.setItem(ANALYSES, '["x"]');
    localStorage.setItem(`${ANALYSES}.x`, JSON.stringify({ record: record('a') }));
    await k.gather();
    const asked = vi.spyOn(rules, 'replay');
    await k.gather();
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });
  it('is no game before the first move', async () => {
    const { archiver: k, archive } = archiver();
    await k.take(saved('g', []));
    expect(await archive.entries()).toEqual([]);
    await expect(k.take('no JSON')).rejects.toThrow(UnreadableError);
  });
});

it('a game at a table is kept with its players, however often it is told', async () => {
  const { archiver: k, archive } = archiver();
  const { log } = JSON.parse(saved('', ['a', 'end']));
  const game = { table: 'abcd2345', log, me: 1, names: ['wren', 'moss'] } as const;
  await k.keepTable(game);
  await k.keepTable(game);
  const [only, ...others] = await archive.entries();
  expect(others).toEqual([]);
  expect(only).toMatchObject({ table: 'abcd2345', me: 1, names: ['wren', 'moss'], over: true, outcome: 'first' });
});

/** What a judgement signs a record with. */
const tags = [{ name: 'Annotator', value: 'Cairn' }];

describe('a judged analysis', () => {
  const judged = (...evals: readonly string[]) => {
    const whole = { ...record(...evals.map((_, i) => `m${i}`)), tags };
    return { ...whole, moves: whole.moves.map((m, i) => ({ ...m, note: { eval: evals[i] ?? '' } })) };
  };
  const accuracyOf = async (given: GameRecord) =>
    (await draftOfAnalysis(rules, 'a', { record: given }))?.entry.accuracy;
  it('has the accuracy that the judge says', async () => {
    // The toy's tells how many moves it was asked about, and how many of them have a value: the last one needs none.
    expect(await accuracyOf(judged('0.07', 'win 3', '-1', ''))).toEqual([4, 3]);
  });
  it('has none where nobody signed the values: players leave what they thought, too', async () => {
    const { tags: _, ...unsigned } = judged('1', '1', '1', '1');
    expect(await accuracyOf(unsigned)).toBe(undefined);
    const byAnna = { ...unsigned, tags: [{ name: 'Annotator', value: 'Anna' }] };
    expect(await accuracyOf(byAnna)).toBe(undefined);
    const byBoth = signed(byAnna);
    expect([byBoth, signed({ tags: byBoth })]).toEqual([[{ name: 'Annotator', value: 'Anna, Cairn' }], byBoth]);
    expect(await accuracyOf({ ...unsigned, tags: byBoth })).toEqual([4, 4]);
  });
  it('is kept where the judge does not answer', async () => {
    const silent = { ...rules, accuracy: () => Promise.reject(new Error('no')) } as unknown as Rules;
    const kept = await draftOfAnalysis(silent, 'a', { record: judged('1', '1', '1') });
    expect([kept?.entry.plies, kept?.entry.accuracy]).toEqual([3, undefined]);
  });
  it('has none where values are missing', async () => {
    expect(await accuracyOf(judged('1', '', '1', '1'))).toBe(undefined);
    expect(await accuracyOf(judged('', ''))).toBe(undefined);
  });
});

describe('a game on the device', () => {
  const play = (g: LocalGame, move: string) => g.send({ kind: 'move', move });
  async function begun(k: Archiver, ...moves: string[]): Promise<LocalGame> {
    const g = new LocalGame(rules);
    g.archiver = k;
    await g.begin(toy, '', { names: ['Anna', 'Ben'] });
    for (const m of moves) await play(g, m);
    return g;
  }
  it('is in the archive after every move', async () => {
    const { archiver: k, archive } = archiver();
    await begun(k, 'a', 'b');
    await k.idle();
    const [only] = await archive.entries();
    expect([only?.names, only?.over, only?.stacks, movesIn(await archive.text(only?.id ?? ''))]).toEqual([
      ['Anna', 'Ben'],
      false,
      'a1:IB b2:R c3:B d4:J',
      'ab',
    ]);
  });
  it('goes to the archive before a new one takes its place, of another window too', async () => {
    const { archiver: k, archive } = archiver();
    // Nothing was kept along the way: the page of the other window was closed too soon.
    const other = new LocalGame(rules);
    await other.begin(toy, '', {});
    await play(other, 'a');
    const g = await begun(k);
    expect((await archive.entries()).map((e) => e.plies)).toEqual([1]);
    await play(g, 'b');
    await g.begin(toy, '', {});
    expect((await archive.entries()).length).toBe(2);
  });
  it('stays where it cannot be kept, and the new one is not begun', async () => {
    const { archiver: k, archive } = archiver();
    const g = await begun(k, 'a', 'b');
    await k.idle();
    await play(g, 'c');
    await k.idle();
    const full = vi.spyOn(archive, 'put').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    await play(g, 'd');
    await expect(g.begin(toy, '', {})).rejects.toMatchObject({ trouble: 'full' });
    expect([g.plies.length, movesIn(new StorageKey(DEVICE).read() ?? '')]).toEqual([4, 'abcd']);
    await play(g, 'e');
    expect(movesIn(new StorageKey(DEVICE).read() ?? '')).toBe('abcde');
    full.mockRestore();
    await g.begin(toy, '', {});
    const kept = await Promise.all((await archive.entries()).map((e) => archive.text(e.id)));
    expect(kept.map(movesIn)).toEqual(['abcde']);
  });
  it('is whole after a page has died between its two writes: its own, and that of the archive', async () => {
    const name = freshName();
    const { archiver: k, archive } = archiver(name);
    const g = await begun(k, 'a', 'b');
    await k.idle();
    const put = vi.spyOn(archive, 'put').mockReturnValue(new Promise(() => {})); // it never comes to that
    await play(g, 'c');
    await vi.waitFor(() => expect(put).toHaveBeenCalled());
    const next = archiver(name);
    const kept = async (): Promise<readonly string[]> =>
      Promise.all((await next.archive.entries()).map(async (e) => movesIn(await next.archive.text(e.id))));
    expect(await kept()).toEqual(['ab']);
    await next.archiver.gather();
    expect(await kept()).toEqual(['abc']);
  });
  it('comes back from the archive, and the one under way goes there', async () => {
    const { archiver: k, archive } = archiver();
    const g = await begun(k, 'a', 'b');
    await k.idle();
    const [{ id = '' } = {}] = await archive.entries();
    await g.begin(toy, '', {});
    await play(g, 'c');
    expect(await g.reopen([toy], id)).toBe(true);
    expect([g.plies.length, g.options.names]).toEqual([2, ['Anna', 'Ben']]);
    await play(g, 'd');
    await k.idle();
    const kept = await Promise.all((await archive.entries()).map((e) => archive.text(e.id)));
    expect(kept.map(movesIn).sort()).toEqual(['abd', 'c']);
    expect(await g.reopen([toy], 'none')).toBe(false);
    expect(g.plies.length).toBe(3);
  });
  it('that another window goes on with meanwhile is kept to its last move', async () => {
    const { archiver: k, archive } = archiver();
    const g = await begun(k, 'a');
    const other = new LocalGame(rules);
    await other.resume([toy]);
    // The other window moves just when the game is handed over.
    const put = archive.put.bind(archive);
    let late = true;
    vi.spyOn(archive, 'put').mockImplementation(async (d) => {
      await put(d);
      if (late) {
        late = false;
        await play(other, 'b');
      }
    });
    await k.idle();
    await g.begin(toy, '', {});
    const kept = await Promise.all((await archive.entries()).map((e) => archive.text(e.id)));
    expect(kept.map(movesIn)).toEqual(['ab']);
  });
  describe('where the storage of the page is full', () => {
    const fullStorage = () =>
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('', 'QuotaExceededError');
      });
    it('goes on from the archive after the page is loaded again', async () => {
      const { archiver: k } = archiver();
      const g = await begun(k, 'a');
      const full = fullStorage();
      await play(g, 'b');
      await play(g, 'c');
      await k.idle();
      full.mockRestore();
      expect([g.here, g.lost, movesIn(new StorageKey(DEVICE).read() ?? '')]).toEqual([false, false, 'a']);
      const again = new LocalGame(rules);
      again.archiver = k;
      expect([await again.resume([toy]), again.plies.length, again.here]).toEqual([true, 3, true]);
      // One that was begun when it was full is found by its id, and what stands there stays.
      const still = fullStorage();
      await again.begin(toy, '', {});
      await play(again, 'd');
      await k.idle();
      const { id } = again;
      const third = new LocalGame(rules);
      third.archiver = k;
      expect([await third.reopen([toy], id), third.plies.length, third.here, third.lost]).toEqual([
        true,
        1,
        false,
        false,
      ]);
      still.mockRestore();
    });
    it('and the archive is too, is lost until it is in a file or there is room', async () => {
      const { archiver: k, archive } = archiver();
      const g = await begun(k, 'a');
      await k.idle();
      const full = fullStorage();
      const noRoom = vi.spyOn(archive, 'put').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
      await play(g, 'b');
      await k.idle();
      expect(g.lost).toBe(true);
      await expect(g.begin(toy, '', {})).rejects.toMatchObject({ trouble: 'full' });
      expect(movesIn(g.text())).toBe('ab');
      g.filed();
      expect(g.lost).toBe(false);
      await play(g, 'c');
      await k.idle();
      expect(g.lost).toBe(true);
      noRoom.mockRestore();
      await play(g, 'd');
      await k.idle();
      full.mockRestore();
      expect(g.lost).toBe(false);
    });
  });
  it('is not shortened by a page of an older version that writes what it still had', async () => {
    const { archiver: k, archive } = archiver();
    const g = await begun(k, 'a');
    const older = new StorageKey(DEVICE).read() ?? '';
    await play(g, 'b');
    await play(g, 'c');
    await k.idle();
    localStorage.setItem(DEVICE, older);
    expect(g.stale).toBe(true);
    const again = new LocalGame(rules);
    again.archiver = k;
    await again.resume([toy]);
    expect(again.plies.length).toBe(3);
    // The window that has it writes it back as soon as it saves.
    g.save();
    expect(movesIn(new StorageKey(DEVICE).read() ?? '')).toBe('abc');
    // Where the other one has gone on in another way, both are kept.
    localStorage.setItem(DEVICE, saved(g.id, ['a', 'x']));
    await play(g, 'd');
    await k.idle();
    await k.gather();
    expect(movesIn(new StorageKey(DEVICE).read() ?? '')).toBe('ax');
    const kept = await Promise.all((await archive.entries()).map((e) => archive.text(e.id)));
    expect(kept.map(movesIn).sort()).toEqual(['abcd', 'ax']);
  });
  it('of an older version keeps one id, whoever finds it', async () => {
    const { archiver: k, archive } = archiver();
    localStorage.setItem(DEVICE, saved('', ['a'], { id: undefined, begun: undefined }));
    const g = new LocalGame(rules);
    g.archiver = k;
    await g.resume([toy]);
    await k.gather();
    await play(g, 'b');
    await k.idle();
    expect((await archive.entries()).map((e) => e.plies)).toEqual([2]);
  });
});

it('an analysis in which nothing was written is kept as bare, one with a word, a sign or another line is not', async () => {
  const move = { text: 'a1-b2' };
  const bareWith = async (more: Partial<GameRecord['moves'][number]>, note?: GameRecord['note']) => {
    const record: GameRecord = { game: toy.id, start: '/s', result: 'ongoing', moves: [{ ...move, ...more }], note };
    return (await draftOfAnalysis(rules, 'x', { record }))?.entry.bare;
  };
  expect(await bareWith({ note: { clock: 5, took: 1 } })).toBe(true);
  const written = [
    { note: { comment: 'why' } },
    { note: { eval: '1' } },
    { nags: [2] },
    { variations: [{ moves: [move] }] },
  ];
  for (const more of written) expect(await bareWith(more)).toBe(undefined);
  expect(await bareWith({}, { comment: 'start' })).toBe(undefined);
});
