// What can go wrong with the archive.

/**
 * Why the archive cannot be used: the browser has none or blocks it, a newer version of the page has changed it, another
 * window holds it in an older version, the storage is full, or something else.
 */
export type Trouble = 'none' | 'newer' | 'blocked' | 'full' | 'failed';

export class ArchiveError extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble, cause?: unknown) {
    super(`the archive: ${trouble}`, { cause });
    this.name = 'ArchiveError';
    this.trouble = trouble;
  }
}

export function asArchiveError(e: unknown): ArchiveError {
  if (e instanceof ArchiveError) return e;
  const name = e instanceof Error || e instanceof DOMException ? e.name : '';
  if (name === 'QuotaExceededError') return new ArchiveError('full', e);
  if (name === 'VersionError') return new ArchiveError('newer', e);
  // Firefox in a private window, or a person who forbids storage.
  if (name === 'SecurityError' || name === 'InvalidStateError') return new ArchiveError('none', e);
  return new ArchiveError('failed', e);
}
