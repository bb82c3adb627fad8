/** Where it stands whose account what is kept here goes with. */
export const ALONG = 'cairn.along';

/** The person whose account that is, "" where nobody has said so. */
export function wanted(): string {
  try {
    return localStorage.getItem(ALONG) ?? '';
  } catch {
    return ''; // without storage nothing is kept
  }
}
