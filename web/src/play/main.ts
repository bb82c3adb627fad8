import { mount } from 'svelte';
import '../theme/theme.css';
import { goAlong } from '../archive/goAlong.ts';
import { prefs } from '../prefs.svelte.ts';
import Home from './Home.svelte';

prefs.paint();
goAlong('./');
void prefs.speak('play').then(() => mount(Home, { target: document.body }));
