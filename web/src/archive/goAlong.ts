import { wanted } from './alongKey.ts';

/** Milliseconds in which the page is drawn first. */
const LATER = 500;

/** Has what is kept on this device go with the account, where that is wanted. Base is the address of the root of the site. */
export function goAlong(base: string): void {
  if (wanted()) setTimeout(() => void import('./follow.ts').then(({ follow }) => follow(base)), LATER);
}
