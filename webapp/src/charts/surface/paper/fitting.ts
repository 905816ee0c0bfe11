/** A view that fills its place on paper: what is cut off there, nobody can turn into sight. Pure. */

import type { ShapeSize } from "../../shapes/shapes";
import { labelsOf, type SurfaceLabel, type SurfaceView } from "../labels";
import { halves, type SurfaceFrame } from "../frame";
import type { SurfaceCamera } from "../types";
import type { Triple } from "../../space/direction";

const margin = 6;
const lineHeight = 13;
/** Names stay as large as they are, so that it takes some rounds. */
const rounds = 4;

export interface Fitted {
  readonly view: SurfaceView;
  readonly labels: readonly SurfaceLabel[];
}

/** @param widthOf - of a text, in pixels. */
export function fitted(
  view: SurfaceView,
  frame: SurfaceFrame,
  names: readonly [string, string, string],
  size: ShapeSize,
  camera: SurfaceCamera,
  widthOf: (text: string) => number,
): Fitted {
  const labelsIn = (of: SurfaceView) =>
    labelsOf(frame, names, of, widthOf).filter(({ text }) => text !== "");
  // Whoever has moved nearer, or aside, wants a part.
  const isWhole = camera.distance >= 0.99 && camera.target.every((at) => at === 0);
  let [now, labels] = [view, labelsIn(view)];
  for (let round = 0; isWhole && round < rounds; round++) {
    const { left, right, top, bottom } = boundsOf(now, labels, frame, widthOf);
    const by = Math.min(
      (size.width - 2 * margin) / (right - left),
      (size.height - 2 * margin) / (bottom - top),
    );
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const { project } = now;
    now = {
      eye: view.eye,
      project(place) {
        const at = project(place);
        return { x: size.width / 2 + (at.x - x) * by, y: size.height / 2 + (at.y - y) * by };
      },
    };
    labels = labelsIn(now);
  }
  return { view: now, labels };
}

function boundsOf(
  { project }: SurfaceView,
  labels: readonly SurfaceLabel[],
  frame: SurfaceFrame,
  widthOf: (text: string) => number,
) {
  const half = halves(frame);
  const signs = [-1, 1];
  const corners = signs.flatMap((x) =>
    signs.flatMap((y) =>
      signs.map((z) => ({
        ...project([x * half[0], y * half[1], z * half[2]] as Triple),
        w: 0,
        h: 0,
      })),
    ),
  );
  const texts = labels.map(({ x, y, text, turn }) => {
    const width = widthOf(text);
    const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
    return {
      x,
      y,
      w: (width * cos + lineHeight * sin) / 2,
      h: (width * sin + lineHeight * cos) / 2,
    };
  });
  const all = [...corners, ...texts];
  return {
    left: Math.min(...all.map(({ x, w }) => x - w)),
    right: Math.max(...all.map(({ x, w }) => x + w)),
    top: Math.min(...all.map(({ y, h }) => y - h)),
    bottom: Math.max(...all.map(({ y, h }) => y + h)),
  };
}
