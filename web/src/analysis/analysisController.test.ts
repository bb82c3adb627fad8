// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import german from '../../../internal/show/i18n/catalog/de.json';
import catalog from '../../../internal/show/i18n/catalog/en.json';
import { empty, type Selection } from '../board/selection.ts';
import { type Asked, fake } from '../engine/fixture.ts';
import { type Best, EngineError, type Info } from '../engine/types.ts';
import Player from '../game/Player.svelte';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { rest, toy, toyRules } from '../rules/fixture.ts';
import { type GameInfo, LoadError, type Ply, type SetupState } from '../rules/types.ts';
import { AnalysisController } from './analysisController.svelte.ts';
import { AnalysisTree } from './analysisTree.svelte.ts';
import { EngineSession } from './engineSession.svelte.ts';
import { thinker } from './thinker.ts';
import * as T from './tree.ts';

const english = texts('en', catalog as Catalog);
prefs.texts = english;
const selected = (s: Partial<Selection>): Selection => ({ ...empty, ...s });
const other: GameInfo = { ...toy, id: 'other' };
const line = (multipv: number, pv: readonly string[], more: Partial<Info> = {}): Info =>
  ({ ...{ multipv, depth: 3, score: 40, chance: 0.6, nps: 1000, pv, bound: 'exact' }, ...more }) as Info;

async function desk(moves: readonly string[] = []) {
  const { rules, hold, free } = toyRules();
  const { engine, asked } = fake();
  const analysis = new AnalysisTree(rules);
  await analysis.open(toy, '', moves);
  const heard: Ply[] = [];
  const session = new EngineSession(thinker(() => {}, engine));
  session.helpers = () => []; // one engine, so that its questions come in order
  const controller = new AnalysisController(analysis, { onply: (p) => heard.push(p) }, session);
  const { board } = controller;
  /** The engine looks where one is, as the page has it do. */
  const look = (): void => {
    controller.engine(true);
    void session.analyze(board.info, controller.view, controller.count);
  };
  return { rules, analysis, controller, board, session, look, hold, free, asked, heard };
}
beforeEach(() => localStorage.clear());

describe('a move at the desk', () => {
  it('grows the tree; nothing stays in hand or chosen', async () => {
    const { controller, board, analysis, heard } = await desk();
    board.onclaim('R');
    board.model.select(selected({ path: ['b2'] }));
    expect(await controller.play('R,b2-c3')).toBe(true);
    expect([analysis.position, board.claim, board.selection]).toEqual(['/R,b2-c3', '', empty]);
    expect([heard.length, board.voice.polite]).toEqual([1, expect.stringMatching(/claims red.*b2 to c3/)]);
  });
  it('that is illegal is told, and one stays where one is', async () => {
    const { controller, board, analysis, heard } = await desk(['a1-b2']);
    board.onclaim('R');
    expect(await controller.play('no1')).toBe(false);
    expect([analysis.position, board.why?.text, board.claim, heard.length]).toEqual(['/a1-b2', 'Never no1.', 'R', 0]);
  });
  it('is dropped when one went elsewhere before the rules had answered', async () => {
    const { controller, board, analysis, hold, free, heard } = await desk(['a1-b2', 'b2-c3']);
    await controller.go(analysis.node.parent); // known: it is there at once
    hold();
    const played = controller.play('R,b2-c3');
    await controller.go(T.ROOT + 2);
    await free();
    expect([await played, analysis.position, heard.length]).toEqual([false, '/a1-b2/b2-c3', 0]);
    expect([analysis.tree.nodes.size, board.preview, analysis.waiting]).toEqual([3, null, false]);
  });
  it('is dropped when another game was opened before the rules had answered', async () => {
    const { controller, analysis, hold, free } = await desk();
    hold();
    const played = controller.play('a1-b2');
    const opened = analysis.open(other, '/b2-c3');
    await free(1);
    await opened;
    await free();
    expect([await played, analysis.position, analysis.tree.nodes.size]).toEqual([false, '/b2-c3', 1]);
  });
  it('is not played a second time while the first is looked at', async () => {
    const { controller, analysis, hold, free } = await desk();
    hold();
    const both = [controller.play('a1-b2'), controller.play('b2-c3')];
    await free();
    expect(await Promise.all(both)).toEqual([true, false]);
    expect(analysis.position).toBe('/a1-b2');
  });
  it('is a pass where one must', async () => {
    const { controller, board, analysis } = await desk(['pass?']);
    expect([board.active, board.colors]).toEqual([false, []]);
    expect(await controller.play('pass')).toBe(true);
    expect([analysis.position, board.active]).toEqual(['/pass?/pass', true]);
  });
});

it('in a game of one’s own the plates, numbers and words say which side one was', async () => {
  const { controller, board, analysis } = await desk(['a1-b2']);
  const plates = async (): Promise<string[]> => {
    const said = [];
    for (const side of [0, 1] as const) {
      const props = { controller: board, side, turn: false, taken: [], you: analysis.me === side };
      const plate = mount(Player, { target: document.body, props });
      flushSync();
      said.push([...document.querySelectorAll('.who .name, .who .note')].map((e) => e.textContent).join(', '));
      await unmount(plate);
    }
    return said;
  };
  expect(await plates()).toEqual(['Player 1', 'Player 2']);
  analysis.me = 1;
  expect(await plates()).toEqual(['Player 1', 'You']);
  expect([controller.names, controller.unit]).toEqual([['Player 1', 'You'], 'Your chance to win']);
  analysis.head = { ...analysis.head, first: 'Anna', second: 'Ben' };
  expect(await plates()).toEqual(['Anna', 'Ben, You']);
  expect(controller.names).toEqual(['Anna', 'Ben']);
});

describe('a place that is gone to', () => {
  it('is read aloud as the list counts it, and its moves as words', async () => {
    const { controller, board, analysis } = await desk(['a1-b2', 'R,b2-c3']);
    analysis.annotate(1, { comment: 'Better: R,b2-c3.' });
    await controller.go(2);
    expect(board.voice.polite).toMatch(/^1… Player 2 claims red\. b2 to c3/);
    await controller.go(1);
    expect(board.voice.polite).toMatch(/^1\. a1 to b2, .*\. Better: red, b2\u2009–\u2009c3\.$/);
    await controller.go(T.ROOT);
    expect(board.voice.polite).toBe(prefs.texts.t('a11y.start'));
  });
  it('is named without codes when it gets a glyph', async () => {
    const { controller, board } = await desk(['R,b2-c3']);
    controller.mark(1);
    expect(board.voice.polite).toMatch(/^red, b2\u2009–\u2009c3: /);
  });
});

describe('an end that the board does not show', () => {
  it('is said at the last move that was played, and nowhere else', async () => {
    const { analysis, controller, board } = await desk();
    const moves = ['a1-b2', 'b2-c3'].map((text) => ({ text }));
    const record = { game: toy.id, start: '', first: 'Anna', second: 'Ben', moves };
    await analysis.load(toy, { ...record, result: 'second', termination: 'resignation' }, 2);
    expect(controller.headline).toEqual({ lead: 'Ben wins.', rest: 'Anna resigned.' });
    await controller.go(1);
    expect(controller.headline.lead).toBe('a1 – b2');
    await controller.go(2);
    expect(board.voice.polite).toMatch(/ Ben wins\. Anna resigned\.$/);
    await controller.play('c3-b2');
    expect(controller.headline.rest).not.toMatch(/resigned/);
    await analysis.load(toy, { ...record, result: 'ongoing', termination: 'aborted' }, 2);
    expect(controller.headline).toEqual({ lead: '', rest: 'The game was aborted.' });
  });
  it('is heard as it is read, to them in a game of their own', async () => {
    const { analysis, controller, board } = await desk(['a1-b2']);
    analysis.own(1);
    await controller.play('end');
    const { lead, rest } = controller.headline;
    expect(lead).toBe('You lose.');
    expect(board.voice.polite).toMatch(new RegExp(` ${lead} ${rest}$`));
  });
});

describe('a line of the engine', () => {
  it('is shown for the position it was found for, and for no other', async () => {
    const { controller, look, asked, analysis } = await desk(['a1-b2']);
    look();
    asked[0]?.onInfo?.(line(1, ['b2-c3']));
    expect([controller.lines.map((l) => l.pv), controller.best]).toEqual([[['b2-c3']], 'b2-c3']);
    await controller.go(T.ROOT);
    expect(analysis.position).toBe('');
    expect([controller.lines, controller.best, controller.because, controller.marks.arrows]).toEqual([[], '', '', []]);
    // What was known of the place is still known when one comes back; its lines are found again.
    await controller.go(1);
    expect(controller.current?.chance).toBeCloseTo(0.4);
  });
  it('has its reasons once the search has ended, for as long as its move is the best', async () => {
    const { controller, look, asked } = await desk();
    look();
    const reasons: Best['reasons'] = [
      { key: 'best', kind: 'line' },
      { key: 'lyngk.completes', kind: 'count', args: { spot: 'b2' } },
      { key: 'forced', kind: 'result' },
    ];
    asked[0]?.yes({ move: 'a1-b2', reasons });
    await rest();
    expect(controller.because).toBe('a1-b2: It completes a stack of 5 on b2. It also is the only move.');
    asked[1]?.onInfo?.(line(1, ['b2-c3']));
    expect(controller.because).toBe('');
  });
  it('marks the spot where it would place a piece', async () => {
    const { controller, look, asked, analysis } = await desk(['a1-b2']);
    look();
    asked[0]?.onInfo?.(line(1, ['d4']));
    analysis.view = { ...controller.view, moves: [{ text: 'd4', to: 'd4' }] };
    expect(controller.marks.picked).toEqual(['d4']);
    controller.arrows = false;
    expect(controller.marks.picked).toBeUndefined();
  });
  it('that comes late changes nothing', async () => {
    const { controller, look, asked } = await desk(['a1-b2']);
    look();
    await controller.go(T.ROOT);
    look();
    asked[0]?.onInfo?.(line(1, ['stale']));
    asked[0]?.yes({ move: 'stale', reasons: [{ key: 'best', kind: 'line' }] });
    await rest();
    expect([controller.lines, controller.best, asked[0]?.stopped]).toEqual([[], '', true]);
    asked[1]?.onInfo?.(line(1, ['b2-c3']));
    expect(controller.best).toBe('b2-c3');
  });
  it('is not that of another game with the same position', async () => {
    const { controller, look, asked, analysis } = await desk();
    look();
    asked[0]?.onInfo?.(line(1, ['b2-c3']));
    await analysis.open(other, '');
    expect([controller.lines, controller.best, controller.current]).toEqual([[], '', null]);
  });
  it('is played as far as nobody goes elsewhere', async () => {
    const { controller, analysis, hold, free } = await desk();
    await controller.playLine(['a1-b2', 'b2-c3']);
    expect(analysis.position).toBe('/a1-b2/b2-c3');
    await controller.go(T.ROOT);
    hold();
    const playing = controller.playLine(['b2-c3', 'a1-b2', 'b2-c3']);
    await controller.go(1);
    await free();
    await playing;
    expect(analysis.position).toBe('/a1-b2');
    expect(analysis.tree.nodes.size).toBe(3);
  });
  it('stays in its place, once, where a search ends before it has told all of them anew', async () => {
    const { controller, look, asked } = await desk();
    look();
    const shown = (): string[] => controller.lines.map((l) => `${l.multipv} ${l.pv.join(' ')}`);
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
  it('has an arrow of its own, the best one above the others, and two that begin alike share one', async () => {
    const { controller, look, asked } = await desk();
    look();
    const arrows = (): string[] => (controller.marks.arrows ?? []).map((a) => `${a.kind} ${a.path.join('-')}`);
    for (const [i, m] of ['b2-c3', 'a1-b2', 'R,b2-c3'].entries()) asked[0]?.onInfo?.(line(i + 1, [m]));
    expect(arrows()).toEqual(['other a1-b2', 'plan b2-c3']);
    controller.arrows = false;
    expect(arrows()).toEqual([]);
  });
  it('ends at a move that is refused', async () => {
    const { controller, analysis, board } = await desk();
    await controller.playLine(['a1-b2', 'no1', 'b2-c3']);
    expect([analysis.position, board.why?.text]).toEqual(['/a1-b2', 'Never no1.']);
  });
});

/** A judgement that has asked for its first search: what judges was fetched before. */
async function begun(controller: AnalysisController): Promise<{ judged: Promise<void> }> {
  const judged = controller.judge();
  await vi.waitFor(() => expect(controller.judging.progress?.n).not.toBe(0));
  return { judged };
}

describe('a threat', () => {
  const threatened = async (moves: readonly string[] = []) => {
    const d = await desk(moves);
    const sought = d.controller.findThreat();
    await rest();
    return { ...d, sought };
  };
  it('is shown until it is asked about again', async () => {
    const { controller, asked, sought } = await threatened();
    asked[0]?.yes({ move: 'b2-c3' });
    await sought;
    expect([controller.threat?.text, controller.marks.arrows]).toEqual([
      'b2-c3',
      [{ path: ['b2', 'c3'], kind: 'threat' }],
    ]);
    await controller.findThreat();
    expect(controller.threat).toBeNull();
  });
  it('is not looked for twice, and not shown where somebody called it off or went elsewhere', async () => {
    const { controller, asked, sought } = await threatened(['a1-b2']);
    await controller.findThreat();
    expect([asked.length, asked[0]?.stopped]).toEqual([1, true]);
    asked[0]?.yes({ move: 'b2-c3' });
    await sought;
    expect(controller.threat).toBeNull();
    const again = controller.findThreat();
    await rest();
    await controller.go(T.ROOT);
    expect(asked[1]?.stopped).toBe(true);
    asked[1]?.yes({ move: 'b2-c3' });
    await again;
    expect(controller.threat).toBeNull();
  });
  it('does not set the engine on while it judges', async () => {
    const { controller, asked, sought } = await threatened(['a1-b2']);
    controller.engine(true);
    await begun(controller);
    asked[0]?.yes({ move: 'b2-c3' });
    await sought;
    expect(asked.map((a) => a.q.multipv)).toEqual([1, 1]);
    expect(asked[1]?.stopped).toBe(false);
  });
});

describe('the judgement of the game', () => {
  it('is offered once the game has ended, and no longer when there is one', async () => {
    const { controller, analysis } = await desk(['a1-b2', 'b2-c3']);
    expect(controller.unjudged).toBe(false);
    analysis.head = { ...analysis.head, result: 'first' };
    expect(controller.unjudged).toBe(true);
    for (const id of T.main(analysis.tree)) analysis.annotate(id, { eval: '1' });
    analysis.sign();
    expect(controller.unjudged).toBe(false);
  });
  /** A search ends with its best move and the value of that. */
  const best = async (
    asked: readonly Asked[],
    n: number,
    move: string,
    { reasons, ...more }: Partial<Info> & Pick<Best, 'reasons'> = {},
  ) => {
    await rest();
    asked[n]?.yes({ move, reasons, final: line(1, [move], more) });
    await rest();
  };
  it('marks what was worse, keeps the better line, and tells how many', async () => {
    const { controller, analysis, asked } = await desk(['a1-b2']);
    const { judged } = await begun(controller);
    expect(controller.judging.progress).toEqual({ n: 1, total: 1 });
    await best(asked, 0, 'b2-c3', { score: 300 });
    expect(asked[1]?.q.only).toEqual(['a1-b2']);
    await best(asked, 1, 'a1-b2', { score: 0, chance: 0.5 });
    // A second look, as long as the judge wants it, agrees; then why is asked.
    await best(asked, 2, 'b2-c3', { score: 300 });
    await best(asked, 3, 'a1-b2', { score: 0, chance: 0.5 });
    expect(asked[2]?.q.limits?.nodes).toBe(8 * (asked[0]?.q.limits?.nodes ?? 0));
    expect(asked[4]?.q).toMatchObject({ fresh: true, explain: true, limits: asked[2]?.q.limits });
    const reasons: Best['reasons'] = [
      { key: 'best', kind: 'line' },
      { key: 'forced', kind: 'result' },
    ];
    await best(asked, 4, 'b2-c3', { reasons });
    await judged;
    const cost = 'Blunder: b2-c3 is better, this costs 100% of the chance to win.';
    expect(T.node(analysis.tree, 1).comment).toBe(`${cost} b2-c3 is the only move.`);
    prefs.texts = texts('de', german as Catalog);
    expect(controller.nodes.get(1)?.comment).toMatch(
      /^Grober Fehler: b2-c3 ist besser, .* b2-c3 ist der einzige Spielzug\.$/,
    );
    prefs.texts = english;
    expect([T.node(analysis.tree, 1).nags, controller.judging.found, controller.judging.progress]).toEqual([
      [4],
      1,
      null,
    ]);
    expect(T.node(analysis.tree, 2).ply?.move).toBe('b2-c3');
    expect([controller.judging.mistakes, controller.judging.next(0, 1), controller.judging.next(1, 1)]).toEqual([
      [1],
      1,
      undefined,
    ]);
  });
  it('that a record holds is shown once the judge has told its chances', async () => {
    const { controller, analysis } = await desk();
    const moves = ['a1-b2', 'b2-c3', 'a1-b2'].map((text, i) => ({ text, note: { eval: ['0.4', '-0.4', 'win'][i] } }));
    await analysis.load(toy, { game: 'toy', start: '', moves, result: 'ongoing' });
    await controller.go(1);
    const { judging } = controller;
    expect([controller.current, judging.values.map((v) => v?.chance)]).toEqual([
      null,
      [undefined, undefined, undefined, 1],
    ]);
    await rest();
    expect([controller.current?.score, judging.values.map((v) => v?.chance)]).toEqual([40, [undefined, 1, 0, 1]]);
  });
  it('can be broken off, and keeps what it found', async () => {
    const { controller, analysis, asked } = await desk(['a1-b2', 'b2-c3']);
    const { judged } = await begun(controller);
    await best(asked, 0, 'a1-b2');
    controller.judging.stop();
    expect(asked[1]?.stopped).toBe(true);
    await best(asked, 1, 'a1-b2');
    await judged;
    expect([T.node(analysis.tree, 1).eval, T.node(analysis.tree, 2).eval]).toEqual(['0.4', undefined]);
    expect([controller.judging.found, controller.judging.progress]).toEqual([-1, null]);
  });
  it('says nothing of a game that was opened meanwhile, though its places are numbered alike', async () => {
    const { controller, analysis, asked } = await desk(['a1-b2']);
    const { judged } = await begun(controller);
    await analysis.open(toy, '', ['b2-c3']);
    await best(asked, 0, 'a1-b2');
    await judged;
    expect([T.node(analysis.tree, 1).eval, T.node(analysis.tree, 1).nags, analysis.tree.nodes.size]).toEqual([
      undefined,
      undefined,
      2,
    ]);
    expect(controller.judging.found).toBe(-1);
  });
  it('that found nothing says so of that game only', async () => {
    const { controller, analysis, board, asked } = await desk(['a1-b2']);
    const { judged } = await begun(controller);
    await best(asked, 0, 'a1-b2');
    await judged;
    expect([controller.judging.found, board.voice.polite]).toEqual([0, prefs.texts.t('ui.analysis.no_mistakes')]);
    await analysis.open(toy, '', ['b2-c3']);
    expect(controller.judging.found).toBe(-1);
  });
  it('ends where its moves are taken away, and what is written while one is taken away stays', async () => {
    const { controller, analysis, asked } = await desk(['a1-b2', 'b2-c3']);
    const { judged } = await begun(controller);
    const gone = analysis.remove(2);
    analysis.annotate(1, { comment: 'Written meanwhile.' });
    await gone;
    expect([T.node(analysis.tree, 1).comment, analysis.tree.nodes.size, analysis.at]).toEqual([
      'Written meanwhile.',
      2,
      1,
    ]);
    await best(asked, 0, 'a1-b2');
    await judged;
    expect([controller.judging.found, controller.judging.progress]).toEqual([-1, null]);
  });
  it('leaves what somebody writes meanwhile', async () => {
    const { controller, analysis, asked } = await desk(['a1-b2']);
    const { judged } = await begun(controller);
    analysis.annotate(1, { comment: 'Written meanwhile.' });
    await best(asked, 0, 'a1-b2');
    await judged;
    expect(T.node(analysis.tree, 1).comment).toBe('Written meanwhile.');
  });
  it('says so when the engine fails', async () => {
    const { controller, board, asked } = await desk(['a1-b2']);
    const { judged } = await begun(controller);
    asked[0]?.no(new EngineError('unavailable', 'gone'));
    await judged;
    expect([board.why?.text, controller.judging.progress]).toEqual([prefs.texts.t('ui.engine.failed'), null]);
    expect(board.voice.urgent).toContain(board.why?.text);
  });
  it('says so when the engine fails at a threat, or the rules when a place is wanted', async () => {
    const { controller, analysis, board, asked } = await desk(['a1-b2', 'b2-c3', 'a1-b2']);
    analysis.rules.setup = async () => ({}) as SetupState;
    analysis.rules.edit = async () =>
      ({ view: { ...controller.view, side: controller.view.side === 0 ? 1 : 0 } }) as SetupState;
    const threat = controller.findThreat();
    await expect.poll(() => asked.length).toBe(1);
    asked[0]?.no(new EngineError('unavailable', 'gone'));
    await threat;
    expect(board.why?.text).toBe(prefs.texts.t('ui.engine.failed'));
    analysis.rules.view = () => Promise.reject(new LoadError(''));
    await controller.go(1);
    expect(board.why?.text).toBe(prefs.texts.t('ui.failed'));
  });
});
