import { expect, it } from 'vitest';
import { isWithin } from './control.ts';

it('a clock that a program does not play is none of those that can be chosen', () => {
  expect(isWithin('300+3', '60+1..1800+30')).toBe(true);
  expect(isWithin('60+1', '60+1..1800+30')).toBe(true);
  expect(isWithin('1/86400', '1/86400')).toBe(true);
  for (const other of ['59+1', '60+0', '1801+1', '300+31', '300d3', '1/86400', '-'])
    expect(isWithin(other, '60+1..1800+30'), other).toBe(false);
  expect(isWithin('1/259200', '1/86400')).toBe(false);
  expect(isWithin('nonsense', 'nonsense')).toBe(false);
});
