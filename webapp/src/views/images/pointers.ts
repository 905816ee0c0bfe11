/** One finger or the mouse drags, two fingers pinch, a press that does not move is a click. */

export interface ImageGestures {
  move(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  click(x: number, y: number): void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels that a click may move. */
const STILL = 4;

/** Follows the pointers on an element. All places are in its own CSS pixels. */
export function followPointers(element: HTMLElement, on: ImageGestures): () => void {
  const down = new Map<number, Point>();
  let traveled = 0;

  const at = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    if (down.size === 0) traveled = 0;
    down.set(event.pointerId, at(event));
  };
  const move = (event: PointerEvent): void => {
    const before = down.get(event.pointerId);
    if (before === undefined) return;
    const now = at(event);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, now);
    traveled += Math.hypot(now.x - before.x, now.y - before.y);
    if (other === undefined) {
      if (traveled > STILL) on.move(now.x - before.x, now.y - before.y);
      return;
    }
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    on.move((now.x - before.x) / 2, (now.y - before.y) / 2);
    const apart = (point: Point): number =>
      Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    on.zoom(apart(now) / apart(before), middle.x, middle.y);
  };
  const release = (event: PointerEvent): void => {
    if (!down.delete(event.pointerId) || down.size > 0 || event.type === "pointercancel") return;
    const { x, y } = at(event);
    if (traveled <= STILL) on.click(x, y);
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = at(event);
    // Lines and pages of some mice count as about as many pixels.
    const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : event.deltaMode === 1 ? 20 : 400);
    on.zoom(Math.exp(-Math.max(-400, Math.min(400, pixels)) / 400), x, y);
  };

  element.addEventListener("pointerdown", press);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("wheel", wheel, { passive: false });
  return () => {
    element.removeEventListener("pointerdown", press);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", release);
    element.removeEventListener("pointercancel", release);
    element.removeEventListener("wheel", wheel);
  };
}
