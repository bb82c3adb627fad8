import { beforeEach, describe, expect, it } from 'vitest';
import english from '../../../internal/i18n/catalog/en.json';
import { empty, type Hand } from '../board/state.ts';
import { fake } from '../engine/fixture.ts';
import type { Info } from '../engine/types.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { rest, toy, toyRules } from '../rules/fixture.ts';
import type { GameInfo, Ply } from '../rules/types.ts';
import { Mind } from './mind.svelte.ts';
import { Study } from './study.svelte.ts';
import { thinker } from './thinker.ts';
import * as T from './tree.ts';
import { Work } from './work.svelte.ts';

prefs.texts = texts('en', english as Catalog);
const hand = (h: Partial<Hand>): Hand => ({ ...empty, ...h });
const other: GameInfo = { ...toy, id: 'other' };
const line = (multipv: number, pv: readonly string[], more: Partial<Info> = {}): Info =>
  ({ ...{ multipv, depth: 3, score: 40, chance: 0.6, nps: 1000, pv, bound: 'exact' }, ...more }) as Info;

async function desk(moves: readonly string[] = []) {
  const { rules, hold, free } = toyRules();
  const { engine, asked } = fake();
  const study = new Study(rules);
  await study.open(toy, '', moves);
  const heard: Ply[] = [];
  const mind = new Mind(thinker(() => {}, engine));
  const work = new Work(study, { onply: (p) => heard.push(p) }, mind);
  const { seat } = work;
  seat.board = { clear: () => seat.onhand(empty), confirmed: () => {}, focus: () => {} };
  /** The engine looks where one is, as the page has it do. */
  const look = (): void => {
    work.engine(true);
    void mind.look(seat.info, work.view, work.count);
  };
  return { rules, study, work, seat, mind, look, hold, free, asked, heard };
}
beforeEach(() => localStorage.clear());

describe('a move at the desk', () => {
  it('grows the tree; nothing stays in hand or chosen', async () => {
    const { work, seat, study, heard } = await desk();
    seat.onclaim('R');
    seat.onhand(hand({ path: ['b2'] }));
    expect(await work.play('R,b2-c3')).toBe(true);
    expect([study.position, seat.claim, seat.hand]).toEqual(['/R,b2-c3', '', empty]);
    expect([heard.length, seat.voice.polite]).toEqual([1, expect.stringMatching(/claims red.*b2 to c3/)]);
  });
  it('that is illegal is told, and one stays where one is', async () => {
    const { work, seat, study, heard } = await desk(['a1-b2']);
    seat.onclaim('R');
    expect(await work.play('no1')).toBe(false);
    expect([study.position, seat.why?.text, seat.claim, heard.length]).toEqual(['/a1-b2', 'Never no1.', 'R', 0]);
  });
  it('is dropped when one went elsewhere before the rules had answered', async () => {
    const { work, seat, study, hold, free, heard } = await desk(['a1-b2', 'b2-c3']);
    await work.go(study.node.parent); // known: it is there at once
    hold();
    const played = work.play('R,b2-c3');
    await work.go(T.ROOT + 2);
    await free();
    expect([await played, study.position, heard.length]).toEqual([false, '/a1-b2/b2-c3', 0]);
    expect([study.tree.nodes.size, seat.ahead, study.busy]).toEqual([3, null, false]);
  });
  it('is dropped when another game was opened before the rules had answered', async () => {
    const { work, study, hold, free } = await desk();
    hold();
    const played = work.play('a1-b2');
    const opened = study.open(other, '/b2-c3');
    await free(1);
    await opened;
    await free();
    expect([await played, study.position, study.tree.nodes.size]).toEqual([false, '/b2-c3', 1]);
  });
  it('is not played a second time while the first is looked at', async () => {
    const { work, study, hold, free } = await desk();
    hold();
    const both = [work.play('a1-b2'), work.play('b2-c3')];
    await free();
    expect(await Promise.all(both)).toEqual([true, false]);
    expect(study.position).toBe('/a1-b2');
  });
  it('is a pass where one must', async () => {
    const { work, seat, study } = await desk(['pass?']);
    expect([seat.active, seat.colors]).toEqual([false, []]);
    expect(await work.play('pass')).toBe(true);
    expect([study.position, seat.active]).toEqual(['/pass?/pass', true]);
  });
});

describe('a line of the engine', () => {
  it('is shown for the position it was found for, and for no other', async () => {
    const { work, look, asked, study } = await desk(['a1-b2']);
    look();
    asked[0]?.onInfo?.(line(1, ['b2-c3']));
    expect([work.lines.map((l) => l.pv), work.best]).toEqual([[['b2-c3']], 'b2-c3']);
    await work.go(T.ROOT);
    expect(study.position).toBe('');
    expect([work.lines, work.best, work.because, work.marks.arrows]).toEqual([[], '', '', []]);
    // What was known of the place is still known when one comes back; its lines are found anew.
    await work.go(1);
    expect(work.current?.chance).toBeCloseTo(0.4);
  });
  it('that comes late changes nothing', async () => {
    const { work, look, asked } = await desk(['a1-b2']);
    look();
    await work.go(T.ROOT);
    look();
    asked[0]?.onInfo?.(line(1, ['stale']));
    asked[0]?.yes({ move: 'stale', reasons: [{ key: 'best' }] });
    await rest();
    expect([work.lines, work.best, asked[0]?.stopped]).toEqual([[], '', true]);
    asked[1]?.onInfo?.(line(1, ['b2-c3']));
    expect(work.best).toBe('b2-c3');
  });
  it('is not that of another game with the same position', async () => {
    const { work, look, asked, study } = await desk();
    look();
    asked[0]?.onInfo?.(line(1, ['b2-c3']));
    await study.open(other, '');
    expect([work.lines, work.best, work.current]).toEqual([[], '', null]);
  });
  it('is played as far as nobody goes elsewhere', async () => {
    const { work, study, hold, free } = await desk();
    await work.playLine(['a1-b2', 'b2-c3']);
    expect(study.position).toBe('/a1-b2/b2-c3');
    await work.go(T.ROOT);
    hold();
    const playing = work.playLine(['b2-c3', 'a1-b2', 'b2-c3']);
    await work.go(1);
    await free();
    await playing;
    expect(study.position).toBe('/a1-b2');
    expect(study.tree.nodes.size).toBe(3);
  });
  it('stays in its place, once, where a search ends before it has told all of them anew', async () => {
    const { work, look, asked } = await desk();
    look();
    const shown = (): string[] => work.lines.map((l) => `${l.multipv} ${l.pv.join(' ')}`);
    for (const [i, m] of ['a', 'b', 'c'].entries()) asked[0]?.onInfo?.(line(i + 1, [m]));
    asked[0]?.onInfo?.(line(1, ['b', 'x']));
    asked[0]?.yes({ move: 'b' });
    await rest();
    expect(shown()).toEqual(['1 b x', '2 a', '3 c']);
    asked[1]?.onInfo?.(line(1, ['d']));
    expect(shown()).toEqual(['1 d', '2 b x', '3 a']);
    asked[1]?.onInfo?.(line(2, ['c']));
    asked[1]?.onInfo?.(line(3, ['b']));
    expect(shown()).toEqual(['1 d', '2 c', '3 b']);
  });
  it('ends at a move that is refused', async () => {
    const { work, study, seat } = await desk();
    await work.playLine(['a1-b2', 'no1', 'b2-c3']);
    expect([study.position, seat.why?.text]).toEqual(['/a1-b2', 'Never no1.']);
  });
});

describe('a threat', () => {
  const threatened = async (moves: readonly string[] = []) => {
    const d = await desk(moves);
    const { view } = d.rules;
    // In a toy the position says nothing of whose turn it is.
    d.rules.view = (game, position) => view(game, position.replace(/ .$/, ''));
    const sought = d.work.findThreat();
    await rest();
    return { ...d, sought };
  };
  it('is shown until it is asked about again', async () => {
    const { work, asked, sought } = await threatened();
    asked[0]?.yes({ move: 'b2-c3' });
    await sought;
    expect([work.threat, work.marks.arrows]).toEqual(['b2-c3', [{ path: ['b2', 'c3'], kind: 'threat' }]]);
    await work.findThreat();
    expect(work.threat).toBe('');
  });
  it('is not looked for twice, and not shown where somebody called it off or went elsewhere', async () => {
    const { work, asked, sought } = await threatened(['a1-b2']);
    await work.findThreat();
    expect([asked.length, asked[0]?.stopped]).toEqual([1, true]);
    asked[0]?.yes({ move: 'b2-c3' });
    await sought;
    expect(work.threat).toBe('');
    const again = work.findThreat();
    await rest();
    await work.go(T.ROOT);
    expect(asked[1]?.stopped).toBe(true);
    asked[1]?.yes({ move: 'b2-c3' });
    await again;
    expect(work.threat).toBe('');
  });
  it('does not set the engine on while it judges', async () => {
    const { work, asked, sought } = await threatened(['a1-b2']);
    work.engine(true);
    void work.judge();
    asked[0]?.yes({ move: 'b2-c3' });
    await sought;
    expect(asked.map((a) => a.q.multipv)).toEqual([1, 1]);
    expect(asked[1]?.stopped).toBe(false);
  });
});

describe('the judgement of the game', () => {
  const best = async (asked: { yes(b: { move: string }): void }[], n: number, move: string) => {
    await rest();
    asked[n]?.yes({ move });
    await rest();
  };
  it('marks what was worse, keeps the better line, and tells how many', async () => {
    const { work, study, asked } = await desk(['a1-b2']);
    const judged = work.judge();
    expect(work.judging.progress).toEqual({ n: 1, total: 1 });
    asked[0]?.onInfo?.(line(1, ['b2-c3'], { score: 300 }));
    await best(asked, 0, 'b2-c3');
    expect(asked[1]?.q.only).toEqual(['a1-b2']);
    asked[1]?.onInfo?.(line(1, ['a1-b2'], { score: 0, chance: 0.5 }));
    await best(asked, 1, 'a1-b2');
    await judged;
    expect([T.node(study.tree, 1).nags, work.judging.found, work.judging.progress]).toEqual([[4], 1, null]);
    expect(T.node(study.tree, 2).ply?.move).toBe('b2-c3');
    expect([work.judging.mistakes, work.judging.next(0, 1), work.judging.next(1, 1)]).toEqual([[1], 1, undefined]);
  });
  it('can be broken off, and keeps what it found', async () => {
    const { work, study, asked } = await desk(['a1-b2', 'b2-c3']);
    const judged = work.judge();
    asked[0]?.onInfo?.(line(1, ['a1-b2']));
    await best(asked, 0, 'a1-b2');
    work.judging.stop();
    expect(asked[1]?.stopped).toBe(true);
    await best(asked, 1, 'a1-b2');
    await judged;
    expect([T.node(study.tree, 1).eval, T.node(study.tree, 2).eval]).toEqual(['0.4', undefined]);
    expect([work.judging.found, work.judging.progress]).toEqual([-1, null]);
  });
  it('says nothing of a game that was opened meanwhile, though its places are numbered alike', async () => {
    const { work, study, asked } = await desk(['a1-b2']);
    const judged = work.judge();
    await study.open(toy, '', ['b2-c3']);
    asked[0]?.onInfo?.(line(1, ['a1-b2']));
    await best(asked, 0, 'a1-b2');
    await judged;
    expect([T.node(study.tree, 1).eval, T.node(study.tree, 1).nags, study.tree.nodes.size]).toEqual([
      undefined,
      undefined,
      2,
    ]);
    expect(work.judging.found).toBe(-1);
  });
  it('that found nothing says so of that game only', async () => {
    const { work, study, seat, asked } = await desk(['a1-b2']);
    const judged = work.judge();
    asked[0]?.onInfo?.(line(1, ['a1-b2']));
    await best(asked, 0, 'a1-b2');
    await judged;
    expect([work.judging.found, seat.voice.polite]).toEqual([0, prefs.texts.t('ui.analysis.no_mistakes')]);
    await study.open(toy, '', ['b2-c3']);
    expect(work.judging.found).toBe(-1);
  });
  it('ends where its moves are taken away, and what is written while one is taken away stays', async () => {
    const { work, study, asked } = await desk(['a1-b2', 'b2-c3']);
    const judged = work.judge();
    const gone = study.remove(2);
    study.say(1, { comment: 'Written meanwhile.' });
    await gone;
    expect([T.node(study.tree, 1).comment, study.tree.nodes.size, study.at]).toEqual(['Written meanwhile.', 2, 1]);
    asked[0]?.onInfo?.(line(1, ['a1-b2']));
    await best(asked, 0, 'a1-b2');
    await judged;
    expect([work.judging.found, work.judging.progress]).toEqual([-1, null]);
  });
  it('leaves what somebody writes meanwhile', async () => {
    const { work, study, asked } = await desk(['a1-b2']);
    const judged = work.judge();
    study.say(1, { comment: 'Written meanwhile.' });
    asked[0]?.onInfo?.(line(1, ['a1-b2']));
    await best(asked, 0, 'a1-b2');
    await judged;
    expect(T.node(study.tree, 1).comment).toBe('Written meanwhile.');
  });
  it('says so when the engine fails', async () => {
    const { work, seat, asked } = await desk(['a1-b2']);
    const judged = work.judge();
    asked[0]?.no(new Error('gone'));
    await judged;
    expect([seat.voice.urgent, work.judging.progress]).toEqual([prefs.texts.t('ui.engine.failed'), null]);
  });
});
