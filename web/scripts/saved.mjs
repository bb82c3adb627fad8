/**
 * A game under way as the browser saves it. The time that left says is gone has run since the last move, of the side to
 * move; a game with an ending was resigned by its loser.
 */
export function savedGame({ game, start, moves = [], names = ['', ''], levels = [0, 0], ...more }) {
  const { seed = 'fixed', hints = true, takeback = true, control = null, left = null, ending = null } = more;
  const first = / (1|w) /.test(`${start} `) ? 0 : 1;
  const sides = ['first', 'second'];
  const turn = (first + moves.length) % 2;
  const events = moves.map((move, i) => ({ v: 1, kind: 'move', side: sides[(first + i) % 2], move }));
  if (left) events.push({ v: 1, kind: 'pause', took: control.initial - left[turn] });
  if (ending) events.push({ v: 1, kind: 'resign', side: sides[ending.loser] });
  const players = names.map((name, i) => ({
    ...(name ? { name } : {}),
    ...(levels[i] ? { plays: `level${levels[i]}` } : {}),
  }));
  const clock = control
    ? { control: `${control.initial / 1000}+${control.increment / 1000}`, free: 2 }
    : { control: '-', untimed: true };
  const free = takeback || !levels.some(Boolean) ? { takeback: 'free' } : {};
  const terms = { v: 1, game, start, players, ...clock, ...free, draws: true, abort: 2, pause: true };
  return { log: { v: 1, terms, events }, seed, hints, elapsed: 0 };
}
