// Whether board and sides of a table are those that server and players have drawn together. Go computes them again from
// the record (internal/people/setup): in this browser or, where its worker cannot run, on the server. Here the record is compared
// with the game on this page, and with what this browser has given itself.
import type { Reveal, Verified } from '../../gen/api.ts';
import { type GameRecord, type Refusal, type Rules, RulesError, type Side } from '../rules/types.ts';
import { refusalOf } from './refusal.ts';
import { ownShare, type Share } from './shares.ts';

/** A game that has been drawn, as this page knows it. */
export interface DrawnGame {
  readonly id: string;
  readonly reveal: Reveal;
  /** The start position on the board. */
  readonly start: string;
  /** The side of the person at this page, null for who looks on. */
  readonly me: Side | null;
}
export interface RecordHost {
  /** The record of a table as the text of a file. */
  record(table: string): Promise<string>;
  verify(record: string): Promise<Verified>;
}
export interface SetupCheck {
  /** What is wrong; null where nothing is. */
  readonly refusal: Refusal | null;
  /** Who has computed it. */
  readonly by: 'browser' | 'server';
  /** The share of this browser is one of those it was drawn from. */
  readonly own: boolean;
  /** What the server had published before was seen by this browser then. */
  readonly seen: boolean;
}

const wrong = (code: string): Refusal => ({ code, offset: -1, text: code });

/** Rejects where it cannot be found out. */
export async function checkSetup(rules: Rules, host: RecordHost, game: DrawnGame): Promise<SetupCheck> {
  const { id, reveal } = game;
  const share = ownShare(reveal.nonces);
  const text = await host.record(id);
  const { by, refusal } = await verdictOf(rules, host, text, game);
  return { by, refusal: refusal ?? withOwn(game, share), own: !!share, seen: !!share?.commit };
}

async function verdictOf(
  rules: Rules,
  host: RecordHost,
  text: string,
  game: DrawnGame,
): Promise<Pick<SetupCheck, 'by' | 'refusal'>> {
  try {
    const [entry] = await rules.importRecords(new TextEncoder().encode(text), `${game.id}.txt`);
    const { record, error } = entry ?? {};
    if (!record || error) return { by: 'browser', refusal: error ?? wrong('setup.none') };
    const verdict = await rules.drawn(record);
    return { by: 'browser', refusal: verdict.valid ? sameAs(record, game) : (verdict.error ?? wrong('setup.none')) };
  } catch (e) {
    if (e instanceof RulesError) return { by: 'browser', refusal: e.refusal };
    const { valid, error } = await host.verify(text); // the worker cannot run here
    return { by: 'server', refusal: valid ? null : error ? refusalOf(error) : wrong('setup.none') };
  }
}

/** The record that was checked is that of the game on this page. */
function sameAs(record: GameRecord, { reveal, start }: DrawnGame): Refusal | null {
  const tag = (name: string): string => record.tags?.find((t) => t.name === name)?.value ?? '';
  if (record.start !== start) return wrong('setup.start');
  if (tag('Commit') !== reveal.commit || tag('Secret') !== reveal.secret) return wrong('setup.commit');
  const given = reveal.shares?.join() ?? reveal.nonces.join();
  const read = reveal.shares ? tag('Nonces').replaceAll(' ', ',') : [tag('MakerNonce'), tag('JoinerNonce')].join();
  return given === read ? null : wrong('setup.seed');
}

/** What this browser has given, and had seen before it did, went into the draw. */
function withOwn({ reveal, me }: DrawnGame, share: Share | null): Refusal | null {
  if (!share) return null;
  if (share.commit && share.commit !== reveal.commit) return wrong('setup.commit');
  // Where sides were drawn, the maker's share is the first one. In a rematch on the same board they were drawn before.
  const maker = reveal.nonces[0] === share.nonce;
  const side = maker === !reveal.swapped ? 0 : 1;
  return reveal.drawn && !reveal.from && me !== null && side !== me ? wrong('setup.sides') : null;
}
