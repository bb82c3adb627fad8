// The table of games that every program runs (internal/play/playtest), played through the game of the page: with its
// clock, by its events, on the real rules.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import table from '../../../internal/play/playtest/cases.json';
import type { GameEvent } from '../game/source.ts';
import { nativeRules } from '../rules/native.fixture.ts';
import type { GameInfo, Log, Rules, Side, Terms } from '../rules/types.ts';
import { LocalGame } from './localGame.svelte.ts';

interface Step {
  readonly kind: string;
  readonly side?: 'first' | 'second';
  readonly took?: number;
  readonly refused?: string;
  readonly left?: readonly [number, number];
  readonly running?: 'first' | 'second' | 'none';
}
interface Case {
  readonly name: string;
  readonly terms: Terms;
  readonly steps: readonly Step[];
  readonly expect: {
    readonly moves: readonly string[];
    readonly times?: readonly number[];
    readonly clocks?: readonly (readonly [number, number])[];
    readonly position: string;
    readonly undone?: readonly string[];
    readonly left?: readonly [number, number];
    readonly outcome: string;
    readonly why?: string;
    readonly by?: 'first' | 'second';
    readonly record: string;
  };
}
/** What nobody can do on the page: these set clocks or tell an end as a record does. */
const NEVER = ['adjust', 'result'];
const SIDES = ['first', 'second'];
const sideOf = (name?: string): Side | undefined => (name === undefined ? undefined : (SIDES.indexOf(name) as Side));
const cases = (table.cases as unknown as Case[]).filter((c) => !c.steps.some((s) => NEVER.includes(s.kind)));

let rules: Rules;
let close = (): void => {};
let games: readonly GameInfo[] = [];
beforeAll(async () => {
  ({ rules, close } = nativeRules());
  games = await rules.games();
}, 300_000);
afterAll(() => close());
beforeEach(() => localStorage.clear());

/** An event of a step, as the board would send it. */
function eventOf({ took: _, refused: __, left: ___, running: ____, side, ...rest }: Step): GameEvent {
  return { ...rest, ...(side === undefined ? {} : { side: sideOf(side) }) } as GameEvent;
}

describe('the games of every program', () => {
  it('are played here too, all but those that need what nobody does on the page', () => {
    expect(cases.length).toBeGreaterThan(0.8 * table.cases.length);
  });
  for (const c of cases) {
    it(c.name, async () => {
      let now = 0;
      const game = new LocalGame(rules, () => now);
      const info = games.find((g) => g.id === c.terms.game) as GameInfo;
      await game.open(info, { v: 1, terms: c.terms, events: [] }, { seed: '', hints: false });
      for (const [i, step] of c.steps.entries()) {
        now += step.took ?? 0;
        game.tick();
        await expect.poll(() => game.waiting, { interval: 1 }).toBe(false);
        if (step.kind !== 'wait') {
          const answer = await game.receive(eventOf(step));
          expect([i, answer.status === 'accepted']).toEqual([i, !step.refused]);
          // Why a move is illegal stands in the words of its game.
          const code = step.refused === 'play.illegal' ? /^(lyngk|dvonn)\./ : new RegExp(`^${step.refused}$`);
          if (answer.status === 'refused') expect(answer.refusal.code).toMatch(code);
        }
        game.tick();
        if (step.left) expect([i, game.left]).toEqual([i, step.left]);
        if (step.running) expect([i, game.running === null ? 'none' : SIDES[game.running]]).toEqual([i, step.running]);
      }
      const e = c.expect;
      const end = game.state?.end;
      expect(game.plies.map((p) => p.move)).toEqual(e.moves);
      if (!c.terms.untimed) expect(game.plies.map((p) => p.took)).toEqual(e.times ?? []);
      if (e.clocks) expect(game.plies.map((p) => p.left)).toEqual(e.clocks);
      expect([game.lastPosition, game.undone, game.outcome]).toEqual([e.position, e.undone ?? [], e.outcome]);
      expect(end?.why).toBe(e.why);
      if (e.by) expect(SIDES[end?.by as Side]).toBe(e.by);
      if (e.left) expect(game.left).toEqual(e.left);
      const record = await rules.record(game.log);
      expect((await rules.exportRecord(record, 'cairn')).text.trim()).toBe(e.record.trim());

      // Saved and read again, it is the same game.
      game.save();
      const again = new LocalGame(rules, () => now);
      await again.resume(games);
      expect(again.log.events.slice(0, game.log.events.length)).toEqual(game.log.events as Log['events']);
      expect([again.lastPosition, again.outcome, again.undone]).toEqual([game.lastPosition, game.outcome, game.undone]);
    });
  }
});
