import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import Home from './Home.svelte';

prefs.paint();
void prefs.speak('play').then(() => mount(Home, { target: document.body }));
// What is kept goes with the account once the page stands.
// Without a connection the next page does it.
setTimeout(() => import('../archive/goAlong.ts').then(({ goAlong }) => goAlong('./')).catch(() => {}), 2000);
