/** The drawn chart: uPlot holds the canvas, the scales and the axes; lines and marks are painted on. */

import uPlot from "uplot";
import { font, rightMargin, xAxisSize, xTicks, yAxisSize, yTicks } from "./axes";
import type { Marker } from "./markers";
import { paint } from "./painter";
import type { Scale } from "./scales";
import { tellDrawn } from "./told";
import type { Box, ChartColours, Figure, Window } from "./types";

export interface Frame {
  readonly figure: Figure;
  readonly window: Window;
  readonly colours: ChartColours;
  readonly emphasis: string | null;
}

/** A chart on the screen. Whatever changes, `draw` gets the whole new frame. */
export class Plot {
  private readonly host: HTMLElement;
  private readonly onLayout: (box: Box) => void;
  private chart: uPlot | null = null;
  /** Log axes are built into a uPlot; another kind of axis is another uPlot. */
  private built = "";
  private frame: Frame | null = null;
  private size = { width: 0, height: 0 };
  /** The marks of the last drawing, in pixels of the host. */
  marks: readonly Marker[] = [];

  /** @param onLayout - told where in the host the plot lies, whenever that has changed. */
  constructor(host: HTMLElement, onLayout: (box: Box) => void) {
    this.host = host;
    this.onLayout = onLayout;
  }

  resize(width: number, height: number): void {
    if (width === this.size.width && height === this.size.height) return;
    this.size = { width, height };
    if (this.chart !== null) this.chart.setSize(this.size);
    else if (this.frame !== null) this.draw(this.frame);
  }

  draw(frame: Frame): void {
    this.frame = frame;
    if (this.size.width <= 0 || this.size.height <= 0) return;
    const { kind, logX, logY } = frame.figure;
    const wanted = `${kind} ${String(logX)} ${String(logY)}`;
    if (this.chart === null || this.built !== wanted) {
      this.chart?.destroy();
      this.built = wanted;
      this.chart = this.build(frame.figure);
      return;
    }
    const chart = this.chart;
    const { x, y } = frame.window;
    chart.batch(() => {
      chart.setScale("x", { min: x[0], max: x[1] });
      chart.setScale("y", { min: y[0], max: y[1] });
    });
  }

  destroy(): void {
    this.chart?.destroy();
    this.chart = null;
  }

  private build({ kind, logX, logY }: Figure): uPlot {
    const { x, y } = this.windowNow();
    const axis = {
      font,
      stroke: () => this.frame?.colours.muted ?? "",
      grid: { stroke: () => this.frame?.colours.grid ?? "", width: 1 },
      ticks: { show: false },
      border: { show: false },
      filter: (_: uPlot, splits: number[]) => splits,
    };
    const options: uPlot.Options = {
      ...this.size,
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      padding: [8, rightMargin, 0, 0],
      series: [{}],
      scales: {
        x: { time: false, distr: logX ? 3 : 1, range: () => [...this.windowNow().x] },
        y: { auto: false, distr: logY ? 3 : 1, range: () => [...this.windowNow().y] },
      },
      axes: [
        {
          ...axis,
          scale: "x",
          side: 2,
          gap: 4,
          size: xAxisSize(kind),
          splits: () => [...this.xTicks().at],
          values: () => [...this.xTicks().labels],
        },
        {
          ...axis,
          scale: "y",
          side: 3,
          gap: 5,
          size: (_, values) => yAxisSize(values),
          splits: () => [...this.yTicks().at],
          values: () => [...this.yTicks().labels],
        },
      ],
      hooks: {
        setSize: [(chart) => this.onLayout(boxOf(chart))],
        draw: [(chart) => this.paintLines(chart)],
      },
    };
    // uPlot ranges its axes by data; the lines keep theirs to themselves.
    const data: uPlot.AlignedData = [[x[0], x[1]]];
    const chart = new uPlot(options, data, this.host);
    chart.setScale("y", { min: y[0], max: y[1] });
    return chart;
  }

  private windowNow(): Window {
    return this.frame?.window ?? { x: [0, 1], y: [0, 1] };
  }

  private xTicks(): ReturnType<typeof xTicks> {
    const { kind = "integer", logX = false } = this.frame?.figure ?? {};
    return xTicks(this.windowNow().x, kind, logX, this.size.width - 60);
  }

  private yTicks(): ReturnType<typeof yTicks> {
    return yTicks(this.windowNow().y, this.frame?.figure.logY ?? false, this.size.height - 30);
  }

  private paintLines(chart: uPlot): void {
    if (this.frame === null) return;
    const { figure, window, colours, emphasis } = this.frame;
    const x: Scale = { range: window.x, log: figure.logX };
    const y: Scale = { range: window.y, log: figure.logY };
    const { ctx: context } = chart;
    const density = chart.ctx.canvas.width / chart.width;
    context.save();
    context.scale(density, density);
    this.marks = paint(context, figure.lines, x, y, boxOf(chart), colours, emphasis);
    context.restore();
    tellDrawn(this.host, this.frame);
  }
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
