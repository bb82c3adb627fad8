import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import Home from './Home.svelte';

prefs.paint();
void prefs.speak('play').then(() => mount(Home, { target: document.body }));
