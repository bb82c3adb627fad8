// The keys that every game has, as the help of keys lists them; a page adds its own.
export const GAME_KEYS = [
  ['← →  k j', 'ui.keys.ply'],
  ['↑ ↓  Home End', 'ui.keys.ends'],
  ['Alt ← →', 'ui.keys.half'],
  ['f', 'ui.flip'],
  ['z', 'ui.keys.zen'],
  ['s', 'ui.spread.long'],
] as const;
