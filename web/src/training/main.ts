import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import Training from './Training.svelte';

prefs.paint();
await prefs.speak('training');
mount(Training, { target: document.body });
