// The line below the board: what has just happened, and whose turn it is.
import { colorOf } from '../board/names.ts';
import type { Selection } from '../board/selection.ts';
import { capital, listed, sentence } from '../i18n/index.ts';
import type { Outcome, Ply, Side, View } from '../rules/types.ts';
import { onlyByClaim, toppedBy } from './claims.ts';
import { inWords } from './moveList.ts';
import { intended, player, type SpeechContext, sayPlan, sayWinner } from './say.ts';

export interface Moment {
  readonly view: View;
  readonly last: Ply | null;
  readonly outcome: Outcome;
  readonly selection: Selection;
  /** The path that the selected stack would take, where there is one. */
  readonly way: readonly string[] | null;
  /** The stack that the selected move would build, "" where there is none. */
  readonly built: string;
  /** The spot of a leg, while a move of several legs is shown leg by leg. */
  readonly half?: string;
  /** The computer is thinking. */
  readonly thinking: boolean;
  /** The color claimed with the coming move, "" for none; and whether one could be. */
  readonly claim: string;
  readonly claimable: boolean;
  readonly me: Side | null;
}

export interface Headline {
  readonly lead: string;
  /** What the board shows too: it is left out where the line has little room. */
  readonly detail?: string;
  readonly rest: string;
}

export function headlineOf(s: SpeechContext, m: Moment): Headline {
  const { t } = s.texts;
  const { selection, view, last } = m;
  if (m.half) return { lead: t('ui.hop', { spot: m.half }), rest: '' };
  if (m.outcome !== 'ongoing') return { lead: sayWinner(s, m.outcome, m.me), rest: '' };
  if (selection.draft) return { lead: capital(inWords(intended(selection.draft), s.pieces, t)), rest: t('ui.draft') };
  if (m.way && selection.path[0]) return { lead: m.way.join(' – '), rest: sayPlan(s, m.built) };
  if (selection.path.length > 1) return { lead: selection.path.join(' – '), rest: t('ui.way.on') };
  const next = sentence(turn(s, m), s.names[m.view.side]);
  if (!last || selection.path.length) return { lead: '', rest: next };
  const path = last.path ?? [];
  const who = player(s, last.side);
  const own = m.me === last.side;
  const [passed, took] = own ? (['ui.passed.you', 'ui.took.you'] as const) : (['ui.passed', 'ui.took'] as const);
  if (!path.length) return { lead: '', rest: `${t(passed, { player: who })} ${next}` };
  if (last.claim && last.side !== m.me) return { ...claimed(s, view, last.claim, who), rest: next };
  const lead = path.join(' – ');
  const { cut = [] } = last;
  if (last.captured) {
    const [a, b] = [view.standing?.[0]?.[0]?.n ?? 0, view.standing?.[1]?.[0]?.n ?? 0];
    return { lead, rest: `${t(took, { player: who })} ${t('ui.tally', { a, b })}. ${next}` };
  }
  if (cut.length) return { lead, rest: `${t('ui.cut_off', { spots: listed(t, cut) })}. ${next}` };
  return { lead, rest: next };
}

/** The largest event of LYNGK: somebody has claimed a color, and all stacks that it lies on go with it. */
function claimed(s: SpeechContext, view: View, letter: string, who: string): Omit<Headline, 'rest'> {
  const { t } = s.texts;
  const spots = toppedBy(letter, view.stacks);
  const n = view.stacks[spots[0] ?? '']?.length ?? 0;
  const theirs = spots.length ? t('ui.claimed', { n: spots.length, spots: listed(t, spots) }) : '';
  const highest = n > 1 ? t('ui.claimed.highest', { n, spot: spots[0] ?? '' }) : '';
  const lead = t('say.claims', { player: who, color: colorOf(letter, s.pieces) });
  return { lead, detail: [theirs, highest].filter(Boolean).join(' ') };
}

function turn(s: SpeechContext, { view, last, thinking, me, claim, claimable }: Moment): string {
  const { t } = s.texts;
  const who = player(s, view.side);
  if (thinking) return t('ui.thinking', { player: who });
  if (view.placing) {
    const color = colorOf(view.placing, s.pieces);
    const n = view.left ?? 0;
    return me === view.side
      ? t('ui.to_place.you', { color, n })
      : sentence(t('ui.to_place.other', { player: who, color, n }), s.names[view.side]);
  }
  // On a narrow screen the colors are buttons without a heading.
  if (claim) return t('ui.claim.chosen', { color: colorOf(claim, s.pieces) });
  // What stands still without a claim is named at every such turn, by a line that says whose turn it is.
  if (claimable && (me === null || me === view.side) && onlyByClaim(view)) return sentence(t('ui.claim.must'));
  const mine = me === view.side;
  const whose = mine ? t('say.your_turn') : sentence(t('ui.to_move', { player: who }), s.names[view.side]);
  const fresh = claimable && !view.claims?.[view.side]?.length && (mine || !last);
  if (!fresh) return whose;
  // After a move the hint alone is enough: it implies whose turn it is.
  return last ? t('ui.welcome.claims') : `${whose} ${t('ui.welcome.claims')}`;
}
