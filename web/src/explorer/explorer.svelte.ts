// What is known of the position looked at: asked of one source at a time, and kept while the page is open.
import type { Archive } from '../archive/archive.ts';
import { people } from '../device/people.svelte.ts';
import { familyOf } from '../games.ts';
import { prefs } from '../prefs.svelte.ts';
import type { RecordEntry, Rules } from '../rules/types.ts';
import type { Answer } from './collection.ts';
import { FileGames, hasHosted, type Kind, OwnGames, type Seen, ServerGames, type Source } from './sources.ts';

/** What of the page around it is looked through. */
export interface Place {
  readonly rules: Rules;
  archive(): Promise<Archive>;
  /** The id under which the game shown is kept. */
  shown(): string;
  /** The games of a file that was opened last, and what opens one. */
  readonly file: readonly RecordEntry[];
  open(entry: RecordEntry, ply: number): void;
}

/** Where games have been, of the line that leads to the position shown. */
export interface Left {
  /** How many moves lead to the last position that a game came to; -1 for none. */
  readonly ply: number;
}

export class Explorer {
  readonly #place: Place;
  kind: Kind = $state('own');
  /** Null while nothing is known of the position. */
  answer: Answer | null = $state.raw(null);
  seen: readonly Seen[] = $state.raw([]);
  /** The games named have only the first placements in common with the board, where none came to it. */
  alike = $state(false);
  /** Where the last game left the line, where none came to its end. */
  left: Left | null = $state.raw(null);
  total: number | null = $state.raw(null);
  /** Games that are still to be read; -1 while nobody knows which. */
  missing = $state(0);
  failed = $state(false);
  #hosted = $state(false);
  #sources = new Map<Kind, Promise<Source>>();
  #known = new Map<string, Promise<Answer>>();
  #file: readonly RecordEntry[] = [];
  #asked = 0;
  #line: readonly string[] = [];
  #game = '';

  constructor(place: Place) {
    this.#place = place;
    if (people.there)
      hasHosted().then(
        (has) => (this.#hosted = has),
        () => {}, // no connection
      );
  }
  get kinds(): readonly Kind[] {
    const there = { own: true, file: this.#place.file.length > 0, server: people.there, hosted: this.#hosted };
    return (['own', 'file', 'server', 'hosted'] as const).filter((kind) => there[kind]);
  }
  choose(kind: Kind): void {
    this.kind = kind;
    void this.look(this.#game, this.#line);
  }

  #source(): Promise<Source> {
    const { kind } = this;
    let source = this.#sources.get(kind);
    if (!source) {
      source = this.#make(kind);
      this.#sources.set(kind, source);
      source.catch(() => this.#sources.delete(kind));
    }
    return source;
  }
  async #make(kind: Kind): Promise<Source> {
    const { rules } = this.#place;
    if (kind === 'server' || kind === 'hosted') return new ServerGames(rules, kind);
    const made =
      kind === 'file'
        ? new FileGames(this.#place.file, rules, (entry, ply) => this.#place.open(entry, ply))
        : new OwnGames(await this.#place.archive(), rules, () => this.#place.shown());
    void this.#refresh(made);
    return made;
  }
  /** Reads what is new, while what is known answers. */
  async #refresh(source: OwnGames | FileGames): Promise<void> {
    this.missing = -1;
    try {
      await source.refresh((missing) => {
        this.missing = missing;
        if (this.kind !== source.kind) return;
        this.#known.clear();
        void this.look(this.#game, this.#line);
      });
    } catch {
      this.missing = 0;
      this.failed = true;
    }
  }

  /** What was played in the last position of a line, which begins with its start. */
  async look(game: string, line: readonly string[]): Promise<void> {
    const ask = ++this.#asked;
    const overtaken = (): boolean => ask !== this.#asked;
    [this.#game, this.#line] = [game, line];
    const { file } = this.#place;
    if (file !== this.#file && file.length) {
      // Who opens one wants to know what is in it.
      this.kind = 'file';
      this.#sources.delete('file');
      this.#known.clear();
    }
    this.#file = file;
    const position = line.at(-1);
    if (position === undefined) return;
    try {
      const source = await this.#source();
      const [answer, total] = await Promise.all([this.#answer(source, game, position), source.size(game)]);
      if (overtaken()) return;
      const had = this.answer?.tally.games;
      [this.answer, this.total, this.failed] = [answer, total, false];
      if (answer.tally.games || !had) this.left = null;
      const left = answer.tally.games ? null : await this.#leftAt(source, game, line, overtaken);
      if (overtaken()) return;
      this.left = left;
      const { known = 0 } = familyOf(game);
      const reds = known && left && left.ply >= known ? line[known] : undefined;
      const shown = reds ? await this.#answer(source, game, reds) : answer;
      const seen = await source.seen(shown, prefs.texts);
      if (overtaken()) return;
      [this.seen, this.alike] = [seen, !!reds];
    } catch {
      if (!overtaken()) this.failed = true;
    }
  }
  #answer(source: Source, game: string, position: string): Promise<Answer> {
    const key = `${source.kind} ${game} ${position}`;
    let answer = this.#known.get(key);
    if (!answer) {
      answer = source.explore(game, position);
      this.#known.set(key, answer);
      answer.catch(() => this.#known.delete(key));
    }
    return answer;
  }
  /** Looks for where the last game has left the line: games that came to a place came to those before it. */
  async #leftAt(source: Source, game: string, line: readonly string[], overtaken: () => boolean): Promise<Left> {
    let [low, high] = [-1, line.length - 1];
    while (high - low > 1 && !overtaken()) {
      // The place before is the likeliest: one has come from there.
      const middle = high === line.length - 1 ? high - 1 : Math.ceil((low + high) / 2);
      const { tally } = await this.#answer(source, game, line[middle] ?? '');
      if (tally.games) low = middle;
      else high = middle;
    }
    return { ply: low };
  }
}
