// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { toy, toyRules, view } from '../rules/fixture.ts';
import { LoadError } from '../rules/types.ts';
import { Voice } from '../speech/voice.svelte.ts';
import { LessonStep } from './lessonStep.svelte.ts';
import type { Step } from './lessons.ts';

prefs.texts = texts('en', english as Catalog);
const move: Step = { id: 's', clause: '1.3', goal: 'move', position: '', want: ['a1-b2'] } as Step;

let away = false;
function begin(step: Step) {
  const { rules } = toyRules();
  const page = {
    ...{ step: () => step, info: () => toy, last: () => false, say: (part: string) => part, ondone: () => {} },
    play: async () => !away,
    reset: async () => (away ? null : view('')),
  };
  const lesson = new LessonStep(rules, new Voice(), page);
  lesson.onview(view(''));
  const tried = (text: string): void =>
    lesson.onply({ move: text, path: text.split('-'), side: 0, position: `/${text}` }, view(`/${text}`), '');
  return { rules, lesson, tried };
}
beforeEach(() => {
  away = false;
});

describe('a step of a lesson, while the rules do not answer', () => {
  it('stays as it is, and can be tried again and shown once they do', async () => {
    const { lesson, tried } = begin(move);
    tried('b2-c3');
    away = true;
    await lesson.again();
    expect([lesson.phase, lesson.view?.position]).toEqual(['wrong', '/b2-c3']);
    await lesson.show();
    expect(lesson.phase).toBe('wrong');
    away = false;
    await lesson.again();
    expect([lesson.phase, lesson.card, lesson.view]).toEqual(['try', null, null]);
    await lesson.show();
    expect(['waiting', 'shown']).toContain(lesson.phase);
    lesson.close();
  });
  it('says that marks are wrong, without the reason', async () => {
    const { rules, lesson } = begin({ ...move, goal: 'spots', of: 'targets:a1', want: ['b2'] } as Step);
    rules.why = () => Promise.reject(new LoadError(''));
    lesson.onpick('c3');
    await lesson.check();
    expect(lesson.card).toMatchObject({ kind: 'wrong', more: 'hint' });
  });
});
