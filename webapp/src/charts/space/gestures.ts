/** From pointers, wheel and keys to what they mean for a view into space. Places are in pixels of the element. */

import { wheelPixels } from "../pad/wheel";
import type { Point } from "../shapes/shapes";

export interface Meanings {
  /** Dragged by so many pixels. */
  turn(dx: number, dy: number): void;
  /** Dragged by so many pixels with Shift, the middle or right button, or two fingers. */
  pan(dx: number, dy: number): void;
  /** @param factor - below 1 to come closer. @param at - what is there stays there; null: the middle. */
  zoom(factor: number, at: Point | null): void;
  reset(): void;
  /** @param client - the same place in pixels of the window. */
  hover(at: Point, client: Point): void;
  leave(): void;
  /** Pressed and let go in one place; without it, that place is hovered. @param adds - with Ctrl or Cmd. */
  pick?(at: Point, adds: boolean): void;
  lasso?: Lasso;
}

/** A line around things, drawn by a drag. */
export interface Lasso {
  /** Whether a drag draws one now. */
  isWanted(): boolean;
  /** What there is of it; empty: it is given up. */
  drawn(line: readonly Point[]): void;
  done(line: readonly Point[]): void;
}

/** How much each gesture does. */
export interface Feel {
  /** Pixels of the drag that an arrow key stands for; below 0: it moves the eye, and not what is seen. */
  readonly arrow: number;
  /** Below 1: the factor of the key that comes closer. */
  readonly key: number;
  /** Share of the distance for each pixel of a wheel, and pixels of one turn at most. */
  readonly wheel: { readonly speed: number; readonly most: number };
  /** A wheel without a key is left to the page until the element has the focus. */
  readonly leavesWheel: boolean;
  /** Pixels that a press may wander before it is a drag. */
  readonly still: number;
}

/** @returns how to stop listening. */
export function listen(element: HTMLElement, on: Meanings, feel: Feel): () => void {
  const pointers = new Map<number, Point>();
  let line: Point[] = [];
  let wandered = 0;
  let pans = false;

  const placeOf = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const hover = (event: PointerEvent): void =>
    on.hover(placeOf(event), { x: event.clientX, y: event.clientY });
  const giveUpLine = (): void => {
    line = [];
    on.lasso?.drawn(line);
  };

  const down = (event: PointerEvent): void => {
    // The middle button would start the browser's own scrolling.
    if (event.button === 1) event.preventDefault();
    element.setPointerCapture(event.pointerId);
    const at = placeOf(event);
    pointers.set(event.pointerId, at);
    on.leave();
    if (pointers.size > 1) return giveUpLine();
    wandered = 0;
    pans = event.button !== 0 || event.shiftKey;
    if (event.button === 0 && on.lasso?.isWanted() === true) line = [at];
  };

  const move = (event: PointerEvent): void => {
    const at = placeOf(event);
    const before = pointers.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === "mouse") hover(event);
      return;
    }
    const [dx, dy] = [at.x - before.x, at.y - before.y];
    wandered += Math.hypot(dx, dy);
    if (pointers.size === 2) pinch(event.pointerId, before, at);
    else if (line.length > 0) {
      line.push(at);
      on.lasso?.drawn(line);
    } else if (wandered > feel.still) (pans ? on.pan : on.turn)(dx, dy);
    pointers.set(event.pointerId, at);
  };

  /** Two fingers zoom by their distance, and move the picture by their middle. */
  const pinch = (moved: number, before: Point, after: Point): void => {
    const still = [...pointers].find(([id]) => id !== moved)?.[1];
    if (still === undefined) return;
    const apart = ({ x, y }: Point): number => Math.max(1, Math.hypot(x - still.x, y - still.y));
    const middle = { x: (after.x + still.x) / 2, y: (after.y + still.y) / 2 };
    on.zoom(apart(before) / apart(after), middle);
    on.pan((after.x - before.x) / 2, (after.y - before.y) / 2);
  };

  const up = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
    const drawn = line;
    giveUpLine();
    if (event.type === "pointercancel") return;
    // A finger cannot hover: where it was last is what it picks, or asks about.
    if (on.pick === undefined) hover(event);
    else if (wandered > feel.still) {
      if (drawn.length > 0) on.lasso?.done(drawn);
    } else if (event.button === 0) on.pick(placeOf(event), event.ctrlKey || event.metaKey);
  };

  const wheel = (event: WheelEvent): void => {
    const isMeant = event.ctrlKey || event.metaKey || document.activeElement === element;
    if (feel.leavesWheel && !isMeant) return;
    event.preventDefault();
    const { speed, most } = feel.wheel;
    const pixels = Math.max(-most, Math.min(most, wheelPixels(event)));
    on.zoom(Math.exp(pixels * speed), placeOf(event));
  };

  const arrow = (x: number, y: number) => (shift: boolean) =>
    (shift ? on.pan : on.turn)(x * feel.arrow, y * feel.arrow);
  const closer = (): void => on.zoom(feel.key, null);
  const further = (): void => on.zoom(1 / feel.key, null);
  const keys: Readonly<Record<string, (shift: boolean) => void>> = {
    ArrowLeft: arrow(-1, 0),
    ArrowRight: arrow(1, 0),
    ArrowUp: arrow(0, -1),
    ArrowDown: arrow(0, 1),
    "+": closer,
    "=": closer,
    "-": further,
    _: further,
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

  const listeners = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    pointerleave: leave,
    blur: () => on.leave(),
    wheel,
    keydown: key,
    contextmenu: (event: Event) => event.preventDefault(),
    dblclick: () => on.reset(),
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
