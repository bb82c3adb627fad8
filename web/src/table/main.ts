import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { load } from '../rules/client.ts';
import { connection } from './connection.svelte.ts';
import { rootOf, Site, tableOf } from './server.ts';
import TablePage from './TablePage.svelte';

prefs.paint();
const rules = load(); // on its way while the texts are
const site = new Site(rootOf(location.href));
void prefs.speak('tables').then(() =>
  mount(TablePage, {
    target: document.body,
    props: { rules, site, line: connection(site.root), id: tableOf(location.href) },
  }),
);
