import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import Lost from './Lost.svelte';

prefs.paint();
await prefs.speak();
mount(Lost, { target: document.body });
