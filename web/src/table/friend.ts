import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { load } from '../rules/client.ts';
import FriendPage from './FriendPage.svelte';
import { rootOf, Site } from './server.ts';

prefs.paint();
const rules = load(); // on its way while the texts are
const site = new Site(rootOf(location.href));
void prefs.speak('tables', 'people').then(() => mount(FriendPage, { target: document.body, props: { rules, site } }));
