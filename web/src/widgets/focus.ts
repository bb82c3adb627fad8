// Where the focus goes when something asks for an answer, and when what had it is gone.
import { tick } from 'svelte';
import { afterFrame } from '../device/afterFrame.ts';

const lost = (): boolean => document.activeElement === document.body;

/**
 * For a question, on the answer that changes nothing: it gets the focus, once the menu that led here has given it back, and
 * the focus goes back to where it was when the question is gone.
 */
export function asked(no: HTMLElement): () => void {
  let was: Element | null = null;
  void tick().then(() => {
    was = document.activeElement;
    no.focus();
  });
  return () =>
    void tick().then(() => {
      if (was instanceof HTMLElement && lost()) was.focus();
    });
}

/** For the title of what has taken the place of all there was: a focus that is lost with it goes on from here. */
export function focusIfLost(title: HTMLElement | null): void {
  if (lost()) title?.focus({ preventScroll: true });
}

/**
 * For buttons that take one another's place, or that cannot be pressed for a while: a focus that is lost with the one that
 * was pressed goes on to somewhere near.
 */
export function keepsFocus(to: () => void): (group: HTMLElement) => () => void {
  return (group) => {
    const press = async (): Promise<void> => {
      await afterFrame();
      // Who cannot be pressed any more keeps the focus in some browsers, until it goes.
      if (lost() || document.activeElement?.matches(':disabled')) to();
    };
    group.addEventListener('click', press);
    return () => group.removeEventListener('click', press);
  };
}

/** For a card that its own buttons take away: a focus that was in it goes on to somewhere else then. */
export function handsOn(to: () => void): (card: HTMLElement) => () => void {
  return (card) => {
    let within = false;
    card.addEventListener('focusin', () => {
      within = true;
    });
    card.addEventListener('focusout', () => {
      // Unless it is lost because the card goes.
      queueMicrotask(() => {
        within = !card.isConnected || card.contains(document.activeElement);
      });
    });
    return () =>
      void tick().then(() => {
        if (within && lost()) to();
      });
  };
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

/** For what something else takes the place of: a focus that was in it goes on to the first thing there that takes it. */
export function becomes(place: HTMLElement): () => void {
  const { parentElement: parent, previousElementSibling: before } = place;
  return handsOn(() => {
    const came = before ? before.nextElementSibling : parent?.firstElementChild;
    if (came instanceof HTMLElement)
      (came.matches(FOCUSABLE) ? came : came.querySelector<HTMLElement>(FOCUSABLE))?.focus();
  })(place);
}
