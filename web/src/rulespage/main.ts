import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import RulesPage from './RulesPage.svelte';

prefs.paint();
void prefs.speak('rules').then(() => mount(RulesPage, { target: document.body }));
