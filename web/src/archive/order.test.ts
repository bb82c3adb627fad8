import { describe, expect, it } from 'vitest';
import { saved } from './fixture.ts';
import { continues, order } from './order.ts';

describe('texts of one game', () => {
  it('are the same, older, newer or apart by their events', () => {
    const text = (...moves: string[]) => saved('g', moves);
    expect(order(text('a', 'b'), saved('g', ['a', 'b'], { elapsed: 9 }))).toBe('same');
    expect(order(text('a', 'b'), text('a'))).toBe('older');
    expect(order(text('a'), text('a', 'b'))).toBe('newer');
    expect(order(text('a', 'b'), text('a', 'c'))).toBe('apart');
    expect(order('{"record":1}', '{"record":2}')).toBe('newer');
  });
  it('are not told apart by the time that a move took', () => {
    const one = saved('g', ['a']);
    expect(order(one.replace('"move":"a"', '"move":"a","took":20'), one)).toBe('same');
  });
  it('replace one another only where a later state follows an earlier one of the same game', () => {
    const [short, long] = [saved('g', ['a']), saved('g', ['a', 'b'])];
    expect([continues(short, long), continues(long, short), continues(long, long)]).toEqual([true, false, false]);
    expect([continues(saved('h', ['a']), long), continues(null, long)]).toEqual([false, false]);
    expect(continues(saved('g', ['c']), long)).toBe(false);
  });
});
