import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import EmbeddingPage from './EmbeddingPage.svelte';

prefs.paint();
await prefs.speak('embed');
mount(EmbeddingPage, { target: document.body });
