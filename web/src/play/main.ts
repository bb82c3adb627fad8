import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import Home from './Home.svelte';

prefs.paint();
void prefs.speak('play').then(() => mount(Home, { target: document.body }));
// What is kept goes with the account once the page stands.
setTimeout(() => void import('../archive/goAlong.ts').then(({ goAlong }) => goAlong('./')), 2000);
