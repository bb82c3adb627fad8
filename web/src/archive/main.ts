import { mount } from 'svelte';
import '../theme/theme.css';
import { prefs } from '../prefs.svelte.ts';
import ArchivePage from './ArchivePage.svelte';
import { Archiver } from './archiver.ts';
import { goAlong } from './goAlong.ts';
import { lazyRules } from './lazyRules.ts';

prefs.paint();
void prefs
  .speak('archive')
  .then(() => mount(ArchivePage, { target: document.body, props: { archiver: new Archiver(lazyRules()) } }));
goAlong('../');
