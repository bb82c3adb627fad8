import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { rootOf, Site } from '../table/server.ts';
import ProfilePage from './ProfilePage.svelte';

prefs.paint();
const site = new Site(rootOf(location.href));
void prefs
  .speak('tables', 'people', 'account', 'start')
  .then(() => mount(ProfilePage, { target: document.body, props: { site } }));
