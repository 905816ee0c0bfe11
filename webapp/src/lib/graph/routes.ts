/** Ways of wires: along the chains of the frames that they cross, out of boxes and into boxes. */

import { bump } from "./bump";
import type { GraphDirection, Laid } from "./layout";
import type { Outline } from "./outline";
import { pairKey } from "./layers";
import type { SceneBox, Wire } from "./scene";

interface Entered {
  readonly laid: Laid;
  /** Where its content begins. */
  readonly x: number;
  readonly y: number;
  /** The lane of each box from which wires come, by link. */
  readonly lanes: Map<number, Map<number, number>>;
}

/** Wires that share a chain lie so far from each other. */
const LANE = 5;
const MOST_LANES = 7;
/** Ends of wires at one box. */
const SPREAD = 16;

export class Router {
  readonly #isDown: boolean;
  readonly #entered = new Map<number, Entered>();

  constructor(direction: GraphDirection) {
    this.#isDown = direction === "down";
  }

  enter(laid: Laid, x: number, y: number): void {
    this.#entered.set(laid.frame.box, { laid, x, y, lanes: new Map() });
  }

  /**
   * From one box of the drawing to another.
   * @param laid - of the innermost frame that both lie in. @param one - position of the item there that `start` lies in; `other` of `end`.
   * @returns x, y, x, y...; null: a frame on the way has no chain for it.
   */
  route(
    outline: Outline,
    laid: Laid,
    one: number,
    other: number,
    start: SceneBox,
    end: SceneBox,
  ): Float64Array | null {
    const frame = laid.frame.box;
    const link = laid.layers.linkOf.get(pairKey(one, other, laid.layers.items));
    if (link === undefined) return null;
    // Pairs of across and along.
    const points: number[] = [...this.#edgeOf(start, true)];
    for (const [around, item] of this.#around(outline, start.box, frame)) {
      const chain = around.laid.layers.outLink[item] as number;
      if (chain < 0 || !this.#follow(points, around, chain, start.box)) return null;
      points.push(points.at(-2) as number, this.#border(around, true));
    }
    const here = this.#entered.get(frame);
    if (here === undefined || !this.#follow(points, here, link, start.box)) return null;
    const inwards = this.#around(outline, end.box, frame).reverse();
    for (const [around, item] of inwards) {
      const chain = around.laid.layers.inLink[item] as number;
      if (chain < 0) return null;
      const { first, length } = around.laid.layers.links;
      const entry = (length[chain] as number) > 0 ? (first[chain] as number) : item;
      const lane = this.#lane(around, chain, start.box);
      points.push(this.#acrossOf(around, entry) + lane, this.#border(around, false));
      this.#follow(points, around, chain, start.box);
    }
    points.push(...this.#edgeOf(end, false));
    return this.#turned(points);
  }

  /** Moves the ends of wires that come into one box apart, in the order in which they come. */
  spread(wires: readonly Wire[], boxAt: (box: number) => SceneBox): void {
    const into = new Map<number, Wire[]>();
    for (const wire of wires) {
      const others = into.get(wire.to);
      if (others === undefined) into.set(wire.to, [wire]);
      else others.push(wire);
    }
    const axis = this.#isDown ? 0 : 1;
    for (const [box, ends] of into) {
      if (ends.length < 2) continue;
      const { width, height } = boxAt(box);
      const room = 0.7 * (this.#isDown ? width : height);
      const gap = Math.min(SPREAD, room / (ends.length - 1));
      const comes = ({ points }: Wire): number => points[points.length - 4 + axis] ?? 0;
      ends.sort((a, b) => comes(a) - comes(b));
      ends.forEach(({ points }, i) => {
        bump(points, points.length - 2 + axis, (i - (ends.length - 1) / 2) * gap);
      });
    }
  }

  /** The frames around a box below `frame`, from the inside out, each with the item that the box lies in. */
  #around(outline: Outline, box: number, frame: number): (readonly [Entered, number])[] {
    const found: (readonly [Entered, number])[] = [];
    let inside = box;
    for (
      let above = outline.parentOf(box);
      above !== frame && above >= 0;
      above = outline.parentOf(above)
    ) {
      const entered = this.#entered.get(above);
      const item = entered?.laid.frame.itemOf.get(inside);
      if (entered !== undefined && item !== undefined) found.push([entered, item]);
      inside = above;
    }
    return found;
  }

  /** Adds the places of a chain; through the thickness of each rank it goes straight. */
  #follow(points: number[], around: Entered, link: number, from: number): boolean {
    const { links, rank } = around.laid.layers;
    const { begins, ends } = around.laid.positions;
    const lane = this.#lane(around, link, from);
    const base = this.#isDown ? around.y : around.x;
    for (let k = 0; k < (links.length[link] as number); k++) {
      const place = (links.first[link] as number) + k;
      const across = this.#acrossOf(around, place) + lane;
      const r = rank[place] as number;
      points.push(across, base + (begins[r] as number), across, base + (ends[r] as number));
    }
    return true;
  }

  #acrossOf({ laid, x, y }: Entered, element: number): number {
    return (this.#isDown ? x : y) + (laid.positions.across[element] as number);
  }

  /** 0, 1, -1, 2, -2... lanes beside the middle of a chain. */
  #lane({ laid, lanes: known }: Entered, link: number, from: number): number {
    // Of a closed box there is one wire in each chain.
    if (laid.frame.items[laid.layers.links.from[link] ?? -1] === from) return 0;
    let lanes = known.get(link);
    if (lanes === undefined) known.set(link, (lanes = new Map<number, number>()));
    let lane = lanes.get(from);
    if (lane === undefined) lanes.set(from, (lane = lanes.size % MOST_LANES));
    return LANE * Math.ceil(lane / 2) * (lane % 2 === 1 ? 1 : -1);
  }

  /** Along: the lower or upper border of what lies in a frame. */
  #border({ laid, x, y }: Entered, isEnd: boolean): number {
    const { width, height } = laid.size;
    const [base, length] = this.#isDown ? [y, height] : [x, width];
    return isEnd ? base + length + 14 : base - 14;
  }

  /** The middle of the border that wires leave, or come to. */
  #edgeOf({ x, y, width, height }: SceneBox, isEnd: boolean): readonly [number, number] {
    return this.#isDown
      ? [x + width / 2, isEnd ? y + height : y]
      : [y + height / 2, isEnd ? x + width : x];
  }

  #turned(points: readonly number[]): Float64Array {
    const made = Float64Array.from(points);
    if (this.#isDown) return made;
    for (let i = 0; i < made.length; i += 2) {
      [made[i], made[i + 1]] = [points[i + 1] as number, points[i] as number];
    }
    return made;
  }
}
