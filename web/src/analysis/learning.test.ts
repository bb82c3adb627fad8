// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { type Asked, fake } from '../engine/fixture.ts';
import type { Info } from '../engine/types.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { rest, toy, toyRules } from '../rules/fixture.ts';
import { AnalysisController } from './analysisController.svelte.ts';
import { AnalysisTree } from './analysisTree.svelte.ts';
import { EngineSession } from './engineSession.svelte.ts';
import { thinker } from './thinker.ts';

prefs.texts = texts('en', english as Catalog);
const info = (move: string, score: number): Info =>
  ({ multipv: 1, depth: 3, score, chance: 0.5, nps: 1, pv: [move, 'next'], bound: 'exact' }) as unknown as Info;

/** A game with mistakes of the first side at plies 1 and 3, and one of the second at ply 2. */
async function desk() {
  const { rules } = toyRules();
  const { engine, asked } = fake();
  const analysis = new AnalysisTree(rules);
  const moves = [2, 6, 4].map((nag) => ({ text: 'a1-b2', nags: [nag] }));
  await analysis.load(toy, { game: 'toy', start: '', moves, result: 'ongoing' });
  const session = new EngineSession(thinker(() => {}, engine));
  const controller = new AnalysisController(analysis, { onply: () => {} }, session);
  await controller.learn(0);
  return { analysis, controller, learning: controller.learning, asked };
}
const answer = async (a: Asked | undefined, move: string, score: number): Promise<void> => {
  a?.yes({ move, final: info(move, score) });
  await rest();
};
beforeEach(() => localStorage.clear());

describe('learning from mistakes', () => {
  it("takes a side's mistakes one after another, each before it was made", async () => {
    const { analysis, learning, controller } = await desk();
    expect([learning.all, learning.moment, analysis.position]).toEqual([[1, 3], 'ask', '']);
    expect(controller.lesson).toBe('Player 1 played a1-b2 here. Find a better move.');
    expect(controller.marks.arrows, 'what was played').toEqual([{ path: ['a1', 'b2'], kind: 'threat' }]);
    analysis.me = 0;
    expect(controller.lesson, 'in a game of one’s own').toBe('You played a1-b2 here. Find a better move.');
    await controller.nextLesson();
    expect([learning.moment, analysis.position]).toEqual(['ask', '/a1-b2/a1-b2']);
    await controller.nextLesson();
    expect([learning.moment, controller.lesson]).toEqual(['done', 'Done. Found without help: 0 of 2.']);
    controller.endLearning();
    expect([learning.side, analysis.guard]).toEqual([null, null]);
  });
  it("takes the judge's move, which becomes no part of the game", async () => {
    const { analysis, learning, controller, asked } = await desk();
    const tried = controller.play('b2-c3');
    await answer(asked[0], 'b2-c3', 300);
    expect(await tried).toBe(false);
    expect([learning.moment, learning.answer?.line, learning.solved]).toEqual(['right', ['b2-c3', 'next'], 1]);
    expect([analysis.tree.nodes.size, analysis.position]).toEqual([4, '']);
    expect(controller.board.voice.polite).toBe('Right: b2\u2009–\u2009c3 is the best move.');
  });
  it('takes a move that the judge would not mark, and says the best one', async () => {
    const { learning, controller, asked } = await desk();
    await answer(asked[0], 'b2-c3', 300);
    const tried = controller.play('R,b2-c3');
    await rest();
    expect(asked[1]?.q.only).toEqual(['R,b2-c3']);
    await answer(asked[1], 'R,b2-c3', 300);
    await tried;
    expect([learning.moment, learning.solved]).toEqual(['good', 1]);
    expect(controller.lesson).toBe('R,b2-c3 is good, too. The engine’s choice is b2-c3.');
  });
  it('refuses the move that was played, and one that loses much; both can be tried again', async () => {
    const { learning, controller, asked } = await desk();
    await controller.play('a1-b2');
    expect([learning.moment, controller.lesson]).toEqual([
      'again',
      'a1-b2 was played in the game. Find a better move.',
    ]);
    await answer(asked[0], 'b2-c3', 300);
    const tried = controller.play('R,b2-c3');
    await rest();
    await answer(asked[1], 'R,b2-c3', -300);
    await tried;
    expect([learning.moment, learning.solved, learning.open]).toEqual(['wrong', 0, true]);
    await controller.play('b2-c3');
    expect([learning.moment, learning.solved]).toEqual(['right', 1]);
  });
  it('shows the answer where it is asked for, which counts as not found', async () => {
    const { learning, controller, asked } = await desk();
    const shown = learning.show();
    await answer(asked[0], 'b2-c3', 300);
    await shown;
    expect([learning.moment, learning.answer?.move, learning.solved, learning.open]).toEqual([
      'shown',
      'b2-c3',
      0,
      false,
    ]);
    expect(controller.lesson).toBe('The best move is b2-c3.');
    expect(await controller.play('b2-c3')).toBe(false);
    expect(learning.solved).toBe(0);
  });
  it('explains a move that is illegal, and goes on', async () => {
    const { learning, controller } = await desk();
    await controller.play('no1');
    expect([learning.moment, controller.board.why?.text]).toEqual(['ask', 'Never no1.']);
  });
  it('says so where the engine fails, and asks it anew', async () => {
    const { learning, controller, asked } = await desk();
    const tried = controller.play('b2-c3');
    await rest();
    asked[0]?.no(new Error('gone'));
    await tried;
    expect(learning.moment).toBe('failed');
    const shown = learning.show();
    await answer(asked[1], 'b2-c3', 300);
    await shown;
    expect(learning.moment).toBe('shown');
  });
  it('is over when another game is opened by the page', async () => {
    const { analysis, learning, controller } = await desk();
    controller.endLearning();
    await analysis.open(toy, '');
    expect(await controller.play('b2-c3')).toBe(true);
    expect(learning.side).toBe(null);
  });
});
