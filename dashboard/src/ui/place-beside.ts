const GAP_PX = 6;
const MARGIN_PX = 8;

/** Puts a shown popover below its anchor, or above where there is no room, and never outside the window. */
export function placeBeside(
  popover: HTMLElement,
  anchor: HTMLElement,
  align: 'start' | 'center' | 'end',
): void {
  const target = anchor.getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const left = {
    start: target.left,
    center: target.left + (target.width - width) / 2,
    end: target.right - width,
  }[align];
  const hasRoomBelow = target.bottom + GAP_PX + height + MARGIN_PX <= window.innerHeight;
  const top = hasRoomBelow ? target.bottom + GAP_PX : Math.max(MARGIN_PX, target.top - GAP_PX - height);
  const leftMax = window.innerWidth - width - MARGIN_PX;
  popover.style.left = `${Math.max(MARGIN_PX, Math.min(left, leftMax))}px`;
  popover.style.top = `${top}px`;
}
