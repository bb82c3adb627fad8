// Keeping the entry of a list in sight.

/** Scrolls a list, and only the list, to an entry; to its start without one. It does so once the list is laid out, when
 * measuring costs nothing, and again whenever the list has another size. Returns how to call it off. */
export function keepInSight(list: HTMLElement, entry: () => HTMLElement | null): () => void {
  const size = new ResizeObserver(() => scroll(list, entry()));
  size.observe(list);
  return () => size.disconnect();
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
