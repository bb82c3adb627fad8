// The archive as one file, and back: JSON with a game on each line, so that one damaged line costs one game and can be
// named. What was trained, and the studies, stand in the first line.
import { isLevelOrPerson } from '../game/levels.ts';
import type { GameInfo, Outcome, Rules } from '../rules/types.ts';
import type { Archive } from './archive.ts';
import { analysisIn, draftOfAnalysis, draftOfGame } from './archiver.ts';
import { type Draft, type Entry, shapeOf } from './entry.ts';
import { BATCH, type Step } from './step.ts';
import { readStudies, type Study } from './study.ts';
import { isTime } from './time.ts';
import { readTraining, type Training } from './trained.ts';

const FORMAT = 'cairn.archive';
const FORMAT_VERSION = 1;
/** Larger files are refused, in bytes: the page holds one several times over while it reads. */
const MOST = 256_000_000;

const untrained: Training = { tries: [], cards: [] };

/** Games, what was trained, and studies as the text of a file; saved is when. */
export function written(
  drafts: readonly Draft[],
  saved: Date,
  training = untrained,
  studies: readonly Study[] = [],
): string {
  const trained = training.tries.length || training.cards.length ? { training } : {};
  const kept = studies.filter((s) => s.deleted === undefined);
  const more = { ...trained, ...(kept.length ? { studies: kept } : {}) };
  const head = JSON.stringify({ format: FORMAT, v: FORMAT_VERSION, saved: saved.toISOString(), ...more });
  const lines = drafts.map(({ entry, text }) => `{"entry":${JSON.stringify(entry)},"game":${text}}`);
  return `${head.slice(0, -1)},"games":[\n${lines.join(',\n')}\n]}\n`;
}

const day = (d: Date): string => d.toISOString().slice(0, 10);
export const fileName = (now: Date): string => `cairn-games-${day(now)}.json`;

/**
 * A saved game, or the analysis of that id, as a file that can be imported; the text as it is where it cannot be read.
 */
export async function fileOf(
  rules: Rules,
  text: string,
  id = '',
  now = new Date(),
): Promise<{ name: string; text: string }> {
  const made = id ? async () => draftOfAnalysis(rules, id, analysisIn(text)) : () => draftOfGame(rules, text);
  const draft = await made().catch(() => null);
  return draft ? { name: fileName(now), text: written([draft], now) } : { name: `cairn-game-${day(now)}.txt`, text };
}

/** What is wrong with a file, or with one line of it; the catalog has the text and the way out. */
export interface Fault {
  readonly code:
    | 'not_opened'
    | 'not_json'
    | 'not_ours'
    | 'too_new'
    | 'too_large'
    | 'damaged'
    | 'field'
    | 'game'
    | 'not_a_game';
  /** The line of the file, from 1; 0 for the file as a whole. */
  readonly line: number;
  /** The field that is missing or wrong, or the game that is not known. */
  readonly what: string;
}

export interface Contents {
  readonly drafts: readonly Draft[];
  readonly training: Training;
  readonly studies: readonly Study[];
  readonly faults: readonly Fault[];
}

type Raw = Readonly<Record<string, unknown>>;
const isRaw = (v: unknown): v is Raw => v !== null && typeof v === 'object' && !Array.isArray(v);
const isText = (v: unknown): v is string => typeof v === 'string';
const isCount = (v: unknown): v is number => typeof v === 'number' && Number.isInteger(v) && v >= 0;
const isPair = <T>(v: unknown, is: (x: unknown) => x is T): v is [T, T] =>
  Array.isArray(v) && v.length === 2 && v.every(is);
const OUTCOMES: readonly unknown[] = ['ongoing', 'first', 'second', 'draw'] satisfies Outcome[];
/** How a game can have ended, "" as long as it has not: the terminations of record/record.go. */
export const ENDS: readonly unknown[] = [
  ...['', 'normal', 'resignation', 'time', 'abandoned', 'agreement', 'adjudication', 'aborted'],
];
const isPercent = (v: unknown): v is number | null => v === null || (isCount(v) && v <= 100);
const STACKS = /^([a-z]\d{1,2}:[A-Z]{1,49}( (?!$)|$))*$/;

/** How each field of an entry must be; those in brackets may be missing. */
const FIELDS: Readonly<Record<string, (v: unknown) => boolean>> = {
  id: (v) => isText(v) && /^[\w.~-]{1,80}$/.test(v),
  kind: (v) => v === 'game' || v === 'analysis',
  game: isText,
  names: (v) => isPair(v, isText),
  levels: (v) => isPair(v, isLevelOrPerson),
  me: (v) => v === null || v === 0 || v === 1,
  over: (v) => typeof v === 'boolean',
  outcome: (v) => OUTCOMES.includes(v),
  why: (v) => ENDS.includes(v),
  plies: isCount,
  control: isText,
  stacks: (v) => isText(v) && STACKS.test(v),
  line: isText,
  begun: isTime,
  changed: isTime,
  '[score]': (v) => isPair(v, isCount),
  '[counted]': (v) => isText(v) && /^(fives|sixes|pieces|stacks[1-4])$/.test(v),
  '[accuracy]': (v) => isPair(v, isPercent),
  '[bare]': (v) => v === true,
  '[table]': (v) => isText(v) && /^[a-z2-9]{8}$/.test(v),
};

/** Reads one game; a fault names the field that is wrong. */
export function readGame(value: unknown, line: number, games: readonly Pick<GameInfo, 'id'>[]): Draft | Fault {
  const fault = (code: Fault['code'], what = ''): Fault => ({ code, line, what });
  if (!isRaw(value)) return fault('not_a_game');
  const { entry, game: body } = value;
  if (!isRaw(entry)) return fault('field', 'entry');
  const clean: Record<string, unknown> = {};
  for (const [name, fits] of Object.entries(FIELDS)) {
    const key = name.replace(/[[\]]/g, '');
    if (key !== name && entry[key] === undefined) continue;
    if (!fits(entry[key])) return fault('field', `entry.${key}`);
    clean[key] = entry[key];
  }
  const known = clean as unknown as Entry;
  if (!games.some((g) => g.id === known.game)) return fault('game', known.game);
  if (!isRaw(body)) return fault('field', 'game');
  const wrong = known.kind === 'game' ? wrongLog(body) : wrongRecord(body);
  if (wrong) return fault('field', `game.${wrong}`);
  return { entry: known, text: JSON.stringify(body) };
}
function wrongLog({ log }: Raw): string {
  if (!isRaw(log)) return 'log';
  if (!isRaw(log.terms) || !isText(log.terms.game) || !isPair(log.terms.players, isRaw)) return 'log.terms';
  if (!Array.isArray(log.events) || !log.events.every((e) => isRaw(e) && isText(e.kind))) return 'log.events';
  return '';
}
function wrongRecord({ record }: Raw): string {
  if (!isRaw(record)) return 'record';
  if (!isText(record.game) || !isText(record.start)) return 'record.start';
  if (!Array.isArray(record.moves) || !record.moves.every((m) => isRaw(m) && isText(m.text))) return 'record.moves';
  return '';
}

/** Lets the page be drawn and touched. */
const pause = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Reads the text of a file. Games that are whole are found, whatever is wrong with the others. */
export async function readContents(text: string, games: readonly GameInfo[], step?: Step): Promise<Contents> {
  const refused = (code: Fault['code']): Contents => ({
    drafts: [],
    training: untrained,
    studies: [],
    faults: [{ code, line: 0, what: '' }],
  });
  let [drafts, faults]: [Draft[], Fault[]] = [[], []];
  const add = (value: unknown, line: number): void => {
    const found = value === undefined ? ({ code: 'damaged', line, what: '' } as const) : readGame(value, line, games);
    if ('code' in found) faults.push(found);
    else drafts.push(found);
  };
  const lines = text.split(/\r?\n/);
  let head = parsed(`${lines[0]?.replace(/,\s*"games"\s*:\s*\[\s*$/, '')}}`);
  let ended = false;
  // A line at a time, as it is written, since a long file would hold up the page in one piece.
  for (let i = 1; isOurs(head) && i < lines.length; i++) {
    if (i % BATCH === 0) {
      await pause();
      step?.(i / lines.length);
    }
    const line = lines[i]?.trim() ?? '';
    if (/^\]\s*\}$/.test(line)) ended = true;
    else if (line) add(parsed(line.replace(/,$/, '')), i + 1);
  }
  if (!ended || faults.some((f) => f.code === 'damaged')) {
    const whole = parsed(text);
    if (whole !== undefined) {
      // Laid out in another way.
      [head, drafts, faults] = [whole, [], []];
      const list = isRaw(whole) && Array.isArray(whole.games) ? (whole.games as unknown[]) : [];
      for (const [i, value] of list.entries()) add(value, i + 2); // the first line is the head
    } else if (!isRaw(head)) return refused('not_json');
    else if (!faults.length) add(undefined, lines.length); // the end is missing although every line is whole
  }
  if (!isOurs(head)) return refused('not_ours');
  if (head.v !== FORMAT_VERSION) return refused('too_new');
  return { drafts, training: readTraining(head.training), studies: readStudies(head.studies), faults };
}
const isOurs = (head: unknown): head is Raw => isRaw(head) && head.format === FORMAT;
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a file, or why it cannot be had. */
export async function textOf(file: Pick<File, 'size' | 'text'>): Promise<string | Fault> {
  if (file.size > MOST) return { code: 'too_large', line: 0, what: '' };
  // A folder, or it is gone.
  return file.text().catch((): Fault => ({ code: 'not_opened', line: 0, what: '' }));
}

/** What an import has done. */
export interface Imported {
  /** How many games are new, or longer than they were here. */
  readonly taken: number;
  /** How many were here already. */
  readonly known: number;
  /** How many puzzles were tried elsewhere. */
  readonly tries: number;
  /** How many studies are in the file. */
  readonly studies: number;
  readonly faults: readonly Fault[];
}

/** Reading a file takes about this share of an import. */
const READING = 0.2;

/** Takes what is in a file into the archive: all that is whole, or, where that fails or is stopped, nothing. */
export async function take(archive: Archive, rules: Rules, text: string, step?: Step): Promise<Imported> {
  const games = await rules.games();
  const { drafts, training, studies, faults } = await readContents(text, games, (share) => step?.(READING * share));
  const shapes = new Map(
    await Promise.all(
      games
        .filter((g) => drafts.some((d) => d.entry.game === g.id))
        .map(async (g) => [g.id, shapeOf(g, await rules.layout(g.id))] as const),
    ),
  );
  const whole = drafts.map((d) => ({ ...d, shape: shapes.get(d.entry.game) }));
  const { games: taken, tries } = await archive.take(whole, training, studies, (share) =>
    step?.(READING + (1 - READING) * share),
  );
  return { taken, known: drafts.length - taken, tries, studies: studies.length, faults };
}
