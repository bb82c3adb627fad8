import { describe, expect, it } from 'vitest';
import { shapesOf, toggled, withShapes } from './shapes.ts';

const arrow = { from: 'a1', to: 'b2', color: 'green' } as const;
const circle = { from: 'c3', to: 'c3', color: 'red' } as const;

describe('drawings', () => {
  it('are read and written as records hold them, beside other commands', () => {
    const commands = withShapes([{ name: 'route', value: 'a1-b2' }], [arrow, circle]);
    expect(commands).toEqual([
      { name: 'route', value: 'a1-b2' },
      { name: 'csl', value: 'Rc3' },
      { name: 'cal', value: 'Ga1b2' },
    ]);
    expect(shapesOf(commands)).toEqual([circle, arrow]);
    expect(withShapes(commands, [])).toEqual([{ name: 'route', value: 'a1-b2' }]);
  });
  it('of others are read as far as they can be, and the rest stays', () => {
    const commands = [
      { name: 'cal', value: 'Ga1b2, Xd4,,Rz' },
      { name: 'csl', value: '' },
      { name: 'cal', value: 'Yb2a1' },
    ];
    expect(shapesOf(commands)).toEqual([arrow, { from: 'b2', to: 'a1', color: 'yellow' }]);
    expect(withShapes(commands, [arrow])).toEqual([{ name: 'cal', value: 'Ga1b2,Xd4,Rz' }]);
    expect(shapesOf([{ name: 'csl', value: 'Ga1,'.repeat(9999) }]).length).toBe(100);
    expect(shapesOf(undefined)).toEqual([]);
  });
  it('go when they are drawn again, and change their color', () => {
    expect(toggled([arrow, circle], arrow)).toEqual([circle]);
    expect(toggled([arrow], { ...arrow, color: 'blue' })).toEqual([{ ...arrow, color: 'blue' }]);
    expect(toggled([arrow], { from: 'b2', to: 'a1', color: 'green' }).length).toBe(2);
  });
});
