/** A picture of shapes that can be turned: draws only when something has changed. */

import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { Point } from "../shapes/shapes";
import type { Triple } from "../space/direction";
import type { Ink } from "../space/ink";
import { SpaceScene } from "../space/scene";
import { inside, labelsOf } from "./axes";
import { eyeOf, type MeshEye } from "./camera";
import { drawOverlay, posterOf } from "./overlay";
import { hitFace, nearestPoint } from "./picking";
import { drawsPoints, preparedOf } from "./prepare";
import { applied, MeshStage } from "./stage";
import type { MeshCamera, MeshFigure, MeshHover, UpAxis } from "./types";

export { SpaceNoWebGL } from "../space/studio";

/** A point is meant within so many pixels. */
const reach = 8;

interface Aimed {
  readonly eye: MeshEye;
  readonly lens: PerspectiveCamera | OrthographicCamera;
  /** From the scene to clip space. */
  readonly clip: Matrix4;
}

export class MeshScene extends SpaceScene<MeshCamera> {
  readonly #perspective = new PerspectiveCamera();
  readonly #flat = new OrthographicCamera();
  #figure: MeshFigure | null = null;
  #stage: MeshStage | null = null;
  #cursor: { readonly item: number; readonly vertex: number } | null = null;

  show(figure: MeshFigure): void {
    this.#stage?.destroy();
    this.#stage = new MeshStage(figure, this.studio.finer > 1);
    this.#figure = figure;
    this.#stage.paint(this.ink);
    this.#cursor = null;
    this.changed();
  }

  protected override get isReady(): boolean {
    return this.#stage !== null;
  }

  protected override get stillFineness(): number {
    return this.#stage?.isCrowded === true ? 1 : super.stillFineness;
  }

  protected override paint(ink: Ink): void {
    this.#stage?.paint(ink);
  }

  protected override tell(took: number): void {
    if (this.camera !== null && this.#figure !== null)
      writeDrawn(this.canvas, this.camera, this.#figure, took);
  }

  protected override drawOn(context: CanvasRenderingContext2D, fineness: number): void {
    const [stage, figure, aimed] = [this.#stage, this.#figure, this.#aim()];
    if (stage === null || figure === null || aimed === null) return;
    const { width, height, scale } = this.room(fineness);
    const towards = unturned(figure.up, aimed.eye.near);
    stage.turn(towards, height, scale, this.isMoving);
    this.drawPicture(context, { scene: stage.scene, camera: aimed.lens, width, height }, fineness);
    const project = (place: Triple): Point => this.#projected(aimed, applied(stage.toScene, place));
    const labels = figure.axes
      ? inside(labelsOf(figure.box, figure.up, towards, project), this.size)
      : [];
    const { right, up, near } = aimed.eye;
    // The box names its axes itself.
    const axes = figure.axes ? [] : ([0, 1, 2] as const);
    const arms = axes.map((axis) => {
      const of = (row: Triple): number => unturned(figure.up, row)[axis];
      return { x: of(right), y: -of(up), near: of(near) };
    });
    const cursor = this.#cursor === null ? null : this.#placeOfVertex(this.#cursor, aimed);
    drawOverlay(context, { labels, arms, cursor, size: this.size }, this.ink);
  }

  /** Sets the lens to where the camera is. */
  #aim(): Aimed | null {
    const [camera, figure] = [this.camera, this.#figure];
    if (camera === null || figure === null) return null;
    const { width, height } = this.size;
    const eye = eyeOf(camera, figure, this.size);
    const isFlat = figure.projection === "orthographic";
    const lens = isFlat ? this.#flat : this.#perspective;
    lens.near = eye.closest;
    lens.far = eye.farthest;
    if (isFlat) {
      const wide = (eye.high * width) / height;
      Object.assign(this.#flat, { left: -wide, right: wide, top: eye.high, bottom: -eye.high });
    } else {
      this.#perspective.fov = figure.fov;
      this.#perspective.aspect = width / height;
    }
    const [right, up, near] = [eye.right, eye.up, eye.near].map((row) => new Vector3(...row));
    lens.matrixAutoUpdate = false;
    lens.matrix.makeBasis(right as Vector3, up as Vector3, near as Vector3);
    lens.matrix.setPosition(...eye.position);
    lens.updateProjectionMatrix();
    lens.updateMatrixWorld(true);
    const clip = new Matrix4().multiplyMatrices(lens.projectionMatrix, lens.matrixWorldInverse);
    return { eye, lens, clip };
  }

  /** In CSS pixels. */
  #projected({ clip }: Aimed, place: Triple): Point {
    const { x, y } = new Vector3(...place).applyMatrix4(clip);
    return { x: ((x + 1) / 2) * this.size.width, y: ((1 - y) / 2) * this.size.height };
  }

  #placeOfVertex({ item, vertex }: { item: number; vertex: number }, aimed: Aimed): Point | null {
    const [shape, matrix] = [this.#figure?.items[item]?.shape, this.#stage?.placed[item]];
    if (shape === undefined || matrix === undefined) return null;
    const { positions } = preparedOf(shape);
    const [x = 0, y = 0, z = 0] = positions.subarray(3 * vertex, 3 * vertex + 3);
    return this.#projected(aimed, applied(matrix, [x, y, z]));
  }

  /** What a place of the picture shows. @param client - the same in pixels of the window. */
  hover(at: Point, client: Point): MeshHover | null {
    const [stage, figure, aimed] = [this.#stage, this.#figure, this.#aim()];
    if (stage === null || figure === null || aimed === null) return null;
    let best: { item: number; vertex: number; far: number } | null = null;
    figure.items.forEach(({ shape }, item) => {
      const found = this.#pick(at, aimed, shape, stage.placed[item] as Matrix4, figure);
      if (found !== null && (best === null || found.far < best.far)) best = { item, ...found };
    });
    this.#setCursor(best);
    const { item, vertex } = best ?? { item: -1, vertex: -1 };
    return best === null ? null : { item, vertex, client };
  }

  /** `far`: its depth in clip space, which says what lies before what. */
  #pick(
    { x, y }: Point,
    { clip, lens }: Aimed,
    shape: MeshFigure["items"][number]["shape"],
    matrix: Matrix4,
    { shading }: MeshFigure,
  ): { vertex: number; far: number } | null {
    const { positions, faces, finite } = preparedOf(shape);
    const { width, height } = this.size;
    const whole = new Matrix4().multiplyMatrices(clip, matrix);
    if (shading === "wireframe" || drawsPoints(shape, shading)) {
      const aim = { x, y, width, height };
      const { vertex, depth } = nearestPoint(positions, finite, whole.elements, aim, reach);
      return vertex < 0 ? null : { vertex, far: depth };
    }
    // The ray, in the shape's own positions.
    const back = new Matrix4().copy(matrix).invert();
    const [cx, cy] = [(2 * x) / width - 1, 1 - (2 * y) / height];
    const from = new Vector3(cx, cy, -1).unproject(lens).applyMatrix4(back);
    const to = new Vector3(cx, cy, 1).unproject(lens).applyMatrix4(back);
    const along = to.sub(from);
    const met = hitFace(positions, faces, [from.x, from.y, from.z], [along.x, along.y, along.z]);
    if (met === null) return null;
    const { z } = from.addScaledVector(along, met.distance).applyMatrix4(whole);
    return { vertex: met.vertex, far: z };
  }

  leave(): void {
    this.#setCursor(null);
  }

  #setCursor(cursor: { readonly item: number; readonly vertex: number } | null): void {
    const [one, other] = [this.#cursor, cursor];
    if (one?.item === other?.item && one?.vertex === other?.vertex) return;
    this.#cursor = cursor;
    this.changed();
  }

  /** Where a vertex is drawn, in CSS pixels of the chart. */
  placeOf(item: number, vertex: number): Point | null {
    const aimed = this.#aim();
    return aimed === null ? null : this.#placeOfVertex({ item, vertex }, aimed);
  }

  /** The picture as it is seen, with a title. @param paper - on white ground. */
  png(title: string, paper: boolean): Promise<Blob> {
    const cursor = this.#cursor;
    this.#cursor = null;
    try {
      return this.filed(paper, ({ picture, ink, scale }) => posterOf(picture, title, scale, ink));
    } finally {
      this.#cursor = cursor;
    }
  }

  override destroy(): void {
    super.destroy();
    this.#stage?.destroy();
  }
}

/** A direction of the scene in the axes of the vertices. */
function unturned(up: UpAxis, [x, y, z]: Triple): Triple {
  return up === "z" ? [x, y, z] : [x, z, -y];
}

/** What was drawn last, as attributes of the canvas: for the tests and benchmarks that watch it from outside. */
function writeDrawn(
  canvas: HTMLCanvasElement,
  { azimuth, elevation, distance }: MeshCamera,
  figure: MeshFigure,
  took: number,
): void {
  const drawn = { azimuth, elevation, distance, items: figure.items.length };
  for (const [name, value] of Object.entries(drawn))
    canvas.dataset[name] = String(Number(value.toPrecision(9)));
  canvas.dataset.shading = figure.shading;
  canvas.dataset.took = took.toFixed(1);
}
