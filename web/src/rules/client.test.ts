import { describe, expect, it } from 'vitest';
import { connect, type Port } from './client.ts';
import { RulesError } from './types.ts';

/** A worker that answers when told to. */
function fake() {
  const asked: { id: number; text: string }[] = [];
  const ports: Port[] = [];
  const make = (): Port => {
    ports.push({ postMessage: (m) => asked.push(m), terminate: () => {}, onmessage: null, onerror: null });
    return ports[ports.length - 1] as Port;
  };
  const reply = (i: number, answer: unknown) =>
    ports[ports.length - 1]?.onmessage?.({ data: { id: asked[i]?.id, text: JSON.stringify(answer) } } as MessageEvent);
  const die = () => ports[ports.length - 1]?.onerror?.({ message: 'gone' } as ErrorEvent);
  return { make, asked, reply, die, ports };
}

const unused = (): Port => {
  throw new Error('no question is about files');
};

describe('the client of the rules', () => {
  it('matches answers to questions in any order', async () => {
    const { make, asked, reply } = fake();
    const rules = connect(make, unused);
    const [a, b] = [rules.start('lyngk', 'x'), rules.start('dvonn', 'y', true)];
    expect(asked.map((q) => JSON.parse(q.text))).toEqual([
      { op: 'start', game: 'lyngk', seed: 'x', full: false },
      { op: 'start', game: 'dvonn', seed: 'y', full: true },
    ]);
    reply(1, { ok: 'second' });
    reply(0, { ok: 'first' });
    expect(await Promise.all([a, b])).toEqual(['first', 'second']);
  });
  it('rejects with the refusal', async () => {
    const { make, reply } = fake();
    const p = connect(make, unused).view('lyngk', 'x');
    reply(0, { error: { code: 'lyngk.text_turn', clause: '', offset: 3, text: 'no' } });
    await expect(p).rejects.toSatisfy((e) => e instanceof RulesError && e.refusal.code === 'lyngk.text_turn');
  });
  it('takes null for an answer', async () => {
    const { make, reply } = fake();
    const p = connect(make, unused).why('lyngk', 'x', 'a1-b1');
    reply(0, { ok: null });
    expect(await p).toBeNull();
  });
  it('rejects everything when the worker cannot be loaded, and tries again with the next question', async () => {
    const { make, ports, reply, die } = fake();
    const rules = connect(make, unused);
    const p = rules.games();
    die();
    await expect(p).rejects.toThrow('gone');
    const q = rules.games();
    reply(1, { ok: [] });
    expect([await q, ports.length]).toEqual([[], 2]);
  });
  it('asks another worker what one that ended still owed, once', async () => {
    const { make, asked, ports, reply, die } = fake();
    const rules = connect(make, unused);
    const p = rules.games();
    reply(0, { ok: [] });
    await p;
    const q = rules.start('lyngk', 'x');
    die();
    expect([ports.length, asked.length, asked[2]]).toEqual([2, 3, asked[1]]);
    reply(2, { ok: 'it' });
    expect(await q).toBe('it');
    const deadly = rules.start('lyngk', 'y');
    die();
    die();
    await expect(deadly).rejects.toThrow('gone');
  });
  it('stops a question by ending its worker, and asks another one what is still open', async () => {
    const { make, asked, ports, reply } = fake();
    const client = connect(fake().make, make);
    const stop = new AbortController();
    const read = client.importRecords(new Uint8Array([0]), 'x', '', stop.signal);
    const other = client.formats();
    stop.abort();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    expect([ports.length, asked.length, asked[2]]).toEqual([2, 3, asked[1]]);
    reply(2, { ok: [] });
    expect(await other).toEqual([]);
    stop.abort(); // too late for anything
    expect(ports.length).toBe(2);
  });
  it('asks another worker about files, which is started for that only', () => {
    const [rules, records] = [fake(), fake()];
    const client = connect(rules.make, records.make);
    void client.games();
    expect([rules.ports.length, records.ports.length]).toEqual([1, 0]);
    void client.importRecords(new Uint8Array([0, 255, 10]), 'x.gz');
    expect([rules.asked.length, records.asked.length]).toEqual([1, 1]);
    expect(JSON.parse(records.asked[0]?.text ?? '{}').data).toBe('AP8K'); // as bytes
  });
});
