// The moves that every program judges alike (internal/play/playtest), judged as the page does it: what an engine has
// found goes through the page's own way to the judge and into the record, on the real rules.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import table from '../../../internal/play/playtest/cases.json';
import english from '../../../internal/show/i18n/catalog/en.json';
import { type Catalog, texts } from '../i18n/index.ts';
import { rest } from '../rules/fixture.ts';
import { nativeRules } from '../rules/native.fixture.ts';
import type { GameInfo, Judged, Rules, Side } from '../rules/types.ts';
import { GLYPHS } from '../speech/moveList.ts';
import { AnalysisTree } from './analysisTree.svelte.ts';
import { annotate } from './annotate.ts';
import { Chances } from './chances.svelte.ts';
import type { Line, Thinker, Wish } from './thinker.ts';
import * as T from './tree.ts';

interface Told {
  readonly estimate?: number;
  readonly proof?: string;
}
const RESULTS: Readonly<Record<string, 'win' | 'draw' | 'loss'>> = { won: 'win', drawn: 'draw', lost: 'loss' };
/** What the engine says of a line; a score beside a proof means nothing, and nothing may come of it. */
function lineOf({ estimate = 0, proof = '' }: Told, move: string): Line {
  const result = RESULTS[proof];
  const found = { multipv: 1, pv: [move], bound: 'exact', chance: 0.5 };
  return { ...found, ...(result ? { score: 777, result, proved: true } : { score: estimate }) } as unknown as Line;
}

let rules: Rules;
let close = (): void => {};
let game: GameInfo;
let position = '';
beforeAll(async () => {
  ({ rules, close } = nativeRules());
  game = (await rules.games()).find((g) => g.id === 'lyngk') as GameInfo;
  position = await rules.start('lyngk', 'marks');
}, 300_000);
afterAll(() => close());
beforeEach(() => localStorage.clear());

/** A move of a side that is not the engine's best, judged; the moves before it are the engine's own. */
async function judged(side: Side, best: Told, played: Told) {
  const answers: Judged[] = [];
  const heard = {
    ...rules,
    judge: async (...asked: Parameters<Rules['judge']>) => {
      const all = await rules.judge(...asked);
      answers.push(...all);
      return all;
    },
  };
  const made: string[] = [];
  let better = '';
  for (let at = position; made.length <= side; ) {
    const { moves } = await rules.view('lyngk', at);
    better = moves[0]?.text ?? '';
    made.push((made.length === side ? moves[1] : moves[0])?.text ?? '');
    at = (await rules.play('lyngk', at, made.at(-1) ?? '')).view.position;
  }
  const tree = new AnalysisTree(heard);
  await tree.open(game, position, made);
  const [id] = T.main(tree.tree).slice(-1) as [number];
  const before = T.position(tree.tree, T.node(tree.tree, id).parent);
  const thinker: Thinker = {
    async think(wish: Wish, online) {
      const here = wish.position === before;
      const move = wish.only?.[0] ?? (here ? better : (made[0] ?? ''));
      // What comes on the way is not yet what a search comes to.
      online(lineOf({ estimate: 999 }, move));
      return { move, final: here ? lineOf(wish.only ? played : best, move) : lineOf({}, move) };
    },
    close: () => {},
  };
  const found = await annotate({
    ...{ analysis: tree, thinkers: [thinker], nodes: 1, signal: new AbortController().signal, onprogress: () => {} },
    texts: () => texts('en', english as Catalog),
  });
  const { nags = [], commands = [], ply } = T.node(tree.tree, id);
  return { found, nags, remarks: commands.map((c) => c.value.split(' ')), better, answers, mover: ply?.side };
}

describe('a move is marked as in every program', () => {
  it('by a table that has every mark', () => {
    expect(new Set(table.marks.map((c) => c.mark))).toEqual(new Set(['', '?!', '?', '??']));
  });
  for (const side of [0, 1] as const) {
    for (const c of table.marks) {
      it(`${c.name}, of side ${side}`, async () => {
        const { found, nags, remarks, better, answers, mover } = await judged(side, c.best, c.played);
        expect(mover).toBe(side);
        expect([...new Set(answers.map((a) => Math.abs(a.loss - c.loss) < 0.005))]).toEqual([true]);
        expect(nags.map((n) => GLYPHS[n])).toEqual(c.mark ? [c.mark] : []);
        expect(remarks.map((r) => r.slice(0, 3))).toEqual(
          c.mark ? [[c.mark, better, `${Math.round(100 * c.loss)}`]] : [],
        );
        expect(found).toBe(c.mark ? 1 : 0);
      });
    }
  }
});

describe('the chances at what a record holds', () => {
  const place = () => ({ game: 'lyngk', position });
  it("are the judge's, asked about once and together", async () => {
    const asked: (readonly number[])[] = [];
    const chances = new Chances({
      ...rules,
      chances: (game, positions, scores) => {
        asked.push(scores);
        return rules.chances(game, positions, scores);
      },
    });
    const look = () => [0, 200, -500, 1e30].map((n) => chances.at(place(), n));
    expect([look(), look()].flat().every((c) => c === undefined)).toBe(true);
    await expect.poll(() => chances.at(place(), 0)).toBe(0.5);
    const [, at200, at500, most] = look();
    expect([at200, at500, most].map((c) => Math.round(100 * (c ?? Number.NaN)))).toEqual([64, 19, 100]);
    expect(asked.length).toBe(1);
  });
  it('are asked about again after the rules have failed', async () => {
    let broken = true;
    const failing: Rules = {
      ...rules,
      chances: (...asked) => (broken ? Promise.reject(new Error('gone')) : rules.chances(...asked)),
    };
    const chances = new Chances(failing);
    expect(chances.at(place(), 0)).toBeUndefined();
    await rest();
    broken = false;
    await expect.poll(() => chances.at(place(), 0)).toBe(0.5);
  });
});
