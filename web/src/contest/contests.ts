import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { rootOf, Site } from '../table/server.ts';
import ContestsPage from './ContestsPage.svelte';

prefs.paint();
const site = new Site(rootOf(location.href));
void prefs
  .speak('tables', 'people', 'contests')
  .then(() => mount(ContestsPage, { target: document.body, props: { site } }));
