// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { copy } from './clipboard.ts';

/** The clipboard for pages, and the old way to copy what is selected. */
function browser(write: () => Promise<void>, old: () => boolean) {
  vi.stubGlobal('navigator', { clipboard: { writeText: write } });
  document.execCommand = old;
}
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

describe('copying', () => {
  it('uses the clipboard for pages', async () => {
    const old = vi.fn();
    browser(async () => {}, old);
    expect([await copy('text'), old.mock.calls]).toEqual([true, []]);
  });
  it('copies what is selected where there is none, within an open dialog, and gives the focus back', async () => {
    document.body.innerHTML = '<dialog open><button>copy</button></dialog>';
    const button = document.querySelector('button') as HTMLButtonElement;
    button.focus();
    const selected: string[] = [];
    browser(
      () => Promise.reject(new Error('no')),
      () => {
        const area = document.activeElement as HTMLTextAreaElement;
        selected.push(`${area.parentElement?.tagName} ${area.value.slice(area.selectionStart, area.selectionEnd)}`);
        return true;
      },
    );
    expect(await copy('text')).toBe(true);
    expect([selected, document.activeElement, document.querySelector('textarea')]).toEqual([
      ['DIALOG text'],
      button,
      null,
    ]);
  });
  it('says where neither works', async () => {
    browser(
      () => Promise.reject(new Error('no')),
      () => false,
    );
    expect(await copy('text')).toBe(false);
  });
});
