/** From pointers, wheel and keys to what they mean. */

import type { Place } from "./labels";

export interface Meanings {
  /** Dragged by so many pixels. */
  turn(dx: number, dy: number): void;
  /** Dragged by so many pixels with Shift, the middle or right button, or two fingers. */
  pan(dx: number, dy: number): void;
  /** @param factor - below 1 to come closer. */
  zoom(factor: number): void;
  reset(): void;
  hover(at: Place, client: Place): void;
  leave(): void;
}

const keyPixels = 22;
const keyZoom = 0.84;
/** How much one notch of a wheel, 100 pixels, changes the distance. */
const wheelSpeed = 0.0016;

/** @returns how to stop listening. */
export function listen(element: HTMLElement, on: Meanings): () => void {
  const pointers = new Map<number, Place>();
  let pans = false;

  const placeOf = (event: MouseEvent): Place => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const down = (event: PointerEvent): void => {
    // The middle button would start the browser's own scrolling.
    if (event.button === 1) event.preventDefault();
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, placeOf(event));
    pans = event.button !== 0 || event.shiftKey;
    on.leave();
  };

  const move = (event: PointerEvent): void => {
    const at = placeOf(event);
    const before = pointers.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === "mouse") on.hover(at, { x: event.clientX, y: event.clientY });
      return;
    }
    if (pointers.size === 2) pinch(event.pointerId, before, at);
    else if (pans) on.pan(at.x - before.x, at.y - before.y);
    else on.turn(at.x - before.x, at.y - before.y);
    pointers.set(event.pointerId, at);
  };

  /** Two fingers zoom by their distance, and move the picture by their middle. */
  const pinch = (moved: number, before: Place, after: Place): void => {
    const still = [...pointers].find(([id]) => id !== moved)?.[1];
    if (still === undefined) return;
    const apart = ({ x, y }: Place) => Math.max(1, Math.hypot(x - still.x, y - still.y));
    on.zoom(apart(before) / apart(after));
    on.pan((after.x - before.x) / 2, (after.y - before.y) / 2);
  };

  const up = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId) || event.type === "pointercancel") return;
    // A finger cannot hover: where it was last is what it asks about.
    if (pointers.size === 0) on.hover(placeOf(event), { x: event.clientX, y: event.clientY });
  };

  const wheel = (event: WheelEvent): void => {
    const isMeant = event.ctrlKey || event.metaKey || document.activeElement === element;
    if (!isMeant) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? 400 : 1);
    on.zoom(Math.exp(Math.max(-300, Math.min(300, pixels)) * wheelSpeed));
  };

  const keys: Readonly<Record<string, (shift: boolean) => void>> = {
    ArrowLeft: (shift) => (shift ? on.pan : on.turn)(-keyPixels, 0),
    ArrowRight: (shift) => (shift ? on.pan : on.turn)(keyPixels, 0),
    ArrowUp: (shift) => (shift ? on.pan : on.turn)(0, -keyPixels),
    ArrowDown: (shift) => (shift ? on.pan : on.turn)(0, keyPixels),
    "+": () => on.zoom(keyZoom),
    "=": () => on.zoom(keyZoom),
    "-": () => on.zoom(1 / keyZoom),
    _: () => on.zoom(1 / keyZoom),
    "0": () => on.reset(),
  };
  const key = (event: KeyboardEvent): void => {
    const act = keys[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act(event.shiftKey);
  };

  const leave = (event: PointerEvent): void => {
    // A finger leaves whenever it is lifted: what it asked about stays.
    if (pointers.size === 0 && event.pointerType !== "touch") on.leave();
  };
  const blur = (): void => on.leave();
  const menu = (event: Event): void => event.preventDefault();
  const double = (): void => on.reset();

  const listeners = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    pointerleave: leave,
    blur,
    wheel,
    keydown: key,
    contextmenu: menu,
    dblclick: double,
  } as const;
  for (const [name, listener] of Object.entries(listeners)) {
    element.addEventListener(name, listener as EventListener, { passive: false });
  }
  return () => {
    for (const [name, listener] of Object.entries(listeners)) {
      element.removeEventListener(name, listener as EventListener);
    }
  };
}
