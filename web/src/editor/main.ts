import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import Editor from './Editor.svelte';

prefs.paint();
await prefs.speak();
mount(Editor, { target: document.body });
