import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { connection } from '../table/connection.svelte.ts';
import { rootOf, Site } from '../table/server.ts';
import { contestOf } from './contest.svelte.ts';
import ScreenPage from './ScreenPage.svelte';

// A wall is dark, whatever the device prefers, unless the address says otherwise.
document.documentElement.dataset.theme =
  new URLSearchParams(location.search).get('theme') === 'light' ? 'light' : 'dark';
const site = new Site(rootOf(location.href));
void prefs.speak('tables', 'people', 'contests').then(() =>
  mount(ScreenPage, {
    target: document.body,
    props: { site, line: connection(site.root), id: contestOf(location.href) },
  }),
);
