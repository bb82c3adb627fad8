import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import AboutPage from './AboutPage.svelte';

prefs.paint();
await prefs.speak('about');
mount(AboutPage, { target: document.body });
