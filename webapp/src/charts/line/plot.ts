/** The drawn chart: uPlot holds the canvas, the scales and the axes; lines and marks are painted on. */

import uPlot from "uplot";
import type { Ticks } from "../../lib/ticks";
import { rightMargin, xAxisSize, xTicks, yAxisSize, yTicks } from "./axes";
import { hasLeft } from "./extent";
import { scalesOf } from "./hover";
import type { Marker } from "./markers";
import { paint } from "./painter";
import { fraction, type Scale } from "../common/scales";
import { font, type Box } from "../shapes/shapes";
import { tellDrawn } from "./told";
import type { Figure, Window } from "./types";
import type { ChartColors } from "../common/theme";

export interface Frame {
  readonly figure: Figure;
  readonly window: Window;
  readonly colors: ChartColors;
}

const empty: Figure = { lines: [], kind: "integer" };

/** A chart on the screen. Whatever changes, `draw` gets the whole new frame. */
export class Plot {
  readonly #host: HTMLElement;
  readonly #onLayout: (box: Box) => void;
  #chart: uPlot | null = null;
  #frame: Frame | null = null;
  #size = { width: 0, height: 0 };
  /** The marks of the last drawing, in pixels of the host. */
  marks: readonly Marker[] = [];

  /** @param onLayout - told where in the host the plot lies, whenever that has changed. */
  constructor(host: HTMLElement, onLayout: (box: Box) => void) {
    this.#host = host;
    this.#onLayout = onLayout;
  }

  resize(width: number, height: number): void {
    if (width === this.#size.width && height === this.#size.height) return;
    this.#size = { width, height };
    if (this.#chart !== null) this.#chart.setSize(this.#size);
    else if (this.#frame !== null) this.draw(this.#frame);
  }

  draw(frame: Frame): void {
    this.#frame = frame;
    if (this.#size.width <= 0 || this.#size.height <= 0) return;
    if (this.#chart === null) this.#chart = this.#build();
    else this.#chart.redraw(true, true);
  }

  destroy(): void {
    this.#chart?.destroy();
    this.#chart = null;
  }

  /**
   * uPlot's own scales go from 0 to 1, and ticks are put at their share of that: it draws no axis
   * for numbers of more than 17 digits, and the lines are none of its business.
   */
  #build(): uPlot {
    const axis = {
      font,
      stroke: () => this.#frame?.colors.muted ?? "",
      grid: { stroke: () => this.#frame?.colors.grid ?? "", width: 1 },
      ticks: { show: false },
      border: { show: false },
      filter: (_: uPlot, splits: number[]) => splits,
    };
    const options: uPlot.Options = {
      ...this.#size,
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      padding: [8, () => (this.#windowNow().right === undefined ? rightMargin : 0), 0, 0],
      series: [{}],
      scales: {
        x: { time: false, range: () => [0, 1] },
        y: { auto: false, range: () => [0, 1] },
      },
      axes: [
        {
          ...axis,
          scale: "x",
          side: 2,
          gap: 4,
          size: () => xAxisSize(this.#figureNow().kind),
          splits: () => shares(this.#xTicks(), this.#scalesNow()[0]),
          values: () => [...this.#xTicks().labels],
        },
        {
          ...axis,
          scale: "y",
          side: 3,
          gap: 5,
          size: (_, values) => yAxisSize(values),
          splits: () => shares(this.#yTicks(), this.#scalesNow()[1]),
          values: () => [...this.#yTicks().labels],
        },
        {
          ...axis,
          scale: "y",
          side: 1,
          gap: 5,
          grid: { show: false },
          size: (_, values) => (this.#windowNow().right === undefined ? 0 : yAxisSize(values)),
          splits: () => shares(this.#rightTicks(), this.#scalesNow()[2]),
          values: () => [...this.#rightTicks().labels],
        },
      ],
      hooks: {
        setSize: [(chart) => this.#onLayout(boxOf(chart))],
        draw: [(chart) => this.#paintLines(chart)],
      },
    };
    const chart = new uPlot(options, [[0, 1]], this.#host);
    chart.setScale("y", { min: 0, max: 1 });
    return chart;
  }

  #figureNow(): Figure {
    return this.#frame?.figure ?? empty;
  }

  #windowNow(): Window {
    return this.#frame?.window ?? { x: [0, 1], y: [0, 1] };
  }

  #scalesNow(): [Scale, Scale, Scale] {
    return scalesOf(this.#figureNow(), this.#windowNow());
  }

  #xTicks(): ReturnType<typeof xTicks> {
    return xTicks(this.#scalesNow()[0], this.#figureNow().kind, this.#size.width - 60);
  }

  /** None where every line is read on the right. */
  #yTicks(): Ticks {
    if (!hasLeft(this.#figureNow())) return { at: [], labels: [] };
    return yTicks(this.#scalesNow()[1], this.#size.height - 30);
  }

  /** None where no line is read on the right. */
  #rightTicks(): Ticks {
    if (this.#windowNow().right === undefined) return { at: [], labels: [] };
    return yTicks(this.#scalesNow()[2], this.#size.height - 30);
  }

  #paintLines(chart: uPlot): void {
    if (this.#frame === null) return;
    const { figure, window, colors } = this.#frame;
    const scales = scalesOf(figure, window);
    const { ctx: context } = chart;
    const density = chart.ctx.canvas.width / chart.width;
    context.save();
    context.scale(density, density);
    this.marks = paint(context, figure, scales, boxOf(chart), colors);
    context.restore();
    tellDrawn(this.#host, this.#frame);
  }
}

function shares({ at }: Ticks, scale: Scale): number[] {
  return at.map((value) => fraction(scale, value));
}

/** Where the plot lies, in CSS pixels of the host. */
function boxOf(chart: uPlot): Box {
  const density = chart.ctx.canvas.width / chart.width || 1;
  const { left, top, width, height } = chart.bbox;
  return {
    left: left / density,
    top: top / density,
    width: width / density,
    height: height / density,
  };
}
