import { describe, expect, it } from 'vitest';
import type { Ply } from '../rules/types.ts';
import { takenBy } from './taken.ts';

const ply = (side: 0 | 1, more: Partial<Ply>): Ply => ({ move: 'a1-b2', side, position: '', ...more });

describe('what players have taken', () => {
  it('is what the rules call captured, and nothing else that left the board', () => {
    const plies = [
      ply(0, { built: 'IBRGK', captured: true, gone: { b2: 'IBRGK' } }),
      undefined,
      ply(1, { built: 'BW', cut: ['e3'], gone: { e3: 'W' } }),
      ply(1, { built: 'KGRBI', captured: true, gone: { b2: 'KGRBI' } }),
      ply(0, { built: 'KGRBJ', obstacle: true }),
    ];
    expect(takenBy(plies)).toEqual([['IBRGK'], ['KGRBI']]);
  });
});
