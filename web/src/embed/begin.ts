// What a game or a puzzle on somebody's page needs beside the drawing: fetched when somebody first touches it.
import { mount, unmount } from 'svelte';
import type { Lang } from '../i18n/index.ts';
import { load } from '../i18n/load.ts';
import { prefs } from '../prefs.svelte.ts';
import theme from '../theme/theme.css?inline';
import { styled } from './css.ts';
import Played from './Played.svelte';
import { sharedRules } from './rules.ts';
import { addStyles } from './sheet.ts';
import type { Begin } from './stage.ts';

/** The page's own styles, for a root within another page: the box stands for the page, and the box says which theme. */
const within = theme
  .replaceAll(/:root\[data-theme=["']?dark["']?\]/g, '.box.dark')
  .replaceAll(/:root:not\(\[data-theme=["']?light["']?\]\)/g, '.none')
  .replaceAll(':root', '.box')
  .replaceAll(/(^|[},\s])(html|body)(?=[{,\s])/g, '$1.none');

export const begin: Begin = async ({ element, root, box, high, wish, info, layout, lang }) => {
  const rules = sharedRules();
  const [texts, view, replay] = await Promise.all([
    load(lang as Lang, ['embed']),
    rules.view(info.id, wish.position),
    rules.replay(info.id, wish.position, wish.moves),
  ]);
  if (!wish.solution.length && replay.failed !== undefined) {
    throw new Error(`${wish.moves[replay.failed]}: ${replay.why?.text ?? 'not legal'}`);
  }
  prefs.texts = texts;
  addStyles(root, within);
  const unstyled = styled(root);
  const tell = (name: string, detail: object): void => {
    element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  };
  const plies = wish.solution.length ? [] : replay.plies;
  const app = mount(Played, { target: box, props: { rules, info, layout, view, plies, wish, high, tell } });
  return () => {
    unstyled();
    void unmount(app);
  };
};
