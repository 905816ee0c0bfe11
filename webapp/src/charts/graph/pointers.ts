/** What pointers and wheels over a drawing mean: a move, a zoom around a place, a click. Places are in pixels of the view. */

import { wheelPixels } from "../pad/wheel";
import type { Point } from "../shapes/shapes";

export interface PointerTarget {
  hover(at: Point | null): void;
  click(at: Point, isDouble: boolean): void;
  pan(dx: number, dy: number): void;
  /** @param factor - above 1 to come closer. */
  zoom(at: Point, factor: number): void;
}

/** How much one notch of a wheel, 100 pixels, changes the scale. */
const WHEEL_SPEED = 0.002;
const CLICK_PIXELS = 4;

/** @returns how to stop listening. */
export function listenTo(surface: HTMLElement, target: PointerTarget): () => void {
  const pointers = new Map<number, Point>();
  let start: Point = { x: 0, y: 0 };
  let isMoved = false;
  const controller = new AbortController();
  const { signal } = controller;
  const placeOf = (event: MouseEvent): Point => {
    const { left, top } = surface.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const move = (event: PointerEvent): void => {
    const at = placeOf(event);
    const before = pointers.get(event.pointerId);
    if (before === undefined) return target.hover(at);
    isMoved ||= Math.hypot(at.x - start.x, at.y - start.y) > CLICK_PIXELS;
    if (!isMoved) return;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, at);
    if (other === undefined) target.pan(at.x - before.x, at.y - before.y);
    else pinch(before, at, other, target);
  };
  const up = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0 || isMoved) return;
    if (event.type === "pointerup") target.click(placeOf(event), false);
  };
  surface.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button > 1) return;
      const at = placeOf(event);
      if (pointers.size === 0) [start, isMoved] = [at, false];
      else isMoved = true;
      pointers.set(event.pointerId, at);
      surface.setPointerCapture(event.pointerId);
      if (event.button === 1) event.preventDefault();
    },
    { signal },
  );
  surface.addEventListener("pointermove", move, { signal });
  surface.addEventListener("pointerup", up, { signal });
  surface.addEventListener("pointercancel", up, { signal });
  surface.addEventListener("pointerleave", () => target.hover(null), { signal });
  surface.addEventListener("dblclick", (event) => target.click(placeOf(event), true), { signal });
  surface.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      target.zoom(placeOf(event), Math.exp(-(wheelPixels(event) || event.deltaX) * WHEEL_SPEED));
    },
    { signal, passive: false },
  );
  return () => controller.abort();
}

function pinch(before: Point, at: Point, fixed: Point, target: PointerTarget): void {
  const old = Math.hypot(before.x - fixed.x, before.y - fixed.y);
  const now = Math.hypot(at.x - fixed.x, at.y - fixed.y);
  if (old > 0 && now > 0) target.zoom(fixed, now / old);
}
