/** What charts are made of, for a canvas and for a file. */

export const font = '11px system-ui, -apple-system, "Segoe UI", sans-serif';

/** A place in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** In pixels. */
export interface ShapeSize {
  readonly width: number;
  readonly height: number;
}

/** A rectangle in pixels. */
export interface ShapeBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Colors {
  readonly surface: string;
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
}

/** A picture of pixels. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha of each pixel, row by row. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** What is drawn, from back to front. Coordinates in pixels of the whole drawing. */
export type Shape =
  | {
      readonly kind: "path";
      /** x, y, x, y... */
      readonly points: Float64Array;
      readonly fill: string | null;
      readonly stroke: string | null;
      readonly width?: number;
      readonly dash?: readonly number[];
      readonly opacity?: number;
    }
  | {
      /** Several lines that look alike; a fill leaves out what two of them enclose. */
      readonly kind: "paths";
      /** Each x, y, x, y... */
      readonly lines: readonly Float64Array[];
      readonly fill: string | null;
      readonly stroke: string | null;
      readonly width?: number;
      /** Corners: round unless given. Lines of many thousand points are drawn faster with flat ones. */
      readonly join?: "round" | "bevel";
      readonly dash?: readonly number[];
      readonly opacity?: number;
    }
  | {
      readonly kind: "circle";
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly fill: string | null;
      readonly stroke: string | null;
      readonly width?: number;
      readonly opacity?: number;
    }
  | {
      /** Circles that look alike: where they overlap they are not darker. */
      readonly kind: "dots";
      /** Centers: x, y, x, y... */
      readonly places: Float64Array;
      readonly radius: number;
      readonly fill: string;
      readonly opacity?: number;
    }
  | {
      /** Seen within a box only, and where there are outlines, within these. */
      readonly kind: "clip";
      readonly box: ShapeBox;
      /** Closed lines, each x, y, x, y... */
      readonly outlines?: readonly Float64Array[];
      readonly shapes: readonly Shape[];
    }
  | {
      readonly kind: "cells";
      /** x, y, width, height of each. */
      readonly places: Float64Array;
      readonly fills: readonly string[];
    }
  | {
      /** Very many cells, each a pixel that is stretched without being smoothed. */
      readonly kind: "raster";
      readonly box: ShapeBox;
      readonly pixels: Raster;
    }
  | {
      readonly kind: "text";
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly anchor: "start" | "middle" | "end";
      readonly fill: string;
      readonly bold?: boolean;
      /** Upwards. */
      readonly turned?: boolean;
      /** Clockwise around its place, in degrees. */
      readonly angle?: number;
      /** A color around the letters. */
      readonly halo?: string;
    };
