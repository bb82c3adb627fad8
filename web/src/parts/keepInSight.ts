// Keeping the entry of a list in sight.

/** Scrolls a list, and only the list, to an entry; to its start without one. It waits until the next frame is drawn,
 * when measuring costs nothing. Returns how to call it off. */
export function keepInSight(list: HTMLElement, entry: () => HTMLElement | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const id = requestAnimationFrame(() => {
    timer = setTimeout(() => scroll(list, entry()));
  });
  return () => {
    cancelAnimationFrame(id);
    clearTimeout(timer);
  };
}

function scroll(list: HTMLElement, entry: HTMLElement | null): void {
  if (!entry) {
    list.scrollTo({ top: 0, left: 0 });
    return;
  }
  const [a, b] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  if (a.top < b.top || a.bottom > b.bottom) list.scrollTop += a.top - b.top - b.height / 2;
  if (a.left < b.left || a.right > b.right) list.scrollLeft += a.right - b.right + 14;
}
