// What Svelte does with the styles of a component (svelte/src/internal/client/dom/css.js, whose place this takes in the
// build of the element): they go to every element that is played, as a style sheet instead of a style element.
import { addStyles } from './sheet.ts';

const styles = new Set<string>();
const roots = new Set<ShadowRoot>();

/** Called by the code of each component. */
export function append_styles(_: Node, { code }: { readonly code: string }): void {
  if (styles.has(code)) return;
  styles.add(code);
  for (const root of roots) addStyles(root, code);
}
/** From now on the components within this root have their styles; returns what ends that. */
export function styled(root: ShadowRoot): () => void {
  roots.add(root);
  for (const code of styles) addStyles(root, code);
  return () => roots.delete(root);
}
