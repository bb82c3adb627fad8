// Buttons of a card that comes or changes by itself: somebody about to press one of them has not read yet what it
// answers now. So a press counts only if it begins a moment after the change.
import type { Attachment } from 'svelte/attachments';

/** For that many milliseconds after a change a press does nothing. */
export const UNREAD = 700;

/**
 * Keeps the buttons within from being pressed for a moment after the card has come, and after `what` they answer has
 * changed. Those who don't see that it changed, such as programs that read the page out, find them disabled: so no button
 * within may say of itself that it is not (`aria-disabled="false"`).
 */
export function steady(what: unknown): Attachment<HTMLElement> {
  void what; // the attachment is made again where it changes
  return (node) => {
    const since = performance.now();
    let pressed = since;
    node.setAttribute('aria-disabled', 'true');
    const ready = setTimeout(() => node.removeAttribute('aria-disabled'), UNREAD);
    const press = (e: Event): void => {
      pressed = e.timeStamp;
    };
    const click = (e: MouseEvent): void => {
      const begun = e.detail ? pressed : e.timeStamp; // a click without a count comes from a key
      if (begun - since >= UNREAD) return;
      e.preventDefault();
      e.stopImmediatePropagation();
    };
    node.addEventListener('pointerdown', press, true);
    node.addEventListener('click', click, true);
    return () => {
      clearTimeout(ready);
      node.removeEventListener('pointerdown', press, true);
      node.removeEventListener('click', click, true);
    };
  };
}
