/** The person whose account what is kept here goes with; nothing where nobody has said so. */
export const ALONG = 'cairn.along';
/** Milliseconds in which the page is drawn first. */
const LATER = 500;

/** Has what is kept on this device go with the account, where that is wanted. Base is the address of the root of the site. */
export function goAlong(base: string): void {
  try {
    if (localStorage.getItem(ALONG))
      setTimeout(() => void import('./follow.ts').then(({ follow }) => follow(base)), LATER);
  } catch {
    // Without storage nothing is kept.
  }
}
