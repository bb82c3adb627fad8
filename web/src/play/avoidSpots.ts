/**
 * Moves a card that floats over the board away from these spots, where that is possible: on a narrow screen it lies at the
 * lower end, and goes to the upper one when it covers one of them. For use as an attachment.
 */
export function avoidSpots(spots: readonly string[]) {
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
