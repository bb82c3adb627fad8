import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { Site } from '../table/server.ts';
import BotsPage from './BotsPage.svelte';

prefs.paint();
const site = new Site(new URL('../../', location.href.replace(/index\.html([?#].*)?$/, '')));
void prefs.speak('tables', 'people', 'account').then(() => mount(BotsPage, { target: document.body, props: { site } }));
