import { mount } from 'svelte';
import '../theme/theme.css';
import { goAlong } from '../archive/goAlong.ts';
import { prefs } from '../prefs.svelte.ts';
import { load } from '../rules/client.ts';
import Analysis from './Analysis.svelte';

prefs.paint();
const rules = load(); // loads while the texts do
goAlong('../');
void prefs.speak('analysis').then(() => mount(Analysis, { target: document.body, props: { rules } }));
