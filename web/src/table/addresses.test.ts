import { describe, expect, it } from 'vitest';
import { addressesOf } from './addresses.ts';

const id = 'abcd2345';
const at = (root: string, ...known: string[]) => addressesOf(new URL(root), known, id);

describe('the address to hand on', () => {
  it('is that of the page where others can reach it', () => {
    expect(at('https://play.example.org/', 'https://play.example.org')).toEqual({
      ...{ first: `https://play.example.org/${id}`, others: [], alone: false },
    });
    expect(at('http://192.0.2.2:8080/', 'http://192.0.2.2:8080/', 'http://198.51.100.7:8080')).toEqual({
      ...{ first: `http://192.0.2.2:8080/${id}`, others: [`http://198.51.100.7:8080/${id}`], alone: false },
    });
  });
  it('is that of the local network where the page is the machine’s own', () => {
    expect(
      at('http://127.0.0.1:8080/', 'http://127.0.0.1:8080', 'http://192.0.2.2:8080', 'http://192.0.2.3:8080/'),
    ).toEqual({
      ...{ first: `http://192.0.2.2:8080/${id}`, others: [`http://192.0.2.3:8080/${id}`], alone: false },
    });
  });
  it('leads nobody here while the server listens to itself', () => {
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080']) {
      expect(at(`http://${host}/`, `http://${host}`)).toEqual({
        first: `http://${host}/${id}`,
        others: [],
        alone: true,
      });
    }
  });
});
