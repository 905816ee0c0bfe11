/** The shapes with their box, as objects of three.js. Its third axis is the vertical one, and what is shown has radius 1. */

import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  Points,
  Scene,
  type Material,
  type Object3D,
  type ShaderMaterial,
} from "three";
import { once } from "../../lib/once";
import type { Triple } from "../space/direction";
import type { Ink } from "../space/ink";
import { backToFront } from "../space/order";
import { edgesOfBox, nearCorner } from "./axes";
import {
  ballOf,
  drawsPoints,
  edgesOf,
  normalsOf,
  preparedOf,
  shuffled,
  type Prepared,
} from "./prepare";
import { faceMaterial, pointMaterial } from "./shaders";
import type { MeshFigure, MeshItem, UpAxis } from "./types";

/** Numbers beside the box need room: of half its diagonal. */
const wide = 1.16;
/** More points than these are too many for a processor that draws in place of a graphics card. */
const mostMoving = 120_000;
/** Of more faces or points than these sorting takes longer than a frame. */
const mostSorted = 150_000;
/** What is seen through less than this hides nothing. */
const opaque = 250;

const normalsIn = once<Prepared, Float32Array>(({ positions, faces }) =>
  normalsOf(positions, faces),
);
const edgesIn = once<Prepared, Uint32Array>(({ positions, faces }) =>
  edgesOf(faces, positions.length / 3),
);

/** From the axes of vertices to those of the scene. */
const upright: Readonly<Record<UpAxis, Matrix4>> = {
  y: new Matrix4().set(1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1),
  z: new Matrix4(),
};

/** What a drawing of points is given anew for every picture. */
interface Cloud {
  readonly points: Points<BufferGeometry, ShaderMaterial>;
  readonly count: number;
  /** In the unit of the scene. */
  readonly diameter: number;
}

/** What is seen through, and the order in which its parts are drawn. */
interface Sheer {
  readonly positions: Float32Array;
  readonly parts: Uint32Array;
  readonly corners: number;
  readonly index: BufferAttribute;
}

export class MeshStage {
  readonly scene = new Scene();
  /** From vertices to the scene. */
  readonly toScene: Matrix4;
  /** From each item's prepared positions to the scene. */
  readonly placed: readonly Matrix4[];
  readonly #figure: MeshFigure;
  readonly #radius: number;
  readonly #clouds: Cloud[] = [];
  readonly #sheer: Sheer[] = [];
  /** Where the eye is that their parts are sorted for. */
  #sortedFor = "";
  readonly #edge = new LineBasicMaterial();
  readonly #line = new LineBasicMaterial({
    color: "#000000",
    opacity: 0.38,
    transparent: true,
    depthWrite: false,
  });
  readonly #boxEdges: { readonly line: LineSegments; readonly ends: readonly [Triple, Triple] }[] =
    [];
  readonly #owned: (Material | BufferGeometry)[] = [this.#edge, this.#line];

  /** @param isSlow - a processor draws in place of a graphics card. */
  constructor(figure: MeshFigure, isSlow: boolean) {
    this.#figure = figure;
    const ball = ballOf(figure.box);
    this.#radius = figure.axes ? ball.radius * wide : figure.radius || ball.radius;
    this.toScene = this.#placing(ball.middle, [0, 0, 0], 1);
    this.placed = figure.items.map(({ shape }) => {
      const { middle, radius } = preparedOf(shape);
      return this.#placing(ball.middle, middle, radius);
    });
    figure.items.forEach((item, i) => this.#add(item, this.placed[i] as Matrix4, isSlow));
    if (figure.axes) this.#addBox();
  }

  /** Places `at` + `scale` times what is given, seen from `from`. */
  #placing(from: Triple, at: Triple, scale: number): Matrix4 {
    const s = 1 / this.#radius;
    const [x, y, z] = [0, 1, 2].map((axis) => s * ((at[axis] as number) - (from[axis] as number)));
    const f = s * scale;
    const moved = new Matrix4().set(
      ...([f, 0, 0, x ?? 0, 0, f, 0, y ?? 0, 0, 0, f, z ?? 0, 0, 0, 0, 1] as const),
    );
    return moved.premultiply(upright[this.#figure.up]);
  }

  #add(item: MeshItem, matrix: Matrix4, isSlow: boolean): void {
    const { shading, edges } = this.#figure;
    const whole = preparedOf(item.shape);
    const geometry = new BufferGeometry();
    this.#owned.push(geometry);
    geometry.setAttribute("position", new BufferAttribute(whole.positions, 3));
    geometry.setAttribute("tint", new BufferAttribute(item.colors, 4, true));
    const isSheer = item.opacity < 1 || hasSheer(item.colors);
    if (drawsPoints(item.shape, shading)) {
      this.#addPoints(item, whole, geometry, matrix, isSheer, isSlow);
      return;
    }
    if (shading === "wireframe") {
      this.#addWires(item, whole, geometry, matrix, isSheer);
      return;
    }
    if (shading === "smooth")
      geometry.setAttribute("normal", new BufferAttribute(normalsIn(whole), 3));
    this.#order(geometry, whole, whole.faces, isSheer ? 3 : 0);
    const material = faceMaterial(shading === "flat");
    material.transparent = isSheer;
    material.depthWrite = !isSheer;
    (material.uniforms.opacity as { value: number }).value = item.opacity;
    this.#owned.push(material);
    this.#put(new Mesh(geometry, material), matrix);
    if (edges) {
      const lines = new BufferGeometry();
      lines.setAttribute("position", geometry.getAttribute("position"));
      lines.setIndex(new BufferAttribute(edgesIn(whole), 1));
      this.#owned.push(lines);
      this.#put(new LineSegments(lines, this.#line), matrix);
    }
  }

  #addWires(
    { opacity }: MeshItem,
    whole: Prepared,
    geometry: BufferGeometry,
    matrix: Matrix4,
    isSheer: boolean,
  ): void {
    geometry.setAttribute("color", geometry.getAttribute("tint"));
    geometry.setIndex(new BufferAttribute(edgesIn(whole), 1));
    const material = new LineBasicMaterial({ vertexColors: true, opacity, transparent: isSheer });
    this.#owned.push(material);
    this.#put(new LineSegments(geometry, material), matrix);
  }

  #addPoints(
    item: MeshItem,
    whole: Prepared,
    geometry: BufferGeometry,
    matrix: Matrix4,
    isSheer: boolean,
    isSlow: boolean,
  ): void {
    const { finite, positions, radius } = whole;
    const count = finite?.length ?? positions.length / 3;
    let order = finite;
    if (isSlow && count > mostMoving)
      order = shuffled(finite ?? Uint32Array.from({ length: count }, (_, i) => i));
    const parts = order ?? (isSheer ? Uint32Array.from({ length: count }, (_, i) => i) : null);
    if (parts !== null) this.#order(geometry, whole, parts, isSheer && order === finite ? 1 : 0);
    const material = pointMaterial();
    material.transparent = isSheer;
    material.depthWrite = !isSheer;
    (material.uniforms.opacity as { value: number }).value = item.opacity;
    this.#owned.push(material);
    const points = new Points(geometry, material);
    // As near to each other as if they lay on a surface.
    const usual = (radius * Math.min(0.06, 1.5 / Math.sqrt(Math.max(1, count)))) / this.#radius;
    const given = item.pointSize / this.#radius;
    const diameter = (item.pointSize > 0 ? given : usual) * this.#figure.pointScale;
    this.#clouds.push({ points, count: order === finite ? 0 : count, diameter });
    this.#put(points, matrix);
  }

  /**
   * In which order parts are drawn.
   * @param corners - of each of them, if what is behind them is seen: then it follows the eye; else 0.
   */
  #order(
    geometry: BufferGeometry,
    { positions }: Prepared,
    parts: Uint32Array,
    corners: number,
  ): void {
    if (corners === 0 || parts.length > corners * mostSorted) {
      geometry.setIndex(new BufferAttribute(parts, 1));
      return;
    }
    // That of the shape is shared with other charts.
    const index = new BufferAttribute(parts.slice(), 1).setUsage(DynamicDrawUsage);
    geometry.setIndex(index);
    this.#sheer.push({ positions, parts, corners, index });
  }

  /** @param towards - the eye, in the axes of the vertices. */
  #sort(towards: Triple): void {
    const key = towards.map((part) => part.toFixed(2)).join(" ");
    if (key === this.#sortedFor) return;
    this.#sortedFor = key;
    for (const { positions, parts, corners, index } of this.#sheer) {
      backToFront(positions, parts, towards, index.array as Uint32Array, corners);
      index.needsUpdate = true;
    }
  }

  #put(object: Object3D, matrix: Matrix4): void {
    object.matrixAutoUpdate = false;
    object.matrix.copy(matrix);
    object.frustumCulled = false;
    this.scene.add(object);
  }

  #addBox(): void {
    for (const ends of edgesOfBox(this.#figure.box)) {
      const geometry = new BufferGeometry();
      // Of the scene: places far from zero would lose their digits.
      const places = ends.flatMap((end) => applied(this.toScene, end));
      geometry.setAttribute("position", new BufferAttribute(Float32Array.from(places), 3));
      this.#owned.push(geometry);
      const line = new LineSegments(geometry, this.#edge);
      line.frustumCulled = false;
      this.#boxEdges.push({ line, ends });
      this.scene.add(line);
    }
  }

  /** Whether there are so many points that a processor can't draw them finer than the screen is. */
  get isCrowded(): boolean {
    return this.#clouds.some(({ count }) => count > mostMoving);
  }

  /** Colors of the page. */
  paint(ink: Ink): void {
    this.#edge.color.set(ink.edge);
  }

  /**
   * Before every picture.
   * @param towards - the eye, in the axes of the vertices.
   * @param high - of the picture, in pixels of which `density` are one of CSS.
   */
  turn(towards: Triple, high: number, density: number, isMoving: boolean): void {
    this.#sort(towards);
    const corner = nearCorner(this.#figure.box, towards);
    for (const { line, ends } of this.#boxEdges)
      line.visible = !ends.some((end) => end.every((part, axis) => part === corner[axis]));
    for (const { points, count, diameter } of this.#clouds) {
      const uniforms = points.material.uniforms as Record<string, { value: number }>;
      // The fewer are drawn, the larger they are: the cloud stays as dense as it is.
      const share = isMoving && count > 0 ? Math.min(1, mostMoving / count) : 1;
      points.geometry.setDrawRange(0, share < 1 ? mostMoving : Infinity);
      (uniforms.diameter as { value: number }).value = diameter / Math.sqrt(share);
      (uniforms.high as { value: number }).value = high;
      (uniforms.least as { value: number }).value = 1.4 * density;
    }
  }

  destroy(): void {
    for (const each of this.#owned) each.dispose();
    this.scene.clear();
  }
}

/** A place, moved by a matrix without a perspective. */
export function applied({ elements: e }: Matrix4, [x, y, z]: Triple): Triple {
  const row = (r: 0 | 1 | 2): number =>
    (e[r] as number) * x +
    (e[r + 4] as number) * y +
    (e[r + 8] as number) * z +
    (e[r + 12] as number);
  return [row(0), row(1), row(2)];
}

function hasSheer(colors: Uint8Array): boolean {
  for (let i = 3; i < colors.length; i += 4) if ((colors[i] as number) < opaque) return true;
  return false;
}
