/**
 * Turns pointers and wheels over the plot into what is meant: a box, a pan, a zoom around a place, a
 * hover or a click. Places are pixels from the plot's top left corner.
 */

import { wheelPixels } from "./wheel";
import type { Point } from "../shapes/shapes";

export interface GestureTarget {
  /** Whether a plain drag draws a box, as it does unless given; otherwise it pans. */
  boxZoom?(): boolean;
  /** Whether a wheel without a key zooms, because nothing is there to scroll; it does not unless given. */
  plainWheel?(): boolean;
  hover(at: Point, client: Point): void;
  leave(): void;
  click(at: Point): void;
  box(from: Point, to: Point): void;
  finishBox(from: Point, to: Point): void;
  cancelBox(): void;
  /** Without it every drag draws a box. @param dx, dy - since the last call, in pixels. */
  pan?(dx: number, dy: number): void;
  /** Without it wheels and two fingers are the page's. @param factor - below 1 to come closer. */
  zoom?(at: Point, factor: number, axes: "x" | "both"): void;
  restore(): void;
}

type Mode = "idle" | "box" | "pan" | "pinch";

/** How much one notch of a wheel, 100 pixels, changes the range. */
const wheelSpeed = 0.0022;

/** @returns how to stop listening. */
export function listen(surface: HTMLElement, target: GestureTarget): () => void {
  const pointers = new Map<number, Point>();
  let mode: Mode = "idle";
  let start: Point = { x: 0, y: 0 };
  let moved = false;

  const placeOf = (event: MouseEvent): Point => {
    const { left, top } = surface.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const down = (event: PointerEvent): void => {
    if (event.button > 1) return;
    const at = placeOf(event);
    pointers.set(event.pointerId, at);
    surface.setPointerCapture(event.pointerId);
    if (pointers.size === 2) {
      if (mode === "box") target.cancelBox();
      mode = "pinch";
      return;
    }
    start = at;
    moved = false;
    const pans = event.pointerType === "touch" || event.shiftKey || event.button === 1;
    const boxes = target.pan === undefined || (!pans && target.boxZoom?.() !== false);
    mode = boxes ? "box" : "pan";
    // The middle button would start the browser's own scrolling.
    if (event.button === 1) event.preventDefault();
  };

  const move = (event: PointerEvent): void => {
    const at = placeOf(event);
    const before = pointers.get(event.pointerId);
    if (before === undefined) {
      target.hover(at, { x: event.clientX, y: event.clientY });
      return;
    }
    moved ||= Math.hypot(at.x - start.x, at.y - start.y) > 3;
    if (mode === "pinch") pinch(event.pointerId, at);
    pointers.set(event.pointerId, at);
    if (mode === "box" && moved) target.box(start, at);
    if (mode === "pan" && moved) {
      // One finger moves along x only: up and down is the page's scrolling.
      target.pan?.(at.x - before.x, event.pointerType === "touch" ? 0 : at.y - before.y);
    }
  };

  const pinch = (id: number, at: Point): void => {
    const before = pointers.get(id);
    const fixed = [...pointers].find(([other]) => other !== id)?.[1];
    if (before === undefined || fixed === undefined) return;
    const old = Math.hypot(before.x - fixed.x, before.y - fixed.y);
    const now = Math.hypot(at.x - fixed.x, at.y - fixed.y);
    if (old > 0 && now > 0) target.zoom?.(fixed, old / now, "x");
  };

  const up = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId)) return;
    const at = placeOf(event);
    const was = mode;
    if (pointers.size > 0) return;
    mode = "idle";
    if (event.type === "pointercancel") target.cancelBox();
    else if (was === "box" && moved) target.finishBox(start, at);
    else if (was !== "pinch" && !moved) {
      target.hover(at, { x: event.clientX, y: event.clientY });
      target.click(at);
    }
  };

  const leave = (event: PointerEvent): void => {
    if (pointers.size === 0 && event.pointerType !== "touch") target.leave();
  };

  const wheel = (event: WheelEvent): void => {
    if (target.zoom === undefined) return;
    if (!event.ctrlKey && !event.metaKey && target.plainWheel?.() !== true) return;
    event.preventDefault();
    // Shift turns the wheel sideways in most browsers.
    const amount = wheelPixels(event) || event.deltaX;
    target.zoom(placeOf(event), Math.exp(amount * wheelSpeed), event.altKey ? "both" : "x");
  };

  const doubleClick = (): void => target.restore();

  surface.addEventListener("pointerdown", down);
  surface.addEventListener("pointermove", move);
  surface.addEventListener("pointerup", up);
  surface.addEventListener("pointercancel", up);
  surface.addEventListener("pointerleave", leave);
  surface.addEventListener("wheel", wheel, { passive: false });
  surface.addEventListener("dblclick", doubleClick);
  return () => {
    surface.removeEventListener("pointerdown", down);
    surface.removeEventListener("pointermove", move);
    surface.removeEventListener("pointerup", up);
    surface.removeEventListener("pointercancel", up);
    surface.removeEventListener("pointerleave", leave);
    surface.removeEventListener("wheel", wheel);
    surface.removeEventListener("dblclick", doubleClick);
  };
}
