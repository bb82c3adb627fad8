import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import NotFound from './NotFound.svelte';

prefs.paint();
await prefs.speak();
mount(NotFound, { target: document.body });
