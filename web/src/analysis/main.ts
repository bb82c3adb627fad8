import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import Analysis from './Analysis.svelte';

prefs.paint();
await prefs.speak('files');
mount(Analysis, { target: document.body });
