import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import Learn from './Learn.svelte';

prefs.paint();
void prefs.speak('lessons').then(() => mount(Learn, { target: document.body }));
