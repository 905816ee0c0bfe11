/** Paths, their snapshots, and marks, as objects of three.js. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Points,
  type Material,
  type Object3D,
  type Vector3,
} from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { valueAt } from "../../lib/landscape/value";
import { isInside, placed, type SurfaceFrame } from "./frame";
import type { Ink } from "../space/ink";
import { routeOf, type Route } from "./route";
import { DIAMOND, DOT, HOLLOW, pointMaterial, RING } from "./shaders";
import type { SurfaceFigure, SurfaceMark, SurfacePath } from "./types";
import type { Triple } from "../space/direction";

/** A point of the scene that has a name. */
export interface NamedPoint {
  readonly at: Triple;
  readonly text: string;
}

/** A point as it is drawn. */
interface Dot {
  readonly at: Triple;
  /** null: that of the page's text. */
  readonly color: string | null;
  /** Diameter in CSS pixels. */
  readonly size: number;
  readonly kind: typeof DOT | typeof HOLLOW | typeof DIAMOND | typeof RING;
}

/** Lines of one look; their width is in CSS pixels. */
interface Stroke {
  readonly material: LineMaterial;
  readonly width: number;
}

export class Trail {
  readonly objects: Object3D[] = [];
  readonly names: readonly NamedPoint[];
  /** Of every snapshot that is drawn: where, and whose. */
  readonly snapshots: readonly {
    readonly at: Triple;
    readonly path: number;
    readonly index: number;
  }[];
  readonly #figure: SurfaceFigure;
  readonly #frame: SurfaceFrame;
  readonly #strokes: Stroke[] = [];
  readonly #halos: LineMaterial[] = [];
  readonly #points = pointMaterial(null);
  readonly #ghosts = pointMaterial(0.45);
  /** Colors of all points, and which of them have the color of the page's text. */
  #tints: BufferAttribute | null = null;
  #inked: readonly number[] = [];
  readonly #owned: (Material | BufferGeometry)[] = [this.#points, this.#ghosts];

  constructor(figure: SurfaceFigure, frame: SurfaceFrame) {
    this.#figure = figure;
    this.#frame = frame;
    const lift = 0.012 * frame.z.half;
    const routes = figure.paths.map((path) => {
      const grid = figure.grids.find(({ id }) => id === path.id) ?? figure.grids[0];
      return routeOf(path, grid, frame, lift);
    });
    routes.forEach((route, i) => this.#addRoute(figure.paths[i] as SurfacePath, route));
    this.snapshots = routes.flatMap((route, path) =>
      this.#reached(route).flatMap((index) => {
        const at = this.#visible(route.dots, index);
        return at === null ? [] : [{ at, path, index }];
      }),
    );
    const marks = figure.marks.flatMap((mark) => this.#placeOf(mark));
    this.#addDots([...this.#pathDots(routes), ...marks.map(({ dot }) => dot)]);
    this.names = [...this.#ends(routes), ...marks.map(({ name }) => name)];
  }

  /** The snapshots that the animation has come to. */
  #reached({ dots }: Route): number[] {
    const count = dots.length / 3;
    const until = this.#figure.frame * (count - 1) + 1e-9;
    return Array.from({ length: count }, (_, k) => k).filter((k) => k <= until);
  }

  /** A place of a list; null: it has no height, or lies beyond the box. */
  #visible(places: Float32Array, index: number): Triple | null {
    const at = [...places.subarray(3 * index, 3 * index + 3)];
    const [x = NaN, y = NaN, z = NaN] = at;
    if (!at.every(Number.isFinite) || !isInside(this.#frame.z, z)) return null;
    return [x, y, z];
  }

  /** The same, but what lies above or below the box is at its end; null: it has no height. */
  #within(places: Float32Array, index: number): Triple | null {
    const [x = NaN, y = NaN, z = NaN] = places.subarray(3 * index, 3 * index + 3);
    const { half } = this.#frame.z;
    return [x, y, z].every(Number.isFinite) ? [x, y, Math.min(half, Math.max(-half, z))] : null;
  }

  #addRoute(path: SurfacePath, route: Route): void {
    const { pathWidth, pathColor, frame } = this.#figure;
    const until = frame * (path.x.length - 1) + 1e-6;
    const kept: number[] = [];
    for (let i = 0; i < route.reached.length && (route.reached[i] as number) <= until; i++) {
      const piece = [...route.pieces.subarray(6 * i, 6 * i + 6)];
      if (this.#isInside(piece[2]) && this.#isInside(piece[5])) kept.push(...piece);
    }
    const drops: number[] = [];
    for (const k of this.#reached(route)) {
      const [plane, own] = [this.#visible(route.dots, k), this.#within(route.truths, k)];
      if (plane !== null && own !== null) drops.push(...plane, ...own);
    }
    const color = path.color ?? pathColor;
    const width = pathWidth;
    const thin = Math.max(1.2, width * 0.5);
    // Most true losses lie below the surface: they are seen through it.
    this.#addStroke(drops, null, { width: thin + 2, opacity: 0.35, isGhost: true });
    this.#addStroke(drops, color, { width: thin, opacity: 0.45, isGhost: true });
    this.#addStroke(drops, null, { width: thin + 2, opacity: 0.7 });
    this.#addStroke(drops, color, { width: thin, opacity: 1 });
    // Behind a hill it still shines through a little.
    this.#addStroke(kept, color, { width, opacity: 0.25, isGhost: true });
    this.#addStroke(kept, null, { width: width + 2, opacity: 0.8 });
    this.#addStroke(kept, color, { width, opacity: 1 });
  }

  #isInside(z: number | undefined): boolean {
    return z !== undefined && isInside(this.#frame.z, z);
  }

  /** @param color - null: the color of the ground. */
  #addStroke(
    places: readonly number[],
    color: string | null,
    look: { readonly width: number; readonly opacity: number; readonly isGhost?: boolean },
  ): void {
    if (places.length === 0) return;
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(Float32Array.from(places));
    const material = new LineMaterial({
      color: new Color(color ?? "#ffffff"),
      opacity: look.opacity,
      transparent: true,
      depthTest: look.isGhost !== true,
      depthWrite: false,
    });
    if (color === null) this.#halos.push(material);
    this.#owned.push(geometry, material);
    this.#strokes.push({ material, width: look.width });
    const lines = new LineSegments2(geometry, material);
    lines.frustumCulled = false;
    lines.renderOrder = 2 + this.objects.length;
    this.objects.push(lines);
  }

  #pathDots(routes: readonly Route[]): Dot[] {
    const { paths, pathColor, pathWidth, frame } = this.#figure;
    return routes.flatMap((route, i) => {
      const color = paths[i]?.color ?? pathColor;
      const reached = this.#reached(route);
      // So many snapshots are a line of their own.
      const size = reached.length > 120 ? pathWidth + 2 : pathWidth + 5;
      const last = route.dots.length / 3 - 1;
      return reached.flatMap((k): Dot[] => {
        const [plane, own] = [this.#visible(route.dots, k), this.#visible(route.truths, k)];
        const isHead = k === reached.at(-1) && frame < 1;
        const isEnd = k === 0 || k === last || isHead;
        const dots: Dot[] = [];
        if (own !== null) dots.push({ at: own, color, size, kind: HOLLOW });
        if (plane !== null) {
          const kind = k === last ? DIAMOND : DOT;
          dots.push({ at: plane, color, size: isEnd ? size + 5 : size, kind });
        }
        return dots;
      });
    });
  }

  #ends(routes: readonly Route[]): NamedPoint[] {
    const { words, frame } = this.#figure;
    return routes.flatMap((route, i) => {
      const last = route.dots.length / 3 - 1;
      const [start, end] = [this.#visible(route.dots, 0), this.#visible(route.dots, last)];
      const named: NamedPoint[] = [];
      // Several begin at one place as a rule, and are distinguished by where they end.
      const isOne = routes.length === 1;
      const name = isOne ? words.end : (this.#figure.paths[i]?.name ?? "");
      if (start !== null && isOne) named.push({ at: start, text: words.start });
      if (end !== null && last > 0 && frame >= 1) named.push({ at: end, text: name });
      return named;
    });
  }

  /** On the first surface that has a height there. */
  #placeOf({ name, x, y, kind }: SurfaceMark): { dot: Dot; name: NamedPoint }[] {
    for (const grid of this.#figure.grids) {
      const height = valueAt(grid, x, y);
      const at = this.#visible(Float32Array.from(placed(this.#frame, x, y, height)), 0);
      if (at === null) continue;
      const look =
        kind === "center"
          ? ({ size: 13, kind: RING } as const)
          : kind === "minimum"
            ? ({ size: 11, kind: HOLLOW } as const)
            : kind === "saddle"
              ? ({ size: 6, kind: DOT } as const)
              : ({ size: 12, kind: DIAMOND } as const);
      return [{ dot: { at, color: null, ...look }, name: { at, text: name } }];
    }
    return [];
  }

  #addDots(dots: readonly Dot[]): void {
    if (dots.length === 0) return;
    const geometry = new BufferGeometry();
    const places = Float32Array.from(dots.flatMap(({ at }) => at));
    geometry.setAttribute("position", new BufferAttribute(places, 3));
    const sizes = Float32Array.from(dots, ({ size }) => size);
    geometry.setAttribute("size", new BufferAttribute(sizes, 1));
    const kinds = Float32Array.from(dots, ({ kind }) => kind);
    geometry.setAttribute("kind", new BufferAttribute(kinds, 1));
    const colors = dots.flatMap(({ color }) => new Color(color ?? "#000000").toArray());
    this.#tints = new BufferAttribute(Float32Array.from(colors), 3);
    this.#inked = dots.flatMap(({ color }, i) => (color === null ? [i] : []));
    geometry.setAttribute("tint", this.#tints);
    for (const [material, order] of [
      [this.#ghosts, 1],
      [this.#points, 100],
    ] as const) {
      const points = new Points(geometry, material);
      points.frustumCulled = false;
      points.renderOrder = order;
      this.objects.push(points);
    }
    this.#owned.push(geometry);
  }

  paint(ink: Ink): void {
    for (const halo of this.#halos) halo.color.set(ink.ground);
    const { r, g, b } = new Color(ink.ground);
    for (const { uniforms } of [this.#points, this.#ghosts])
      (uniforms.rim?.value as Vector3).set(r, g, b);
    if (this.#tints === null) return;
    const text = new Color(ink.text);
    for (const i of this.#inked) this.#tints.setXYZ(i, text.r, text.g, text.b);
    this.#tints.needsUpdate = true;
  }

  /** Lines are as wide as asked for, in pixels of the device. */
  resize(width: number, height: number, density: number): void {
    for (const { material, width: pixels } of this.#strokes) {
      material.resolution.set(width, height);
      material.linewidth = pixels * density;
    }
    for (const { uniforms } of [this.#points, this.#ghosts])
      if (uniforms.density) uniforms.density.value = density;
  }

  destroy(): void {
    for (const each of this.#owned) each.dispose();
  }
}
