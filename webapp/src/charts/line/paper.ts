/** A line chart as a figure of a paper. Pure. */

import type { FigureWish } from "../shapes/figure";
import { layoutOf } from "./axes";
import { surroundingsOf } from "./profile/surroundings";
import { chartHeight, type LinePicture } from "./svg";

/** The same chart in another size; what is not plot, such as its legend, is taken off the height. */
export function paperPicture(picture: LinePicture, wish: FigureWish): LinePicture {
  const { title, labels, hasLegend, width } = wish;
  const sized = (height: number): LinePicture => {
    const size = { width, height };
    const { x, y, value } = labels;
    const names = { x, left: y, right: value, above: "" };
    const { box } = layoutOf(picture.figure, picture.window, size);
    const isBare = [x, y, value].every((name) => name === "");
    const surroundings =
      picture.surroundingsAt?.(size, labels) ??
      (isBare
        ? { above: 0, below: 0, shapes: [] }
        : surroundingsOf({ marks: [], leaving: [] }, names, box, size, picture.colors));
    return { ...picture, title, hasLegend, width, height, surroundings };
  };
  const besides = chartHeight(sized(wish.height)) - wish.height;
  return sized(Math.max(40, wish.height - besides));
}
