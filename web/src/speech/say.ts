// What is said about a move, a result or a refusal. Words from the catalog; here is only what is said and when.
import { colorOf, pieceName } from '../board/names.ts';
import type { Intent, Pieces } from '../board/types.ts';
import { listed, sentence, type Texts } from '../i18n/index.ts';
import { moveText } from '../rules/moveText.ts';
import type { GameInfo, Outcome, Ply, Refusal, Side, View } from '../rules/types.ts';

export interface SpeechContext {
  readonly texts: Texts;
  readonly info: GameInfo;
  readonly pieces: Pieces;
  readonly names: readonly [string, string];
  /** The computer's level on each side, 0 for a person. */
  readonly levels?: readonly [number, number];
}

/** A player's name, the computer's, or what the game calls the side. */
export function player(s: SpeechContext, side: Side): string {
  const level = s.levels?.[side];
  return s.names[side] || s.texts.t(level ? `level.${level}.name` : `side.${s.info.sides[side]}`);
}

/** A turn as a listener hears it: "Anna claims red. b1 to b2, stack of 5, captured. 2 to 1." */
export function sayPly(s: SpeechContext, ply: Ply, after: View): string {
  const { t } = s.texts;
  const who = player(s, ply.side);
  const parts: string[] = [];
  const path = ply.path ?? [];
  const [from, to] = [path[0] ?? '', path[path.length - 1] ?? ''];
  if (ply.claim) parts.push(t('say.claims', { player: who, color: colorOf(ply.claim, s.pieces) }));
  if (!path.length) parts.push(t('say.passes', { player: who }));
  else if (path.length === 1) {
    const color = colorOf(ply.built ?? '', s.pieces);
    parts.push(t('say.places', { player: who, piece: t(`say.piece.${color}`), spot: to }));
  } else {
    const stack = t('say.stack', { n: ply.built?.length ?? 0 });
    const key = ply.captured ? 'say.move_captured' : ply.obstacle ? 'say.move_obstacle' : 'say.move';
    parts.push(sentence(t(key, { from, to, stack })));
    if (path.length > 2) parts.push(t('say.via', { spots: listed(t, path.slice(1, -1)) }));
    if (ply.captured) parts.push(t('say.tally', tally(after)));
    const { cut = [] } = ply;
    if (cut.length) parts.push(t('say.cut_off', { n: cut.length, spots: listed(t, cut) }));
  }
  return parts.join(' ');
}

function tally(v: View): { first: number; second: number } {
  return { first: v.standing?.[0]?.[0]?.n ?? 0, second: v.standing?.[1]?.[0]?.n ?? 0 };
}

/** A refusal in the reader's language, with its place in a file; English where the catalog has no words for it. */
export function sayRefusal(texts: Texts, r: Refusal): string {
  return sentence(refusalText(texts, r));
}

function refusalText(texts: Texts, r: Refusal): string {
  const { t } = texts;
  let text = texts.has(r.code) ? t(r.code, r.args) : r.text;
  if (r.why) text = t('place.text', { place: text, text: refusalText(texts, r.why) });
  const { line, game, ply, variation } = r.place ?? {};
  const within: string[] = [];
  if (line) within.push(t('place.line', { n: `${line}` }));
  if (game) within.push(t('place.game', { n: `${game}` }));
  if (ply) within.push(t('place.ply', { n: `${ply}` }));
  if (variation) within.push(t('place.variation'));
  if (within.length) text = t('place.text', { place: within.join(', '), text });
  const { count = 1 } = r;
  return count > 1 ? t('warning.times', { text, times: count }) : text;
}

/** Who has won; "you" for the only person at this board. */
export function sayWinner(s: SpeechContext, outcome: Outcome, me: Side | null = null): string {
  if (outcome === 'draw') return s.texts.t('result.draw');
  if (outcome === 'ongoing') return s.texts.t('result.ongoing');
  if (me !== null) return s.texts.t((outcome === 'first') === (me === 0) ? 'result.you_win' : 'result.you_lose');
  return s.texts.t('result.wins', { player: player(s, outcome === 'first' ? 0 : 1) });
}

/** What decided the game; the reader's own count comes first. */
export function sayDecision(s: SpeechContext, v: View, me: Side | null = null): string {
  const { decision } = v;
  if (!decision) return s.texts.t('result.by.equal');
  const { key, ...args } = decision;
  const [first, second] = me === 1 ? [args.second, args.first] : [args.first, args.second];
  return s.texts.t(`result.by.${key}`, { ...args, first, second });
}

/** The layers of the stack a move would build, top first, and its height. */
export function sayPlan(s: SpeechContext, built: string): string {
  if (!built) return '';
  const { t } = s.texts;
  const stack = t('say.stack', { n: built.length });
  if (s.pieces === 'rings') return stack;
  const layers = [...built].reverse().map((c) => pieceName(c, s.pieces, t));
  return t('ui.plan.stack', { layers: layers.join(', '), stack });
}

/** The text of the move a person asked for. */
export function intended(i: Pick<Intent, 'claim' | 'from' | 'to'>): string {
  return moveText(i.claim, i.from ? [i.from, i.to] : [i.to]);
}
