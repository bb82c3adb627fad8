// A game of no sense for tests of the pages: its position is the text of its moves. Answers come at once, or when a test
// lets them go, in any order.
import { cutClaim } from './moveText.ts';
import {
  type Applied,
  type Edit,
  type End,
  type Folded,
  type GameInfo,
  type GameState,
  type Judgeable,
  type JudgedMove,
  type Log,
  type LogEvent,
  type PendingOffer,
  type Ply,
  type Refusal,
  type Rules,
  RulesError,
  type Setup,
  type Side,
  type View,
} from './types.ts';

export const toy: GameInfo = {
  ...{ id: 'toy', name: 'Toy', highest: 5, sides: ['1', '2'], claims: true, full: false },
  tally: { key: 'fives', most: 8 },
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
    // What may be claimed is the rules' to say: here it is not all that nobody owns.
    mayClaim: [
      ['B', 'R'],
      ['I', 'B', 'R'],
    ],
    claimsLeft: [2, 2],
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
  const [claim, way] = cutClaim(move);
  const path = way.includes('-') ? way.split('-') : [];
  const after = view(`${position}/${move}`);
  const { side } = view(position);
  const gone = move.startsWith('takes') ? { gone: { b2: 'RGBKI' }, built: 'RGBKI', captured: true } : {};
  return { ply: { move, path, side, position: after.position, ...(claim ? { claim } : {}), ...gone }, view: after };
}

/** What a log of the toy has led to. Its clocks stand still: times are for the tests with the real rules. */
function fold(log: Log): Folded {
  const { terms, events } = log;
  const start = terms.start ?? '';
  const plies: Ply[] = [];
  let undone: string[] = [];
  let end: End | undefined;
  let offer: PendingOffer | undefined;
  let paused = false;
  const turn = (): Side => view(plies.at(-1)?.position ?? start).side;
  const last = (...sides: Side[]): number => plies.findLastIndex((p) => sides.includes(p.side) && p.move !== 'pass');
  for (const [i, e] of events.entries()) {
    const side: Side = e.side === 'second' ? 1 : 0;
    const other: Side = side === 0 ? 1 : 0;
    const lost = { outcome: other === 0 ? 'first' : 'second', by: side } as const;
    if (end && e.kind !== 'takeback') throw new RulesError(refusal('over'));
    if (e.kind === 'move') {
      const { ply, view: after } = play(plies.at(-1)?.position ?? start, e.move ?? '');
      plies.push(ply);
      undone = undone[0] === ply.move ? undone.slice(1) : [];
      if (after.outcome !== 'ongoing') end = { outcome: after.outcome, why: 'normal', by: 0 };
    } else if (e.kind === 'takeback') {
      const to = e.to ?? 0;
      if (to >= plies.length && !end) throw new RulesError(refusal('nothing to take back'));
      undone = [...plies.slice(to).map((p) => p.move), ...undone];
      plies.length = to;
      end = undefined;
    } else if (e.kind === 'resign') end = { ...lost, why: 'resignation' };
    else if (e.kind === 'flag') end = { ...lost, why: 'time' };
    else if (e.kind === 'offer') offer = { offer: i + 1, by: side, what: 'draw' };
    else if (e.kind === 'accept' && offer) end = { outcome: 'draw', why: 'agreement', by: offer.by };
    else paused = e.kind === 'pause';
  }
  const [initial = 0, increment = 0] = terms.control.split('+').map((n) => 1000 * Number(n));
  const clocked = terms.control !== '-';
  const running = clocked && !end && !paused && plies.length >= (terms.free ?? 0);
  const state: GameState = {
    ply: plies.length,
    view: view(plies.at(-1)?.position ?? start),
    turn: turn(),
    paused,
    undone,
    takeBack: { either: last(0, 1), first: last(0), second: last(1) },
    ...(offer && !end ? { offers: [offer] } : {}),
    ...(end ? { end } : {}),
    ...(clocked
      ? {
          clock: {
            left: [initial, initial] as const,
            ...(running ? { running: turn(), from: initial, deadline: initial } : {}),
          },
        }
      : {}),
  };
  const kind = clocked ? 'fischer' : 'none';
  return { terms, control: { kind, base: initial, increment, short: '' }, plies, state };
}

function apply(log: Log, events: readonly LogEvent[]): Applied {
  const before = fold(log).plies;
  const { plies, state } = fold({ ...log, events: [...log.events, ...events] });
  const same = plies.findIndex((p, i) => p.position !== before[i]?.position);
  return { events, plies: same < 0 ? [] : plies.slice(same), state };
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
    // A setup of the toy is a position and its side.
    setup: (_: string, text: string) =>
      answer(() => ({ text, highest: 5, setup: { claims: [text], side: view(text).side } as unknown as Setup })),
    edit: (_: string, setup: Setup, { side }: Edit) =>
      answer(() => ({ text: setup.claims[0], highest: 5, view: { ...view(setup.claims[0]), side } })),
    recognize: (text: string) => answer(() => (/^[a-d]\d-[a-d]\d( |$)/.test(text) ? { moves: text.split(' ') } : {})),
    play: (_: string, position: string, move: string) => answer(() => play(position, move)),
    replay: (_: string, start: string, moves: readonly string[]) =>
      answer(() => {
        const plies: Ply[] = [];
        for (const m of moves) plies.push(play(plies.at(-1)?.position ?? start, m).ply);
        return { plies };
      }),
    fold: (log: Log) => answer(() => fold(log)),
    apply: (log: Log, events: readonly LogEvent[]) => answer(() => apply(log, events)),
    record: (log: Log) =>
      answer(() => {
        const { plies, state } = fold(log);
        const { outcome: result = 'ongoing', why: termination } = state.end ?? {};
        const moves = plies.map((p) => ({ text: p.move }));
        return { game: 'toy', start: log.terms.start ?? '', moves, result, ...(termination ? { termination } : {}) };
      }),
    // The judge of a toy knows blunders only, and who is better wins.
    judge: (_game: string, _position: string, moves: readonly Judgeable[]) =>
      answer(() =>
        moves.map(({ best, played }) =>
          best.estimate > played.estimate
            ? { loss: 1, mark: 4 as const, again: 8 }
            : { loss: 0, mark: 0 as const, again: 0 },
        ),
      ),
    chances: (_game: string, _positions: readonly string[], scores: readonly number[]) =>
      answer(() => {
        // As the real one, it takes whole numbers alone.
        if (!scores.every(Number.isInteger)) throw new RulesError(refusal(`${scores}`));
        return scores.map((n) => (Math.sign(n) + 1) / 2);
      }),
    // That of a toy tells how many moves it was asked about, and how many of them have a value.
    accuracy: (turns: readonly JudgedMove[]) =>
      answer(() => ({ first: turns.length, second: turns.filter((t) => t.eval).length })),
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
