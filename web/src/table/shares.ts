// What this browser has given to the draws of tables, and what the server had promised when it did: so that it can be
// compared with what the server tells afterwards.
import { randomText } from './connection.svelte.ts';

const KEY = 'cairn.shares';
/** That many are kept. */
const MOST = 200;

/** What a player gives to the draw of a layout: 128 random bits in hexadecimal digits. */
export const nonce = (): string => randomText(32, '0123456789abcdef');

/** A share of a draw: 128 random bits, and the commit that was published at that moment, "" where none was seen. */
export interface Share {
  readonly nonce: string;
  readonly commit: string;
}

function isShare(s: unknown): s is Share {
  const { nonce, commit } = (s ?? {}) as Partial<Share>;
  return typeof nonce === 'string' && typeof commit === 'string';
}

function read(): readonly Share[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isShare) : [];
  } catch {
    return []; // nothing of ours, or no storage
  }
}

/** Notes a share that is about to be given, or was given just now. */
export function noteShare(share: Share): void {
  try {
    const others = read().filter((s) => s.nonce !== share.nonce);
    localStorage.setItem(KEY, JSON.stringify([...others, share].slice(-MOST)));
  } catch {
    // Then the check says less.
  }
}

/** The share of this browser among those of a draw; null where it has given none, or has forgotten it. */
export function ownShare(nonces: readonly string[]): Share | null {
  return read().find((s) => nonces.includes(s.nonce)) ?? null;
}
