import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { load } from '../rules/client.ts';
import Analysis from './Analysis.svelte';

prefs.paint();
const rules = load('engine'); // loads while the texts do
void prefs.speak('analysis').then(() => mount(Analysis, { target: document.body, props: { rules } }));
// What is kept goes with the account once the page stands.
// Without a connection the next page does it.
setTimeout(() => import('../archive/goAlong.ts').then(({ goAlong }) => goAlong('../')).catch(() => {}), 2000);
