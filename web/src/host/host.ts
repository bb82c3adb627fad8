import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { rootOf, Site } from '../table/server.ts';
import HostPage from './HostPage.svelte';

prefs.paint();
const site = new Site(rootOf(location.href));
void prefs
  .speak('tables', 'people', 'account', 'notices')
  .then(() => mount(HostPage, { target: document.body, props: { site } }));
