// The study whose chapter is shown: what is in it, and what is done with it. All of it is in the archive, where every
// window changes it from what it is by then.
import type { Archive } from '../archive/archive.ts';
import { analysisIn, draftOfAnalysis, recordOf } from '../archive/archiver.ts';
import { analysisIdOf, type Draft, type Entry, freshId, type Shape } from '../archive/entry.ts';
import {
  type Chapter,
  changed,
  clean,
  cleanChapter,
  moved,
  newStudy,
  type Study,
  withChapter,
  without,
} from '../archive/study.ts';
import { asArchiveError } from '../archive/trouble.ts';
import { type GameRecord, LoadError, type Refusal, type Rules, RulesError } from '../rules/types.ts';
import { faultOf } from '../speech/fault.ts';
import type { AnalysisTree } from './analysisTree.svelte.ts';
import { archiveFault } from './importer.svelte.ts';
import { lastPlace, type Place, rememberPlace } from './lastPlaces.ts';
import type { Brought, LeftOut } from './newChapters.ts';
import { chapterOf, type FoundStudy, type NewChapter, plainRecord, studyIn, taggedRecord } from './studyFile.ts';

/** What was deleted last, and how it is brought back. */
export interface Undo {
  readonly name: string;
  readonly act: () => Promise<void>;
}
/** What a game of the archive needs beside it to become a record: names for levels of the computer. */
type Named = (level: number) => string;

export class StudySession {
  study: Study | null = $state.raw(null);
  undo: Undo | null = $state.raw(null);
  /** What was left out of the chapters that were added last. */
  left: LeftOut | null = $state.raw(null);
  /** Why the archive, or the rules, did not do what they were asked. */
  trouble: Refusal | null = $state.raw(null);
  readonly #analysis: AnalysisTree;
  readonly #named: Named;
  /** The chapter that is being opened. */
  #target = '';

  constructor(analysis: AnalysisTree, named: Named = () => '') {
    this.#analysis = analysis;
    this.#named = named;
    analysis.onfork = (from, to) => void this.#fork(from, to);
  }

  get rules(): Rules {
    return this.#analysis.rules;
  }
  /** The chapter shown, by its place in the study; -1 where none is. */
  readonly at = $derived.by(() => this.study?.chapters.findIndex((c) => c.id === this.#analysis.name) ?? -1);
  readonly chapter: Chapter | null = $derived.by(() => this.study?.chapters[this.at] ?? null);

  // --- opening
  /** Reads the study of the analysis shown, and again with each change of the archive. Returns what ends that. */
  follow(): () => void {
    const id = this.#analysis.study;
    if (!id) {
      this.study = null;
      return () => {};
    }
    let over = false;
    let end = (): void => {};
    const read = async (): Promise<void> => {
      try {
        const study = await (await this.#archive()).study(id);
        if (!over) this.study = study && study.deleted === undefined ? study : null;
      } catch (e) {
        this.#fail(e);
      }
    };
    void read();
    void import('../archive/archive.ts').then(({ watch }) => {
      if (!over) end = watch(() => void read());
    });
    return () => {
      over = true;
      end();
    };
  }
  /**
   * Opens a study at a chapter, or where it was left; false where there is none, or none of its chapters can be read. Of the
   * chapter a place can be named, else it is shown where it was left.
   */
  async open(id: string, chapter = '', place?: Place): Promise<boolean> {
    const study = await (await this.#archive()).study(id);
    if (!study || study.deleted !== undefined) return false;
    const first = chapter || lastPlace(id).chapter;
    const order = [...study.chapters].sort((a, b) => Number(b.id === first) - Number(a.id === first));
    for (const c of order) if (await this.#show(study, c.id, c.id === chapter ? place : undefined)) return true;
    return false;
  }
  /** Shows another chapter, where it was left. */
  async go(id: string): Promise<void> {
    const { study } = this;
    if (!study || id === (this.#target || this.#analysis.name)) return;
    this.#target = id;
    await this.#do(() => this.#show(study, id));
    if (this.#target === id) this.#target = '';
  }
  /** Shows the chapter that many places further on; asked again before it is there, one goes on from it. */
  async by(n: number): Promise<void> {
    const { chapters = [] } = this.study ?? {};
    const from = chapters.findIndex((c) => c.id === (this.#target || this.#analysis.name));
    const to = chapters[from + n];
    if (to && from >= 0) await this.go(to.id);
  }
  async #show(study: Study, id: string, named?: Place): Promise<boolean> {
    const analysis = this.#analysis;
    await analysis.archiver?.idle();
    const place = named ?? lastPlace(study.id, id).place ?? { position: '', ply: 0 };
    try {
      if (!(await analysis.reopen(await analysis.rules.games(), id, this.#named, place))) return false;
    } catch (e) {
      if (e instanceof LoadError) throw e;
      return false; // it cannot be read: another chapter may be
    }
    // What was an analysis before it became a chapter does not know of its study.
    if (analysis.study !== study.id) analysis.join(study.id);
    this.study = study;
    return true;
  }
  /** Remembers where the chapter is looked at. */
  remember(): void {
    const { study, name, position, ply } = this.#analysis;
    if (study && this.study?.id === study && this.at >= 0) rememberPlace(study, name, { position, ply });
  }

  // --- making and filling
  /** Makes a study with the analysis shown as its first chapter. */
  async begin(name: string): Promise<void> {
    const analysis = this.#analysis;
    await this.#do(async () => {
      const record = analysis.record();
      const first = { id: analysis.name, name: chapterOf(record).name };
      const study = withChapter(newStudy(freshId(), name, Date.now()), first);
      const saved = { record, study: study.id };
      const draft = await draftOfAnalysis(analysis.rules, analysis.name, saved);
      await (await this.#archive()).putStudy(study, draft ? [draft] : []);
      this.study = study;
      analysis.join(study.id);
    });
  }
  /**
   * Adds chapters at the end, and shows the first of them; `left` is what did not become one. False where they could not be
   * added: `trouble` says why.
   */
  async add(chapters: readonly NewChapter[], left: LeftOut | null = null): Promise<boolean> {
    const { study } = this;
    this.left = null;
    if (!study || !chapters.length) return true;
    let added = false;
    await this.#do(async () => {
      const { list, drafts } = await this.#made(study.id, chapters);
      const next = await this.#change(study.id, (s) => list.reduce((all, c) => withChapter(all, c), s), {
        keep: drafts,
      });
      added = true;
      this.left = left;
      const [first] = list;
      if (next && first) await this.#show(next, first.id);
    });
    return added;
  }
  /**
   * Adds games to the study shown; without one, they become a study of that name. False where they could not be kept:
   * `trouble` says why.
   */
  async take({ chapters, left }: Brought, name: string): Promise<boolean> {
    if (this.study) return this.add(chapters, left);
    this.left = null;
    const made = await this.#create({ id: '', name, chapters });
    if (made) this.left = left;
    return made;
  }
  async #create({ id, name, chapters }: FoundStudy): Promise<boolean> {
    let made = false;
    await this.#do(async () => {
      const own = id || freshId();
      const { list, drafts } = await this.#made(own, chapters);
      const study = list.reduce((all, c) => withChapter(all, c), newStudy(own, name, Date.now()));
      await (await this.#archive()).putStudy(study, drafts);
      made = true;
      const [first] = list;
      if (first) await this.#show(study, first.id);
    });
    return made;
  }
  async #made(study: string, chapters: readonly NewChapter[]): Promise<{ list: Chapter[]; drafts: Draft[] }> {
    const { rules } = this.#analysis;
    const list: Chapter[] = [];
    const drafts: Draft[] = [];
    for (const { record, ...chapter } of chapters) {
      const id = freshId();
      const start = record.start || (await rules.start(record.game, ''));
      const draft = await draftOfAnalysis(rules, id, { record: { ...record, start }, study });
      if (!draft) continue;
      drafts.push(draft);
      list.push(cleanChapter({ ...chapter, id }));
    }
    return { list, drafts };
  }
  /** A new board as a chapter. */
  async blank(game: string): Promise<NewChapter> {
    const { rules } = this;
    const seed = crypto.randomUUID?.() ?? String(Math.random());
    return { name: '', record: { game, start: await rules.start(game, seed), result: 'ongoing', moves: [] } };
  }
  /** What the archive has that a chapter can be a copy of. */
  async kept(): Promise<{ readonly entries: readonly Entry[]; readonly shapes: ReadonlyMap<string, Shape> }> {
    const all = await this.#do(async () => {
      const archive = await this.#archive();
      const [entries, shapes] = await Promise.all([archive.entries(), archive.shapes()]);
      return { entries, shapes };
    });
    return all ?? { entries: [], shapes: new Map() };
  }
  /** A copy of a game of the archive as a chapter, with its analysis where there is one; null where it cannot be read. */
  async copyOf(id: string): Promise<NewChapter | null> {
    const entry = await (await this.#archive()).entry(id);
    if (!entry) return null;
    const analysis = await this.#analysis.textOf(entry.kind === 'game' ? analysisIdOf(entry) : id);
    if (analysis !== undefined) return chapterOf(analysisIn(analysis).record);
    const record = await recordOf(this.#analysis.rules, (await this.#analysis.textOf(id)) ?? '', this.#named);
    return record && chapterOf(record);
  }

  // --- arranging
  async rename(name: string): Promise<void> {
    if (clean(name)) await this.#edit((s) => ({ ...s, name: clean(name) }));
  }
  /** Changes what is said of a chapter. */
  async say(id: string, to: Partial<Omit<Chapter, 'id'>>): Promise<void> {
    await this.#edit((s) => changed(s, id, to));
  }
  async move(id: string, by: number): Promise<void> {
    const { study } = this;
    if (!study) return;
    this.study = moved(study, id, by); // at once: keys and fingers go on before the archive has answered
    await this.#edit((s) => moved(s, id, by));
  }
  /** Deletes a chapter; the last one goes with the study. */
  async remove(id: string): Promise<void> {
    const { study } = this;
    const i = study?.chapters.findIndex((c) => c.id === id) ?? -1;
    const gone = study?.chapters[i];
    if (!study || !gone) return;
    if (study.chapters.length === 1) return this.drop();
    await this.#do(async () => {
      await this.#analysis.archiver?.idle(); // what was kept later would bring it back
      const next = await this.#change(study.id, (s) => without(s, id), { remove: [id] });
      const beside = next?.chapters[Math.min(i, next.chapters.length - 1)];
      if (next && beside && this.#analysis.name === id) await this.#show(next, beside.id);
      this.undo = {
        name: gone.name || `${i + 1}`,
        act: async () => {
          const back = await this.#change(study.id, (s) => withChapter(s, gone, i), { restore: [id] });
          if (back) await this.#show(back, id);
        },
      };
    });
  }
  /** Deletes the study with its chapters; the analysis shown stays on the board, and is an analysis of its own. */
  async drop(): Promise<void> {
    const { study } = this;
    const analysis = this.#analysis;
    if (!study) return;
    await this.#do(async () => {
      await analysis.archiver?.idle();
      const archive = await this.#archive();
      await archive.deleteStudy(study.id, true);
      analysis.leaveStudy();
      this.study = null;
      this.undo = {
        name: study.name,
        act: async () => {
          await archive.deleteStudy(study.id, false);
          await this.open(study.id);
        },
      };
    });
  }
  /** Brings back what was deleted last. Where that fails, `trouble` says why and it can be tried again. */
  async restore(): Promise<void> {
    const { undo } = this;
    if (!undo) return;
    this.undo = null;
    const done = await this.#do(async () => {
      await undo.act();
      return true;
    });
    if (!done) this.undo ??= undo;
  }

  // --- files
  /** The study as the text of a file. */
  async text(): Promise<string | null> {
    const { study } = this;
    if (!study) return null;
    return this.#do(async () => {
      const all = await this.#records(study);
      const parts = all.map(async ({ chapter, record }) => this.#written(taggedRecord(study, chapter, record)));
      return (await Promise.all(parts)).join('\n');
    });
  }
  async #written(record: GameRecord): Promise<string> {
    return (await this.#analysis.rules.exportRecord(record, 'cairn')).text;
  }
  async #records(study: Study): Promise<{ chapter: Chapter; record: GameRecord }[]> {
    const analysis = this.#analysis;
    await analysis.archiver?.idle();
    const out: { chapter: Chapter; record: GameRecord }[] = [];
    for (const chapter of study.chapters) {
      const text = chapter.id === analysis.name ? null : await analysis.textOf(chapter.id);
      if (text !== undefined)
        out.push({ chapter, record: text === null ? analysis.record() : analysisIn(text).record });
    }
    return out;
  }
  /**
   * Opens the study that records of a file are; false where they are none. Of a study that is here already, chapters that
   * are not, or are different here, are added.
   */
  async import(records: readonly GameRecord[]): Promise<boolean> {
    const found = studyIn(records);
    if (!found) return false;
    const had = found.id ? await (await this.#archive()).study(found.id) : undefined;
    if (!had) {
      await this.#create(found);
      return true;
    }
    if (had.deleted !== undefined) {
      await this.#create({ ...found, id: '' });
      return true;
    }
    await this.#do(async () => {
      const here = await Promise.all(
        (await this.#records(had)).map(({ record }) => this.#written(plainRecord(record))),
      );
      const fresh: NewChapter[] = [];
      for (const c of found.chapters) if (!here.includes(await this.#written(c.record))) fresh.push(c);
      this.study = had;
      if (fresh.length) await this.add(fresh);
      else await this.open(had.id);
    });
    return true;
  }

  // --- the archive
  /** Another window changed the chapter shown: what is here goes on as one more chapter behind it. */
  async #fork(from: string, to: string): Promise<void> {
    const { study } = this;
    const i = study?.chapters.findIndex((c) => c.id === from) ?? -1;
    const had = study?.chapters[i];
    if (had)
      await this.#edit((s) => withChapter(s, { ...had, id: to }, s.chapters.findIndex((c) => c.id === from) + 1));
  }
  async #edit(change: (study: Study) => Study): Promise<void> {
    const { study } = this;
    if (study) await this.#do(() => this.#change(study.id, change));
  }
  async #change(
    id: string,
    ...how: Parameters<Archive['changeStudy']> extends [string, ...infer Rest] ? Rest : never
  ): Promise<Study | undefined> {
    const next = await (await this.#archive()).changeStudy(id, ...how);
    if (next) this.study = next;
    return next;
  }
  async #archive(): Promise<Archive> {
    const { archiver } = this.#analysis;
    if (!archiver) throw new Error('an analysis without an archive has no studies');
    return archiver.archive();
  }
  async #do<R>(act: () => Promise<R>): Promise<R | null> {
    this.trouble = null;
    try {
      return await act();
    } catch (e) {
      this.#fail(e);
      return null;
    }
  }
  #fail(e: unknown): void {
    const ours = e instanceof LoadError || e instanceof RulesError;
    this.trouble = ours ? faultOf(e) : archiveFault(asArchiveError(e));
  }
}
