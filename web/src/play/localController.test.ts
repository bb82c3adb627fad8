// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import type { GameOptions } from '../archive/savedGame.ts';
import { empty, type Selection } from '../board/selection.ts';
import type { Sound } from '../device/sound.ts';
import { fake } from '../engine/fixture.ts';
import type { Info } from '../engine/types.ts';
import { PASS } from '../game/gameController.svelte.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { rest, toy, toyRules } from '../rules/fixture.ts';
import { type GameRecord, RulesError } from '../rules/types.ts';
import { whyTitle } from '../speech/why.ts';
import { LocalController } from './localController.svelte.ts';
import { LocalGame } from './localGame.svelte.ts';

prefs.texts = texts('en', english as Catalog);
const selected = (s: Partial<Selection>): Selection => ({ ...empty, ...s });

async function sit(terms: Partial<GameOptions> = {}) {
  const { rules, hold, free } = toyRules();
  const { engine, asked } = fake();
  const game = new LocalGame(rules);
  await game.begin(toy, '', { names: ['Anna', 'Ben'], seed: 's', ...terms });
  const noises: Sound[] = [];
  const controller = new LocalController(game, engine, {
    sound: (what) => noises.push(what),
    calm: () => true,
    onend: () => {},
  });
  const { board } = controller;
  return { controller, board, game, hold, free, asked, noises };
}
beforeEach(() => localStorage.clear());

it('the only person at the board is called “You” on labels, unless there is a name', async () => {
  const labels = async (terms: Partial<GameOptions>) => {
    const { controller } = await sit(terms);
    return ([0, 1] as const).map((side) => controller.label(side));
  };
  expect(await labels({ names: ['', ''], levels: [0, 3] })).toEqual(['You', 'Forest']);
  expect(await labels({ names: ['Anna', ''], levels: [0, 3] })).toEqual(['Anna', 'Forest']);
  expect(await labels({ names: ['', 'Ben'] })).toEqual(['Player 1', 'Ben']);
});

describe('a move at the table', () => {
  it('is played, said and heard; nothing stays in hand', async () => {
    const { controller, board, game, noises } = await sit();
    board.onclaim('R');
    board.model.select(selected({ path: ['b2'] }));
    await controller.play('R,b2-c3', ['b2', 'c3']);
    expect(game.lastPosition).toBe('/R,b2-c3');
    expect([board.claim, board.selection, board.preview]).toEqual(['', empty, null]);
    expect(noises).toEqual(['take', 'claim', 'land']);
    expect(board.voice.polite).toMatch(/Anna claims red.*b2 to c3/);
  });
  it('is named without codes where it is confirmed, looked back at and refused', async () => {
    const { controller, board } = await sit();
    board.model.select(selected({ draft: { claim: 'R', from: 'b2', to: 'c3', path: ['b2', 'c3'] } }));
    expect(controller.headline.lead).toBe('Red, b2\u2009–\u2009c3');
    await controller.play('R,b2-c3', ['b2', 'c3']);
    await controller.play('a1-b2');
    await controller.go(1);
    expect(controller.browsing).toBe('Viewing move 1. red, b2\u2009–\u2009c3');
    expect(board.voice.polite).toMatch(/^1\. Anna claims red\. b2 to c3/);
    expect(whyTitle(board.speech, 'R,b1-c2')).toBe('Red, b1\u2009–\u2009c2 isn’t allowed');
    expect(whyTitle(board.speech, 'zz')).toBe('“zz” isn’t a move');
  });
  it('that is illegal is told, and everything stays', async () => {
    const { controller, board, game } = await sit();
    board.onclaim('R');
    await controller.play('no1');
    expect([game.lastPosition, board.why?.text, board.claim]).toEqual(['', 'Never no1.', 'R']);
    controller.leave();
    expect([board.why, board.claim]).toEqual([null, 'R']);
  });
  it('is made with the claim that was chosen last, or without one', async () => {
    const { board, game } = await sit();
    for (const letter of ['B', 'R', '']) board.onclaim(letter);
    board.model.owner.onmove?.({ from: 'b2', to: 'c3', path: ['b2', 'c3'] });
    await expect.poll(() => game.lastPosition).toBe('/b2-c3');
    expect([game.plies[0]?.claim, board.claim]).toEqual([undefined, '']);
  });
  it('leaves the board ahead of the rules only until they refuse it', async () => {
    const { board, hold, free } = await sit();
    hold();
    board.model.owner.onmove?.({ from: 'no', to: 'c3', path: ['no', 'c3'] });
    expect(board.preview).not.toBeNull();
    expect(board.active).toBe(false);
    await free();
    await expect.poll(() => board.preview).toBeNull();
    expect([board.why?.text, board.active]).toEqual(['Never no-c3.', true]);
  });
});

describe('a forced pass', () => {
  it('leaves nothing to take up or to claim, and goes on once it is played', async () => {
    const { controller, board, game } = await sit();
    await controller.play('pass?');
    controller.passHeld = true;
    expect([board.view.pass, board.active, board.colors]).toEqual([true, false, []]);
    await controller.play('pass');
    expect([game.lastPosition, board.active, controller.passHeld]).toEqual(['/pass?/pass', true, false]);
    expect(board.voice.polite).toMatch(/Ben .*passes/);
  });
});

describe('the move of the computer', () => {
  it('takes away what was in hand', async () => {
    const { controller, board, asked } = await sit({ levels: [1, 0] });
    controller.computer.follow();
    board.model.select(selected({ path: ['a1'] })); // taken up as the move was on its way
    asked[0]?.yes({ move: 'b2-c3' });
    await expect.poll(() => board.view.position).toBe('/b2-c3'); // it keeps a pace
    expect(board.selection).toEqual(empty);
    expect(board.active).toBe(true);
  });
  it('leaves alone who looks back', async () => {
    const { controller, board, game, asked } = await sit({ levels: [0, 1] });
    await controller.play('a1-b2');
    controller.computer.follow();
    await controller.go(0);
    board.lens = 'R';
    asked[0]?.yes({ move: 'b2-c3' });
    await expect.poll(() => game.plies.length).toBe(2);
    expect([game.lastPosition, game.at, board.view.position, board.lens]).toEqual(['/a1-b2/b2-c3', 0, '', 'R']);
    expect(board.active).toBe(false);
  });
});

describe('a move entered while the computer thinks', () => {
  const clocked = { levels: [0, 1], control: '60+0' } as const;
  async function thinking(terms: Partial<GameOptions> = clocked) {
    const sat = await sit(terms);
    await sat.controller.play('a1-b2');
    sat.controller.computer.follow();
    return { ...sat, answer: () => sat.asked[0]?.yes({ move: 'b2-c3' }) };
  }
  it('is played as at a table of people, once the computer has moved', async () => {
    const { controller, board, game, answer } = await thinking();
    board.model.tap('b2');
    await expect.poll(() => controller.marks.targets).toEqual(['c3']);
    board.onclaim('R');
    expect(controller.marks.targets).toEqual(['c3']);
    board.model.tap('c3');
    expect(controller.marks.targets).toEqual([]);
    expect(controller.premoves.entered).toEqual({ claim: 'R', from: 'b2', to: 'c3' });
    expect(controller.marks.arrows).toEqual([{ path: ['b2', 'c3'], kind: 'plan' }]);
    answer();
    await expect.poll(() => game.lastPosition).toBe('/a1-b2/b2-c3/R,b2-c3');
    await rest();
    expect([controller.premoves.entered, controller.marks.arrows, game.waiting]).toEqual([null, undefined, false]);
  });
  it('is a stack taken up, with its claim, where it was half chosen', async () => {
    const { board, game, answer } = await thinking();
    board.model.tap('b2');
    board.onclaim('R');
    answer();
    await expect.poll(() => game.plies.length).toBe(2);
    expect([board.selection.path, board.claim]).toEqual([['b2'], 'R']);
  });
  it('that is no move any more is told', async () => {
    const { controller, board, game, answer } = await thinking();
    board.model.tap('c3');
    board.model.tap('a1');
    answer();
    await expect.poll(() => controller.notice).toBe('c3\u2009–\u2009a1 wasn’t possible.');
    expect(game.plies.length).toBe(2);
  });
  it('goes with what it answers: with a move taken back, with the end of the game', async () => {
    const { controller, board, game } = await thinking();
    board.model.tap('b2');
    await controller.undo();
    expect([game.plies.length, controller.premoves.entered]).toEqual([0, null]);
    await controller.play('a1-b2');
    board.model.tap('b2');
    await game.receive({ kind: 'flag', side: 1 });
    expect([game.over, controller.premoves.entered]).toEqual([true, null]);
  });
  it('is not to be had without a clock, while it is paused, or between two people', async () => {
    for (const terms of [{ levels: [0, 1] } as const, clocked, { control: clocked.control }]) {
      const { controller, board } = await thinking(terms);
      if (terms === clocked) await controller.act({ kind: 'pause' });
      board.model.tap('b2');
      expect(controller.premoves.entered).toBeNull();
    }
  });
});

describe('a game that runs', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  /** Time goes by, in steps that let what changes be followed. */
  const wait = async (ms: number): Promise<void> => {
    for (let t = 0; t < ms; t += 100) {
      flushSync();
      await vi.advanceTimersByTimeAsync(Math.min(100, ms - t));
    }
    flushSync();
  };
  it('has the computer think and move when it is its turn, until it is left', async () => {
    const { controller, game, board, asked } = await sit({ levels: [1, 0] });
    const end = controller.run();
    flushSync();
    expect([board.flipped, asked.length]).toEqual([true, 1]);
    asked[0]?.yes({ move: 'b2-c3' });
    await wait(1000);
    expect(game.lastPosition).toBe('/b2-c3');
    board.flipped = false;
    await controller.play('a1-b2');
    await wait(100);
    expect([asked.length, asked[1]?.stopped, board.flipped]).toEqual([2, false, false]);
    end();
    expect(asked[1]?.stopped).toBe(true);
  });
  it('plays a forced pass once it could be read, unless it is held', async () => {
    const { controller, game, board } = await sit();
    const end = controller.run();
    await controller.play('pass?');
    await wait(PASS - 100);
    expect(game.lastPosition).toBe('/pass?');
    controller.passHeld = true;
    await wait(2 * PASS);
    expect(game.lastPosition).toBe('/pass?');
    controller.passHeld = false;
    await wait(PASS + 100);
    expect([game.lastPosition, board.voice.polite]).toEqual(['/pass?/pass', expect.stringMatching(/Ben .*passes/)]);
    await controller.play('pass?');
    end();
    await wait(2 * PASS);
    expect(game.lastPosition).toBe('/pass?/pass/pass?');
  });
  it('brings the clocks up to date', async () => {
    const { controller, game } = await sit({ control: '60+0' });
    await game.send({ kind: 'move', move: 'a1-b2' });
    await game.send({ kind: 'move', move: 'a1-b2' });
    const ticked = vi.spyOn(game, 'tick');
    const end = controller.run();
    flushSync();
    ticked.mockClear();
    await wait(1000);
    expect(ticked).toHaveBeenCalledTimes(10);
    end();
    await wait(1000);
    expect(ticked).toHaveBeenCalledTimes(10);
  });
});

it('warns each of two people of little time once, whoever is to move between', async () => {
  const { controller, game, noises } = await sit({ control: '200+5' });
  for (const _ of [0, 1]) await game.send({ kind: 'move', move: 'a1-b2' });
  const left = vi.spyOn(game, 'left', 'get');
  vi.spyOn(game, 'tick').mockImplementation(() => {});
  const warned: number[] = [];
  for (const ms of [19_000, 30_000, 18_000, 19_000, 17_000]) {
    left.mockReturnValue([ms, ms]);
    controller.tick();
    warned.push(noises.filter((n) => n === 'low').length);
    await game.send({ kind: 'move', move: 'a1-b2' });
  }
  expect(warned).toEqual([1, 1, 1, 2, 2]);
  expect([controller.low(0), controller.low(1)]).toEqual([true, true]);
});

describe('a hint', () => {
  it('that is looked for already goes on when it is asked for again', async () => {
    const { controller, asked } = await sit({ levels: [0, 1] });
    const advised = controller.advise();
    void controller.advise();
    await rest();
    expect([asked.length, asked[0]?.stopped]).toEqual([1, false]);
    const final = { multipv: 1, depth: 4, pv: ['a1-b2', 'b2-c3'] } as unknown as Info;
    asked[0]?.yes({ move: 'a1-b2', reasons: [], final });
    await advised;
    expect(controller.hint?.move).toBe('a1-b2');
  });
  it('for which nothing simple speaks tells and draws what follows', async () => {
    const { controller, asked } = await sit({ levels: [0, 1] });
    const advised = controller.advise();
    const pv = ['a1-b2', 'b2-c3', 'a1-c3', 'b2-a1'];
    asked[0]?.yes({ move: 'a1-b2', reasons: [], final: { multipv: 1, depth: 4, pv } as unknown as Info });
    await advised;
    expect(controller.hint?.says[0]?.text).toBe('The engine’s line from here: b2\u00a0–\u00a0c3; a1\u00a0–\u00a0c3.');
    expect(controller.marks.arrows).toEqual([
      { path: ['a1', 'b2'], kind: 'plan' },
      { path: ['b2', 'c3'], kind: 'threat' },
      { path: ['a1', 'c3'], kind: 'other' },
    ]);
    controller.leave();
    expect(controller.marks.arrows).toBeUndefined();
  });
  it('shows what a reason is about, and what would happen otherwise, move by move and back', async () => {
    const { controller, game, asked } = await sit({ levels: [0, 1] });
    vi.spyOn(game.rules, 'setup').mockResolvedValue({ setup: { side: 0 } } as never);
    const edited = await game.rules.play(controller.board.info.id, game.lastPosition, 'a1-b2');
    vi.spyOn(game.rules, 'edit').mockResolvedValue({ view: edited.view } as never);
    const advised = controller.advise();
    const reasons = [
      { key: 'lyngk.stops', kind: 'threat', spots: ['b2', 'c3'], args: { n: '5', from: 'b2', spot: 'c3' } },
      { key: 'lyngk.threatens', kind: 'count', spots: ['c3'], args: { n: '5', from: 'c3', spot: 'b2' } },
    ] as const;
    expect(asked[0]?.q.explain).toBe(true);
    asked[0]?.yes({ move: 'a1-b2', reasons, ifnot: ['b2-c3', 'a1-c3'] });
    await advised;
    expect(controller.hint?.says.map((s) => s.sign)).toEqual(['threat', 'opens']);
    expect(controller.marks.arrows).toEqual([
      { path: ['a1', 'b2'], kind: 'plan' },
      { path: ['b2', 'c3'], kind: 'threat' },
    ]);
    expect(controller.marks.lens?.goals).toEqual(['c3']);
    const { stacks } = controller.board.view;
    await controller.walk(1);
    expect([controller.walked, controller.marks.arrows]).toEqual([1, [{ path: ['b2', 'c3'], kind: 'threat' }]]);
    expect(controller.board.preview).not.toBeNull();
    await controller.walk(0);
    expect([controller.board.preview, controller.board.view.stacks]).toEqual([null, stacks]);
    await controller.walk(2);
    controller.unhint();
    expect([controller.hint, controller.board.preview]).toEqual([null, null]);
  });
});

describe('an answer that comes too late', () => {
  it('of a hint is dropped when the move was made', async () => {
    const { controller, game, asked } = await sit({ levels: [0, 1] });
    const advised = controller.advise();
    await controller.play('a1-b2');
    controller.computer.follow();
    asked[0]?.yes({ move: 'b2-c3', reasons: [] });
    await advised;
    expect([controller.hint, asked[0]?.stopped, game.lastPosition]).toEqual([null, true, '/a1-b2']);
  });
  it('is not waited for when two people play on', async () => {
    const { controller, asked } = await sit();
    const advised = controller.advise();
    await controller.play('a1-b2');
    expect([asked[0]?.stopped, controller.computer.advising]).toEqual([true, false]);
    asked[0]?.yes({ move: 'b2-c3', reasons: [] });
    await advised;
    expect(controller.hint).toBeNull();
  });
  it('of a draw offer says nothing when it was called off', async () => {
    const { controller, asked } = await sit({ levels: [0, 1] });
    const offered = controller.offer();
    controller.leave();
    asked[0]?.yes({ move: 'b2-c3' });
    await offered;
    expect([controller.reply, controller.game.over]).toEqual(['', false]);
  });
  it('of a step within a move is dropped when that was taken back', async () => {
    const { controller, game, hold, free } = await sit();
    await controller.play('a1-b2-c3', ['a1', 'b2', 'c3']);
    const again = new LocalGame(game.rules); // nothing is known of the positions before
    await again.resume([toy]);
    Object.assign(controller, { game: again });
    hold();
    const stepped = controller.leg(-1);
    again.plies = [];
    await free();
    await stepped;
    expect(controller.half).toBeNull();
  });
});

it('asks before something that cannot be undone, and ends the game once', async () => {
  const { controller, game, board } = await sit();
  controller.resign();
  expect(controller.question?.text).toMatch(/Anna/);
  controller.question?.yes();
  flushSync();
  await rest();
  expect([game.outcome, board.active, board.colors]).toEqual(['second', false, []]);
  expect(board.voice.urgent).toMatch(/Ben wins/);
});

it('tells those who listen of the end as it is read, and no longer whose turn it was', async () => {
  const { controller, board } = await sit({ levels: [0, 1], names: ['', ''] });
  controller.sayTurn();
  expect(board.voice.polite).toBe('Your turn.');
  await controller.play('end');
  expect(controller.headline.lead).toBe('You win!');
  expect(board.voice.urgent).toMatch(/passes\. You win! All counts are equal\.$/);
  expect(board.voice.polite, 'it would be read after the end').toBe('');
  const resigned = await sit({ levels: [0, 1], names: ['', ''] });
  resigned.controller.sayTurn();
  resigned.controller.resign();
  resigned.controller.question?.yes();
  await rest();
  expect(resigned.board.voice.urgent).toBe('You lose. You resigned.');
  expect(resigned.board.voice.polite).toBe('');
});

it('says how a person has lost to the computer as it says who has won: to them, who need no name', async () => {
  const { controller } = await sit({ levels: [0, 1], names: ['', ''] });
  controller.resign();
  controller.question?.yes();
  await rest();
  expect([controller.verdict, controller.decision]).toEqual(['You lose.', 'You resigned.']);
  const timed = await sit({ levels: [0, 1], names: ['', ''], control: '60+0' });
  await timed.game.receive({ kind: 'flag', side: 0 });
  expect(timed.controller.decision).toBe('Time out: You.');
});

it('asks no more once the game is over by itself', async () => {
  const { controller, game } = await sit();
  controller.resign();
  await game.receive({ kind: 'flag', side: 1 }); // the flag fell meanwhile
  expect(controller.question).toBeNull();
});

describe('the record of a game', () => {
  const format = { name: 'cairn', extension: '.cairn', games: ['toy'] };
  it('tells of a draw that was agreed on', async () => {
    const { controller, game } = await sit();
    const written: GameRecord[] = [];
    game.rules.formats = async () => [format];
    game.rules.exportRecord = async (record) => {
      written.push(record);
      return { text: 'as text' };
    };
    await controller.offer();
    controller.question?.yes();
    await rest();
    expect(await controller.record()).toEqual({
      name: expect.stringMatching(/^toy-anna-ben-\d{4}-\d\d-\d\d\.cairn$/),
      text: 'as text',
    });
    expect(written[0]).toMatchObject({ result: 'draw', termination: 'agreement' });
  });
  it('that cannot be written is told', async () => {
    const { controller, board, game } = await sit();
    game.rules.formats = async () => [format];
    game.rules.exportRecord = () => Promise.reject(new RulesError({ code: 'x', offset: -1, text: 'the disk is full' }));
    expect(await controller.record()).toBeNull();
    expect([controller.problem, board.voice.urgent]).toEqual([
      'The record couldn’t be saved: The disk is full.',
      'The record couldn’t be saved: The disk is full.',
    ]);
    controller.leave();
    expect(controller.problem).toBe('');
  });
});
