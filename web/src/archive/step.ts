// What takes long is done in batches, between which the page shows how far it is and can stop it.

/** Called between batches of what takes long, with the share that is done. What it throws ends the work, and nothing is written. */
export type Step = (share: number) => void;

/** So much is done at once between two steps; what is little has none. */
export const BATCH = 250;

/** Counts what is done of a total, and calls `step` after each batch. */
export function counted(total: number, step?: Step): (n?: number) => void {
  let done = 0;
  let next = BATCH;
  return (n = 1) => {
    done += n;
    if (done < next) return;
    next = done + BATCH;
    step?.(done / total);
  };
}
