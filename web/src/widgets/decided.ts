// Shows what hosts have decided about who uses this page, over whatever page it is but a table: nobody is taken away from a
// game. It is fetched when there is something to show.
import { mount } from 'svelte';
import { prefs } from '../prefs.svelte.ts';
import Decided from './Decided.svelte';

let mounted = false;

/** What was not acknowledged, once a visit; with all, the earlier ones too. Base is the way to the root of the site. */
export async function show(base: string, all = false): Promise<void> {
  if (!all && (mounted || /\/[a-z2-9]{8}$/.test(location.pathname))) return;
  mounted = true;
  await prefs.speak('notices');
  mount(Decided, { target: document.body, props: { base, all } });
}
