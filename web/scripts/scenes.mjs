// What the pictures of the page in README.md show: fixed positions and texts, so that they change only with the page.
import { createHash } from 'node:crypto';
import { savedGame } from './saved.mjs';

const desktop = { viewport: { width: 1180, height: 760 }, deviceScaleFactor: 1 };
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true };

// Two games of level 6 against itself.
const lyngk = {
  game: 'lyngk',
  start: 'B/K,R,K,R/R,R,K,J,K,I,G/G,I,I,G,R,G/K,B,R,B,J,R,K/K,G,B,I,G,I/J,R,I,G,B,B,I/K,B,I,B/G 1 -:- 0:0',
  moves:
    'G,c7-e7 I,g2-f1 e7-c6 R,d5-c6 B,f2-f1 d2-d1 h2-g3 c2-e2 e4-f4 h3-g5 i1-g5 f6-f5 g3-e3 h1-f3 ' +
    'e3-e5 c5-d4 g5-g1 c6-c4 f4-e6 f3-g4 h4-f5 b3-a1 b1-b2 d3-d4 g6-d4 b4-d4 g1-e1 e2-c3 g4-g7 c3-d1 f5-b2 pass e5-d6',
};
const dvonn = {
  game: 'dvonn',
  start: 'W,B,B/B,D,B,W/B,B,B,W,W/W,B,B,W,W/B,W,B,W,W/B,B,W,W,B/W,B,W,W,B/B,W,W,W,B/W,B,B,D,W/W,D,B,B/W,W,B w move',
  moves:
    'e5-d4 e1-d1 e4-d3 k5-k4 g1-h1 a2-a1 b4-b3 j5-i5 c4-c3 f5-f4 e2-d2 e3-d2 f3-f4 f2-g3 i1-i2 g2-h3 h1-h3 ' +
    'a1-c3 h2-i3 g5-g4 i3-g3 c3-g3 k3-k4 h5-h4 k4-h4 c2-d3 b3-b1 d3-g3 f4-c1 d1-b1 i2-i4 g4-i4 j2-j3 j4-j3 pass j3-g3 pass i5-g3',
};
/** A game of two people on the table, after a number of plies, as the browser keeps it. */
const table = ({ moves, ...game }, plies) => savedGame({ ...game, moves: moves.split(' ').slice(0, plies) });
async function press(page, spot, how) {
  const b = await page.locator(`[data-spot=${spot}]`).boundingBox();
  await page[how][how === 'mouse' ? 'click' : 'tap'](b.x + b.width / 2, b.y + b.height / 2);
}
const under = (text) => text.replaceAll(' ', '_');

/** Each in a light and a dark picture: where it is, what the browser holds, what is pressed. */
export const scenes = [
  { name: 'page-lyngk', path: '#game', kept: table(lyngk, 18), options: desktop, act: (p) => press(p, 'f4', 'mouse') },
  {
    name: 'page-dvonn',
    path: '#game',
    kept: table(dvonn, 20),
    options: phone,
    act: (p) => press(p, 'i3', 'touchscreen'),
  },
  {
    name: 'page-analysis',
    path: `analysis/?g=lyngk&p=${under(lyngk.start)}&m=${under(lyngk.moves)}#21`,
    options: desktop,
    act: async () => {},
    /** What the engine says is no part of the look: it never says quite the same. */
    async more(page) {
      await page.keyboard.press('l');
      await page.locator('.lines li:nth-child(3)').waitFor({ timeout: 60_000 });
      await page.waitForTimeout(6000); // some plies deep
    },
  },
];

/** The elements in sight with their classes, colors, sizes of letters and texts. It runs in the page. */
const outline = () => {
  const shown = ['color', 'backgroundColor', 'borderTopColor', 'fontSize', 'fontWeight', 'fill', 'stroke'];
  const lines = [];
  for (const e of document.body.querySelectorAll('*')) {
    if (!e.checkVisibility() || e.closest('script, style, .cell')) continue;
    const style = getComputedStyle(e);
    const classes = [...e.classList].filter((c) => !/^s-/.test(c)).join('.');
    const text = [...e.childNodes].flatMap((n) => (n.nodeType === Node.TEXT_NODE ? n.data.trim() : [])).join(' ');
    lines.push([e.tagName, classes, ...shown.map((name) => style[name]), text].join(' '));
  }
  return lines.join('\n');
};
/**
 * The look of what a page shows, as a short text that is another one after what people would see. Where things stand is no
 * part of it, since that depends on the fonts of a machine.
 */
export const lookOf = async (page) =>
  createHash('sha256')
    .update(await page.evaluate(outline))
    .digest('hex')
    .slice(0, 16);
