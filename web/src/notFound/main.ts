import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import NotFound from './NotFound.svelte';

prefs.paint();
void prefs.speak().then(() => mount(NotFound, { target: document.body }));
