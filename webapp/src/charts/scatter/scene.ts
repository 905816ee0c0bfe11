/** A drawn scatter: its points, its camera and what moves. Draws when something has changed, and only then. */

import { pngOf } from "../common/png";
import type { Point, ShapeSize } from "../shapes/shapes";
import { inkOf, type Ink } from "../space/ink";
import {
  between,
  centered,
  fitted,
  matrix,
  orbited,
  panned,
  places,
  zoomed,
  type ScatterCamera,
  type Dimensions,
} from "./camera";
import { drawOverlay, type ScatterOverlay } from "./overlay";
import { enclosed, nearest } from "./picking";
import { Renderer } from "./renderer";
import type { Looks, ScatterPositions, Sheet } from "./types";

const transition = 450; // milliseconds
const reach = 12; // CSS pixels from a point within which it is meant

interface Move {
  readonly began: number;
  readonly from: ScatterCamera;
  readonly to: ScatterCamera;
}

const nothing: ScatterOverlay = {
  labels: [],
  rings: [],
  ring: 0,
  lasso: [],
  axisNames: ["", "", ""],
};

const noPlaces = new Float32Array();

export class ScatterScene {
  readonly #renderer: Renderer;
  readonly #canvas: HTMLCanvasElement;
  readonly #over: HTMLCanvasElement;
  #size: ShapeSize = { width: 1, height: 1 };
  #density = 1;
  #before: ScatterPositions = {
    x: new Float32Array(),
    y: new Float32Array(),
    z: new Float32Array(),
  };
  #after = this.#before;
  #looks: Looks = { colors: new Uint8Array(), sizes: new Float32Array() };
  #camera: ScatterCamera = fitted(this.#before, 3, this.#size);
  #diameter = 6;
  #ink: Ink;
  #overlay = nothing;
  #front: readonly number[] = [];
  #shift = 0; // when the points began to move; 0: they stand
  #move: Move | null = null;
  #places: Float32Array | null = null;
  #frame = 0;
  #fitted = false;

  /** Throws NoWebGL. */
  constructor(canvas: HTMLCanvasElement, over: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#over = over;
    this.#renderer = new Renderer(canvas);
    this.#ink = inkOf(canvas);
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#renderer.destroy();
  }

  get camera(): ScatterCamera {
    return this.#camera;
  }

  // -- what is drawn

  resize(size: ShapeSize, density: number): void {
    const first = this.#size.width <= 1;
    this.#size = size;
    this.#density = density;
    for (const canvas of [this.#canvas, this.#over]) {
      canvas.width = Math.max(1, Math.round(size.width * density));
      canvas.height = Math.max(1, Math.round(size.height * density));
    }
    if (first && this.#fitted) this.fit(false);
    // At once: a canvas of a new size is empty.
    this.#draw();
  }

  /**
   * @param refit - look at all points anew; else the view stays.
   * @param animate - the points move to their new places.
   */
  place(
    positions: ScatterPositions,
    dimensions: Dimensions,
    refit: boolean,
    animate: boolean,
  ): void {
    const same = positions.x.length === this.#after.x.length && positions.x.length > 0;
    this.#before = animate && same ? standing(this.#after, positions) : positions;
    this.#after = positions;
    this.#shift = animate && same ? performance.now() : 0;
    this.#renderer.place(this.#before, this.#after);
    const turns = dimensions !== this.#camera.dimensions;
    if (refit || turns || !this.#fitted) {
      const to = fitted(positions, dimensions, this.#size);
      this.#move = animate && same && !turns ? this.#moveTo(to) : null;
      if (this.#move === null) this.#camera = to;
      this.#fitted = true;
    }
    this.changed();
  }

  look(looks: Looks): void {
    this.#looks = looks;
    this.#renderer.look(looks);
    this.changed();
  }

  picture(sheet: Sheet | null): void {
    this.#renderer.picture(sheet);
    this.changed();
  }

  /** @param diameter - of a usual point, in CSS pixels. */
  show(overlay: ScatterOverlay, front: readonly number[], diameter: number): void {
    this.#overlay = overlay;
    this.#front = front;
    this.#diameter = diameter;
    this.changed();
  }

  /** The page's colors are others now. */
  restyle(): void {
    this.#ink = inkOf(this.#canvas);
    this.changed();
  }

  // -- the camera

  pan(dx: number, dy: number): void {
    this.#look(panned(this.#camera, dx, dy, this.#size));
  }

  orbit(dx: number, dy: number): void {
    this.#look(orbited(this.#camera, dx, dy));
  }

  zoom(factor: number, place: Point | null): void {
    const middle = { x: this.#size.width / 2, y: this.#size.height / 2 };
    this.#look(zoomed(this.#camera, factor, place ?? middle, this.#size));
  }

  fit(animate: boolean): void {
    this.#go(fitted(this.#after, this.#camera.dimensions, this.#size), animate);
  }

  focus(point: number, animate: boolean): void {
    const [x, y, z] = [this.#after.x[point], this.#after.y[point], this.#after.z[point]];
    if (x === undefined || y === undefined || z === undefined || !Number.isFinite(x)) return;
    this.#go(centered(this.#camera, x, y, z), animate);
  }

  #look(camera: ScatterCamera): void {
    this.#move = null;
    this.#camera = camera;
    this.changed();
  }

  #go(to: ScatterCamera, animate: boolean): void {
    if (!animate) {
      this.#look(to);
      return;
    }
    this.#move = this.#moveTo(to);
    this.changed();
  }

  #moveTo(to: ScatterCamera): Move {
    return { began: performance.now(), from: this.#camera, to };
  }

  // -- which points are meant

  pick(place: Point): number {
    return nearest(this.#placed(), this.#looks.sizes, place, Math.max(reach, this.#diameter));
  }

  enclosed(line: readonly Point[]): Int32Array {
    return enclosed(this.#placed(), this.#looks.sizes, line);
  }

  placeOf(point: number): Point | null {
    const all = this.#placed();
    const [x, y] = [all[2 * point], all[2 * point + 1]];
    if (x === undefined || y === undefined || !Number.isFinite(x)) return null;
    const inside = x >= 0 && y >= 0 && x <= this.#size.width && y <= this.#size.height;
    return inside && this.#looks.sizes[point] !== 0 ? { x, y } : null;
  }

  #placed(): Float32Array {
    this.#places ??= places(this.#after, this.#camera, this.#size);
    return this.#places;
  }

  // -- drawing

  changed(): void {
    this.#places = null;
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#draw();
      });
    }
  }

  #draw(): void {
    const now = performance.now();
    const share = this.#shift === 0 ? 1 : eased((now - this.#shift) / transition);
    if (share === 1) this.#shift = 0;
    if (this.#move !== null) {
      const { began, from, to } = this.#move;
      const way = eased((now - began) / transition);
      this.#camera = between(from, to, way);
      this.#places = null;
      if (way === 1) this.#move = null;
    }
    this.#drawPoints(share);
    const context = this.#over.getContext("2d");
    if (context) {
      context.setTransform(this.#density, 0, 0, this.#density, 0, 0);
      context.clearRect(0, 0, this.#size.width, this.#size.height);
      // Labels would lag behind points that move.
      const overlay = share < 1 ? { ...this.#overlay, labels: [], rings: [] } : this.#overlay;
      const needed = overlay.labels.length + overlay.rings.length > 0;
      const all = needed ? this.#placed() : noPlaces;
      drawOverlay(context, this.#size, all, this.#camera, overlay, this.#ink);
    }
    if (share < 1 || this.#move !== null) this.changed();
  }

  #drawPoints(share: number): void {
    this.#renderer.draw({
      matrix: matrix(this.#camera, this.#size),
      share,
      diameter: this.#diameter * this.#density,
      deep: this.#camera.dimensions === 3,
      front: this.#front,
    });
  }

  /** What is seen, on a ground of the given color. */
  async png(background: string): Promise<Blob> {
    const canvas = document.createElement("canvas");
    canvas.width = this.#canvas.width;
    canvas.height = this.#canvas.height;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("this browser gives no more canvases");
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
    // A browser keeps what WebGL has drawn only until the end of this task.
    this.#drawPoints(1);
    context.drawImage(this.#canvas, 0, 0);
    context.drawImage(this.#over, 0, 0);
    return pngOf(canvas);
  }
}

/** Where points stand; those that were nowhere stand where they will be. */
function standing(before: ScatterPositions, after: ScatterPositions): ScatterPositions {
  const column = (a: Float32Array, b: Float32Array) =>
    a.map((value, i) => (Number.isFinite(value) ? value : (b[i] as number)));
  return {
    x: column(before.x, after.x),
    y: column(before.y, after.y),
    z: column(before.z, after.z),
  };
}

/** Slow at both ends; beyond 1 it stays there. */
function eased(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return t * t * (3 - 2 * t);
}
