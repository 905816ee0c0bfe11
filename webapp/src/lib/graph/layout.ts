/** Lays out the opened boxes of an outline, each with what lies in it, from the inside out. */

import { frameOf, type Frame, type Opening } from "./frame";
import { layersOf, type Layers } from "./layers";
import type { Outline } from "./outline";
import { positionsOf, type Positions } from "./positions";

/** Where the inputs are: above, or at the left. */
export type GraphDirection = "down" | "right";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Around what lies in an opened box, in the unit of the drawing; the title is above it. */
export const PADDING = { left: 16, right: 16, top: 40, bottom: 18 } as const;

export interface Laid {
  readonly frame: Frame;
  readonly layers: Layers;
  readonly positions: Positions;
  /** Size of each item in the drawing. */
  readonly sizes: readonly Size[];
  /** What lies in the items that are open, by their position. */
  readonly inner: ReadonlyMap<number, Laid>;
  /** Size of the content, without padding. */
  readonly size: Size;
}

/** Beyond so many levels nothing is laid out: no screen shows them. */
const DEEPEST = 1000;

/** Orders of the items of frames, which depend on no opened box: so that opening one moves no other out of its order. */
export class Orders {
  readonly #outline: Outline;
  readonly #known = new Map<string, { readonly frame: Frame; readonly layers: Layers }>();

  constructor(outline: Outline) {
    this.#outline = outline;
  }

  of(box: number, opening: Opening): { readonly frame: Frame; readonly layers: Layers } {
    const children = this.#outline.childrenOf(box);
    const apart = opening.isFolding
      ? Array.from(children).filter((child) => opening.isUnfolded(child))
      : ["all"];
    const key = `${box} ${apart.join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const frame = frameOf(this.#outline, box, opening);
    const made = { frame, layers: layersOf({ ...frame, count: frame.items.length }) };
    this.#known.set(key, made);
    return made;
  }
}

export interface LayoutOptions {
  readonly outline: Outline;
  readonly orders: Orders;
  readonly opening: Opening;
  readonly direction: GraphDirection;
  /** Size of a closed box. @param times - how many it stands for. */
  readonly sizeOf: (box: number, times: number) => Size;
  /** The least width of an opened one. */
  readonly titleWidth: (box: number, times: number) => number;
}

export function laidOut(options: LayoutOptions, box: number, depth = 0): Laid {
  const { outline, orders, opening, direction, sizeOf, titleWidth } = options;
  const { frame, layers } = orders.of(box, opening);
  const inner = new Map<number, Laid>();
  const sizes = frame.items.map((item, i): Size => {
    if (!opening.isOpen(item) || !outline.canOpen(item) || depth >= DEEPEST) {
      return sizeOf(item, frame.times[i] as number);
    }
    const laid = laidOut(options, item, depth + 1);
    inner.set(i, laid);
    return {
      width: Math.max(
        titleWidth(item, frame.times[i] as number),
        laid.size.width + PADDING.left + PADDING.right,
      ),
      height: laid.size.height + PADDING.top + PADDING.bottom,
    };
  });
  const isDown = direction === "down";
  const positions = positionsOf(layers, {
    across: Float64Array.from(sizes, ({ width, height }) => (isDown ? width : height)),
    along: Float64Array.from(sizes, ({ width, height }) => (isDown ? height : width)),
  });
  const { width, length } = positions;
  const size = isDown ? { width, height: length } : { width: length, height: width };
  return { frame, layers, positions, sizes, inner, size };
}
