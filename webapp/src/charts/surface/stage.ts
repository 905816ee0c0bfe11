/** The box with its surfaces, as objects of three.js. */

import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh as Drawn,
  Scene,
  type Material,
  type ShaderMaterial,
  type Texture,
  type Vector2,
  type Vector3,
} from "three";
import { colorOf } from "../../lib/palettes";
import { type SurfaceEye } from "./camera";
import { basis } from "../space/direction";
import { overOnePlane } from "./common";
import { frameOf, halves, placeOn, shareOn, valueOn, type SurfaceFrame } from "./frame";
import { isolines } from "./isolines";
import { layersFrom } from "./layer-order";
import { layersOf, type SurfaceLayers } from "./layers";
import { meshOf, type SurfaceMesh } from "./mesh";
import { backToFront } from "../space/order";
import type { Ink } from "../space/ink";
import { rampsOf } from "./ramps";
import { rampTexture, surfaceMaterial } from "./shaders";
import { Trail } from "./trail";
import type { SurfaceCamera, SurfaceFigure } from "./types";
import { hatching, isBehind, wallsOf } from "./walls";

const radians = Math.PI / 180;
/** What is seen through less than this hides what is behind it. */
export const opaque = 0.98;

export class SurfaceStage {
  readonly scene = new Scene();
  readonly frame: SurfaceFrame;
  readonly mesh: SurfaceMesh;
  trail: Trail;
  #figure: SurfaceFigure;
  readonly #surface: ShaderMaterial;
  readonly #grid = new LineBasicMaterial({ transparent: true });
  readonly #edge = new LineBasicMaterial({ transparent: true });
  readonly #warn = new LineBasicMaterial({ transparent: true, opacity: 0.7 });
  readonly #geometry = new BufferGeometry();
  readonly #walls: { readonly group: Group; readonly isBehind: (eye: SurfaceEye) => boolean }[] =
    [];
  readonly #owned: (Material | BufferGeometry | Texture)[] = [];
  /** Whether something is seen through something else, so that the order of triangles counts. */
  readonly #isSorted: boolean;
  /** Of several sheer surfaces, which may cut each other. */
  readonly #layers: SurfaceLayers | null;
  /** Where the eye is that triangles are sorted for. */
  #sortedFor = "";

  constructor(figure: SurfaceFigure) {
    this.#figure = figure;
    this.frame = frameOf(figure.grids, figure);
    const isSheer = figure.opacity <= opaque;
    const least = figure.scale === "log" ? this.frame.tint.min : null;
    const shared = isSheer ? overOnePlane(figure.grids, least) : null;
    this.mesh = meshOf(shared ?? figure.grids, this.frame, figure);
    this.#isSorted = hasSheer(this.mesh);
    this.#layers = shared === null ? null : layersOf(shared, this.mesh);
    const ramps = rampTexture(rampsOf(figure.grids, figure.palette));
    this.#surface = surfaceMaterial(ramps);
    this.#owned.push(ramps, this.#surface, this.#grid, this.#edge, this.#warn, this.#geometry);
    this.#addWalls();
    this.#addSurface();
    this.#addIsolines();
    this.#addLines(hatching(figure.grids, this.frame), this.#warn);
    this.trail = new Trail(figure, this.frame);
    this.scene.add(...this.trail.objects);
  }

  #addWalls(): void {
    const half = halves(this.frame);
    for (const wall of wallsOf(this.frame)) {
      const group = new Group();
      group.add(this.#lines(wall.lines, this.#grid), this.#lines(wall.edges, this.#edge));
      // The floor is always there: shadows of what is missing are drawn on it.
      const isFloor = wall.axis === 2 && wall.end === -1;
      const isLid = wall.axis === 2 && wall.end === 1;
      this.#walls.push({
        group,
        isBehind: ({ position }) => isFloor || (!isLid && isBehind(wall, half, position)),
      });
      this.scene.add(group);
    }
  }

  #addSurface(): void {
    const { positions, normals, looks, triangles } = this.#layers ?? this.mesh;
    this.#geometry.setAttribute("position", new BufferAttribute(positions, 3));
    this.#geometry.setAttribute("normal", new BufferAttribute(normals, 3));
    this.#geometry.setAttribute("look", new BufferAttribute(looks, 2));
    const order = new BufferAttribute(triangles.slice(), 1);
    if (this.#isSorted) order.setUsage(DynamicDrawUsage);
    this.#geometry.setIndex(order);
    const material = this.#surface;
    // What can be seen through hides nothing.
    material.depthWrite = this.#figure.opacity > opaque;
    material.transparent = this.#isSorted;
    // A little room, or rounding would eat the ground of a valley.
    const limit = this.frame.z.half * 1.0001;
    (material.uniforms.limits?.value as Vector2).set(-limit, limit);
    (material.uniforms.share?.value as Vector2).set(...shareOfHeights(this.frame));
    const drawn = new Drawn(this.#geometry, material);
    drawn.frustumCulled = false;
    this.scene.add(drawn);
  }

  /** Another figure of the same surfaces. */
  show(figure: SurfaceFigure): void {
    this.#figure = figure;
    this.scene.remove(...this.trail.objects);
    this.trail.destroy();
    this.trail = new Trail(figure, this.frame);
    this.scene.add(...this.trail.objects);
  }

  #addIsolines(): void {
    const { levels, opacity, palette, grids } = this.#figure;
    const { z } = this.frame;
    const inside = levels.filter((level) => level > z.min && level < z.max);
    // On dark colors light lines are seen, on light colors dark ones.
    const isDark = (level: number) => {
      const [red, green, blue] = colorOf(palette, shareOn(this.frame.tint, level));
      return 0.3 * red + 0.59 * green + 0.11 * blue < 85;
    };
    const ofPalette = grids.every(({ color }) => color === undefined);
    for (const dark of [true, false]) {
      const some = inside.filter((level) => (ofPalette && isDark(level)) === dark);
      const lines = isolines(
        this.mesh,
        some.map((level) => placeOn(z, level)),
      );
      const material = new LineBasicMaterial({
        color: dark ? "#ffffff" : "#000000",
        opacity: (dark ? 0.34 : 0.3) * Math.max(0.4, opacity),
        transparent: true,
        depthWrite: false,
      });
      this.#owned.push(material);
      this.#addLines(lines, material);
    }
    // Where the surface is cut off.
    this.#addLines(isolines(this.mesh, [z.half * 0.9999]), this.#edge);
  }

  #addLines(places: Float32Array, material: LineBasicMaterial): void {
    if (places.length > 0) this.scene.add(this.#lines(places, material));
  }

  #lines(places: Float32Array, material: LineBasicMaterial): LineSegments {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(places, 3));
    this.#owned.push(geometry);
    const lines = new LineSegments(geometry, material);
    lines.frustumCulled = false;
    return lines;
  }

  /** Colors of the page. */
  paint(ink: Ink): void {
    this.#grid.color.set(ink.grid);
    this.#edge.color.set(ink.edge);
    this.#warn.color.set(ink.warn);
    this.trail.paint(ink);
  }

  /** Before every picture: what depends on where one looks from. */
  turn(camera: SurfaceCamera, eye: SurfaceEye): void {
    for (const wall of this.#walls) wall.group.visible = wall.isBehind(eye);
    const { uniforms } = this.#surface;
    const { right, near } = basis({ ...camera, elevation: 0 });
    const angle = this.#figure.light.azimuth * radians;
    const [side, front] = [Math.sin(angle), Math.cos(angle)];
    const sun = uniforms.sun?.value as Vector3;
    sun.set(side * right[0] + front * near[0], side * right[1] + front * near[1], 1.1).normalize();
    (uniforms.eye?.value as Vector3).set(...eye.position);
    if (uniforms.strength) uniforms.strength.value = this.#figure.light.strength;
    if (this.#isSorted) this.#sort(camera, eye);
  }

  #sort(camera: SurfaceCamera, { position }: SurfaceEye): void {
    const { near } = basis(camera);
    const from = this.#layers === null ? near : position;
    const key = from.map((part) => part.toFixed(2)).join(" ");
    const index = this.#geometry.index;
    if (key === this.#sortedFor || index === null) return;
    this.#sortedFor = key;
    const order = index.array as Uint32Array;
    if (this.#layers !== null) layersFrom(position, this.#layers, order);
    else backToFront(this.mesh.positions, this.mesh.triangles, near, order);
    index.needsUpdate = true;
  }

  destroy(): void {
    for (const each of this.#owned) each.dispose();
    this.trail.destroy();
    this.scene.clear();
  }
}

/** Factor and summand from a height of the scene to its share of the range: both axes are of one kind. */
function shareOfHeights({ z, tint }: SurfaceFrame): [number, number] {
  const share = (height: number) => shareOn(tint, valueOn(z, height));
  return [(share(z.half) - share(-z.half)) / (2 * z.half), share(0)];
}

function hasSheer({ looks }: SurfaceMesh): boolean {
  for (let i = 1; i < looks.length; i += 2) if ((looks[i] as number) < 250) return true;
  return false;
}
