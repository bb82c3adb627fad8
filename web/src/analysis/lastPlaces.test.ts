import { beforeEach, expect, it } from 'vitest';
import { lastPlace, rememberPlace } from './lastPlaces.ts';

beforeEach(() => localStorage.clear());
const place = (ply: number) => ({ position: `p${ply}`, ply });

it('a study is opened at the chapter and the place where it was left', () => {
  expect(lastPlace('s')).toEqual({ chapter: '', place: undefined });
  rememberPlace('s', 'a', place(3));
  rememberPlace('t', 'z', place(9));
  rememberPlace('s', 'b', place(5));
  expect(lastPlace('s')).toEqual({ chapter: 'b', place: place(5) });
  expect(lastPlace('s', 'a')).toEqual({ chapter: 'a', place: place(3) });
  expect(lastPlace('t').chapter).toBe('z');
});
it('what is none of ours in the storage is passed over, and few studies are remembered', () => {
  localStorage.setItem('cairn.studies', '[{"study":"s","chapter":"a","places":{"a":4}}, 7]');
  expect(lastPlace('s').chapter).toBe('');
  localStorage.setItem('cairn.studies', 'nonsense');
  for (let i = 0; i < 40; i++) rememberPlace(`s${i}`, 'a', place(i));
  expect([lastPlace('s0').chapter, lastPlace('s39').chapter]).toEqual(['', 'a']);
});
