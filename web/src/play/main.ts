import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import Home from './Home.svelte';

prefs.paint();
await prefs.speak('play');
mount(Home, { target: document.body });
