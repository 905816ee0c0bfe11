/** The density of a spectrum on a logarithmic scale, and single eigenvalues below it. Pure. */

import { logTicks, numberTicks } from "../../lib/ticks";
import { axisName, axisShapes } from "../common/axes";
import type { ShapeBox, Colors, Point, Shape } from "../shapes/shapes";
import { cut, labelWidth, textWidth } from "../shapes/words";

/** One spectrum; any part of it may be missing. */
export interface Spectrum {
  /** The same through every update. */
  readonly key: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
  /** Rising x, and how many eigenvalues lie there, per unit of x; both [N]. */
  readonly density: { readonly x: Float64Array; readonly y: Float64Array } | null;
  readonly eigenvalues: Float64Array;
  /** Half of each error bar, [K]; NaN: not known. */
  readonly errors: Float64Array;
}

export interface SpectrumFigure {
  readonly spectra: readonly Spectrum[];
  readonly logY: boolean;
  readonly xLabel: string;
  readonly yLabel: string;
}

export interface SpectrumFrame {
  /** Of the density. */
  readonly box: ShapeBox;
  /** Without any there is no axis for it, and the names of the spectra stand in its place. */
  readonly hasDensity: boolean;
  /** Of the eigenvalues: a lane for each spectrum that has some. */
  readonly lanes: ShapeBox;
  readonly toX: (value: number) => number;
  readonly toY: (value: number) => number;
  readonly fromX: (pixels: number) => number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

export const laneHeight = 18;
/** Densities come from sums of bells that fall to nothing: as many decades as these are worth a look. */
const decades = 7;

/** Above the plot, and the axis of eigenvalues below it, in pixels. */
const margin = { top: 10, bottom: 38 };
/** The longest names of spectra take this share of the width, and no more than so many pixels. */
const longest = { share: 0.3, pixels: 200 };

/** Whether any of them has a density. */
export function hasDensity({ spectra }: SpectrumFigure): boolean {
  return spectra.some(({ density }) => density !== null);
}

/** What all lanes and the axis take where there is no density, in pixels. */
export function lanesHeight(figure: SpectrumFigure): number {
  return margin.top + inLanes(figure).length * laneHeight + margin.bottom;
}

/** The spectra that have a lane, in its order. */
export function inLanes({ spectra }: SpectrumFigure): readonly Spectrum[] {
  return spectra.filter(({ eigenvalues }) => eigenvalues.length > 0);
}

export function spectrumFrame(
  figure: SpectrumFigure,
  { width, height }: { readonly width: number; readonly height: number },
): SpectrumFrame {
  const y = yRange(figure);
  const x = xRange(figure.spectra, y[0]);
  const lanes = inLanes(figure).length;
  const isTall = hasDensity(figure);
  const below = lanes === 0 ? 0 : lanes * laneHeight + 10;
  const { top, bottom } = margin;
  const high = isTall ? height - top - bottom - below : 0;
  const left = isTall
    ? Math.max(44, labelWidth(yTicksOf(figure, y, high)) + 26)
    : nameWidth(figure, width) + 20;
  const box = { left, top, width: width - left - 16, height: high };
  const share = (value: number) =>
    figure.logY ? Math.log(value / y[0]) / Math.log(y[1] / y[0]) : (value - y[0]) / (y[1] - y[0]);
  return {
    box,
    x,
    y,
    hasDensity: isTall,
    lanes: { ...box, top: top + high + (isTall ? 8 : 0), height: lanes * laneHeight },
    toX: (value) => box.left + ((value - x[0]) / (x[1] - x[0])) * box.width,
    toY: (value) => box.top + (1 - Math.min(1, Math.max(0, share(value)))) * box.height,
    fromX: (pixels) => x[0] + ((pixels - box.left) / box.width) * (x[1] - x[0]),
  };
}

function nameWidth(figure: SpectrumFigure, width: number): number {
  const widths = inLanes(figure).map(({ name }) => textWidth(name));
  return Math.min(longest.pixels, longest.share * width, Math.max(0, ...widths));
}

function xRange(spectra: readonly Spectrum[], least: number): [number, number] {
  let [min, max] = [Infinity, -Infinity];
  const take = (value: number) => {
    if (!Number.isFinite(value)) return;
    min = Math.min(min, value);
    max = Math.max(max, value);
  };
  for (const { density, eigenvalues, errors } of spectra) {
    density?.x.forEach((value, i) => {
      // Where there is next to nothing there is nothing to see.
      if ((density.y[i] ?? 0) > least) take(value);
    });
    eigenvalues.forEach((value, i) => {
      take(value - (errors[i] || 0));
      take(value + (errors[i] || 0));
    });
  }
  if (min > max) return [0, 1];
  const room = (max - min) * 0.03 || Math.abs(max) * 0.1 || 1;
  return [min - room, max + room];
}

function yRange({ spectra, logY }: SpectrumFigure): [number, number] {
  const heights = spectra.flatMap(({ density }) => [...(density?.y ?? [])]);
  const most = heights.reduce(
    (max, value) => (Number.isFinite(value) ? Math.max(max, value) : max),
    0,
  );
  if (most === 0) return logY ? [1e-3, 1] : [0, 1];
  if (!logY) return [0, most * 1.05];
  const least = heights.reduce((min, value) => (value > 0 ? Math.min(min, value) : min), most);
  return [Math.max(least, most / 10 ** decades), most * 1.6];
}

function yTicksOf({ logY }: SpectrumFigure, [min, max]: readonly [number, number], height: number) {
  const count = Math.max(2, Math.floor(height / 36));
  return logY ? logTicks(min, max, count) : numberTicks(min, max, count);
}

export function spectrumShapes(
  figure: SpectrumFigure,
  frame: SpectrumFrame,
  colors: Colors,
): Shape[] {
  const { box, lanes, toX, toY } = frame;
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  const foot = inLanes(figure).length === 0 ? bottom : lanes.top + lanes.height + 4;
  const path = (points: number[], stroke: string, more: Partial<Shape> = {}): Shape =>
    ({ kind: "path", points: Float64Array.from(points), fill: null, stroke, ...more }) as Shape;
  const word = (text: string, x: number, y: number, more: Partial<Shape> = {}): Shape =>
    ({ kind: "text", x, y, text, anchor: "middle", fill: colors.muted, ...more }) as Shape;

  // With the lanes, down to where labels stand.
  const whole = { ...box, height: foot - box.top };
  const xs = numberTicks(frame.x[0], frame.x[1], Math.max(2, Math.floor(box.width / 80)));
  const bold = { fill: colors.text, bold: true };
  const shapes = [
    ...axisShapes({ side: "bottom", ticks: xs, at: toX }, whole, colors),
    axisName("bottom", figure.xLabel, 30, whole, bold),
  ];
  if (frame.hasDensity) {
    const ys = yTicksOf(figure, frame.y, box.height);
    shapes.push(...axisShapes({ side: "left", ticks: ys, at: toY }, box, colors));
    shapes.push(axisName("left", figure.yLabel, box.left - 12, box, bold));
  }

  for (const { density, color } of figure.spectra) {
    if (density === null) continue;
    for (const line of runsOf(density, frame)) {
      const ground = toY(frame.y[0]);
      const [first = 0, last = 0] = [line[0], line.at(-2)];
      const area = [first, ground, ...line, last, ground];
      const filled = { fill: color, stroke: null, opacity: 0.12 };
      shapes.push({ ...filled, kind: "path", points: Float64Array.from(area) });
      shapes.push(path(line, color, { width: 1.6 }));
    }
  }
  inLanes(figure).forEach(({ name, eigenvalues, errors, color }, lane) => {
    const y = lanes.top + (lane + 0.5) * laneHeight;
    shapes.push(path([box.left, y, right, y], colors.grid));
    if (!frame.hasDensity) {
      const left = { anchor: "end", fill: colors.text } as const;
      shapes.push(word(cut(name, box.left - 12), box.left - 10, y + 4, left));
    }
    eigenvalues.forEach((value, i) => {
      const x = toX(value);
      const half = Math.abs(toX(value + (errors[i] || 0)) - x);
      // A bar that is narrower than its dot would not be seen.
      if (half > 3) {
        shapes.push(path([x - half, y, x + half, y], color, { width: 1.4 }));
        for (const end of [x - half, x + half])
          shapes.push(path([end, y - 4, end, y + 4], color, { width: 1.4 }));
      }
      shapes.push(disc(x, y, 3.4, color, colors.surface));
    });
  });
  return shapes;
}

/** A density in pixels: its parts above the axis, each from the axis to the axis. */
function runsOf(
  { x, y }: { readonly x: Float64Array; readonly y: Float64Array },
  { toX, toY, y: [least] }: SpectrumFrame,
): number[][] {
  const ground = toY(least);
  const runs: number[][] = [];
  let run: number[] = [];
  x.forEach((place, i) => {
    const value = y[i] ?? NaN;
    if (value > least) {
      if (run.length === 0 && i > 0) run.push(toX(x[i - 1] ?? place), ground);
      run.push(toX(place), toY(value));
    } else if (run.length > 0) {
      runs.push([...run, toX(place), ground]);
      run = [];
    }
  });
  return [...runs, run].filter(({ length }) => length > 2);
}

function disc(x: number, y: number, radius: number, fill: string, stroke: string): Shape {
  const points = new Float64Array(34);
  for (let i = 0; i <= 16; i++) {
    points[2 * i] = x + radius * Math.cos((i * Math.PI) / 8);
    points[2 * i + 1] = y + radius * Math.sin((i * Math.PI) / 8);
  }
  return { kind: "path", points, fill, stroke, width: 1 };
}

/** What lies at a place of the picture. */
export interface Reading {
  /** In pixels of the chart. */
  readonly at: Point;
  readonly x: number;
  /** Of each spectrum: its density there; NaN: none. */
  readonly densities: readonly number[];
  /** The eigenvalue that is meant, if one is near. */
  readonly eigenvalue: { readonly spectrum: number; readonly index: number } | null;
}

const reach = 8;

export function readingAt(figure: SpectrumFigure, frame: SpectrumFrame, at: Point): Reading | null {
  const { box, lanes } = frame;
  if (at.x < box.left || at.x > box.left + box.width || at.y < box.top) return null;
  const x = frame.fromX(at.x);
  const densities = figure.spectra.map(({ density }) => {
    if (density === null) return NaN;
    const places = density.x;
    let [low, high] = [0, places.length - 1];
    if (high < 0 || x < (places[0] ?? x) || x > (places[high] ?? x)) return NaN;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) <= x) low = middle;
      else high = middle;
    }
    const isLow = x - (places[low] ?? 0) <= (places[high] ?? 0) - x;
    return density.y[isLow ? low : high] ?? NaN;
  });
  const lane = inLanes(figure)[Math.floor((at.y - lanes.top) / laneHeight)];
  const nearest = lane === undefined ? -1 : nearestIndex(lane.eigenvalues, at.x, frame.toX);
  return {
    at,
    x,
    densities,
    eigenvalue:
      lane === undefined || nearest < 0
        ? null
        : { spectrum: figure.spectra.indexOf(lane), index: nearest },
  };
}

function nearestIndex(values: Float64Array, x: number, toX: (value: number) => number): number {
  let [best, least] = [-1, reach];
  values.forEach((value, i) => {
    const distance = Math.abs(toX(value) - x);
    if (distance <= least) [best, least] = [i, distance];
  });
  return best;
}
