import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { Site } from '../table/server.ts';
import NoticesPage from './NoticesPage.svelte';

prefs.paint();
const site = new Site(new URL('../../', location.href.replace(/index\.html([?#].*)?$/, '')));
void prefs
  .speak('tables', 'people', 'notices')
  .then(() => mount(NoticesPage, { target: document.body, props: { site } }));
