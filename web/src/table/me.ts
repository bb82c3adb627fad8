import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { connection } from './connection.svelte.ts';
import MePage from './MePage.svelte';
import { rootOf, Site } from './server.ts';

prefs.paint();
const site = new Site(rootOf(location.href));
void prefs
  .speak('tables', 'people')
  .then(() => mount(MePage, { target: document.body, props: { site, line: connection(site.root) } }));
