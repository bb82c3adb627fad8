// What a server has refused, as the rules write what they refuse.
import type { Refusal } from '../rules/types.ts';

/** A refusal of the server as the rules write theirs. */
export function refusalOf(e: { code: string; args?: Record<string, string>; text: string; why?: unknown }): Refusal {
  const why = e.why as Parameters<typeof refusalOf>[0] | undefined;
  return { code: e.code, args: e.args, offset: -1, text: e.text, ...(why ? { why: refusalOf(why) } : {}) };
}

/** Reports whether code refuses only because the reader has no name of their own yet. */
export const noName = (code?: string): boolean => code === 'me.needed' || code === 'account.needed';
