// What a person opens in the analysis: an address, files, a text. It is read, then shown, or the dialog says what is wrong
// with it; until then the game before stays. Of two things opened at once the later one counts.

import { ArchiveError } from '../archive/trouble.ts';
import { type Address, nowhere } from '../device/address.ts';
import {
  type GameInfo,
  type GameRecord,
  LoadError,
  type RecordEntry,
  type Refusal,
  RulesError,
  unknownGame,
} from '../rules/types.ts';
import { faultOf } from '../speech/fault.ts';
import type { AnalysisTree } from './analysisTree.svelte.ts';
import { type Brought, type Found, read } from './read.ts';

/** Larger files are left to the command line: the page holds one several times over while it reads. */
const MOST = 64; // MB

/** What it must know of a file. */
export type Handed = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

const notOpened = (file: string): Refusal => {
  const text = `${file} cannot be opened`;
  return { code: 'ui.import.not_opened', args: { file, most: `${MOST}` }, offset: -1, text };
};

/** What is in files; the refusal of one that cannot be opened is thrown. */
export async function brought(files: readonly Handed[]): Promise<readonly Brought[]> {
  const all: Brought[] = [];
  for (const file of files) {
    const refused = new RulesError(notOpened(file.name));
    if (file.size > MOST * 1_000_000) throw refused;
    const data = await file.arrayBuffer().catch(() => Promise.reject(refused)); // a folder, or it is gone
    all.push({ name: file.name, data: new Uint8Array(data) });
  }
  return all;
}

/** The packed game of an address was cut off or changed on its way. */
const broken: Refusal = { code: 'ui.link.cut', offset: -1, text: 'the game in the link is damaged' };
const notKept: Refusal = { code: 'ui.keep.missing', offset: -1, text: 'this game is not in the archive' };
export const archiveFault = ({ trouble, message }: ArchiveError): Refusal => ({
  ...{ code: `ui.keep.${trouble}`, offset: -1, text: message },
});

/** The records that were found, where all of them can be read. */
function recordsOf(found: Found): readonly GameRecord[] {
  if (found.kind === 'record') return [found.record];
  const entries = found.kind === 'choice' ? found.entries : [];
  return entries.every((e) => !e.error) ? entries.flatMap((e) => e.record ?? []) : [];
}

export class Importer {
  games: readonly GameInfo[] = $state.raw([]);
  /** The dialog to bring something with is open. */
  open = $state(false);
  /** What was brought is being read. */
  busy = $state(false);
  /** What is wrong with what was brought. */
  trouble: Refusal | null = $state.raw(null);
  /** The games to choose from, where there are several, and what was left out of the one that was opened. */
  entries: readonly RecordEntry[] = $state.raw([]);
  /** The games of the file that was opened last, if it had several. */
  opened: readonly RecordEntry[] = $state.raw([]);
  warnings: readonly Refusal[] = $state.raw([]);
  /** Takes records that are the chapters of a study; false where they are none. */
  onstudy: (records: readonly GameRecord[]) => Promise<boolean> = async () => false;
  /** What is wrong with the address of the page. */
  link: Refusal | null = $state.raw(null);
  readonly #analysis: AnalysisTree;
  #asked = 0;
  /** Ends the reading of files. */
  #reading = new AbortController();
  #begins: { readonly game: string; readonly position: string } | undefined;

  /** `begins` is the start position of a game that is shown already: it is opened where the address names none. */
  constructor(analysis: AnalysisTree, begins?: { readonly game: string; readonly position: string }) {
    this.#analysis = analysis;
    this.#begins = begins;
  }

  get game(): string {
    return this.#analysis.info?.id ?? this.games[0]?.id ?? '';
  }

  /**
   * Opens what the address of the page names, else a saved game, else a start position. Where it names a game or a study of
   * the archive, `kept` opens that, or says that it is not there.
   */
  async start(address: Address, kept?: () => Promise<boolean>): Promise<void> {
    if (address.packed) void import('../archive/packed.ts').catch(() => {}); // while the rules come
    this.games = await this.#analysis.rules.games();
    await this.arrive(address, kept);
  }
  /**
   * Opens what a changed address names, `kept` as above; `link` says what is wrong with it. Rejects where there is nothing to
   * show then.
   */
  async arrive(address: Address, kept?: () => Promise<boolean>): Promise<void> {
    let missing = kept && notKept;
    try {
      if (await kept?.()) return;
    } catch (e) {
      if (e instanceof LoadError) throw e;
      // What is there cannot be read, or there is no archive: a line says so, and something else is shown.
      missing = e instanceof ArchiveError ? archiveFault(e) : faultOf(e);
    }
    await this.#visitNewest(address);
    if (missing && !address.moves.length && !address.packed) this.link ??= missing; // else the address has the game itself
  }
  async #visitNewest(address: Address): Promise<void> {
    await this.#newest(async (overtaken) => {
      this.link = null;
      try {
        if (!address.moves.length && !address.packed && (await this.#analysis.resume(this.games, address))) return;
        if (overtaken()) return;
        await this.#visit(address);
      } catch (e) {
        if (overtaken()) return;
        if (!(e instanceof RulesError) && !this.#analysis.info) throw e;
        const fault = faultOf(e);
        this.link = fault;
        if (!this.#analysis.info) await this.#rescue(address, fault);
      }
    });
  }
  /** Opens as much as can be read of an address that is broken. */
  async #rescue(address: Address, { place }: Refusal): Promise<void> {
    const { moves } = address;
    if (place?.ply) return this.#visit({ ...address, moves: moves.slice(0, place.ply - 1), ply: -1 });
    const game = this.games.some((g) => g.id === address.game) ? address.game : '';
    return this.#visit({ ...nowhere, game });
  }
  /** Opens what an address names; the refusal is thrown. */
  async #visit({ game, position, moves, ply, packed }: Address): Promise<void> {
    const info = game ? this.games.find((g) => g.id === game) : this.games[0];
    if (!info) throw new RulesError(unknownGame(game, this.games));
    if (packed) {
      const { unpack } = await import('../archive/packed.ts').catch((e) => Promise.reject(new LoadError(String(e))));
      const record = await unpack(packed);
      if (record?.game !== info.id) throw new RulesError(broken);
      return this.#analysis.load(info, record, Math.max(0, ply));
    }
    const seed = crypto.randomUUID?.() ?? String(Math.random());
    const shown = this.#begins?.game === info.id ? this.#begins.position : '';
    this.#begins = undefined;
    const start = position || shown || (await this.#analysis.rules.start(info.id, seed, info.full));
    await this.#analysis.open(info, start, moves, ply);
  }
  /** Opens a start position of a game, another one each time. */
  async begin(game: GameInfo): Promise<void> {
    await this.#newest(async (overtaken) => {
      try {
        await this.#visit({ ...nowhere, game: game.id });
      } catch (e) {
        if (!overtaken()) this.link = faultOf(e);
      }
    });
  }

  /** Opens the dialog, without messages of an earlier use. */
  ask(): void {
    this.#say();
    this.open = true;
  }
  async files(files: readonly Handed[], game = this.game): Promise<void> {
    await this.#take(() => brought(files), game);
  }
  async text(text: string, game = this.game): Promise<void> {
    await this.#take(async () => [{ name: '', data: new TextEncoder().encode(text) }], game);
  }
  /** Ends the reading of what was brought; nothing of it is shown. */
  stop(): void {
    this.#asked++;
    this.busy = false;
    this.#reading.abort();
    this.#reading = new AbortController();
  }
  async choose({ record }: RecordEntry, ply?: number): Promise<void> {
    await this.#told(async () => {
      const info = this.games.find((g) => g.id === record?.game);
      if (!info || !record) return;
      this.trouble = null;
      await this.#analysis.load(info, record, ply);
      this.open = false;
      this.link = null;
    });
  }

  async #take(bring: () => Promise<readonly Brought[]>, game: string): Promise<void> {
    this.stop();
    this.#say();
    const { signal } = this.#reading;
    await this.#told(async (overtaken) => {
      const all = await bring();
      if (overtaken()) return;
      const found = await read(this.#analysis.rules, this.games, all, game, signal);
      if (!overtaken()) await this.#show(found);
    });
  }
  async #show(found: Found): Promise<void> {
    const analysis = this.#analysis;
    if (found.kind === 'refused') throw new RulesError(found.why);
    if (await this.onstudy(recordsOf(found))) {
      // It is shown by who has taken it.
    } else if (found.kind === 'record') {
      await analysis.load(found.info, found.record);
      this.warnings = found.warnings;
    } else if (found.kind === 'position') await analysis.open(found.info, found.position);
    else if (found.kind === 'moves') await analysis.follow(found.moves);
    else if (found.kind === 'address') await this.#visit(found.address);
    else this.opened = this.entries = found.entries;
    this.open = this.entries.length > 0 || this.warnings.length > 0;
    if (!this.entries.length) this.link = null; // there is something else to look at now
  }

  /** Does it; what goes wrong is shown in the dialog. */
  async #told(act: (overtaken: () => boolean) => Promise<void>): Promise<void> {
    await this.#newest(async (overtaken) => {
      try {
        await act(overtaken);
      } catch (e) {
        if (overtaken()) return;
        this.trouble = faultOf(e);
        this.open = true;
      }
    });
  }
  async #newest(act: (overtaken: () => boolean) => Promise<void>): Promise<void> {
    const ask = ++this.#asked;
    this.busy = true;
    try {
      await act(() => ask !== this.#asked);
    } finally {
      if (ask === this.#asked) this.busy = false;
    }
  }
  #say(): void {
    this.trouble = null;
    this.entries = [];
    this.warnings = [];
  }
}
