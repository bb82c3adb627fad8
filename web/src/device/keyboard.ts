// The keys of a page: which act a stroke stands for. No DOM but the question where the stroke fell.

/** The part of a key event that is used. */
export interface Stroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** It comes of a key that is held down. */
  readonly repeat: boolean;
}

/** Where a stroke fell: in something that takes text or has keys of its own, on a button, or elsewhere. */
export type Where = 'field' | 'button' | 'page';

export function whereOf(target: EventTarget | null): Where {
  // What a dialog held keeps the focus until the next frame after it was closed.
  if (!(target instanceof Element) || target.closest('dialog:not([open])')) return 'page';
  if (target.closest('input:not([type=radio], [type=checkbox]), select, textarea, dialog')) return 'field';
  return target.closest('button, input, a, label, summary') ? 'button' : 'page';
}

/** A listener for the keys of a page: does the act of a stroke, if there is one. */
export function onKeys(acts: Readonly<Record<string, () => void>>, single: () => boolean): (e: KeyboardEvent) => void {
  return (e) => {
    const act = actOf(e, whereOf(e.target), acts, single());
    if (!act) return;
    act();
    e.preventDefault();
  };
}

/** A step through a game, or to one of its ends. */
export type StepTo = 'first' | 'back' | 'on' | 'last';

/** The keys that go through a game: step by step, and leg by leg of a move. */
export function stepKeys(step: (to: StepTo) => void, leg: (by: 1 | -1) => void): Readonly<Record<string, () => void>> {
  const to = (place: StepTo) => (): void => step(place);
  const [first, back, on, last] = [to('first'), to('back'), to('on'), to('last')];
  return {
    ...{ ArrowLeft: back, k: back, ArrowRight: on, j: on, ArrowUp: first, Home: first, ArrowDown: last, End: last },
    'Alt+ArrowLeft': () => leg(-1),
    'Alt+ArrowRight': () => leg(1),
  };
}

/** Keys that go through a game do so again and again while they are held; any other acts once. */
const STEP = /^(Arrow\w+|[jk ])$/;

/**
 * The act of a stroke, or undefined where the page has none for it. Keys are written as in key events, "Alt+" before
 * them where it is held; single allows those of one character.
 */
export function actOf<A>(
  stroke: Stroke,
  where: Where,
  keys: Readonly<Record<string, A>>,
  single: boolean,
): A | undefined {
  const { key } = stroke;
  if (stroke.ctrlKey || stroke.metaKey || where === 'field') return undefined;
  if (stroke.repeat && !STEP.test(key)) return undefined;
  if (key === ' ') return where === 'button' ? undefined : keys[key]; // a button's own key
  // A letter with Alt is a character of its own on many keyboards.
  if (key.length === 1 && (!single || stroke.altKey)) return undefined;
  return keys[stroke.altKey ? `Alt+${key}` : key];
}
