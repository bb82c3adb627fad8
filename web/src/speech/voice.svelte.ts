// What a page says to those who listen: politely, or at once. Voice.svelte puts it where screen readers find it.
export class Voice {
  polite = $state('');
  urgent = $state('');

  speak = (text: string): void => {
    this.polite = again(this.polite, text);
  };
  assert = (text: string): void => {
    this.urgent = again(this.urgent, text);
  };
}

/** Repeated text must change to be read again. */
const again = (was: string, text: string): string => (was === text ? `${text}\u00a0` : text);
