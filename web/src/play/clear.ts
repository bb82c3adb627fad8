/**
 * Keeps a card that floats over the board off these spots, where it can: on a narrow screen it lies at the lower end,
 * and goes to the upper one when a spot it speaks of is below it. For use as an attachment.
 */
export function clearOf(spots: readonly string[]) {
  return (card: HTMLElement): void => {
    card.classList.remove('high');
    if (getComputedStyle(card).position !== 'fixed') return;
    const covers = () => {
      const over = card.getBoundingClientRect();
      return spots.some((s) => {
        const spot = document.querySelector(`[data-spot="${s}"]`)?.getBoundingClientRect();
        return (
          spot && spot.bottom > over.top && spot.top < over.bottom && spot.right > over.left && spot.left < over.right
        );
      });
    };
    if (!covers()) return;
    card.classList.add('high');
    if (covers()) card.classList.remove('high');
  };
}
