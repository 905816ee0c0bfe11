/** A picture of surfaces that can be turned: draws only when something has changed. */

import { PerspectiveCamera, Vector3 } from "three";
import { frames } from "../common/frames";
import { pngOf } from "../common/png";
import type { Point, Size } from "../shapes/shapes";
import type { Triple } from "../space/direction";
import { inkOf, onPaper, widthOf, type Ink } from "../space/ink";
import { eyeOf } from "./camera";
import { halves, placeOn, valueOn, type Frame } from "./frame";
import { labelsOf, type View } from "./labels";
import { drawOverlay, type Cursor } from "./overlay";
import { hit, isCovered, nearestPlace, nearestVertex, type Hit } from "./picking";
import { posterOf } from "./poster";
import { opaque, Stage } from "./stage";
import { tellDrawn } from "./told";
import type { Trail } from "./trail";
import { giveStudio, LostContext, takeStudio, type Studio } from "../space/studio";
import type { Camera, SurfaceFigure, SurfaceHover } from "./types";

export { NoWebGL } from "../space/studio";

/** A snapshot is meant within so many pixels. */
const reach = 9;
/** A picture that takes longer than this is drawn coarser while it moves, in milliseconds. */
const patience = 30;
/** And sharp again when it has been still for so long. */
const rest = 180;
const coarsest = 0.5;
/** Of files: pixels for each of CSS, and pixels that are drawn for each of these. */
const fileDensity = 2;
const fileFineness = 1.5;

export class SurfaceScene {
  readonly #canvas: HTMLCanvasElement;
  readonly #studio: Studio;
  readonly #onlost: (isLost: boolean) => void;
  readonly #lens = new PerspectiveCamera();
  readonly #draft = document.createElement("canvas");
  #figure: SurfaceFigure | null = null;
  #stage: Stage | null = null;
  #camera: Camera | null = null;
  #size: Size = { width: 0, height: 0 };
  #density = 1;
  #ink: Ink;
  #cursor: Triple | null = null;
  #isMoving = false;
  /** Of the device's pixels, while it moves. */
  #coarseness = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Throws NoWebGL. */
  constructor(canvas: HTMLCanvasElement, onlost: (isLost: boolean) => void) {
    this.#canvas = canvas;
    this.#onlost = onlost;
    this.#studio = takeStudio();
    this.#studio.listeners.add(this.#contextChanged);
    this.#ink = inkOf(canvas);
    this.#lens.up.set(0, 0, 1);
  }

  readonly #contextChanged = (): void => {
    this.#onlost(this.#studio.isLost);
    this.changed();
  };

  show(figure: SurfaceFigure): void {
    if (this.#stage === null || this.#figure === null || !isSameGround(this.#figure, figure)) {
      this.#stage?.destroy();
      this.#stage = new Stage(figure);
    } else this.#stage.show(figure);
    this.#figure = figure;
    this.#stage.paint(this.#ink);
    this.changed();
  }

  look(camera: Camera): void {
    if (this.#camera !== null) this.#move();
    this.#camera = camera;
    this.changed();
  }

  resize(size: Size, density: number): void {
    this.#size = size;
    this.#density = Math.min(2, density);
    this.changed();
  }

  restyle(): void {
    this.#ink = inkOf(this.#canvas);
    this.#stage?.paint(this.#ink);
    this.changed();
  }

  /** Halves of the box, for whoever moves the camera. */
  get box(): Triple {
    return this.#stage === null ? [1, 1, 1] : halves(this.#stage.frame);
  }

  #move(): void {
    this.#isMoving = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isMoving = false;
      if (this.#coarseness < 1 || this.#studio.finer > 1) this.changed();
    }, rest);
  }

  changed(): void {
    frames.add(this.#draw, this.#isMoving);
  }

  readonly #draw = (): void => {
    const { width, height } = this.#size;
    if (this.#stage === null || this.#camera === null || width < 20 || height < 20) return;
    const began = performance.now();
    const [wide, high] = [width, height].map((side) => Math.round(side * this.#density));
    if (this.#canvas.width !== wide) this.#canvas.width = wide ?? 0;
    if (this.#canvas.height !== high) this.#canvas.height = high ?? 0;
    const context = this.#canvas.getContext("2d");
    if (context === null) return;
    try {
      this.#drawOn(context, this.#isMoving ? this.#coarseness : this.#studio.finer);
    } catch (error) {
      if (!(error instanceof LostContext)) throw error;
      this.#onlost(true);
    }
    const took = performance.now() - began;
    this.#adapt(took);
    tellDrawn(this.#canvas, this.#camera, this.#stage.frame, took);
  };

  /** Without a graphics card a picture takes as long as it has pixels. */
  #adapt(took: number): void {
    if (!this.#isMoving) return;
    if (took > patience) this.#coarseness = Math.max(coarsest, this.#coarseness * 0.8);
    else if (took < patience / 3) this.#coarseness = Math.min(1, this.#coarseness * 1.1);
  }

  /** @param fineness - pixels that are drawn for each of the device, along a side. */
  #drawOn(context: CanvasRenderingContext2D, fineness: number): void {
    const [stage, camera, figure] = [this.#stage, this.#camera, this.#figure];
    if (stage === null || camera === null || figure === null) return;
    const view = this.#aim(stage.frame, camera);
    stage.turn(camera, eyeOf(camera, halves(stage.frame), this.#size));
    const scale = this.#density * fineness;
    const width = Math.round(this.#size.width * scale);
    const height = Math.round(this.#size.height * scale);
    stage.trail.resize(width, height, scale);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    const picture = { scene: stage.scene, camera: this.#lens, width, height };
    if (fineness === 1) this.#studio.draw(picture, context);
    else this.#drawScaled(picture, context);
    context.setTransform(this.#density, 0, 0, this.#density, 0, 0);
    const names = [figure.xLabel, figure.yLabel, figure.valueLabel] as const;
    const solid = figure.opacity > opaque ? figure.grids : [];
    const named = stage.trail.names.map(({ at, text }) => {
      const hidden = isCovered(solid, stage.frame, view.eye, at);
      return { ...view.project(at), text, isCovered: hidden };
    });
    const font = `11px ${this.#ink.font}`;
    drawOverlay(
      context,
      {
        labels: labelsOf(stage.frame, names, view, (text) => widthOf(context, text, font)),
        names: named,
        cursor: this.#cursorOn(stage.frame, view),
      },
      this.#ink,
    );
  }

  #drawScaled(picture: Parameters<Studio["draw"]>[0], context: CanvasRenderingContext2D): void {
    const { width, height } = picture;
    if (this.#draft.width < width) this.#draft.width = width;
    if (this.#draft.height < height) this.#draft.height = height;
    const draft = this.#draft.getContext("2d");
    if (draft === null) return;
    draft.clearRect(0, 0, this.#draft.width, this.#draft.height);
    this.#studio.draw(picture, draft);
    const { canvas } = context;
    context.drawImage(this.#draft, 0, 0, width, height, 0, 0, canvas.width, canvas.height);
  }

  /** Sets the lens to where the camera is. */
  #aim(frame: Frame, camera: Camera): View {
    const eye = eyeOf(camera, halves(frame), this.#size);
    const { width, height } = this.#size;
    this.#lens.fov = eye.fov;
    this.#lens.aspect = width / height;
    this.#lens.near = eye.near;
    this.#lens.far = eye.far;
    this.#lens.position.set(...eye.position);
    this.#lens.lookAt(...eye.target);
    this.#lens.updateProjectionMatrix();
    this.#lens.updateMatrixWorld();
    const project = (place: Triple): Point => {
      const { x, y } = new Vector3(...place).project(this.#lens);
      return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height };
    };
    return { project, eye: eye.position };
  }

  #cursorOn({ z }: Frame, { project }: View): Cursor | null {
    if (this.#cursor === null) return null;
    const [x, y] = this.#cursor;
    return { at: project(this.#cursor), floor: project([x, y, -z.half]) };
  }

  /** What a place of the picture shows. @param client - the same in pixels of the window. */
  hover(at: Point, client: Point): SurfaceHover | null {
    const [stage, camera, figure] = [this.#stage, this.#camera, this.#figure];
    if (stage === null || camera === null || figure === null) return null;
    const view = this.#aim(stage.frame, camera);
    const along = this.#ray(at);
    const { half } = stage.frame.z;
    const met = hit(stage.mesh, view.eye, along, -half, half);
    const snapshot = this.#snapshotAt(at, view, stage, met?.distance ?? Infinity);
    if (snapshot !== null) {
      this.#setCursor(snapshot.at);
      return this.#atSnapshot(stage.frame, figure, snapshot, client);
    }
    this.#setCursor(null);
    if (met === null) return null;
    const shown = figure.grids.length === 1 ? figure.grids[0] : undefined;
    return shown === undefined
      ? this.#atPlace(stage.frame, met, client)
      : this.#atPoint(stage, shown, nearestVertex(stage.mesh, met, half), client);
  }

  #atSnapshot(
    { z }: Frame,
    { paths }: SurfaceFigure,
    { at, path, index }: Trail["snapshots"][number],
    client: Point,
  ): SurfaceHover {
    const [x, y] = [paths[path]?.x[index] ?? NaN, paths[path]?.y[index] ?? NaN];
    const value = valueOn(z, at[2]);
    return { grid: -1, x, y, value, client, index: -1, snapshot: { path, index } };
  }

  /** Of several surfaces: what lies between their points is told, for they need not have the same ones. */
  #atPlace({ x, y, z }: Frame, { at, grid }: Hit, client: Point): SurfaceHover {
    this.#setCursor(at);
    const place = { x: valueOn(x, at[0]), y: valueOn(y, at[1]), value: valueOn(z, at[2]) };
    return { ...place, grid, client, index: -1, snapshot: null };
  }

  /** Of one surface: a point of its grid, so that what is read is what was computed. */
  #atPoint(
    { mesh, frame }: Stage,
    grid: SurfaceFigure["grids"][number],
    index: number,
    client: Point,
  ): SurfaceHover {
    const [x = 0, y = 0, z = 0] = mesh.positions.subarray(3 * index, 3 * index + 3);
    // What is cut off is marked where the surface ends.
    this.#setCursor([x, y, Math.min(z, frame.z.half)]);
    const columns = grid.x.length;
    return {
      x: grid.x[index % columns] ?? NaN,
      y: grid.y[Math.floor(index / columns)] ?? NaN,
      value: grid.values[index] ?? NaN,
      grid: 0,
      index,
      snapshot: null,
      client,
    };
  }

  leave(): void {
    this.#setCursor(null);
  }

  #setCursor(place: Triple | null): void {
    if (place === this.#cursor) return;
    this.#cursor = place;
    this.changed();
  }

  /** From the eye through a place of the picture. */
  #ray({ x, y }: Point): Triple {
    const { width, height } = this.#size;
    const far = new Vector3((2 * x) / width - 1, 1 - (2 * y) / height, 1).unproject(this.#lens);
    const { x: dx, y: dy, z: dz } = far.sub(this.#lens.position).normalize();
    return [dx, dy, dz];
  }

  /** The nearest snapshot that no surface hides. */
  #snapshotAt(at: Point, view: View, stage: Stage, distance: number) {
    const seen = stage.trail.snapshots.filter(({ at: [x, y, z] }) => {
      const [ex, ey, ez] = view.eye;
      return Math.hypot(x - ex, y - ey, z - ez) < distance + 0.15;
    });
    const places = seen.flatMap((snapshot) => {
      const { x, y } = view.project(snapshot.at);
      return [x, y];
    });
    const found = nearestPlace(Float32Array.from(places), at.x, at.y, reach);
    return found < 0 ? null : (seen[found] ?? null);
  }

  /** Where a value of the box is drawn, in CSS pixels of the chart. */
  placeOf(x: number, y: number, value: number): Point | null {
    if (this.#stage === null || this.#camera === null) return null;
    const { frame } = this.#stage;
    const view = this.#aim(frame, this.#camera);
    return view.project([placeOn(frame.x, x), placeOn(frame.y, y), placeOn(frame.z, value)]);
  }

  /** The picture as it is seen, with a title and what its colors stand for. @param paper - on white ground. */
  png(title: string, paper: boolean): Promise<Blob> {
    const [stage, figure] = [this.#stage, this.#figure];
    const layer = document.createElement("canvas");
    const over = layer.getContext("2d");
    if (stage === null || figure === null || over === null)
      return Promise.reject(new Error("there is nothing to draw on"));
    const [density, ink, size] = [this.#density, this.#ink, this.#size];
    this.#density = fileDensity;
    this.#ink = paper ? onPaper(ink) : ink;
    // A white path would be lost on white ground.
    if (paper && figure.pathColor === "#ffffff")
      stage.show({ ...figure, pathColor: this.#ink.text });
    stage.paint(this.#ink);
    layer.width = Math.round(size.width * fileDensity);
    layer.height = Math.round(size.height * fileDensity);
    this.#drawOn(over, Math.min(this.#studio.finer, fileFineness));
    const { tint } = stage.frame;
    const poster = { title, figure, tint, ink: this.#ink, size, scale: fileDensity };
    [this.#density, this.#ink] = [density, ink];
    stage.show(figure);
    stage.paint(ink);
    this.changed();
    const canvas = posterOf(layer, poster);
    if (canvas === null) return Promise.reject(new Error("this browser gives no more canvases"));
    return pngOf(canvas);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    frames.remove(this.#draw);
    this.#studio.listeners.delete(this.#contextChanged);
    this.#stage?.destroy();
    giveStudio();
  }
}

/** What lies on the surfaces changes with every picture of an animation; the surfaces themselves are costly. */
const above: readonly (keyof SurfaceFigure)[] = [
  "frame",
  "paths",
  "marks",
  "pathColor",
  "pathWidth",
  "light",
  "words",
  "xLabel",
  "yLabel",
  "valueLabel",
];

function isSameGround(one: SurfaceFigure, other: SurfaceFigure): boolean {
  const keys = Object.keys(one) as (keyof SurfaceFigure)[];
  return keys.every((key) => above.includes(key) || isAlike(one[key], other[key]));
}

/** The same, or made anew of the same parts; values of grids are told by who they are. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isPlain(one) || !isPlain(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length && keys.every((key) => isAlike(one[key], other[key]))
  );
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
}
