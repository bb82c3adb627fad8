// What the page of the archive shows: the games that are meant, a window of them at a time, and what was last done.

import { StorageKey } from '../device/storageKey.ts';
import { prefs } from '../prefs.svelte.ts';
import { watch } from './archive.ts';
import { type Archiver, DEVICE } from './archiver.ts';
import { asOne } from './asOne.ts';
import { analysisIdOf, type Entry, type Shape } from './entry.ts';
import { readSavedGame } from './savedGame.ts';
import { everything, found, foundStudies, indexed, opponents, type Query } from './search.ts';
import { statistics } from './statistics.ts';
import type { Step } from './step.ts';
import type { Study } from './study.ts';
import { fileName, type Imported, take, textOf, written } from './transfer.ts';
import { asArchiveError, type Trouble } from './trouble.ts';

/** What is done with the file of the archive. */
type Work = 'import' | 'export';

/** That many games are shown at first, and more at each wish. */
export const STEP = 25;

export class ArchiveState {
  readonly archiver: Archiver;
  /** Everything, newest first; null before it is read. */
  entries: readonly Entry[] | null = $state.raw(null);
  /** The newest games, shown while the rest is read. */
  #first: readonly Entry[] = $state.raw([]);
  shapes: ReadonlyMap<string, Shape> = $state.raw(new Map());
  /** All studies, deleted ones too. */
  studies: readonly Study[] = $state.raw([]);
  query: Query = $state.raw(everything);
  shown = $state(STEP);
  trouble: Trouble | null = $state(null);
  /** How many saved games cannot be read. */
  unreadable = $state(0);
  /** The game or study that was deleted last, as long as that can be undone. */
  deleted: Entry | Study | null = $state.raw(null);
  imported: Imported | null = $state.raw(null);
  /** How many megabytes the file needed that there was no room for; nothing of it was taken. */
  noRoom: number | null = $state(null);
  /** Puzzles were tried here, so there is something to export without a game, too. */
  trained = $state(false);
  busy = $state(false);
  /** What takes a while, and the share of it that is done. */
  work: { readonly what: Work; readonly share: number } | null = $state.raw(null);
  /** What the person has stopped: nothing was imported, or no file was made. */
  stopped: Work | null = $state(null);
  #stopping = false;
  /** The browser has promised not to clear the games by itself. */
  protectedHere = $state(false);

  constructor(archiver: Archiver) {
    this.archiver = archiver;
  }

  /** What stands for itself: chapters are found with their studies, analyses of games with these. */
  readonly #asOne = $derived.by(() => {
    const all = this.entries ?? this.#first;
    const chapters = new Set(this.studies.flatMap((s) => s.chapters.map((c) => c.id)));
    return asOne(chapters.size ? all.filter((e) => !chapters.has(e.id)) : all);
  });
  readonly #indexed = $derived.by(() => {
    const { alone, analyzed } = this.#asOne;
    return indexed(alone, prefs.texts, this.shapes, analyzed);
  });
  readonly foundStudies = $derived.by(() => foundStudies(this.studies, this.query, Date.now()));
  readonly found = $derived.by(() => found(this.#indexed, this.query, Date.now()));
  readonly list = $derived.by(() => this.found.slice(0, this.shown));
  readonly opponents = $derived.by(() => opponents(this.#indexed));
  readonly #game = $derived.by(() => this.query.game);
  readonly statistics = $derived.by(() => {
    const game = this.#game; // of the query this alone: the words change with every key
    const all = this.entries ?? [];
    return statistics(game && game !== 'analysis' ? all.filter((e) => e.game === game) : all);
  });
  /** How many there are of each rule set, the most first, and of analyses. */
  readonly counts = $derived.by(() => {
    const games = new Map<string, number>();
    let [all, analyses, deleted] = [0, 0, 0];
    for (const { entry, analyzed, isGame } of this.#indexed) {
      if (entry.deleted !== undefined) {
        deleted++;
        continue;
      }
      all++;
      if (analyzed) analyses++;
      if (isGame) games.set(entry.game, (games.get(entry.game) ?? 0) + 1);
    }
    deleted += this.studies.filter((s) => s.deleted !== undefined).length;
    return { all, analyses, deleted, games: [...games].sort((a, b) => b[1] - a[1]) };
  });

  /** Reads the archive, then keeps what pages have saved beside it. Returns what ends the watch for changes. */
  start(): () => void {
    let again = false;
    let reading = false;
    const read = async (): Promise<void> => {
      again = true;
      if (reading) return;
      reading = true;
      try {
        while (again) {
          again = false;
          await this.#read();
        }
      } finally {
        reading = false;
      }
    };
    const end = watch(() => void read());
    void this.#begin(read);
    return end;
  }
  async #begin(read: () => Promise<void>): Promise<void> {
    try {
      const archive = await this.archiver.archive();
      const [shapes, first, studies] = await Promise.all([archive.shapes(), archive.latest(STEP), archive.studies()]);
      [this.shapes, this.#first, this.studies] = [shapes, first, studies];
      await read();
      const { kept, unreadable } = await this.archiver.gather();
      this.unreadable = unreadable;
      if (kept) await read();
      await archive.purge(Date.now(), this.entries ?? []);
      if (this.entries?.length) this.protectedHere = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
    } catch (e) {
      this.#fail(e);
    }
  }
  async #read(): Promise<void> {
    try {
      const archive = await this.archiver.archive();
      const [entries, shapes, studies, trained] = await Promise.all([
        archive.entries(),
        archive.shapes(),
        archive.studies(),
        archive.trained(),
      ]);
      [this.entries, this.shapes, this.studies, this.trained] = [entries, shapes, studies, trained];
      this.trouble = null;
    } catch (e) {
      this.#fail(e);
    }
  }
  #fail(e: unknown): void {
    this.trouble = asArchiveError(e).trouble;
    this.entries ??= [];
  }

  ask(part: Partial<Query>): void {
    this.query = { ...this.query, ...part };
    this.shown = STEP;
  }
  more(): void {
    this.shown += STEP;
  }

  // --- what is done with games
  /** The ids of what one line of the list stands for. */
  #both(entry: Entry): readonly string[] {
    const { analyzed, earlier } = this.#asOne;
    return [entry.id, ...(analyzed.has(entry.id) ? [analysisIdOf(entry)] : []), ...(earlier.get(entry.id) ?? [])];
  }
  async remove(entry: Entry): Promise<void> {
    await this.#do(async () => {
      const archive = await this.archiver.archive();
      await archive.remove(this.#both(entry));
      // The page of the start would show it again.
      const device = new StorageKey(DEVICE);
      const text = device.read();
      if (readSavedGame(text)?.id === entry.id && text === (await archive.text(entry.id))) device.clear();
      this.deleted = entry;
      await this.#read();
    });
  }
  async restore(entry: Entry): Promise<void> {
    await this.#do(async () => {
      await (await this.archiver.archive()).restore(this.#both(entry));
      this.deleted = null;
      await this.#read();
    });
  }
  /** Deletes a study with its chapters, or brings it back. */
  async mark(study: Study, deleted: boolean): Promise<void> {
    await this.#do(async () => {
      await (await this.archiver.archive()).deleteStudy(study.id, deleted);
      this.deleted = deleted ? study : null;
      await this.#read();
    });
  }
  /** The game that stands for a study in pictures: its first chapter. */
  readonly firsts: ReadonlyMap<string, Entry> = $derived.by(() => {
    const wanted = new Set(this.studies.map((s) => s.chapters[0]?.id));
    return new Map((this.entries ?? this.#first).filter((e) => wanted.has(e.id)).map((e) => [e.id, e]));
  });
  /** Everything as a file; null where it was stopped or failed. */
  async file(): Promise<{ name: string; text: string } | null> {
    return this.#while('export', async (step) => {
      const now = new Date();
      const archive = await this.archiver.archive();
      const [games, training, studies] = await Promise.all([archive.all(step), archive.training(), archive.studies()]);
      return { name: fileName(now), text: written(games, now, training, studies) };
    });
  }
  /** Takes what is in a file; `imported` says what came of it. */
  async take(file: Pick<File, 'size' | 'text'>): Promise<void> {
    await this.#while('import', async (step) => {
      const text = await textOf(file);
      if (typeof text !== 'string') {
        this.imported = { taken: 0, known: 0, tries: 0, studies: 0, faults: [text] };
        return;
      }
      try {
        this.imported = await take(await this.archiver.archive(), this.archiver.rules, text, step);
      } catch (e) {
        if (asArchiveError(e).trouble !== 'full') throw e;
        this.noRoom = Math.ceil(file.size / 1_000_000);
      }
      await this.#read();
    });
  }
  /** Ends an import or export: nothing of it is kept. */
  stop(): void {
    this.#stopping = true;
  }
  /** Does what can be followed and stopped. */
  async #while<T>(what: Work, act: (step: Step) => Promise<T>): Promise<T | null> {
    this.imported = this.noRoom = this.stopped = null;
    this.#stopping = false;
    const step: Step = (share) => {
      if (this.#stopping) throw new Error('stopped');
      this.work = { what, share };
    };
    return this.#do(async () => {
      try {
        return await act(step);
      } catch (e) {
        if (!this.#stopping) throw e;
        this.stopped = what;
        return null;
      } finally {
        this.work = null;
      }
    });
  }
  async #do<T>(act: () => Promise<T>): Promise<T | null> {
    this.busy = true;
    try {
      return await act();
    } catch (e) {
      this.trouble = asArchiveError(e).trouble;
      return null;
    } finally {
      this.busy = false;
    }
  }
}
