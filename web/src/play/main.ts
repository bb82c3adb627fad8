import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import Play from './Play.svelte';

prefs.paint();
await prefs.speak();
mount(Play, { target: document.body });
