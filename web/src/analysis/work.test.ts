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
  it('ends at a move that is refused', async () => {
    const { work, study, seat } = await desk();
    await work.playLine(['a1-b2', 'no1', 'b2-c3']);
    expect([study.position, seat.why?.text]).toEqual(['/a1-b2', 'Never no1.']);
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
