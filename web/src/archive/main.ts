import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { load } from '../rules/client.ts';
import type { Rules } from '../rules/types.ts';
import ArchivePage from './ArchivePage.svelte';
import { Archiver } from './archiver.ts';

prefs.paint();
// The rules are loaded when there is something new to keep, or a file to read: a list needs none.
let loaded: Rules | undefined;
const rules = new Proxy({} as Rules, {
  get(_, name: keyof Rules) {
    loaded ??= load();
    return loaded[name];
  },
});
void prefs
  .speak('archive')
  .then(() => mount(ArchivePage, { target: document.body, props: { archiver: new Archiver(rules) } }));
