/** A canvas in the page's colors, drawn whenever what it shows has changed; and the same as a picture for a file. */

import { fitted } from "../shapes/canvas";
import { paint } from "../shapes/paint";
import type { Shape } from "../shapes/shapes";
import type { Picture } from "../shapes/svg";
import { redraws } from "./redraw.svelte";
import { chartColors, paperColors, type ChartColors } from "./theme";

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Sheet {
  /** null: not known before it is in the page. Reactive. */
  readonly colors: ChartColors | null;
  /** @param isWhite - for paper. @returns null: it has no room. */
  picture: (title: string, isWhite: boolean) => Picture | null;
}

/** Pixels below which nothing is drawn: it is about to be laid out. */
const LEAST = 10;

/**
 * While a component is made. All functions are read again when what they read has changed.
 * @param theme - the colors are read anew whenever it changes.
 * @param shapesOf - what is drawn; in a file without what is pointed at.
 * @param layers - what the legend of a file names.
 */
export function sheetOf(parts: {
  readonly canvas: () => HTMLCanvasElement;
  readonly theme: () => string;
  readonly size: () => Size;
  readonly shapesOf: (colors: ChartColors, isFile: boolean) => readonly Shape[];
  readonly layers?: () => Picture["layers"];
}): Sheet {
  let colors = $state.raw<ChartColors | null>(null);
  $effect(() => {
    void parts.theme();
    colors = chartColors(parts.canvas());
  });
  redraws(() => {
    const size = parts.size();
    if (colors === null || size.width < LEAST || size.height < 1) return;
    const context = fitted(parts.canvas(), size);
    if (context !== null) paint(context, parts.shapesOf(colors, false));
  });
  return {
    get colors() {
      return colors;
    },
    picture(title, isWhite) {
      const { width, height } = parts.size();
      if (colors === null || width < LEAST) return null;
      const used = isWhite ? paperColors : colors;
      const layers = parts.layers?.() ?? [];
      return { width, height, title, layers, shapes: parts.shapesOf(used, true), colors: used };
    },
  };
}
