/** Where the box that describes what is under the cursor stands: beside the cursor, in sight. */

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Sides {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Pixels between a box and the cursor, and between a box and the edge of the window. */
const [away, edge] = [24, 8];

/** On the side of the cursor where less of the box lies over a neighboring card; null: not in sight there. */
function besideInside(
  cursor: Place,
  { width, height }: Size,
  window: Size,
  card: Sides,
): { left: number; top: number } | null {
  const right = cursor.x + away;
  const left = cursor.x - away - width;
  const isRight = right + width - card.right <= card.left - left;
  const side = isRight ? right : left;
  if (side < edge || side + width + edge > window.width) return null;
  const low = Math.max(edge, card.top);
  const high = Math.min(window.height - edge, card.bottom) - height;
  if (high < low) return null;
  return { left: side, top: Math.max(low, Math.min(cursor.y + away, high)) };
}

/**
 * Where a box is wholly in sight and leaves the cursor's surroundings free: below and to the right of
 * it, or else above, or to the left; on narrow windows below or above it.
 * All in pixels of the window.
 * @param card - what the cursor is in: the box reaches out of it as little as it can. None unless given.
 */
export function boxBeside(
  cursor: Place,
  box: Size,
  window: Size,
  card: Sides | null = null,
): { left: number; top: number } {
  const inside = card && besideInside(cursor, box, window, card);
  if (inside) return inside;
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
