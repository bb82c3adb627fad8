import { describe, expect, it, vi } from 'vitest';
import { layout } from '../board/fixture.ts';
import { COURSES, type Step } from './lessons.ts';
import {
  address,
  along,
  browserStorage,
  complete,
  count,
  fits,
  hint,
  isDone,
  judge,
  judgeSpots,
  keepDone,
  type Place,
  place,
  readDone,
  resume,
  solution,
  spotsIn,
  turned,
  withDone,
} from './state.ts';

const step: Step = {
  id: 's',
  clause: '1.3',
  goal: 'move',
  position: '',
  accept: ['R,e4-*', 'e4-g6'],
  wrong: [
    { say: 'twice', moves: ['e4-c6'], code: 'lyngk.duplicate' },
    { say: 'joker', moves: ['e5-*'], code: 'lyngk.origin_joker' },
    { say: 'none', moves: ['e4-*'] },
    { say: 'other', moves: ['*'] },
  ],
};

describe('a pattern', () => {
  it('is the text itself, or stands for any text where it has a star', () => {
    expect(fits('e4-g6', 'e4-g6')).toBe(true);
    expect(fits('e4-g6', 'R,e4-g6')).toBe(false);
    expect(fits('*', 'pass')).toBe(true);
    expect(fits('e4-*', 'e4-')).toBe(true);
    expect(fits('*-e4', 'c3-e4')).toBe(true);
    expect(fits('*-e4', 'e4-c3')).toBe(false);
    expect(fits('R,*-e4', 'R,c3-e4')).toBe(true);
    expect(fits('R,*', 'G,c3-e4')).toBe(false);
    expect(fits('a*a', 'a')).toBe(false);
  });
});

describe('a try', () => {
  it('is right when it is accepted, with or without its claim', () => {
    expect(judge(step, 'e4-g6')).toEqual({ right: true, say: 'ok' });
    expect(judge(step, 'R,e4-b1')).toEqual({ right: true, say: 'ok' });
  });
  it('is told what fits it first, and never what is meant for a refusal', () => {
    expect(judge(step, 'e4-c6')).toEqual({ right: false, say: 'none' });
    expect(judge(step, 'c3-c4')).toEqual({ right: false, say: 'other' });
    expect(judge({ ...step, wrong: [] }, 'c3-c4')).toEqual({ right: false, say: '' });
  });
  it('that is refused gets the hint of its code', () => {
    expect(hint(step, 'e4-c6', 'lyngk.duplicate')).toBe('twice');
    expect(hint(step, 'e4-c6', 'lyngk.too_high')).toBe('');
    expect(hint(step, 'e5-', 'lyngk.origin_joker')).toBe('joker');
  });
  it('is shown by the first legal move that is accepted', () => {
    expect(solution(step, [{ text: 'e4-c6' }, { text: 'e4-g6' }])).toBe('e4-g6');
    expect(solution(step, [{ text: 'e4-g6' }, { text: 'R,e4-c6' }])).toBe('R,e4-c6');
    expect(solution(step, [{ text: 'c3-c4' }])).toBe('');
  });
});

describe('marked spots', () => {
  const want: Step = { ...step, goal: 'spots', want: ['c6', 'f4'] };
  it('are right when they are the ones, in any order', () => {
    expect(judgeSpots(want, ['f4', 'c6']).right).toBe(true);
  });
  it('tell what is missing and what is too much', () => {
    expect(judgeSpots(want, ['c6', 'e4'])).toEqual({ right: false, missing: ['f4'], extra: ['e4'] });
    expect(judgeSpots(want, [])).toEqual({ right: false, missing: ['c6', 'f4'], extra: [] });
  });
});

describe('the spots a text speaks of', () => {
  it('are found once each, and words are none', () => {
    const board = layout('upright');
    expect(spotsIn('Go from e2 by e5 to g6, not e2.', board)).toEqual(['e2', 'e5', 'g6']);
    expect(spotsIn('f1 i g5; d’e4', board)).toEqual(['e4', 'f1', 'g5']);
    expect(spotsIn('5er-Stapel, stack of 4, é4, b12, e9', board)).toEqual([]);
  });
});

describe('a place', () => {
  const first = place(COURSES, '#lyngk/move/far') as Place;
  it('is read from the address and written to it', () => {
    expect([first.course.id, first.lesson.id, first.step]).toEqual(['lyngk', 'move', 1]);
    expect(address(first)).toBe('#lyngk/move/far');
  });
  it('leaves out what it does not know', () => {
    expect(place(COURSES, '')).toBeNull();
    expect(place(COURSES, '#list')).toBeNull();
    expect(place(COURSES, '#chess/move')).toBeNull();
    expect(place(COURSES, '#lyngk/nothing')).toBeNull();
    expect(place(COURSES, '#dvonn')?.lesson).toBe(COURSES[2]?.lessons[0]);
    expect(place(COURSES, '#lyngk/move/nothing')?.step).toBe(0);
  });
  it('leads along every step and back again', () => {
    const seen: string[] = [];
    let at: Place | null = place(COURSES, '#lyngk/move');
    let last = at;
    while (at) {
      seen.push(address(at));
      last = at;
      at = along(COURSES, at, 1);
    }
    const all = COURSES.flatMap((c) => c.lessons.flatMap((l) => l.steps.map((s) => `#${c.id}/${l.id}/${s.id}`)));
    expect(seen).toEqual(all);
    const back: string[] = [];
    for (at = last; at; at = along(COURSES, at, -1)) back.unshift(address(at));
    expect(back).toEqual(all);
  });
});

describe('progress', () => {
  const course = COURSES[0] as (typeof COURSES)[number];
  const lesson = course.lessons[0] as (typeof course.lessons)[number];
  it('grows by steps until a lesson is complete', () => {
    let done = readDone({ getItem: () => null });
    expect(resume(done, course)).toEqual({ course, lesson, step: 0 });
    done = withDone(done, { course, lesson, step: 1 });
    expect(isDone(done, course, lesson, lesson.steps[1] as Step)).toBe(true);
    expect(count(done, course, lesson)).toBe(1);
    expect(resume(done, course)?.step).toBe(0);
    for (let i = 0; i < lesson.steps.length; i++) done = withDone(done, { course, lesson, step: i });
    expect(complete(done, course, lesson)).toBe(true);
    expect(resume(done, course)?.lesson).toBe(course.lessons[1]);
  });
  it('is kept and read again, and what is not ours does no harm', () => {
    let kept = '';
    keepDone((_, v) => (kept = v), new Set(['lyngk/move/far']));
    expect([...readDone({ getItem: () => kept })]).toEqual(['lyngk/move/far']);
    expect(readDone({ getItem: () => '{"a":1}' }).size).toBe(0);
    expect(readDone({ getItem: () => '["x",3]' }).size).toBe(1);
    const broken = () => {
      throw new Error('no storage');
    };
    expect(readDone({ getItem: broken }).size).toBe(0);
  });
  it('holds for the page where the storage itself may not be reached', () => {
    const reach = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(readDone(browserStorage).size).toBe(0);
    expect(reach).toHaveBeenCalledTimes(1);
    reach.mockRestore();
  });
});

describe('the wide board', () => {
  it('is turned where that makes it clearly larger', () => {
    expect(turned('rings', 360, 440)).toBe(true);
    expect(turned('rings', 320, 250)).toBe(false);
    expect(turned('rings', 900, 600)).toBe(false);
    expect(turned('discs', 360, 740)).toBe(false);
  });
});
