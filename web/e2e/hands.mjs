// How a test touches the page and looks at it: as a person who waits until things stand still.
import assert from 'node:assert/strict';

/** Tries a check until it holds, as one who looks again; what it says last is what failed. */
export async function soon(check, within = 15_000) {
  const end = Date.now() + within;
  for (;;) {
    try {
      return await check();
    } catch (e) {
      if (Date.now() > end) throw e;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
}

/**
 * Where a spot of the board within root is pressed. It is found, brought into
 * sight and seen to stand still in one go within the page, so that no redraw
 * comes between; what covers it is named.
 */
export const place = (root, name) =>
  soon(async () => {
    const found = await root.locator(`[data-spot=${name}]`).evaluate(async (cell) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const middle = () => {
        const b = cell.getBoundingClientRect();
        return { x: b.x + b.width / 2, y: b.y + b.height / 2 };
      };
      const above = () => document.elementFromPoint(middle().x, middle().y);
      const board = cell.closest('[role=grid]');
      if (!board?.contains(above())) cell.scrollIntoView({ block: 'center' });
      for (let last = ''; last !== JSON.stringify(middle()); await frame()) last = JSON.stringify(middle());
      if (!cell.isConnected) return 'was drawn anew';
      return board.contains(above()) ? middle() : `is under ${above()?.outerHTML.slice(0, 80) ?? 'nothing'}`;
    });
    if (typeof found === 'string') throw new Error(`${name} ${found}`);
    return found;
  });

const pageOf = (root) => root.page?.() ?? root;

// A double tap is one: whoever means two on one spot leaves that much time between them.
const APART = 400;
let pressed = { name: '', at: 0 };
async function apart(name, press) {
  const early = pressed.at + APART - Date.now();
  if (name === pressed.name && early > 0) await new Promise((done) => setTimeout(done, early));
  await press();
  pressed = { name, at: Date.now() };
}

/** Presses spots of the board within root, a page or a part of one, with the mouse, one after the other. */
export async function click(root, ...names) {
  for (const name of names) {
    const { x, y } = await place(root, name);
    await apart(name, () => pageOf(root).mouse.click(x, y));
  }
}

/** Presses them with a finger, one after the other. */
export async function tap(root, ...names) {
  for (const name of names) {
    const { x, y } = await place(root, name);
    await apart(name, () => pageOf(root).touchscreen.tap(x, y));
  }
}

/** Waits until what is found there says so. */
export const says = (locator, text) =>
  soon(async () => assert.match(await locator.textContent({ timeout: 2000 }), text));

/** Waits until there are n of them. */
export const counts = (locator, n, why) => soon(async () => assert.equal(await locator.count(), n, why));
