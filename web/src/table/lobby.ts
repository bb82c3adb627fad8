import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { load } from '../rules/client.ts';
import { connection } from './connection.svelte.ts';
import LobbyPage from './LobbyPage.svelte';
import { rootOf, Site } from './server.ts';

prefs.paint();
const rules = load(); // on its way while the texts are
const site = new Site(rootOf(location.href));
void prefs
  .speak('tables', 'people')
  .then(() => mount(LobbyPage, { target: document.body, props: { rules, site, line: connection(site.root) } }));
