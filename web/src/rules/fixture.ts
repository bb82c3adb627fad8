// A game of no sense for tests of the pages: its position is the text of its moves. Answers come at once, or when a test
// lets them go, in any order.
import { type GameInfo, type Ply, type Refusal, type Rules, RulesError, type View } from './types.ts';

export const toy: GameInfo = {
  ...{ id: 'toy', name: 'Toy', highest: 5, sides: ['1', '2'], claims: true, full: false },
  pieces: ['ivory', 'blue', 'red', 'joker'].map((color) => ({ letter: color.charAt(0).toUpperCase(), color })),
};

/** A position: the moves so far, each behind a slash. After "pass?" one must pass, "end" is the end. */
export function view(position: string): View {
  const n = position.split('/').length - 1;
  const end = position.endsWith('/end');
  const pass = position.endsWith('/pass?');
  return {
    position,
    side: (n % 2) as 0 | 1,
    outcome: end ? 'first' : 'ongoing',
    stacks: { a1: 'IB', b2: 'R', c3: 'B', d4: 'J' },
    claims: [[], []],
    owners: { I: -1, B: -1, R: -1 },
    claimable: end
      ? []
      : ['I', 'B', 'R'].map((letter) => ({
          ...{ letter, possible: letter === 'R' && !pass, opened: 0 },
          ...{ bound: letter === 'R' ? ['b2'] : [], freed: [], goals: [] },
        })),
    moves: end
      ? []
      : pass
        ? [{ text: 'pass' }]
        : [
            { text: 'R,b2-c3', claim: 'R', from: 'b2', to: 'c3', built: 'BR' },
            { text: 'a1-b2', from: 'a1', to: 'b2', built: 'RIB' },
            { text: 'b2-c3', from: 'b2', to: 'c3', built: 'BR' },
          ],
    ...(pass ? { pass } : {}),
  };
}

const refusal = (text: string): Refusal => ({ code: 'toy.no', clause: '1.2', offset: 0, text });

function play(position: string, move: string): { ply: Ply; view: View } {
  if (/^no/.test(move)) throw new RulesError(refusal(`never ${move}`));
  const [claim, way] = move.includes(',') ? move.split(',') : ['', move];
  const path = way?.includes('-') ? way.split('-') : [];
  const after = view(`${position}/${move}`);
  const { side } = view(position);
  return { ply: { move, path, side, position: after.position, ...(claim ? { claim } : {}) }, view: after };
}

export function toyRules() {
  let holding = false;
  const held: (() => void)[] = [];
  const answer = <T>(make: () => T): Promise<T> =>
    holding
      ? new Promise<T>((yes) => held.push(() => yes(new Promise((done) => done(make())))))
      : new Promise((done) => done(make()));
  const rules = {
    games: () => answer(() => [toy]),
    layout: () => answer(() => ({ spots: [], columns: [] })),
    start: () => answer(() => ''),
    view: (_: string, position: string) => answer(() => view(position)),
    play: (_: string, position: string, move: string) => answer(() => play(position, move)),
    replay: (_: string, start: string, moves: readonly string[]) =>
      answer(() => {
        const plies: Ply[] = [];
        for (const m of moves) plies.push(play(plies.at(-1)?.position ?? start, m).ply);
        return { plies };
      }),
    why: (_: string, position: string, move: string) => answer(() => refusal(`${move} after "${position}"`)),
    whyStack: (_: string, position: string, claim: string, spot: string) =>
      answer(() => ({ why: refusal(`${claim}${spot} after "${position}"`) })),
  } as unknown as Rules;
  return {
    rules,
    /** From now on answers wait. */
    hold: () => {
      holding = true;
    },
    /** Lets a waiting answer go, the first by default, and all that follows from it; later ones come at once. */
    async free(n = 0) {
      holding = false;
      held.splice(n, 1)[0]?.();
      await rest();
    },
  };
}

/** All that needs no answer has happened. */
export const rest = (): Promise<void> => new Promise((done) => setTimeout(done, 0));
