import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import english from '../../../internal/i18n/catalog/en.json';
import { empty, type Hand } from '../board/state.ts';
import { fake } from '../engine/fixture.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import type { Sound } from '../parts/sound.ts';
import { prefs } from '../prefs.svelte.ts';
import { rest, toy, toyRules } from '../rules/fixture.ts';
import { Device } from './device.svelte.ts';
import type { Terms } from './kept.ts';
import { Sitting } from './sitting.svelte.ts';

prefs.texts = texts('en', english as Catalog);
const hand = (h: Partial<Hand>): Hand => ({ ...empty, ...h });

async function sit(terms: Partial<Terms> = {}) {
  const { rules, hold, free } = toyRules();
  const { engine, asked } = fake();
  const device = new Device(rules);
  await device.begin(toy, '', { names: ['Anna', 'Ben'], seed: 's', ...terms });
  const noises: Sound[] = [];
  const sitting = new Sitting(device, engine, {
    noise: (what) => noises.push(what),
    calm: () => true,
    onend: () => {},
  });
  const { seat } = sitting;
  seat.board = { clear: () => seat.onhand(empty), confirmed: () => {}, focus: () => {} };
  return { sitting, seat, device, hold, free, asked, noises };
}
beforeEach(() => localStorage.clear());

describe('a move at the table', () => {
  it('is played, said and heard; nothing stays in hand', async () => {
    const { sitting, seat, device, noises } = await sit();
    seat.onclaim('R');
    seat.onhand(hand({ path: ['b2'] }));
    await sitting.play('R,b2-c3', ['b2', 'c3']);
    expect(device.tip).toBe('/R,b2-c3');
    expect([seat.claim, seat.hand, seat.ahead]).toEqual(['', empty, null]);
    expect(noises).toEqual(['take', 'claim', 'land']);
    expect(seat.voice.polite).toMatch(/Anna claims red.*b2 to c3/);
  });
  it('that is illegal is told, and everything stays', async () => {
    const { sitting, seat, device } = await sit();
    seat.onclaim('R');
    await sitting.play('no1');
    expect([device.tip, seat.why?.text, seat.claim]).toEqual(['', 'Never no1.', 'R']);
    sitting.leave();
    expect([seat.why, seat.claim]).toEqual([null, 'R']);
  });
  it('is made with the claim that was chosen last, or without one', async () => {
    const { seat, device } = await sit();
    for (const letter of ['B', 'R', '']) seat.onclaim(letter);
    seat.onmove({ from: 'b2', to: 'c3', path: ['b2', 'c3'] });
    await expect.poll(() => device.tip).toBe('/b2-c3');
    expect([device.plies[0]?.claim, seat.claim]).toEqual([undefined, '']);
  });
  it('leaves the board ahead of the rules only until they refuse it', async () => {
    const { seat, hold, free } = await sit();
    hold();
    seat.onmove({ from: 'no', to: 'c3', path: ['no', 'c3'] });
    expect(seat.ahead).not.toBeNull();
    expect(seat.active).toBe(false);
    await free();
    await expect.poll(() => seat.ahead).toBeNull();
    expect([seat.why?.text, seat.active]).toEqual(['Never no-c3.', true]);
  });
});

describe('a forced pass', () => {
  it('leaves nothing to take up or to claim, and goes on once it is played', async () => {
    const { sitting, seat, device } = await sit();
    await sitting.play('pass?');
    sitting.hold = true;
    expect([seat.view.pass, seat.active, seat.colors]).toEqual([true, false, []]);
    await sitting.play('pass');
    expect([device.tip, seat.active, sitting.hold]).toEqual(['/pass?/pass', true, false]);
    expect(seat.voice.polite).toMatch(/Ben: pass/);
  });
});

describe('the move of the computer', () => {
  it('takes away what was in hand', async () => {
    const { sitting, seat, asked } = await sit({ levels: [1, 0] });
    sitting.opponent.follow();
    seat.onhand(hand({ path: ['a1'] })); // taken up as the move was on its way
    asked[0]?.yes({ move: 'b2-c3' });
    await expect.poll(() => seat.view.position).toBe('/b2-c3'); // it keeps a pace
    expect(seat.hand).toEqual(empty);
    expect(seat.active).toBe(true);
  });
  it('leaves alone who looks back', async () => {
    const { sitting, seat, device, asked } = await sit({ levels: [0, 1] });
    await sitting.play('a1-b2');
    sitting.opponent.follow();
    await sitting.go(0);
    seat.lens = 'R';
    asked[0]?.yes({ move: 'b2-c3' });
    await expect.poll(() => device.plies.length).toBe(2);
    expect([device.tip, device.at, seat.view.position, seat.lens]).toEqual(['/a1-b2/b2-c3', 0, '', 'R']);
    expect(seat.active).toBe(false);
  });
});

describe('an answer that comes too late', () => {
  it('of a hint is dropped when the move was made', async () => {
    const { sitting, device, asked } = await sit({ levels: [0, 1] });
    const advised = sitting.advise();
    await sitting.play('a1-b2');
    sitting.opponent.follow();
    asked[0]?.yes({ move: 'b2-c3', reasons: [] });
    await advised;
    expect([sitting.hint, asked[0]?.stopped, device.tip]).toEqual([null, true, '/a1-b2']);
  });
  it('is not waited for when two people play on', async () => {
    const { sitting, asked } = await sit();
    const advised = sitting.advise();
    await sitting.play('a1-b2');
    expect([asked[0]?.stopped, sitting.opponent.advising]).toEqual([true, false]);
    asked[0]?.yes({ move: 'b2-c3', reasons: [] });
    await advised;
    expect(sitting.hint).toBeNull();
  });
  it('of a draw offer says nothing when it was called off', async () => {
    const { sitting, asked } = await sit({ levels: [0, 1] });
    const offered = sitting.offer();
    sitting.leave();
    asked[0]?.yes({ move: 'b2-c3' });
    await offered;
    expect([sitting.told, sitting.device.over]).toEqual(['', false]);
  });
  it('of a step within a move is dropped when that was taken back', async () => {
    const { sitting, device, hold, free } = await sit();
    await sitting.play('a1-b2-c3', ['a1', 'b2', 'c3']);
    const again = new Device(device.rules); // nothing is known of the positions before
    await again.resume([toy]);
    Object.assign(sitting, { device: again });
    hold();
    const stepped = sitting.leg(-1);
    again.plies = [];
    await free();
    await stepped;
    expect(sitting.half).toBeNull();
  });
});

it('asks before something that cannot be undone, and ends the game once', async () => {
  const { sitting, device, seat } = await sit();
  sitting.resign();
  expect(sitting.sure?.text).toMatch(/Anna/);
  sitting.sure?.yes();
  flushSync();
  await rest();
  expect([device.outcome, seat.active, seat.colors]).toEqual(['second', false, []]);
  expect(seat.voice.urgent).toMatch(/Ben wins/);
});

it('asks no more once the game is over by itself', async () => {
  const { sitting, device } = await sit();
  sitting.resign();
  device.finish({ by: 'time', loser: 1 }); // the flag fell meanwhile
  sitting.ended();
  expect(sitting.sure).toBeNull();
});
