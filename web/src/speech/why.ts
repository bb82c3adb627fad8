// Why not: what the rules say against a move, in words and with the layers it is about.
import { colorOf } from '../board/names.ts';
import type { Attempt } from '../board/selection.ts';
import { capital, listed, sentence } from '../i18n/index.ts';
import { moveText } from '../rules/moveText.ts';
import type { Refusal, Rules, View } from '../rules/types.ts';
import { onlyByClaim } from './claims.ts';
import { inWords } from './moveList.ts';
import { type SpeechContext, sayRefusal } from './say.ts';

export interface Why {
  readonly title: string;
  readonly text: string;
  /** The clause of the rules, or "". */
  readonly rule: string;
  /** The stable id of the refusal, or "" where no rule speaks against it. */
  readonly code: string;
  readonly lit: Readonly<Record<string, readonly number[]>>;
}

export function refused(s: SpeechContext, title: string, r: Refusal): Why {
  return { title, text: sayRefusal(s.texts, r), rule: r.clause ?? '', code: r.code, lit: r.layers ?? {} };
}

/** What is meant as a move, whether the board has its spots or not. */
const MOVE = /^pass$|[a-z]\d/i;

/** The title over the refusal of a move, by the text of the move. */
export function whyTitle(s: SpeechContext, move: string): string {
  const { t } = s.texts;
  if (!MOVE.test(move)) return t('ui.why.unread', { text: move });
  return capital(t('ui.why.title', { move: inWords(move, s.pieces, t) }));
}

/** The answer to what was tried at the board; null where nothing speaks against it. */
export async function whyNot(rules: Rules, s: SpeechContext, view: View, ask: Attempt): Promise<Why | null> {
  const { t } = s.texts;
  const game = s.info.id;
  if (ask.from && ask.to) {
    const way = ask.path.length > 2 ? ask.path : [ask.from, ask.to];
    const r = await rules.why(game, view.position, moveText(ask.claim, way));
    return r && refused(s, whyTitle(s, `${ask.from}\u2009–\u2009${ask.to}`), r);
  }
  const spot = ask.from || ask.to;
  const { why, claims: others = [] } = ask.from
    ? await rules.whyStack(game, view.position, ask.claim, spot)
    : { why: await rules.why(game, view.position, spot) };
  const title = t(view.placing ? 'ui.why.place' : 'ui.why.stack', { spot });
  if (why) return refused(s, title, why);
  const claims = others.filter((c) => view.moves.some((m) => m.claim === c)); // those that are offered here
  const inClaims = (c: string): string => t(`color.${colorOf(c, s.pieces)}.claim`);
  // No rule keeps it: another claim would let it go, or there is simply no goal.
  const text = claims.length
    ? t('ui.why.claim_first', { colors: listed(t, claims.map(inClaims), 'list.or') })
    : `${t('ui.why.no_target', { spot })}${!ask.claim && onlyByClaim(view) ? ` ${sentence(t('ui.claim.must'))}` : ''}`;
  return { title, text, rule: '', code: '', lit: {} };
}
