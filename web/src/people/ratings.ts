import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { rootOf, Site } from '../table/server.ts';
import RatingsPage from './RatingsPage.svelte';

prefs.paint();
const site = new Site(rootOf(location.href));
void prefs
  .speak('tables', 'people', 'account')
  .then(() => mount(RatingsPage, { target: document.body, props: { site } }));
