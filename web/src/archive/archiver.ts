// What pages do with the archive: they keep what is played and analyzed in it, and take games out again. A page also saves
// what it shows under a storage key of its own, at once and in one piece (device/storageKey.ts); so a page that is closed
// before the archive has answered loses nothing, and what is found there later is kept then.
import { StorageKey } from '../device/storageKey.ts';
import { levelNamed } from '../game/levels.ts';
import { type GameRecord, type Log, type Rules, RulesError, type Side } from '../rules/types.ts';
import { accuracyIn } from './accuracy.ts';
import type { Archive } from './archive.ts';
import { type Draft, entryOfAnalysis, entryOfGame, legacyId, shapeOf } from './entry.ts';
import { readSavedGame, type SavedGame } from './savedGame.ts';
import { asArchiveError, type Trouble } from './trouble.ts';

/** The game under way on this device, as the page of the start saves it. */
export const DEVICE = 'cairn.device';
/** The names of the analyses saved last; each has a key of its own behind it. */
export const ANALYSES = 'cairn.analysis';

/** The text is no game that the rules know. */
export class UnreadableError extends Error {
  constructor(cause?: unknown) {
    super('the saved game cannot be read', { cause });
    this.name = 'UnreadableError';
  }
}

export function savedIn(text: string): SavedGame {
  const saved = readSavedGame(text);
  if (!saved) throw new UnreadableError();
  return saved;
}

/** Whether anything was ever played in it. */
const begun = (log: Log): boolean => log.events.some((e) => e.kind === 'move');

/** A saved game as the archive keeps it; null where no move was made. */
export async function draftOfGame(rules: Rules, text: string, now = Date.now()): Promise<Draft | null> {
  try {
    const saved = savedIn(text);
    if (!begun(saved.log)) return null;
    const [folded, games] = await Promise.all([rules.fold(saved.log), rules.games()]);
    const info = games.find((g) => g.id === folded.terms.game);
    if (!info) throw new UnreadableError();
    const layout = await rules.layout(info.id);
    const { id = legacyId({ ...saved.log, terms: folded.terms }, saved.seed), begun: at = now } = saved;
    const whole: SavedGame = { ...saved, id, begun: at, log: { ...saved.log, terms: folded.terms } };
    return {
      entry: entryOfGame({ id, begun: at }, folded, now),
      text: JSON.stringify(whole),
      shape: shapeOf(info, layout),
    };
  } catch (e) {
    throw e instanceof RulesError ? new UnreadableError(e) : e;
  }
}

/** An analyzed game, the study whose chapter it is, and the side of the person here where it is a game of theirs. */
export interface SavedAnalysis {
  readonly record: GameRecord;
  readonly study?: string;
  readonly me?: Side | null;
}
export const analysisText = ({ record, study, me = null }: SavedAnalysis): string =>
  JSON.stringify({ record, ...(study ? { study } : {}), ...(me === null ? {} : { me }) });

/** The record of a saved game; null where it is none. named says who plays where it names nobody. */
export async function recordOf(
  rules: Pick<Rules, 'record'>,
  text: string,
  named: (level: number) => string,
): Promise<GameRecord | null> {
  const saved = readSavedGame(text);
  if (!saved) return null;
  const record = await rules.record(saved.log);
  const [a, b] = saved.log.terms.players.map((p) => p.name || named(levelNamed(p.plays)));
  return { ...record, ...(a ? { first: a } : {}), ...(b ? { second: b } : {}) };
}

/** An analyzed game as the archive keeps it; null where there is no move and it is no chapter of a study. */
export async function draftOfAnalysis(
  rules: Rules,
  id: string,
  saved: SavedAnalysis,
  now = Date.now(),
): Promise<Draft | null> {
  const { record } = saved;
  try {
    if (!record.moves.length && !record.note && !saved.study) return null;
    const info = (await rules.games()).find((g) => g.id === record.game);
    if (!info) throw new UnreadableError();
    const { plies } = await rules.replay(
      info.id,
      record.start,
      record.moves.map((m) => m.text),
    );
    const [view, layout] = await Promise.all([
      rules.view(info.id, plies.at(-1)?.position ?? record.start),
      rules.layout(info.id),
    ]);
    // How well it was played never decides whether it is kept.
    const found = await accuracyIn(rules, record, plies).catch(() => undefined);
    return {
      entry: entryOfAnalysis(id, saved, plies, view, found, now),
      text: analysisText(saved),
      shape: shapeOf(info, layout),
    };
  } catch (e) {
    throw e instanceof RulesError ? new UnreadableError(e) : e;
  }
}

/** A game at a table of people, as its server tells it. */
export interface TableGame {
  readonly table: string;
  readonly log: Log;
  /** The side of the person here, null for who has only watched. */
  readonly me: Side | null;
  readonly names: readonly [string, string];
}

type Make = () => Promise<Draft | null>;

export class Archiver {
  readonly rules: Rules;
  readonly #load: () => Promise<Archive>;
  readonly #ontrouble: (trouble: Trouble | null) => void;
  #archive: Promise<Archive> | null = null;
  readonly #waiting = new Map<string, { readonly make: Make; readonly onkept: (kept: boolean) => void }>();
  #work: Promise<void> | null = null;
  #trouble: Trouble | null = null;

  /** Hears when games can no longer be kept, and when they can again. */
  constructor(
    rules: Rules,
    ontrouble: (trouble: Trouble | null) => void = () => {},
    load: () => Promise<Archive> = async () => new (await import('./archive.ts')).Archive(),
  ) {
    this.rules = rules;
    this.#ontrouble = ontrouble;
    this.#load = load;
  }
  /** The archive; it is loaded when it is first needed. */
  archive(): Promise<Archive> {
    this.#archive ??= this.#load().catch((e) => {
      this.#archive = null;
      throw e;
    });
    return this.#archive;
  }

  // --- keeping
  /**
   * Keeps something soon. What is noted again before its turn comes is kept once, as it is then; onkept hears whether it
   * could be.
   */
  note(id: string, make: Make, onkept: (kept: boolean) => void = () => {}): void {
    this.#waiting.delete(id);
    this.#waiting.set(id, { make, onkept });
    this.#work ??= this.#run().finally(() => (this.#work = null));
  }
  async #run(): Promise<void> {
    for (;;) {
      const [next] = this.#waiting;
      if (!next) return;
      const [id, { make, onkept }] = next;
      this.#waiting.delete(id);
      await this.keep(make).then(
        () => onkept(true),
        () => onkept(false),
      );
    }
  }
  /** Everything noted is kept, or could not be. */
  async idle(): Promise<void> {
    while (this.#work) await this.#work;
  }
  /** Keeps something now; says whether there was anything to keep, and rejects where it could not be kept. */
  async keep(make: Make): Promise<boolean> {
    const draft = await make();
    if (!draft) return false;
    try {
      await (await this.archive()).put(draft);
      this.#tell(null);
      return true;
    } catch (e) {
      const error = asArchiveError(e);
      this.#tell(error.trouble);
      throw error;
    }
  }
  #tell(trouble: Trouble | null): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#ontrouble(trouble);
  }
  /** Keeps a saved game by its text. */
  take(text: string): Promise<boolean> {
    return this.keep(() => draftOfGame(this.rules, text));
  }
  keepTable({ table, log, me, names }: TableGame, now = Date.now()): Promise<boolean> {
    return this.keep(async () => {
      const [folded, games] = await Promise.all([this.rules.fold(log), this.rules.games()]);
      const info = games.find((g) => g.id === folded.terms.game);
      if (!info || !begun(log)) return null;
      const players = folded.terms.players.map((p, i) => ({ ...p, name: names[i as Side] })) as [object, object];
      const id = `t${table}`;
      return {
        entry: entryOfGame({ id, begun: now, me, table }, { ...folded, terms: { ...folded.terms, players } }, now),
        text: JSON.stringify({
          id,
          begun: now,
          log: { ...log, terms: { ...log.terms, players } },
          seed: '',
          hints: false,
          elapsed: 0,
          table,
        }),
        shape: shapeOf(info, await this.rules.layout(info.id)),
      };
    });
  }

  // --- what pages have saved and the archive does not know yet
  /**
   * Keeps what pages have saved under their own keys: of an older version, or by a page that was closed too soon. Says how
   * many were new, and how many cannot be read; those stay where they are.
   */
  async gather(): Promise<{ readonly kept: number; readonly unreadable: number }> {
    const archive = await this.archive();
    let [kept, unreadable] = [0, 0];
    const one = async (make: Make): Promise<void> => {
      try {
        if (await this.keep(make)) kept++;
      } catch (e) {
        if (!(e instanceof UnreadableError)) throw e;
        unreadable++;
      }
    };
    const device = new StorageKey(DEVICE).read();
    if (device !== null) {
      const id = readSavedGame(device)?.id;
      // The text is stored as it is here, so the rules are asked only about what is new.
      if (!id || (await archive.text(id)) !== device) await one(() => draftOfGame(this.rules, device));
    }
    for (const { name, text } of savedAnalyses()) {
      if ((await archive.text(name)) === text) continue;
      await one(async () => draftOfAnalysis(this.rules, name, analysisIn(text)));
    }
    return { kept, unreadable };
  }
}

export function analysisIn(text: string): SavedAnalysis {
  try {
    const { record, study, me } = JSON.parse(text) as Partial<SavedAnalysis>;
    if (record && typeof record.game === 'string' && Array.isArray(record.moves))
      return {
        record,
        ...(typeof study === 'string' && study ? { study } : {}),
        ...(me === 0 || me === 1 ? { me } : {}),
      };
  } catch {
    // Not ours.
  }
  throw new UnreadableError();
}

/** The analyses that are saved under keys of their own. */
function savedAnalyses(): readonly { readonly name: string; readonly text: string }[] {
  return namesIn(new StorageKey(ANALYSES).read()).flatMap((name) => {
    const text = new StorageKey(`${ANALYSES}.${name}`).read();
    return text === null ? [] : [{ name, text }];
  });
}
/** The names in a saved list of them. */
export function namesIn(text: string | null): readonly string[] {
  try {
    const all: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(all) ? all.filter((n) => typeof n === 'string') : [];
  } catch {
    return []; // not ours
  }
}
