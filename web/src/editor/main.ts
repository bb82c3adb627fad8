import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import { load } from '../rules/client.ts';
import Editor from './Editor.svelte';

prefs.paint();
const rules = load(); // loads while the texts do
void prefs.speak('files', 'editor').then(() => mount(Editor, { target: document.body, props: { rules } }));
