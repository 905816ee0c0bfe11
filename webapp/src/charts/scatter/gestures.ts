/** From pointers, wheel and keys to what they mean. */

import type { Place } from "./types";

export interface Meanings {
  /** Dragged by so many CSS pixels; `other`: with the right button, Shift, or two fingers. */
  drag(dx: number, dy: number, other: boolean): void;
  zoom(factor: number, place?: Place): void;
  hover(place: Place | null): void;
  pick(place: Place, add: boolean): void;
  fit(): void;
  /** A line is being drawn; `done` with its last corner. */
  lasso(line: readonly Place[], done: boolean): void;
  /** Whether a drag draws a line. */
  draws(): boolean;
}

const STILL = 4; // CSS pixels that a click may wander
const KEY_PIXELS = 30;
const KEY_ZOOM = 1.25;

/**
 * Listen on an element.
 * @returns how to stop.
 */
export function gestures(element: HTMLElement, on: Meanings): () => void {
  const pointers = new Map<number, Place>();
  let line: Place[] = [];
  let wandered = 0;
  let other = false;

  const placeOf = (event: MouseEvent): Place => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const down = (event: PointerEvent) => {
    element.setPointerCapture(event.pointerId);
    const place = placeOf(event);
    pointers.set(event.pointerId, place);
    if (pointers.size > 1) {
      line = [];
      on.lasso([], false);
      return;
    }
    wandered = 0;
    other = event.button === 2 || event.button === 1 || event.shiftKey;
    line = on.draws() && event.button === 0 ? [place] : [];
    on.hover(null);
  };

  const move = (event: PointerEvent) => {
    const place = placeOf(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") on.hover(place);
      return;
    }
    const [dx, dy] = [place.x - before.x, place.y - before.y];
    wandered += Math.hypot(dx, dy);
    if (pointers.size === 2) {
      pinch(event.pointerId, before, place);
    } else if (line.length) {
      line.push(place);
      on.lasso(line, false);
    } else if (wandered > STILL) {
      on.drag(dx, dy, other);
    }
    pointers.set(event.pointerId, place);
  };

  /** Two fingers zoom at their middle, and move the picture with it. */
  const pinch = (moved: number, before: Place, after: Place) => {
    const still = [...pointers].find(([id]) => id !== moved)?.[1];
    if (!still) return;
    const apart = (a: Place) => Math.max(1, Math.hypot(a.x - still.x, a.y - still.y));
    const middle = { x: (after.x + still.x) / 2, y: (after.y + still.y) / 2 };
    on.zoom(apart(after) / apart(before), middle);
    on.drag((after.x - before.x) / 2, (after.y - before.y) / 2, true);
  };

  const up = (event: PointerEvent) => {
    const alone = pointers.size === 1;
    if (!pointers.delete(event.pointerId) || !alone) return;
    const drawn = line;
    line = [];
    if (event.type === "pointercancel") {
      on.lasso([], false);
    } else if (wandered <= STILL) {
      on.lasso([], false);
      if (event.button === 0) on.pick(placeOf(event), event.ctrlKey || event.metaKey);
    } else if (drawn.length) {
      on.lasso(drawn, true);
    }
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    on.zoom(Math.exp(-Math.max(-200, Math.min(200, pixels)) / 400), placeOf(event));
  };

  const keys: Readonly<Record<string, (other: boolean) => void>> = {
    ArrowLeft: (shift) => {
      on.drag(KEY_PIXELS, 0, shift);
    },
    ArrowRight: (shift) => {
      on.drag(-KEY_PIXELS, 0, shift);
    },
    ArrowUp: (shift) => {
      on.drag(0, KEY_PIXELS, shift);
    },
    ArrowDown: (shift) => {
      on.drag(0, -KEY_PIXELS, shift);
    },
    "+": () => {
      on.zoom(KEY_ZOOM);
    },
    "=": () => {
      on.zoom(KEY_ZOOM);
    },
    "-": () => {
      on.zoom(1 / KEY_ZOOM);
    },
    "0": () => {
      on.fit();
    },
  };
  const key = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act(event.shiftKey);
  };

  const leave = () => {
    on.hover(null);
  };
  const menu = (event: Event) => {
    event.preventDefault();
  };
  const double = () => {
    on.fit();
  };

  const listeners = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    pointerleave: leave,
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
