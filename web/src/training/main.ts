import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { load } from '../rules/client.ts';
import { puzzles } from './screens.ts';
import Training from './Training.svelte';

prefs.paint();
const rules = load(); // who comes here solves something next
if (/^#(?!run|mistakes)./.test(location.hash)) void puzzles.fetch();
void prefs.speak('training').then(() => mount(Training, { target: document.body, props: { rules } }));
// What is kept goes with the account once the page stands.
// Without a connection the next page does it.
setTimeout(() => import('../archive/goAlong.ts').then(({ goAlong }) => goAlong('../')).catch(() => {}), 2000);
