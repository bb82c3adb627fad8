// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { thinker } from '../analysis/thinker.ts';
import { analysisIn, analysisText } from '../archive/archiver.ts';
import { draft, entry, freshArchive } from '../archive/fixture.ts';
import { cardId, mistakesOf, readTraining } from '../archive/trained.ts';
import { type Asked, fake } from '../engine/fixture.ts';
import { EngineError, type Info } from '../engine/types.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { rest, toyRules, view } from '../rules/fixture.ts';
import { RulesError, type Side } from '../rules/types.ts';
import { Voice } from '../speech/voice.svelte.ts';
import { judgeGame } from './judgeGames.ts';
import { MistakeSession } from './mistakeSession.svelte.ts';
import { type Mistake, ownMistakes, toLookAt, unanalyzed } from './mistakes.ts';
import { MISTAKES, place } from './place.ts';
import { TrainingState } from './trainingState.svelte.ts';

prefs.texts = texts('en', english as Catalog);
const DAY = 24 * 3600 * 1000;

/** An analysis in which each move has the glyph of that number, 0 for none. */
const judged = (id: string, nags: readonly number[], me: Side | undefined, changed = 1, more: object = {}) => ({
  entry: entry(id, { kind: 'analysis', changed, accuracy: [90, 80], ...more }),
  text: analysisText({
    record: {
      ...{ game: 'toy', start: '', result: 'first', first: 'Anna', second: 'Level 5' },
      moves: nags.map((n, i) => ({ text: i ? 'b2-c3' : 'a1-b2', ...(n ? { nags: [n] } : {}) })),
    },
    ...(me === undefined ? {} : { me }),
  }),
});

describe('the mistakes of all kept games', () => {
  it('are one’s own in those that were judged, the latest game’s first, each once', async () => {
    const archive = freshArchive();
    const { rules } = toyRules();
    await archive.put(judged('old', [2, 4, 6], 0, 1));
    await archive.put(judged('new', [0, 4, 0, 2], 1, 2));
    await archive.put(judged('again', [2, 0], 0, 0)); // the same moves in another game
    await archive.put(judged('others', [4, 4], undefined, 3));
    await archive.put(judged('unjudged', [4], 0, 4, { accuracy: undefined }));
    await archive.put(judged('deleted', [4], 0, 5, { deleted: 1 }));
    await archive.put(judged('refused', [4, 4, 4, 4, 4, 4, 4], 0, 6));
    const { replay } = rules;
    rules.replay = async (game, start, moves) => {
      if (moves.length > 6) throw new RulesError({ code: 'rule', offset: 0, text: 'illegal' });
      return replay.call(rules, game, start, moves);
    };
    const found = await ownMistakes(archive, rules);
    expect(found.map((m) => [m.analysis, m.at, m.mark, m.position])).toEqual([
      ['new', 1, 4, '/a1-b2'],
      ['new', 3, 2, '/a1-b2/b2-c3/b2-c3'],
      ['old', 0, 2, ''],
      ['old', 2, 6, '/a1-b2/b2-c3'],
    ]);
    expect(found.map((m) => m.opponent)).toEqual(['Anna', 'Anna', 'Level 5', 'Level 5']);
    expect(new Set(found.map((m) => m.id)).size).toBe(4);
    expect(found.every((m) => Number.isSafeInteger(m.id) && m.id > 0)).toBe(true);
  });
});

const info = (move: string, score: number): Info =>
  ({ multipv: 1, depth: 3, score, chance: 0.5, nps: 1, pv: [move, 'next'], bound: 'exact' }) as unknown as Info;
const answer = async (a: Asked | undefined, move: string, score: number): Promise<void> => {
  a?.yes({ move, final: info(move, score) });
  await rest();
};

describe('games that nobody has analyzed', () => {
  const moves = Array.from({ length: 8 }, (_, i) => (i ? 'b2-c3' : 'a1-b2'));
  const unjudged = { accuracy: undefined, plies: 8 };
  it('are one’s own finished ones that were not judged, each once; those brought from elsewhere, too', async () => {
    const archive = freshArchive();
    for (const [id, more] of [
      ['own', {}],
      ['looked at', {}],
      ['under way', { over: false }],
      ['of two', { me: null }],
      ['judged', { accuracy: [1, 2] as const }],
    ] as const)
      await archive.put(draft(id, moves, { line: id, ...more }));
    await archive.put(draft('short', ['a1-b2'], { line: 'short' }));
    const eight = moves.map(() => 0);
    await archive.put(judged('looked at.looked at', eight, 0, 1, { ...unjudged, line: 'looked at' }));
    await archive.put(judged('brought', eight, 0, 1, unjudged));
    await archive.put(judged('brought and judged', eight, 0, 1, { plies: 8 }));
    await archive.put(judged('of others', eight, undefined, 1, { ...unjudged, me: null }));
    await archive.put(judged('gone', eight, 0, 1, { ...unjudged, deleted: 1 }));
    expect((await unanalyzed(archive)).map((e) => e.id).sort()).toEqual(['brought', 'looked at.looked at', 'own']);
  });
  /** Lets the engine answer until it is done: the third move gives much away. */
  async function answered(done: Promise<boolean>, asked: readonly Asked[]): Promise<boolean> {
    for (let i = 0, over = false; ; i++) {
      over = await Promise.race([
        done.then(() => true),
        vi.waitFor(() => expect(asked.length).toBeGreaterThan(i)).then(() => false),
      ]);
      if (over) return done;
      const { q } = asked[i] as Asked;
      const played = q.position === '' ? 'a1-b2' : 'b2-c3';
      const wrong = q.position === '/a1-b2/b2-c3';
      if (q.only) await answer(asked[i], q.only[0] ?? '', -3000);
      else await answer(asked[i], wrong ? 'a1-b2' : played, 300);
    }
  }
  it('are judged where they are, where they were brought: comments and variations stay', async () => {
    for (const open of [false, true]) {
      localStorage.clear();
      const archive = freshArchive();
      const { rules } = toyRules();
      const record = {
        ...{
          game: 'toy',
          start: '',
          result: 'first' as const,
          first: 'Anna',
          second: 'Ben',
          note: { comment: 'A final.' },
        },
        tags: [{ name: 'Event', value: 'Open' }],
        moves: moves.map((text, i) => ({
          text,
          ...(i === 2
            ? { note: { comment: 'I was in a hurry.' }, variations: [{ moves: [{ text: 'R,b2-c3' }] }] }
            : {}),
        })),
      };
      const kept = judged('brought', [0], 0, 1, unjudged);
      const text = analysisText({ record, me: 1, study: 'club' });
      await archive.put({ ...kept, text });
      // What a page has open is saved by it, and it sees then that there is something newer.
      if (open) localStorage.setItem('cairn.analysis.brought', text);
      const { engine, asked } = fake();
      const done = judgeGame(kept.entry, {
        ...{ archive, rules, thinkers: [thinker(() => {}, engine)], signal: new AbortController().signal },
        onprogress: () => {},
      });
      expect(await answered(done, asked)).toBe(true);
      const now = (await archive.text('brought')) ?? '';
      expect(localStorage.getItem('cairn.analysis.brought')).toBe(open ? now : null);
      const { me, study, record: after } = analysisIn(now);
      expect([me, study, after.note, after.first, after.tags?.[0]]).toEqual([
        1,
        'club',
        record.note,
        'Anna',
        record.tags[0],
      ]);
      const third = after.moves[2];
      expect([third?.nags, third?.note?.comment]).toEqual([[4], 'I was in a hurry.']);
      expect(third?.variations?.map((v) => v.moves[0]?.text)).toEqual(['R,b2-c3', 'a1-b2']);
      expect((await archive.entries()).map((e) => [e.id, !!e.accuracy])).toEqual([['brought', true]]);
      expect(await unanalyzed(archive)).toEqual([]);
    }
  });
  it('are left alone where somebody has begun an analysis while they were judged', async () => {
    const archive = freshArchive();
    const { rules } = toyRules();
    const game = draft('own', moves, { line: 'own' });
    await archive.put(game);
    const { engine, asked } = fake();
    const done = judgeGame(game.entry, {
      ...{ archive, rules, thinkers: [thinker(() => {}, engine)], signal: new AbortController().signal },
      onprogress: () => {},
    });
    await vi.waitFor(() => expect(asked.length).toBe(1));
    await archive.put(judged('own.own', [0], 0));
    const before = await archive.text('own.own');
    for (let i = 0; i < 8; i++) {
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(i));
      await answer(asked[i], asked[i]?.q.position === '' ? 'a1-b2' : 'b2-c3', 300);
    }
    expect(await done).toBe(true);
    expect(await archive.text('own.own')).toBe(before);
  });
  it('are judged as the analysis does it: their mistakes are exercises then, and they need no second look', async () => {
    const archive = freshArchive();
    const { rules } = toyRules();
    const game = draft('own', moves, { line: 'own' });
    await archive.put(game);
    const { engine, asked } = fake();
    const shares: number[] = [];
    const done = judgeGame(game.entry, {
      ...{ archive, rules, thinkers: [thinker(() => {}, engine)], signal: new AbortController().signal },
      onprogress: (share) => shares.push(share),
    });
    expect(await answered(done, asked)).toBe(true);
    expect(shares.at(-1)).toBe(1);
    const found = await ownMistakes(archive, rules);
    expect(found.map((m) => [m.analysis, m.at, m.ply.move])).toEqual([['own.own', 2, 'b2-c3']]);
    expect(await unanalyzed(archive)).toEqual([]);
  });
});

const mistake = (id: number): Mistake => ({
  ...{ game: 'toy', id, position: '', mark: 4, analysis: 'x', at: 0, opponent: '' },
  ply: { move: 'a1-b2', path: ['a1', 'b2'], side: 0, position: '/a1-b2' },
});

it('what was tried comes back after days, later every time it was found, and after one where it was not', async () => {
  const archive = freshArchive();
  let now = Date.UTC(2026, 10, 28);
  const training = new TrainingState(
    async () => archive,
    () => now,
  );
  await training.read();
  const all = [mistake(1), mistake(2)];
  const list = () => toLookAt(all, training.cards, now).map((m) => m.id);
  const after = (): number => {
    const card = training.cards.find((c) => c.id === cardId(mistakesOf('toy'), 1));
    return Math.round(((card?.due ?? 0) - now) / DAY);
  };
  expect(list()).toEqual([1, 2]);
  const days: number[] = [];
  for (let i = 0; i < 4; i++) {
    await training.keepMistake('toy', 1, 'solved', 1000);
    days.push(after());
    expect(list()).toEqual([2]);
    now += after() * DAY;
    expect(list()).toEqual([1, 2]);
  }
  expect(days).toEqual([...days].sort((a, b) => a - b));
  expect(new Set(days).size).toBe(4);
  expect(days[0]).toBeLessThanOrEqual(3);
  await training.keepMistake('toy', 1, 'missed', 1000);
  expect(after()).toBeLessThan(days[3] ?? 0);
  // With the account, and in a file, as what else was trained.
  const kept = await archive.training();
  expect(readTraining(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  expect(kept.tries.length).toBe(5);
  await training.keepMistake('toy', 2, 'missed', 1000);
  const two = training.cards.find((c) => c.puzzle === 2);
  expect(Math.round(((two?.due ?? 0) - now) / DAY)).toBe(1);
  expect(place(MISTAKES)).toEqual({ at: 'mistakes' });
});

function begin() {
  const { rules } = toyRules();
  const { engine, asked } = fake();
  const voice = new Voice();
  const results: string[] = [];
  const done: string[] = [];
  let now = 0;
  const session: MistakeSession = new MistakeSession(mistake(1), {
    ...{ rules, voice, thinker: thinker(() => {}, engine), pieces: 'discs' },
    page: {
      play: async (text) => !!done.push(text),
      back: async (to) => {
        done.push(`back ${to}`);
        return view('');
      },
      pace: () => 0,
      now: () => ++now,
      onresult: (result) => results.push(result),
    },
  });
  session.onview(view(''));
  const move = (text: string): void =>
    session.onply({ move: text, path: [], side: 0, position: `/${text}` }, view(`/${text}`));
  return { session, asked, voice, results, done, move };
}

describe('a mistake that is tried again', () => {
  beforeEach(() => vi.useRealTimers());
  it('asks for a better move, and takes the judge’s', async () => {
    const { session, asked, move, results, voice } = begin();
    expect(session.text).toBe('You played a1-b2 here. Find a better move.');
    expect(asked[0]?.q).toMatchObject({ game: 'toy', position: '', limits: { nodes: 50_000 } });
    move('b2-c3');
    expect([session.moment, session.open]).toEqual(['checking', false]);
    await answer(asked[0], 'b2-c3', 300);
    expect([session.moment, session.answer, results]).toEqual(['right', ['b2-c3', 'next'], ['solved']]);
    expect(voice.polite).toBe('Right: b2\u2009–\u2009c3 is the best move.');
  });
  it('takes a move that the judge would not mark, and says the best one', async () => {
    const { session, asked, move, results } = begin();
    await answer(asked[0], 'b2-c3', 300);
    move('R,b2-c3');
    await rest();
    expect(asked[1]?.q.only).toEqual(['R,b2-c3']);
    await answer(asked[1], 'R,b2-c3', 300);
    expect([session.moment, results]).toEqual(['good', ['solved']]);
    expect(session.text).toBe('R,b2-c3 is good, too. The engine’s choice is b2-c3.');
  });
  it('takes back the move of the game, and one that loses much: missed, once, and tried on', async () => {
    const { session, asked, move, results, done } = begin();
    move('a1-b2');
    expect([session.moment, session.open, results]).toEqual(['again', false, ['missed']]);
    await vi.waitFor(() => expect(session.open).toBe(true));
    expect(done).toEqual(['back 0']);
    await answer(asked[0], 'b2-c3', 300);
    move('R,b2-c3');
    await rest();
    await answer(asked[1], 'R,b2-c3', -3000);
    expect(session.moment).toBe('wrong');
    expect(session.text).toMatch(/R,b2-c3 gives away \d+%/);
    await vi.waitFor(() => expect(session.open).toBe(true));
    move('b2-c3');
    await rest();
    expect([session.moment, results]).toEqual(['right', ['missed']]);
  });
  it('is missed when its answer is shown, and played on the board', async () => {
    const { session, asked, results, done } = begin();
    const shown = session.show();
    await answer(asked[0], 'b2-c3', 300);
    await shown;
    expect([session.moment, session.over, results, done]).toEqual(['shown', true, ['missed'], ['b2-c3']]);
  });
  it('is worth nothing where the engine fails, and can be tried again', async () => {
    const { session, asked, move, results } = begin();
    move('b2-c3');
    asked[0]?.no(new EngineError('unavailable', 'gone'));
    await rest();
    expect([session.moment, results]).toEqual(['failed', []]);
    await vi.waitFor(() => expect(session.open).toBe(true));
    move('b2-c3');
    await rest();
    await answer(asked[1], 'b2-c3', 300);
    expect([session.moment, results]).toEqual(['right', ['solved']]);
  });
  it('says nothing of a try once another one is looked at', async () => {
    const { session, asked, move, results } = begin();
    move('b2-c3');
    session.close();
    await answer(asked[0], 'b2-c3', 300);
    expect([session.moment, results]).toEqual(['checking', []]);
  });
});
