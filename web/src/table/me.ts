import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { askedBy } from './account.ts';
import { connection } from './connection.svelte.ts';
import MePage from './MePage.svelte';
import { rootOf, Site } from './server.ts';

prefs.paint();
const site = new Site(rootOf(location.href));
// A code or the token of a link is no address to keep, nor one that others should read off the screen.
const asked = askedBy(location.hash);
if (asked.kind) history.replaceState(null, '', location.pathname);
void prefs
  .speak('tables', 'people', 'account')
  .then(() => mount(MePage, { target: document.body, props: { site, line: connection(site.root), asked } }));
