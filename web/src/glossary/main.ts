import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import GlossaryPage from './GlossaryPage.svelte';

prefs.paint();
void prefs.speak('terms').then(() => mount(GlossaryPage, { target: document.body }));
