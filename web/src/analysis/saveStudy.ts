// A study as a file: the way it is shared, since no address could carry all of its chapters.

import { save } from '../device/save.ts';
import { fileName } from '../speech/fileName.ts';
import type { StudySession } from './studySession.svelte.ts';

export async function saveStudy(studies: StudySession): Promise<void> {
  const text = await studies.text();
  if (text) save(`${fileName([studies.study?.name])}.cairn`, text);
}
