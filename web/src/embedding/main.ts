import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import EmbeddingPage from './EmbeddingPage.svelte';

prefs.paint();
void prefs.speak('embed').then(() => mount(EmbeddingPage, { target: document.body }));
