import { wanted } from './alongKey.ts';

/** Has what is kept on this device go with the account, where that is wanted. Base is the address of the root of the site. */
export function goAlong(base: string): void {
  if (wanted()) void import('./follow.ts').then(({ follow }) => follow(base));
}
