import { describe, expect, it } from 'vitest';
import { connect, type Port } from './client.ts';
import { RulesError } from './types.ts';

/** A worker that answers when told to. */
function fake() {
  const asked: { id: number; text: string }[] = [];
  const port: Port = { postMessage: (m) => asked.push(m), onmessage: null, onerror: null };
  const reply = (i: number, answer: unknown) =>
    port.onmessage?.({ data: { id: asked[i]?.id, text: JSON.stringify(answer) } } as MessageEvent);
  return { port, asked, reply };
}

describe('the client of the rules', () => {
  it('matches answers to questions in any order', async () => {
    const { port, asked, reply } = fake();
    const rules = connect(port);
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
    const { port, reply } = fake();
    const p = connect(port).view('lyngk', 'x');
    reply(0, { error: { code: 'lyngk.text_turn', clause: '', offset: 3, text: 'no' } });
    await expect(p).rejects.toSatisfy((e) => e instanceof RulesError && e.refusal.code === 'lyngk.text_turn');
  });
  it('takes null for an answer', async () => {
    const { port, reply } = fake();
    const p = connect(port).why('lyngk', 'x', 'a1-b1');
    reply(0, { ok: null });
    expect(await p).toBeNull();
  });
  it('rejects everything once the worker is broken', async () => {
    const { port } = fake();
    const rules = connect(port);
    const p = rules.games();
    port.onerror?.({ message: 'gone' } as ErrorEvent);
    await expect(p).rejects.toThrow('gone');
    await expect(rules.games()).rejects.toThrow('gone');
  });
  it('carries files as bytes', () => {
    const { port, asked } = fake();
    void connect(port).importRecords(new Uint8Array([0, 255, 10]), 'x.gz');
    expect(JSON.parse(asked[0]?.text ?? '{}').data).toBe('AP8K');
  });
});
