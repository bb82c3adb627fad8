import { mount } from 'svelte';
import '../theme/theme.css';
import { goAlong } from '../archive/goAlong.ts';
import { prefs } from '../prefs.svelte.ts';
import { load } from '../rules/client.ts';
import Training from './Training.svelte';

prefs.paint();
const rules = load(); // who comes here solves something next
goAlong('../');
void prefs.speak('training').then(() => mount(Training, { target: document.body, props: { rules } }));
