// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { empty, type Selection } from '../board/selection.ts';
import { EngineError } from '../engine/types.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { rest, toy, toyRules, view } from '../rules/fixture.ts';
import { LoadError, type Ply, RulesError, type View } from '../rules/types.ts';
import { BoardController } from './boardController.svelte.ts';
import {
  ACCEPTED,
  type Answer,
  type GameEvent,
  type GameSource,
  type GameUpdate,
  Listeners,
  type Player,
} from './source.ts';

prefs.texts = texts('en', english as Catalog);
const selected = (s: Partial<Selection>): Selection => ({ ...empty, ...s });
const attempt = (from: string, to = '') => ({ claim: '', from, to, path: [from] });

/**
 * A source whose decisions are made elsewhere, as a table of people would be: a move is shown at once, provisionally, and
 * accepted or refused when a test says so. What the rules refuse is refused at once.
 */
class Elsewhere implements GameSource {
  readonly answers = toyRules();
  readonly rules = this.answers.rules;
  readonly info = toy;
  readonly layout = { spots: [], columns: [] };
  readonly players: readonly [Player, Player] = [
    { name: 'Anna', level: 0 },
    { name: 'Ben', level: 0 },
  ];
  view: View = $state.raw(view(''));
  last: Ply | null = $state.raw(null);
  playable = $state(true);
  waiting = $state(false);
  readonly outcome = 'ongoing';
  readonly sent: GameEvent[] = [];
  /** Ends the waiting for the event sent last. */
  decide: (answer: Answer) => void = () => {};
  readonly #listeners = new Listeners();

  listen(listener: (update: GameUpdate) => void): () => void {
    return this.#listeners.add(listener);
  }
  async send(event: GameEvent): Promise<Answer> {
    this.sent.push(event);
    if (event.kind !== 'move') return ACCEPTED;
    const was = this.view;
    this.waiting = true;
    try {
      const { ply, view: after } = await this.rules.play('toy', was.position, event.move);
      this.become(after, ply);
      const played = { ply, after, shown: true };
      this.#listeners.tell({ event, from: 'here', provisional: true, played });
      const answer = await new Promise<Answer>((yes) => (this.decide = yes));
      if (answer.status !== 'accepted') this.become(was, null);
      return answer;
    } catch (e) {
      if (e instanceof RulesError) return { status: 'refused', refusal: e.refusal };
      throw e;
    } finally {
      this.waiting = false;
    }
  }
  become(next: View, last: Ply | null): void {
    [this.view, this.last] = [next, last];
  }
  /** The other player has moved. */
  async moved(move: string): Promise<void> {
    const { ply, view: after } = await this.rules.play('toy', this.view.position, move);
    this.become(after, ply);
    const played = { ply, after, shown: true };
    this.#listeners.tell({ event: { kind: 'move', move }, from: 'elsewhere', played });
  }
}
let source: Elsewhere;
let board: BoardController;
let taken = 0;
let heard: string[] = [];
beforeEach(() => {
  taken = 0;
  heard = [];
  source = new Elsewhere();
  board = new BoardController(source, {
    owner: (s) => `of ${s}`,
    turn: () => 'whose turn it is',
    ontake: () => taken++,
    onupdate: ({ from, provisional }, announcement) =>
      heard.push(`${from} ${provisional ? 'provisional ' : ''}${announcement}`),
  });
});

describe('what goes wrong', () => {
  it('is told where refusals are, and the color stays as it was chosen', async () => {
    board.claim = 'R';
    source.send = () => Promise.reject(new LoadError('gone'));
    expect(await board.move('R,b2-c3')).toBe(false);
    expect(board.why).toMatchObject({ title: 'Something went wrong', text: english['ui.failed'], code: '' });
    expect([board.claim, board.preview]).toEqual(['R', null]);
  });
  it('is told of a question why not, too', async () => {
    source.rules.why = () => Promise.reject(new LoadError('gone'));
    await board.explain(attempt('a1', 'd4'));
    expect(board.why?.text).toBe(english['ui.failed']);
  });
  it('is an engine that failed, or a refusal', async () => {
    expect(await board.trying(Promise.reject(new EngineError('unavailable', 'gone')))).toBeUndefined();
    expect(board.why?.text).toBe(english['ui.engine.failed']);
    board.fail(new RulesError({ code: 'toy.no', offset: 0, text: 'never that' }));
    expect(board.why?.text).toBe('Never that.');
    expect(await board.trying(Promise.resolve(7))).toBe(7);
  });
});

describe('what is in hand', () => {
  it('is told as it grows, and ends what was told before', async () => {
    await board.explain(attempt('d4'));
    expect(board.why?.text).toBe('d4 after "".');
    board.model.select(selected({ path: ['a1'] }));
    expect([board.why, taken]).toEqual([null, 1]);
    board.model.select(selected({ path: ['a1'], over: 'b2' }));
    expect([taken, board.moment.way]).toEqual([1, ['a1', 'b2']]);
    board.model.select(empty);
    expect([taken, board.moment.way]).toEqual([1, null]);
  });
  it('is put back when another position comes, with all that was open', () => {
    board.onclaim('R');
    board.lens = 'B';
    board.model.select(selected({ path: ['a1'] }));
    board.reset();
    expect([board.selection, board.claim, board.lens, board.telling]).toEqual([empty, '', '', false]);
  });
  it('becomes a move, shown ahead of the answer', async () => {
    board.model.owner.onmove?.({ from: 'a1', to: 'b2', path: ['a1', 'b2'] });
    expect([source.sent, board.model.choices.stacks, board.step.path]).toEqual([
      [{ kind: 'move', move: 'a1-b2', path: ['a1', 'b2'] }],
      { b2: 'RIB', c3: 'B', d4: 'J' },
      ['a1', 'b2'],
    ]);
    board.show({ path: ['a1', 'b2'] });
    expect(board.model.choices.stacks).toBe(source.view.stacks);
  });
  it('is moved by two taps, from board to source and back', async () => {
    board.model.tap('a1');
    board.model.tap('b2');
    await rest();
    expect([source.view.position, board.preview, board.selection]).toEqual(['/a1-b2', null, empty]);
  });
  it('is traced by hand and waits to be confirmed, where moves do', async () => {
    source.rules.why = async () => null;
    board = new BoardController(source, { owner: () => '', turn: () => '', confirm: () => true });
    await board.explain({ claim: '', from: 'a1', to: 'd4', path: ['a1', 'c3', 'd4'] });
    expect([source.sent, board.selection.draft?.path]).toEqual([[], ['a1', 'c3', 'd4']]);
    board.model.confirm();
    await rest();
    expect(source.sent).toEqual([{ kind: 'move', move: 'a1-c3-d4', path: ['a1', 'c3', 'd4'] }]);
  });
  it('is traced by hand: where the rules allow what is not listed, it is played', async () => {
    source.rules.why = async () => null;
    await board.explain({ claim: '', from: 'a1', to: 'd4', path: ['a1', 'c3', 'd4'] });
    await rest();
    expect([board.why, source.view.position]).toEqual([null, '/a1-c3-d4']);
  });
});

describe('a source that decides elsewhere', () => {
  it('is shown at once, provisionally; the acknowledgement changes nothing that is seen', async () => {
    const moved = board.move('a1-b2');
    await rest();
    expect([source.view.position, source.waiting, board.active]).toEqual(['/a1-b2', true, false]);
    expect(heard).toEqual([expect.stringMatching(/^here provisional .*a1 to b2/)]);
    board.model.select(selected({ over: 'c3' }));
    source.decide(ACCEPTED);
    expect([await moved, board.active, board.selection.over, heard.length]).toEqual([true, true, 'c3', 1]);
  });
  it('takes the move back that it refuses, and says why', async () => {
    board.onclaim('R');
    const moved = board.move('R,b2-c3');
    await rest();
    expect(board.claim).toBe('');
    source.decide({ status: 'refused', refusal: { code: 'table.stale', offset: -1, text: 'the game has gone on' } });
    expect([await moved, source.view.position, board.why?.text, board.claim]).toEqual([
      false,
      '',
      'The game has moved on; look at the board again.',
      'R',
    ]);
  });
  it('drops what was overtaken without a word', async () => {
    const moved = board.move('a1-b2');
    await rest();
    source.decide({ status: 'dropped' });
    expect([await moved, board.why, board.active]).toEqual([false, null, true]);
  });
  it('tells of the move of the other player, which puts back what is in hand', async () => {
    board.model.tap('a1');
    board.lens = 'R';
    await source.moved('b2-c3');
    expect([board.selection, board.lens, board.step.path]).toEqual([empty, '', ['b2', 'c3']]);
    expect(heard).toEqual([expect.stringMatching(/^elsewhere .*b2 to c3/)]);
  });
});

describe('a claim', () => {
  it('is chosen, changed and given up before the move', () => {
    expect(board.colors.map((c) => c.letter)).toEqual(['I', 'B', 'R']);
    expect(board.colors.filter((c) => c.possible).map((c) => c.letter)).toEqual(['R']);
    board.onclaim('R');
    expect(board.voice.polite).toMatch(/red/i);
    board.onclaim('B');
    board.onclaim('');
    expect([board.claim, board.voice.polite]).toEqual(['', prefs.texts.t('ui.claim.none')]);
  });
  it('stays where only what is in hand is put back', () => {
    board.onclaim('R');
    board.leave();
    expect(board.claim).toBe('R');
  });
  it('is looked at through its lens', () => {
    board.lens = 'R';
    expect([board.telling, board.marks.lens?.bound]).toEqual([true, ['b2']]);
    board.lens = '';
    expect(board.telling).toBe(false);
  });
});

describe('moving', () => {
  it('is possible where the source says so, and rests while the rules look at a move', () => {
    expect(board.active).toBe(true);
    source.waiting = true;
    expect([board.active, board.colors.length]).toEqual([false, 3]);
    source.playable = false;
    expect([board.active, board.colors.length]).toEqual([false, 0]);
  });
  it('is impossible where one must pass', () => {
    source.view = view('/pass?');
    expect([board.active, board.colors]).toEqual([false, []]);
  });
});

describe('why not', () => {
  it('is told, shown and said at once', async () => {
    await board.explain(attempt('a1', 'd4'));
    expect(board.why).toMatchObject({ text: 'a1-d4 after "".', rule: '1.2' });
    expect(board.voice.urgent).toMatch(/a1-d4 after/);
  });
  it('is not told from memory, nor what a move would do: only that it is not allowed', async () => {
    board.blind = true;
    await board.explain(attempt('a1', 'd4'));
    expect(board.why).toMatchObject({ title: 'a1\u2009–\u2009d4 isn’t allowed', text: '', rule: '', lit: {} });
    expect(board.voice.urgent.trim()).toBe('a1\u2009–\u2009d4 isn’t allowed');
    board.leave();
    board.model.select(selected({ path: ['b2'], over: 'c3' }));
    expect([board.moment.way, board.moment.built, board.forecast]).toEqual([null, '', null]);
    board.model.clear();
    board.lens = 'R';
    expect([board.seeing, board.telling]).toEqual([null, false]);
  });
  for (const [what, act] of Object.entries({
    'another position came': () => {
      source.view = view('/a1-b2');
    },
    'another stack was taken up': () => board.model.select(selected({ path: ['a1'] })),
    'a color was chosen': () => board.onclaim('R'),
    'it was closed': () => board.leave(),
  })) {
    it(`is not told when ${what} before the answer`, async () => {
      source.answers.hold();
      const asked = board.explain(attempt('a1', 'd4'));
      act();
      await source.answers.free();
      await asked;
      expect([board.why, board.voice.urgent]).toEqual([null, '']);
    });
  }
  it('is told of the later of two questions, whichever answer comes last', async () => {
    source.answers.hold();
    const both = [board.explain(attempt('a1')), board.explain(attempt('b2'))];
    await source.answers.free(1);
    await source.answers.free(0);
    await Promise.all(both);
    expect(board.why?.text).toBe('b2 after "".');
  });
});

describe('a move that is refused', () => {
  it('is told, and the color stays as it was chosen', async () => {
    board.onclaim('R');
    board.model.owner.onmove?.({ from: 'no', to: 'b2', path: ['no', 'b2'] });
    expect(board.preview).not.toBeNull();
    expect(await board.move('no1')).toBe(false);
    expect([board.why?.text, board.claim, board.preview]).toEqual(['Never no1.', 'R', null]);
  });
  it('is no news any more when another position is shown', async () => {
    source.answers.hold();
    const done = board.move('no1');
    source.view = view('/a1-b2');
    await source.answers.free();
    expect([await done, board.why]).toEqual([false, null]);
  });
  it('is not what a fault is taken for', async () => {
    source.rules.play = () => Promise.reject(new Error('broken'));
    expect(await board.move('x')).toBe(false);
    expect(board.why?.title).toBe('Something went wrong');
  });
});

it('answers what a listener asks', async () => {
  board.model.owner.onquery?.('t');
  expect(board.voice.polite).toBe('whose turn it is');
  board.model.owner.onquery?.('l');
  await rest();
  expect(board.voice.polite).toBe(prefs.texts.t('a11y.start'));
});
