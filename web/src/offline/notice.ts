// What a notice says and where it leads, on the page and on the device.
import type { Notice } from '../../gen/api.ts';
import type { Texts } from '../i18n/index.ts';

const ENDS = { declined: 'notice.declined', lapsed: 'notice.lapsed', withdrawn: 'notice.withdrawn' } as const;
const WHATS = {
  passkey: 'notice.passkey',
  soon: 'notice.contest_soon',
  board: 'notice.contest_board',
  next: 'notice.contest_next',
  lapsed: 'notice.contest_lapsed',
  off: 'notice.contest_off',
  report: 'notice.host_report',
  looked: 'notice.host_looked',
  answer: 'notice.host_answer',
  warn: 'notice.host_decided',
  mute: 'notice.host_decided',
  ban: 'notice.host_decided',
  name: 'notice.host_decided',
  close: 'notice.host_decided',
} as const;
const KINDS = {
  ending: 'notice.ending',
  sat: 'notice.sat',
  invited: 'notice.invited',
  over: 'notice.over',
  device: 'notice.device',
  contest: 'notice.contest_soon',
  host: 'notice.host_decided',
  test: 'notice.test',
} as const;

/** One line. The name is what the person is called here. */
export function sayNotice(n: Partial<Notice>, t: Texts['t'], name = n.person?.name || t('notice.guest')): string {
  if (n.kind === 'turn')
    return n.tables === 1 ? t('notice.turn', { player: name }) : t('notice.turns', { n: n.tables ?? 1 });
  if (n.kind === 'invited' && !n.end && n.game)
    return t('notice.invited_to', { player: name, game: t(`game.${n.game}`) });
  const key = (n.end && ENDS[n.end]) || (n.what && WHATS[n.what]) || (n.kind && KINDS[n.kind]) || 'notice.other';
  return t(key, { player: name, device: n.label || '?', title: n.title || '?', round: n.round ?? 0 });
}

/** Where it leads, from the root of the site. */
export function whereOf(n: Partial<Notice>): string {
  if (n.kind === 'test' || n.kind === 'device') return n.kind === 'test' ? 'me/notices/' : 'me/';
  if (n.kind === 'host')
    return n.what === 'report' || n.what === 'answer' ? 'host/' : `me/notices/${n.what === 'looked' ? '' : '#decided'}`;
  if (n.contest && !n.table) return `contest/${n.contest}`;
  return n.table || (n.kind === 'turn' ? 'lobby/' : 'me/notices/');
}

/** The texts that a device shows notices with stand in this cache, in the language of the page. */
export const wordsIn = (scope: string): string => `cairn-notices ${new URL(scope).pathname}`;
export const WORDS = 'notice-texts.json';
