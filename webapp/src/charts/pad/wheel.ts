/** How far a wheel was turned. */

/** In pixels, whatever the browser counts in: lines, or pages. Below 0: away from the user. */
export function wheelPixels({ deltaY, deltaMode }: WheelEvent): number {
  return deltaY * (deltaMode === 1 ? 33 : deltaMode === 2 ? 400 : 1);
}
