// Why not: what the rules say against a move, in words and with the layers it is about.
import { pieceName } from '../board/names.ts';
import type { Attempt } from '../board/selection.ts';
import type { Stacks } from '../board/types.ts';
import type { Refusal, Rules, View } from '../rules/types.ts';
import { litLayers, type Scene, sayRefusal } from './say.ts';

export interface Why {
  readonly title: string;
  readonly text: string;
  /** The clause of the rules, or "". */
  readonly rule: string;
  /** The stable id of the refusal, or "" where no rule speaks against it. */
  readonly code: string;
  readonly lit: Readonly<Record<string, readonly number[]>>;
}

export function refused(s: Scene, title: string, r: Refusal, stacks: Stacks): Why {
  return { title, text: sayRefusal(s.texts, r), rule: r.clause ?? '', code: r.code, lit: litLayers(s, r, stacks) };
}

/** The title over a refusal of a move, told by its text. */
export function whyTitle(s: Scene, move: string): string {
  return s.texts.t('ui.why.title', { move });
}

/** The answer to what was tried at the board; null where nothing speaks against it. */
export async function whyNot(rules: Rules, s: Scene, view: View, ask: Attempt): Promise<Why | null> {
  const { t } = s.texts;
  const game = s.info.id;
  if (ask.from && ask.to) {
    const way = ask.path.length > 2 ? ask.path.join('-') : `${ask.from}-${ask.to}`;
    const r = await rules.why(game, view.position, (ask.claim ? `${ask.claim},` : '') + way);
    return r && refused(s, whyTitle(s, `${ask.from}\u2009–\u2009${ask.to}`), r, view.stacks);
  }
  const spot = ask.from || ask.to;
  const r = ask.from
    ? await rules.whyStack(game, view.position, ask.claim, spot)
    : await rules.why(game, view.position, spot);
  const title = t('ui.why.stack', { spot });
  if (r) return refused(s, title, r, view.stacks);
  // No rule keeps it: another claim would let it go, or there is simply no goal.
  const later = view.moves.flatMap((m) => (m.from === spot && m.claim && m.claim !== ask.claim ? [m.claim] : []));
  const colors = [...new Set(later)];
  const text = colors.length
    ? t('ui.why.claim_first', { n: colors.length, colors: colors.map((c) => pieceName(c, s.pieces, t)).join(', ') })
    : t('ui.why.no_target', { spot });
  return { title, text, rule: '', code: '', lit: {} };
}
