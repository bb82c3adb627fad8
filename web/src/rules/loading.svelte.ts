// How much of the rules has come, for a page that shows it.

class Loading {
  /** From 0 to 1; 1 while they are started. Null once they answer. */
  share: number | null = $state(0);
}
export const loading = new Loading();
