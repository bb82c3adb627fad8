import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { connection } from '../table/connection.svelte.ts';
import { rootOf, Site } from '../table/server.ts';
import ContestPage from './ContestPage.svelte';
import { contestOf } from './contest.svelte.ts';

prefs.paint();
const site = new Site(rootOf(location.href));
void prefs.speak('tables', 'people', 'account', 'contests').then(() =>
  mount(ContestPage, {
    target: document.body,
    props: { site, line: connection(site.root), id: contestOf(location.href) },
  }),
);
