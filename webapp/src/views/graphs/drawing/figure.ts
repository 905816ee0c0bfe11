/** What the drawing shows of a graph, put together of the page's state. */

import { FAMILY_COLORS } from "../../../charts/graph/colors";
import type { GraphFigure, Marks } from "../../../charts/graph/types";
import { boxFamily, labelOf } from "../../../lib/graph/labels";
import type { Outline } from "../../../lib/graph/outline";
import type { Scene } from "../../../lib/graph/scene";
import { edgeShape, sizesText } from "../../../lib/graph/shapes";
import { scaleColor, type BoxScale } from "./coloring";

/** Nothing stands out. */
export const noMarks: Marks = {
  selected: -1,
  inputs: new Set(),
  outputs: new Set(),
  lit: null,
  found: new Set(),
  outlines: new Map(),
};

/** Each value is made once: a frame asks of each box what it asked before. */
function remembered<T>(make: (key: number) => T): (key: number) => T {
  const values = new Map<number, T>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    values.set(key, made);
    return made;
  };
}

/** @param scale - null: boxes have the colors of their families. */
export function figureOf(
  outline: Outline,
  scene: Scene,
  scale: BoxScale | null = null,
  marks: Marks = noMarks,
): GraphFigure {
  const { graph } = outline;
  const colorOf = remembered((box) =>
    scale === null ? FAMILY_COLORS[boxFamily(outline, box)] : scaleColor(scale, box),
  );
  const timesOf = (box: number): number => scene.boxes[scene.placeOf.get(box) ?? -1]?.times ?? 1;
  const textOf = remembered((box) => labelOf(outline, box, timesOf(box)));
  return {
    scene,
    labelOf: ({ box }) => textOf(box),
    colorOf: ({ box }) => colorOf(box),
    isFilled: scale !== null,
    canOpen: (box) => outline.canOpen(box),
    isEnd: remembered((box) => {
      if (!outline.isNode(box)) return false;
      const type = outline.names.shortTypeOf(box);
      return type === "input" || type === "output";
    }),
    edgeText: remembered((edge) => {
      const shape = edgeShape(graph, outline.edgeOut(edge));
      return shape === null || shape.sizes === null ? "" : sizesText(shape);
    }),
    marks,
  };
}
