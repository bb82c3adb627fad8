// Judges kept games, as the analysis does it, without a page that shows them.
import { annotate, type JudgedGame } from '../analysis/annotate.ts';
import { NODES } from '../analysis/searched.ts';
import type { Thinker } from '../analysis/thinker.ts';
import * as T from '../analysis/tree.ts';
import { signed } from '../archive/accuracy.ts';
import type { Archive } from '../archive/archive.ts';
import { ANALYSES, analysisIn, draftOfAnalysis, recordOf } from '../archive/archiver.ts';
import { analysisIdOf, type Entry } from '../archive/entry.ts';
import { StorageKey } from '../device/storageKey.ts';
import { prefs } from '../prefs.svelte.ts';
import type { GameInfo, GameRecord, Rules, View } from '../rules/types.ts';

/** A game between the archive, from which it comes as a record, and the judgement. */
class KeptGame implements JudgedGame {
  readonly rules: Rules;
  readonly info: GameInfo;
  tree: T.Tree;
  readonly #record: GameRecord;

  constructor(rules: Rules, info: GameInfo, record: GameRecord, tree: T.Tree) {
    [this.rules, this.info, this.#record, this.tree] = [rules, info, record, tree];
  }
  viewAt(position: string): Promise<View> {
    return this.rules.view(this.info.id, position);
  }
  annotate(id: number, annotation: T.Annotation): void {
    this.tree = T.annotate(this.tree, id, annotation);
  }
  async addLine(at: number, moves: readonly string[], annotation: T.Annotation): Promise<void> {
    const { plies } = await this.rules.replay(this.info.id, T.position(this.tree, at), moves);
    let here = at;
    for (const [i, ply] of plies.entries()) [this.tree, here] = T.add(this.tree, here, ply, i ? {} : annotation);
  }
  save(): void {
    // It is kept when it is whole.
  }
  sign(): void {}
  /** The game as it was judged. */
  record(): GameRecord {
    const { moves: _, note: __, start: ___, ...head } = this.#record;
    return T.toRecord(this.tree, { ...head, tags: signed(head) });
  }
}

export interface Work {
  readonly archive: Pick<Archive, 'text' | 'put'>;
  readonly rules: Rules;
  readonly thinkers: readonly Thinker[];
  readonly signal: AbortSignal;
  /** The share of the game that is done. */
  readonly onprogress: (share: number) => void;
}

/**
 * Judges a game of the archive, and keeps that as its analysis, beside what is written there; unless somebody has gone on with
 * that meanwhile. False where it was broken off. Throws where no engine works, and a RulesError or UnreadableError where the
 * game cannot be read.
 */
export async function judgeGame(
  entry: Entry,
  { archive, rules, thinkers, signal, onprogress }: Work,
): Promise<boolean> {
  const id = entry.kind === 'game' ? analysisIdOf(entry) : entry.id;
  const here = new StorageKey(`${ANALYSES}.${id}`);
  /** The analysis as it is now: the archive may not have yet what a page has saved. */
  const now = async (): Promise<string | undefined> => here.read() ?? (await archive.text(id));
  const before = await now();
  const saved = before === undefined ? undefined : analysisIn(before);
  const named = (level: number): string => (level ? prefs.texts.t(`level.${level}.name`) : '');
  const record = saved?.record ?? (await recordOf(rules, (await archive.text(entry.id)) ?? '', named));
  const info = (await rules.games()).find((g) => g.id === record?.game);
  if (!record || !info) return true; // of another version: nothing can be said of it
  const tree = await T.fromRecord(record, async (from, moves) => (await rules.replay(info.id, from, moves)).plies);
  const game = new KeptGame(rules, info, record, tree);
  const found = await annotate({
    ...{ analysis: game, thinkers, nodes: NODES, signal, texts: () => prefs.texts },
    onprogress: (n, total) => onprogress(n / total),
  });
  if (found === null) return false;
  const draft = await draftOfAnalysis(rules, id, { me: entry.me, ...saved, record: game.record() });
  if (!draft || (await now()) !== before) return true;
  // A page that shows it sees that another window has gone on with it. Where there is no room, what it had stays.
  if (here.read() !== null && !here.write(draft.text)) return true;
  await archive.put(draft);
  return true;
}
