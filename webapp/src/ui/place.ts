/** Places a popover beside its button, inside the window. */

const GAP = 4;
const MARGIN = 8;

export function placeBeside(
  popover: HTMLElement,
  trigger: HTMLElement,
  align: "start" | "end",
): void {
  const button = trigger.getBoundingClientRect();
  popover.style.maxHeight = `${innerHeight - 2 * MARGIN}px`;
  const { width, height } = popover.getBoundingClientRect();
  const x = align === "start" ? button.left : button.right - width;
  const below = button.bottom + GAP;
  const above = button.top - GAP - height;
  const fits = below + height <= innerHeight - MARGIN || above < MARGIN;
  popover.style.left = `${Math.max(MARGIN, Math.min(x, innerWidth - width - MARGIN))}px`;
  popover.style.top = `${Math.max(MARGIN, Math.min(fits ? below : above, innerHeight - height - MARGIN))}px`;
}
