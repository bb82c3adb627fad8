import { describe, expect, it } from 'vitest';
import { beside } from './beside.ts';

const word = (left: number, top: number): { left: number; top: number; bottom: number } => ({
  left,
  top,
  bottom: top + 20,
});
const card = { width: 300, height: 120 };

describe('the card of a term', () => {
  it('stands below its word, within the screen', () => {
    expect(beside([word(100, 40)], card, 1000, 600)).toEqual({ x: 100, y: 66 });
    expect(beside([word(250, 40)], card, 360, 600)).toEqual({ x: 48, y: 66 });
    expect(beside([word(0, 40)], card, 320, 600)).toEqual({ x: 12, y: 66 });
  });
  it('stands above where there is no room below, and below where there is none at all', () => {
    expect(beside([word(100, 500)], card, 1000, 600)).toEqual({ x: 100, y: 374 });
    expect(beside([word(100, 60)], card, 1000, 180)).toEqual({ x: 100, y: 86 });
  });
  it('clears both lines of a word that is broken', () => {
    expect(beside([word(900, 40), word(20, 60)], card, 1000, 600)).toEqual({ x: 20, y: 86 });
    expect(beside([word(900, 500), word(20, 520)], card, 1000, 600)).toEqual({ x: 20, y: 374 });
  });
});
