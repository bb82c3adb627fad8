// Where one is on the page for training: what stands behind "#" says it. No DOM.

import type { Which } from './choose.ts';
import { GAMES } from './pack.ts';

export type Place =
  | { readonly at: 'hub' }
  | { readonly at: 'puzzle'; readonly game: string; readonly which: Which }
  | { readonly at: 'run'; readonly game: string }
  | { readonly at: 'mistakes' }
  | { readonly at: 'daily'; readonly what: 'puzzle' | 'board' };

/** Reads "#dvonn/isolation", "#run/lyngk" or "#daily/puzzle"; what it does not know leads to the start of the page. */
export function place(hash: string): Place {
  const [first = '', second = ''] = hash.replace(/^#/, '').split('/');
  if (first === 'daily' && (second === 'puzzle' || second === 'board')) return { at: 'daily', what: second };
  if (first === 'mistakes') return { at: 'mistakes' };
  if (first === 'run' && GAMES.includes(second)) return { at: 'run', game: second };
  if (GAMES.includes(first)) return { at: 'puzzle', game: first, which: /^[a-z]+$/.test(second) ? second : 'mixed' };
  return { at: 'hub' };
}

export const address = (game: string, which: Which): string => `#${game}/${which}`;
export const runAddress = (game: string): string => `#run/${game}`;
export const MISTAKES = '#mistakes';
