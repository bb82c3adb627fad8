import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import Learn from './Learn.svelte';

prefs.paint();
await prefs.speak('lessons');
mount(Learn, { target: document.body });
