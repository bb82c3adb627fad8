import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, type Port } from './client.ts';
import { EngineError, type Info } from './types.ts';

/** Workers that answer when told to. */
function fakes() {
  const made: (Port & { asked: Record<string, unknown>[]; ended: boolean })[] = [];
  const make = (): Port => {
    const p = {
      asked: [] as Record<string, unknown>[],
      ended: false,
      postMessage: (text: string) => void p.asked.push(JSON.parse(text) as Record<string, unknown>),
      terminate: () => {
        p.ended = true;
      },
      onmessage: null as Port['onmessage'],
      onerror: null as Port['onerror'],
    };
    made.push(p);
    return p;
  };
  const tell = (i: number, event: unknown) =>
    made[i]?.onmessage?.({ data: JSON.stringify(event) } as MessageEvent<string>);
  return { made, make, tell };
}
const info = (multipv: number, move: string): Partial<Info> => ({ multipv, pv: [move], depth: 1 });
const ask = { game: 'toy', position: 'x' };
const trouble = (what: string) => (e: unknown) => e instanceof EngineError && e.trouble === what;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the client of the engine', () => {
  it('starts no worker before the first question', () => {
    const { made, make } = fakes();
    const states: string[] = [];
    const e = connect(make, { onstate: (s) => states.push(s) });
    e.forget();
    e.close();
    expect([made.length, e.state]).toEqual([0, 'idle']);
    e.search(ask);
    expect([made.length, e.state, states]).toEqual([1, 'loading', ['loading']]);
  });
  it('is loaded ahead of the first question, which is then asked of the same worker', async () => {
    const { made, make, tell } = fakes();
    const e = connect(make);
    e.start();
    e.start();
    expect([made.length, made[0]?.asked]).toEqual([1, []]);
    const { best } = e.search(ask);
    tell(0, { id: 0, ready: true });
    tell(0, { id: 1, best: { move: 'b1-b2' } });
    expect([await best, made.length]).toEqual([{ move: 'b1-b2' }, 1]);
  });
  it('leaves what goes wrong with loading ahead to the first question', async () => {
    const { made, make } = fakes();
    const e = connect(make);
    e.start();
    made[0]?.onerror?.({ message: 'gone' } as ErrorEvent);
    expect(e.state).toBe('idle');
    e.search(ask);
    expect([made.length, made[1]?.asked.length]).toEqual([2, 1]);
    const none = connect(() => {
      throw new Error('no workers here');
    });
    none.start();
    await expect(none.search(ask).best).rejects.toThrow('no workers here');
  });
  it('matches events to questions', async () => {
    const { made, make, tell } = fakes();
    const e = connect(make);
    const seen: string[] = [];
    const a = e.search({ ...ask, player: 'level3', seed: 's' }, (i) => seen.push(`a ${i.pv[0]}`));
    const b = e.search(ask, (i) => seen.push(`b ${i.pv[0]}`));
    expect(made[0]?.asked[0]).toEqual({ ...ask, player: 'level3', seed: 's', op: 'search', id: 1 });
    tell(0, { id: 0, ready: true });
    tell(0, { id: 2, info: info(1, 'n') });
    tell(0, { id: 1, info: info(1, 'm') });
    tell(0, { id: 2, best: { move: 'n' } });
    tell(0, { id: 1, best: { move: 'm', reasons: [{ key: 'best', kind: 'line' }] } });
    tell(0, { id: 9, best: { move: 'z' } });
    expect(seen).toEqual(['b n', 'a m']);
    expect((await a.best).reasons).toEqual([{ key: 'best', kind: 'line' }]);
    expect((await b.best).move).toBe('n');
  });
  it('rejects what is refused', async () => {
    const { make, tell } = fakes();
    const s = connect(make).search(ask);
    tell(0, { id: 1, error: { text: 'no such game' } });
    await expect(s.best).rejects.toSatisfy(trouble('refused'));
  });
  it('stops by a word', async () => {
    const { made, make, tell } = fakes();
    const e = connect(make);
    const s = e.search(ask);
    tell(0, { id: 0, ready: true });
    s.stop();
    s.stop();
    expect(made[0]?.asked.slice(1)).toEqual([{ op: 'stop', id: 1 }]);
    tell(0, { id: 1, best: { move: 'm', stopped: true } });
    expect(await s.best).toEqual({ move: 'm', stopped: true });
    vi.runAllTimers();
    expect(made[0]?.ended).toBe(false);
  });
  it('replaces a worker that does not hear, and keeps the best move told', async () => {
    const { made, make, tell } = fakes();
    const e = connect(make, { patience: 100 });
    const s = e.search(ask);
    const other = e.search(ask);
    tell(0, { id: 0, ready: true });
    tell(0, { id: 1, info: info(1, 'm') });
    tell(0, { id: 1, info: info(2, 'n') });
    s.stop();
    vi.advanceTimersByTime(101);
    expect(await s.best).toEqual({ move: 'm', stopped: true });
    await expect(other.best).rejects.toSatisfy(trouble('crashed'));
    expect([made[0]?.ended, e.state]).toEqual([true, 'idle']);
    e.search(ask);
    expect(made.length).toBe(2);
  });
  it('answers a stop that comes before the engine', async () => {
    const { make } = fakes();
    const s = connect(make).search(ask);
    s.stop();
    await expect(s.best).rejects.toSatisfy(trouble('stopped'));
  });
  it('tells a crash from an engine that never came, and starts anew', async () => {
    const { made, make, tell } = fakes();
    const e = connect(make);
    const a = e.search(ask);
    made[0]?.onerror?.({ message: 'not found' } as ErrorEvent);
    await expect(a.best).rejects.toSatisfy(trouble('unavailable'));
    const b = e.search(ask);
    tell(1, { id: 0, ready: true });
    made[1]?.onerror?.({ message: 'out of memory' } as ErrorEvent);
    await expect(b.best).rejects.toSatisfy(trouble('crashed'));
    const c = e.search(ask);
    tell(2, { id: 3, best: { move: 'm' } });
    expect((await c.best).move).toBe('m');
  });
  it('loads once more for who asked while a load was under way that failed', async () => {
    const { made, make, tell } = fakes();
    const e = connect(make);
    const a = e.search(ask);
    a.stop();
    const b = e.search(ask);
    made[0]?.onerror?.({ message: 'not found' } as ErrorEvent);
    await expect(a.best).rejects.toSatisfy(trouble('stopped'));
    expect(made[1]?.asked).toEqual([{ ...ask, op: 'search', id: 2 }]);
    tell(1, { id: 2, best: { move: 'm' } });
    expect((await b.best).move).toBe('m');
    // Once only: the second load is its own.
    const c = connect(make);
    c.search(ask);
    const d = c.search(ask);
    made[2]?.onerror?.({ message: 'not found' } as ErrorEvent);
    made[3]?.onerror?.({ message: 'not found' } as ErrorEvent);
    await expect(d.best).rejects.toSatisfy(trouble('unavailable'));
    expect([made.length, c.state]).toEqual([4, 'idle']);
  });
  it('says so where there are no workers', async () => {
    const s = connect(() => {
      throw new Error('no workers here');
    }).search(ask);
    await expect(s.best).rejects.toSatisfy(trouble('unavailable'));
  });
});
