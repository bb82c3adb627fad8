import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import AboutPage from './AboutPage.svelte';

prefs.paint();
void prefs.speak('about').then(() => mount(AboutPage, { target: document.body }));
