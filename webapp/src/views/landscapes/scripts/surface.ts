/** Python that draws a landscape over a plane with matplotlib: flat, or as a surface. Pure. */

import type { ScriptLook } from "../../../cards/figure/source";
import type { ContourFigure } from "../../../charts/contour/types";
import type { ChartView } from "../../../charts/contour/frame";
import { frameOf, halves } from "../../../charts/surface/frame";
import { opening as openingAngle } from "../../../charts/surface/camera";
import type { SurfaceCamera, SurfaceFigure } from "../../../charts/surface/types";
import { pyColor, pyNumber, pyNumbers, pyPalette, pyText } from "../../../lib/figure/python";
import {
  closing,
  figureLine,
  labelText,
  lineWidth,
  named,
  opening,
  reading,
  type ScriptPlace,
  type ScriptSource,
} from "./parts";

export interface SurfaceSource extends ScriptSource {
  readonly place: ScriptPlace;
  readonly metric: string;
  /** The landscape's own path is among the figure's: it comes first. */
  readonly hasOwnPath: boolean;
}

type Figure = ContourFigure | SurfaceFigure;

/** @param view - the part that is in sight. */
export function flatScript(
  source: SurfaceSource,
  figure: ContourFigure,
  view: ChartView,
  look: ScriptLook,
): string {
  const { drawing, equal, labeled } = figure;
  const width = lineWidth(look.fontSize, drawing === "lines" ? 1.4 : 0.8);
  return [
    ...head(source, figure, look),
    figureLine(look, equal ? "compressed" : "constrained"),
    "ax = fig.add_subplot()",
    ...(drawing === "heat"
      ? [
          'drawn = ax.pcolormesh(x, y, values, norm=norm, cmap=cmap, shading="nearest", rasterized=True)',
        ]
      : drawing === "filled"
        ? [
            'drawn = ax.contourf(x, y, values, levels=levels, norm=norm, cmap=cmap, extend="both")',
            `lines = ax.contour(x, y, values, levels=levels, colors="black", alpha=0.28, linewidths=${pyNumber(width)}, linestyles="solid")`,
          ]
        : [
            `drawn = lines = ax.contour(x, y, values, levels=levels, norm=norm, cmap=cmap, linewidths=${pyNumber(width)})`,
          ]),
    ...(labeled && drawing !== "heat"
      ? [
          `ax.clabel(lines, lines.levels[:: max(1, -(-len(levels) // 12))], fmt="%.3g", fontsize=${pyNumber(look.fontSize * 0.8)})`,
        ]
      : []),
    ...pathLines(source, figure, look, inkOf(figure)),
    ...markLines(figure),
    ...(equal ? ['ax.set_aspect("equal")'] : []),
    `ax.set_xlim(${view.x.map(pyNumber).join(", ")})`,
    `ax.set_ylim(${view.y.map(pyNumber).join(", ")})`,
    ...names(source, look),
    ...barLines("drawn", source, look),
    ...legendLines(figure, look),
    ...closing(source, look),
  ].join("\n");
}

export function solidScript(
  source: SurfaceSource,
  figure: SurfaceFigure,
  camera: SurfaceCamera,
  look: ScriptLook,
): string {
  const frame = frameOf(figure.grids, figure);
  const isLog = frame.z.log;
  const [min, max] = [frame.tint.min, frame.z.max];
  const box = halves(frame).map((half) => pyNumber(Math.round(half * 1e4) / 1e4));
  const { azimuth, elevation } = camera;
  const focal = 1 / Math.tan((openingAngle * Math.PI) / 360);
  return [
    ...head(source, figure, look),
    "# Heights beyond the box are cut off; a logarithm is taken here, for axes in space have none.",
    `values = np.where(values > ${pyNumber(max)}, np.nan, np.maximum(values, ${pyNumber(min)}))`,
    isLog ? "height = np.log10" : "height = np.asarray",
    "",
    figureLine(look),
    'ax = fig.add_subplot(projection="3d", computed_zorder=False)',
    "X, Y = np.meshgrid(x, y)",
    "surface = ax.plot_surface(",
    "    X,",
    "    Y,",
    "    height(values),",
    "    facecolors=cmap(norm(values)),",
    `    alpha=${pyNumber(figure.opacity)},`,
    "    rstride=1,",
    "    cstride=1,",
    "    linewidth=0,",
    "    antialiased=False,",
    "    rasterized=True,",
    ")",
    ...solidPathLines(source, figure, look),
    ...figure.marks.map(
      ({ name, x, y }) =>
        `ax.text(${pyNumber(x)}, ${pyNumber(y)}, height(values[abs(y - ${pyNumber(y)}).argmin(), abs(x - ${pyNumber(x)}).argmin()]), ${named(name)}, zorder=5)`,
    ),
    `ax.set_box_aspect((${box.join(", ")}), zoom=0.8)`,
    `ax.set_proj_type("persp", focal_length=${pyNumber(Math.round(focal * 100) / 100)})`,
    `ax.view_init(elev=${pyNumber(elevation)}, azim=${pyNumber(azimuth - 90)})`,
    ...(isLog
      ? [
          "ax.zaxis.set_major_locator(matplotlib.ticker.MaxNLocator(5, integer=True))",
          'ax.zaxis.set_major_formatter(lambda power, _: f"{10.0**power:g}")',
        ]
      : []),
    ...names(source, look),
    `ax.tick_params(labelsize=${pyNumber(look.fontSize * 0.85)}, pad=-1)`,
    // The bar has the name of the heights already.
    ...(look.wish.hasScale
      ? barLines("plt.cm.ScalarMappable(norm, cmap)", source, look, ", shrink=0.7, pad=0.08")
      : [`ax.set_zlabel(${labelText("value", source, look)})`]),
    ...closing(source, look),
  ].join("\n");
}

function head(source: SurfaceSource, figure: Figure, look: ScriptLook): string[] {
  const { range, scale, levels, palette } = figure;
  const isLog = scale === "log" && range.min > 0;
  const cmap = pyPalette(palette);
  const own = cmap.startsWith("Listed") ? ", ListedColormap" : "";
  const norm = isLog ? "LogNorm" : "Normalize";
  return [
    ...opening(source, look, [`from matplotlib.colors import ${norm}${own}`]),
    ...reading(source.place, "landscape"),
    "x, y = landscape.x, landscape.y",
    `values = np.where(landscape.done, landscape.values[${pyText(source.metric)}], np.nan)`,
    `levels = ${pyNumbers(levels)}`,
    `norm = ${norm}(${pyNumber(range.min)}, ${pyNumber(range.max)}, clip=True)`,
    `cmap = ${cmap}`,
    "",
  ];
}

/** What stands out from the drawing, where no color was chosen. */
function inkOf({ pathColor, drawing, grids }: ContourFigure): string {
  if (pathColor !== "") return pathColor;
  return drawing === "lines" || grids.length > 1 ? "#1a1a1a" : "#ffffff";
}

interface Way {
  /** An expression. */
  readonly path: string;
  readonly name: string;
  readonly color: string;
}

function waysOf({ hasOwnPath }: SurfaceSource, figure: Figure, ink: string): Way[] {
  return figure.paths.map(({ name, color = ink }, i) => ({
    path: hasOwnPath && i === 0 ? "landscape.path" : `landscape.paths[${pyText(name)}]`,
    name,
    color,
  }));
}

function pathLines(
  source: SurfaceSource,
  figure: ContourFigure,
  { fontSize }: ScriptLook,
  ink: string,
): string[] {
  const width = lineWidth(fontSize, figure.pathWidth);
  const isLoss = figure.paths.some(({ trueLoss }) => trueLoss?.some(Number.isFinite) === true);
  const { start, end } = figure.words;
  return waysOf(source, figure, ink).flatMap(({ path, name, color }) => [
    "",
    `path = ${path}`,
    `ax.plot(path.x, path.y, color=${pyColor(color)}, linewidth=${pyNumber(width)}, label=${named(name)})`,
    isLoss
      ? `ax.scatter(path.x, path.y, c=path.true_loss, norm=norm, cmap=cmap, plotnonfinite=True, s=${pyNumber((4 * width) ** 2)}, edgecolors=${pyColor(color)}, linewidths=${pyNumber(lineWidth(fontSize, 1.3))}, zorder=3)`
      : `ax.scatter(path.x, path.y, color=${pyColor(color)}, s=${pyNumber((3 * width) ** 2)}, zorder=3)`,
    ...(figure.paths.length > 1
      ? []
      : [
          `for word, at in ((${named(start)}, 0), (${named(end)}, -1)):`,
          `    ax.annotate(word, (path.x[at], path.y[at]), (0, 6), textcoords="offset points", ha="center", color=${pyColor(color)})`,
        ]),
  ]);
}

function solidPathLines(source: SurfaceSource, figure: SurfaceFigure, look: ScriptLook): string[] {
  // White is for dark ground.
  const ink = figure.pathColor === "#ffffff" ? "#11151c" : figure.pathColor;
  const width = lineWidth(look.fontSize, figure.pathWidth);
  return waysOf(source, figure, ink).flatMap(({ path, name, color }) => [
    "",
    `path = ${path}`,
    "# Over another metric than the loss, and where the plane's loss is not known, on the nearest point.",
    `heights = path.loss if ${pyText(source.metric)} == landscape.metrics[0] else np.full(len(path.x), np.nan)`,
    "near = [values[abs(y - b).argmin(), abs(x - a).argmin()] for a, b in zip(path.x, path.y)]",
    `ax.plot(path.x, path.y, height(np.where(np.isnan(heights), near, heights)), color=${pyColor(color)}, linewidth=${pyNumber(width)}, marker="o", markersize=${pyNumber(2 * width)}, label=${named(name)}, zorder=4)`,
  ]);
}

const markers = { center: "+", point: "D", minimum: "o", saddle: "x" } as const;

function markLines({ marks }: ContourFigure): string[] {
  return marks.flatMap(({ name, x, y, kind }) => {
    const place = `${pyNumber(x)}, ${pyNumber(y)}`;
    return [
      `ax.plot(${place}, ${pyText(markers[kind])}, color="black", markersize=5)`,
      `ax.annotate(${named(name)}, (${place}), (5, 4), textcoords="offset points")`,
    ];
  });
}

function names(source: ScriptSource, look: ScriptLook): string[] {
  return [
    `ax.set_xlabel(${labelText("x", source, look)})`,
    `ax.set_ylabel(${labelText("y", source, look)})`,
  ];
}

/** @param more - arguments. */
function barLines(drawn: string, source: ScriptSource, look: ScriptLook, more = ""): string[] {
  if (!look.wish.hasScale) return [];
  const label = labelText("value", source, look);
  return [`fig.colorbar(${drawn}, ax=ax, label=${label}${more})`];
}

function legendLines({ paths }: Figure, { wish }: ScriptLook): string[] {
  return wish.hasLegend && paths.length > 1
    ? ['fig.legend(loc="outside upper center", ncols=2)']
    : [];
}
