/** A picture of surfaces that can be turned: draws only when something has changed. */

import { PerspectiveCamera, Vector3 } from "three";
import type { Point } from "../shapes/shapes";
import type { Triple } from "../space/direction";
import { onPaper, widthOf, type Ink } from "../space/ink";
import { SpaceScene } from "../space/scene";
import { eyeOf } from "./camera";
import { halves, placeOn, valueOn, type SurfaceFrame } from "./frame";
import { labelsOf, type SurfaceView } from "./labels";
import { drawOverlay, type SurfaceCursor } from "./overlay";
import { hit, isCovered, nearestPlace, nearestVertex, type SurfaceHit } from "./picking";
import { posterOf } from "./poster";
import { opaque, SurfaceStage } from "./stage";
import { writeDrawn } from "./data-attributes";
import type { Trail } from "./trail";
import type { SurfaceCamera, SurfaceFigure, SurfaceHover } from "./types";

export { SpaceNoWebGL } from "../space/studio";

/** A snapshot is meant within so many pixels. */
const reach = 9;

export class SurfaceScene extends SpaceScene<SurfaceCamera> {
  readonly #lens = new PerspectiveCamera();
  #figure: SurfaceFigure | null = null;
  #stage: SurfaceStage | null = null;
  #cursor: Triple | null = null;

  /** Throws NoWebGL. */
  constructor(canvas: HTMLCanvasElement, onlost: (isLost: boolean) => void) {
    super(canvas, onlost);
    this.#lens.up.set(0, 0, 1);
  }

  show(figure: SurfaceFigure): void {
    if (this.#stage === null || this.#figure === null || !isSameGround(this.#figure, figure)) {
      this.#stage?.destroy();
      this.#stage = new SurfaceStage(figure);
    } else this.#stage.show(figure);
    this.#figure = figure;
    this.#stage.paint(this.ink);
    this.changed();
  }

  /** Halves of the box, for whoever moves the camera. */
  get box(): Triple {
    return this.#stage === null ? [1, 1, 1] : halves(this.#stage.frame);
  }

  protected override get isReady(): boolean {
    return this.#stage !== null;
  }

  protected override paint(ink: Ink): void {
    this.#stage?.paint(ink);
  }

  protected override tell(took: number): void {
    if (this.camera !== null && this.#stage !== null)
      writeDrawn(this.canvas, this.camera, this.#stage.frame, took);
  }

  protected override drawOn(context: CanvasRenderingContext2D, fineness: number): void {
    const [stage, camera, figure] = [this.#stage, this.camera, this.#figure];
    if (stage === null || camera === null || figure === null) return;
    const view = this.#aim(stage.frame, camera);
    stage.turn(camera, eyeOf(camera, halves(stage.frame), this.size));
    const { width, height, scale } = this.room(fineness);
    stage.trail.resize(width, height, scale);
    this.drawPicture(context, { scene: stage.scene, camera: this.#lens, width, height }, fineness);
    const names = [figure.xLabel, figure.yLabel, figure.valueLabel] as const;
    const solid = figure.opacity > opaque ? figure.grids : [];
    const named = stage.trail.names.map(({ at, text }) => {
      const hidden = isCovered(solid, stage.frame, view.eye, at);
      return { ...view.project(at), text, isCovered: hidden };
    });
    const font = `11px ${this.ink.font}`;
    drawOverlay(
      context,
      {
        labels: labelsOf(stage.frame, names, view, (text) => widthOf(context, text, font)),
        names: named,
        cursor: this.#cursorOn(stage.frame, view),
      },
      this.ink,
    );
  }

  /** Sets the lens to where the camera is. */
  #aim(frame: SurfaceFrame, camera: SurfaceCamera): SurfaceView {
    const eye = eyeOf(camera, halves(frame), this.size);
    const { width, height } = this.size;
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

  #cursorOn({ z }: SurfaceFrame, { project }: SurfaceView): SurfaceCursor | null {
    if (this.#cursor === null) return null;
    const [x, y] = this.#cursor;
    return { at: project(this.#cursor), floor: project([x, y, -z.half]) };
  }

  /** What a place of the picture shows. @param client - the same in pixels of the window. */
  hover(at: Point, client: Point): SurfaceHover | null {
    const [stage, camera, figure] = [this.#stage, this.camera, this.#figure];
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
    { z }: SurfaceFrame,
    { paths }: SurfaceFigure,
    { at, path, index }: Trail["snapshots"][number],
    client: Point,
  ): SurfaceHover {
    const [x, y] = [paths[path]?.x[index] ?? NaN, paths[path]?.y[index] ?? NaN];
    const value = valueOn(z, at[2]);
    return { grid: -1, x, y, value, client, index: -1, snapshot: { path, index } };
  }

  /** Of several surfaces: what lies between their points is given, for they need not have the same ones. */
  #atPlace({ x, y, z }: SurfaceFrame, { at, grid }: SurfaceHit, client: Point): SurfaceHover {
    this.#setCursor(at);
    const place = { x: valueOn(x, at[0]), y: valueOn(y, at[1]), value: valueOn(z, at[2]) };
    return { ...place, grid, client, index: -1, snapshot: null };
  }

  /** Of one surface: a point of its grid, so that what is read is what was computed. */
  #atPoint(
    { mesh, frame }: SurfaceStage,
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
    const { width, height } = this.size;
    const far = new Vector3((2 * x) / width - 1, 1 - (2 * y) / height, 1).unproject(this.#lens);
    const { x: dx, y: dy, z: dz } = far.sub(this.#lens.position).normalize();
    return [dx, dy, dz];
  }

  /** The nearest snapshot that no surface hides. */
  #snapshotAt(at: Point, view: SurfaceView, stage: SurfaceStage, distance: number) {
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
    if (this.#stage === null || this.camera === null) return null;
    const { frame } = this.#stage;
    const view = this.#aim(frame, this.camera);
    return view.project([placeOn(frame.x, x), placeOn(frame.y, y), placeOn(frame.z, value)]);
  }

  /** The picture as it is seen, with a title and what its colors stand for. @param paper - on white ground. */
  png(title: string, paper: boolean): Promise<Blob> {
    const [stage, figure, { size }] = [this.#stage, this.#figure, this];
    if (stage === null || figure === null)
      return Promise.reject(new Error("there is nothing to draw on"));
    // A white path would be lost on white ground.
    if (paper && figure.pathColor === "#ffffff")
      stage.show({ ...figure, pathColor: onPaper(this.ink).text });
    return this.filed(paper, ({ picture, ink, scale }) => {
      stage.show(figure);
      return posterOf(picture, { title, figure, tint: stage.frame.tint, ink, size, scale });
    });
  }

  override destroy(): void {
    super.destroy();
    this.#stage?.destroy();
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

/** The same, or made anew of the same parts; values of grids are compared by identity. */
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
