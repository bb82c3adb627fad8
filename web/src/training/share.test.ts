// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { cardPicture, shareText } from './share.ts';

const result = {
  title: 'Daily puzzle 22, LYNGK',
  result: 'Solved in 0:11',
  note: '5 <days> & more',
  address: 'https://cairn.example/training/#daily/puzzle',
};

it('a result is shared as three lines of text', () => {
  expect(shareText(result).split('\n')).toEqual([
    'Cairn · Daily puzzle 22, LYNGK',
    'Solved in 0:11 · 5 <days> & more',
    'https://cairn.example/training/#daily/puzzle',
  ]);
});

it('and as a picture with the board in it, every word escaped', () => {
  const svg = cardPicture(
    result,
    '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240" viewBox="0 0 480 240"></svg>',
  );
  expect(svg).toContain('5 &lt;days&gt; &amp; more');
  expect(svg).toContain('Solved in 0:11');
  expect(svg).toMatch(/<svg x="40" y="104" [^>]*width="640" height="320"/);
  expect(svg.match(/<svg/g)).toHaveLength(2);
});
