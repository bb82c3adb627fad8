import { describe, expect, it } from 'vitest';
import type { Message } from './message.ts';
import { Notices } from './notices.ts';

const told: Message = { key: 'ui.offline.now', buttons: [] };
const asked: Message = { key: 'ui.update.ready', buttons: [{ key: 'ui.update.now', act: () => {} }] };
const other: Message = { key: 'ui.unread', buttons: [{ key: 'ui.result.save', act: () => {} }] };
const game: Message = { key: 'ui.not_saved', buttons: [{ key: 'ui.keep.to_file', act: () => {} }] };
const settings: Message = { key: 'ui.unsaved', buttons: [] };

describe('the notice of a page', () => {
  it('shows a warning of loss until it is no longer true, whatever else comes', () => {
    const n = new Notices();
    n.warn('game', game);
    n.show(told);
    n.show(asked);
    n.warn('settings', settings);
    expect(n.shown).toBe(game);
    n.warn('game', null);
    expect(n.shown).toBe(settings);
    n.warn('settings', null);
    expect(n.shown).toBe(asked);
  });
  it('shows one question after the other, each until it is answered', () => {
    const n = new Notices();
    n.show(asked);
    n.show(told);
    n.show(other);
    expect(n.shown).toBe(other);
    n.close(other);
    expect(n.shown).toBe(asked);
    n.close(asked);
    expect(n.shown).toBe(null);
  });
  it('keeps what can wait until nobody plays, and takes it away for a game that begins', () => {
    const n = new Notices();
    const ready: Message = { key: 'ui.offline.ready', waits: () => {}, buttons: [] };
    n.playing = true;
    n.show(ready);
    expect(n.shown).toBe(null);
    n.playing = false;
    expect(n.shown).toBe(ready);
    const update = { ...asked, waits: () => {} };
    n.show(update);
    expect(n.shown).toBe(update);
    n.playing = true;
    n.show(other);
    expect(n.shown, 'what is about the game does not wait').toBe(other);
    n.close(other);
    expect(n.shown).toBe(null);
  });
  it('asks nothing twice, and tells the latest', () => {
    const n = new Notices();
    n.show(told);
    n.show(settings);
    expect(n.shown).toBe(settings);
    n.show(asked);
    n.show({ ...asked });
    if (n.shown) n.close(n.shown);
    expect(n.shown).toBe(null);
  });
});
