/** Places what tells of the cursor beside it. */

/**
 * Where a box is wholly in sight and leaves the cursor's surroundings free: below and to the right of
 * it, or else above, or to the left; on narrow windows below or above it.
 * All in pixels of the window.
 */
export function boxBeside(
  cursor: { x: number; y: number },
  box: { width: number; height: number },
  window: { width: number; height: number },
): { left: number; top: number } {
  const [away, edge] = [24, 8];
  const fitsRight = cursor.x + away + box.width + edge <= window.width;
  const fitsLeft = cursor.x - away - box.width >= edge;
  const left = fitsRight ? cursor.x + away : cursor.x - away - box.width;
  // Beside a finger there is more room than under it.
  const apart = fitsRight || fitsLeft ? away : 2 * away;
  const fitsBelow = cursor.y + apart + box.height + edge <= window.height;
  const top = fitsBelow ? cursor.y + apart : cursor.y - apart - box.height;
  return {
    left: Math.max(edge, Math.min(left, window.width - box.width - edge)),
    top: Math.max(edge, Math.min(top, window.height - box.height - edge)),
  };
}
