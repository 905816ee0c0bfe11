/** Python that draws values along a direction, and spectra, with matplotlib. Pure. */

import type { ScriptLook } from "../../../cards/figure/source";
import { pyColor, pyNumber, pyText } from "../../../lib/figure/python";
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

/** One line of the chart, or a band of repeats around it. */
export interface ScriptLine {
  readonly places: readonly ScriptPlace[];
  readonly metric: string;
  readonly name: string;
  readonly color: string;
  readonly isRight: boolean;
  readonly dash: readonly number[];
}

export interface LinesSource extends ScriptSource {
  readonly lines: readonly ScriptLine[];
  readonly logY: boolean;
  /** Heights of the left axis; null: all. */
  readonly limits: readonly [number, number] | null;
  readonly marks: readonly { readonly name: string; readonly x: number }[];
}

export function linesScript(source: LinesSource, look: ScriptLook): string {
  const { lines, logY, limits, marks } = source;
  const hasRight = lines.some(({ isRight }) => isRight);
  const width = pyNumber(lineWidth(look.fontSize, 1.5));
  return [
    ...opening(source, look),
    "",
    figureLine(look),
    "ax = fig.add_subplot()",
    ...(hasRight ? ["right = ax.twinx()"] : []),
    ...lines.flatMap((line) => [...lineOf(line, width)]),
    "",
    ...marks.flatMap(({ name, x }) => [
      `ax.axvline(${pyNumber(x)}, color="gray", linestyle="--", linewidth=${pyNumber(lineWidth(look.fontSize))})`,
      `ax.annotate(${named(name)}, (${pyNumber(x)}, 1), (0, -2), xycoords=("data", "axes fraction"), textcoords="offset points", ha="center", va="top", color="gray")`,
    ]),
    ...(logY ? ['ax.set_yscale("log")'] : []),
    ...(limits === null ? [] : [`ax.set_ylim(${limits.map(pyNumber).join(", ")})`]),
    `ax.set_xlabel(${labelText("x", source, look)})`,
    `ax.set_ylabel(${labelText("y", source, look)})`,
    ...(hasRight ? [`right.set_ylabel(${labelText("value", source, look)})`] : []),
    ...(look.wish.hasLegend
      ? [
          `handles = ax.lines[: len(ax.lines) - ${String(marks.length)}]${hasRight ? " + list(right.lines)" : ""}`,
          'ax.legend(handles=[line for line in handles if not line.get_label().startswith("_")])',
        ]
      : []),
    ...closing(source, look),
  ].join("\n");
}

function lineOf(
  { places, metric, name, color, isRight, dash }: ScriptLine,
  width: string,
): string[] {
  const axes = isRight ? "right" : "ax";
  const style = dash.length === 0 ? '"-"' : `(0, (${dash.map(pyNumber).join(", ")}))`;
  const look = `color=${pyColor(color)}, linewidth=${width}, linestyle=${style}, label=${named(name)}`;
  const [first] = places;
  if (first === undefined) return [];
  if (places.length === 1)
    return [
      "",
      ...reading(first, "line"),
      `${axes}.plot(line.x, line.values[${pyText(metric)}], ${look})`,
    ];
  return [
    "",
    "repeats = []",
    ...places.flatMap((place) => [...reading(place, "line"), "repeats.append(line)"]),
    `values = np.array([each.values[${pyText(metric)}] for each in repeats])`,
    `${axes}.plot(line.x, np.nanmedian(values, axis=0), ${look})`,
    `${axes}.fill_between(line.x, np.nanmin(values, axis=0), np.nanmax(values, axis=0), color=${pyColor(color)}, alpha=0.2, linewidth=0)`,
  ];
}

export interface SpectraSource extends ScriptSource {
  readonly spectra: readonly {
    readonly place: ScriptPlace;
    readonly name: string;
    readonly color: string;
    readonly hasDensity: boolean;
  }[];
  readonly logY: boolean;
}

/** Densities, and below them each eigenvalue with its error. */
export function spectraScript(source: SpectraSource, look: ScriptLook): string {
  const { spectra, logY } = source;
  const width = pyNumber(lineWidth(look.fontSize, 1.5));
  return [
    ...opening(source, look),
    "",
    figureLine(look),
    "ax = fig.add_subplot()",
    ...spectra.flatMap(({ place, name, color, hasDensity }, i) => [
      "",
      ...reading(place, "landscape"),
      "curvature = landscape.curvature",
      ...(hasDensity
        ? [
            `ax.plot(curvature.density["x"], curvature.density["y"], color=${pyColor(color)}, linewidth=${width}, label=${named(name)})`,
          ]
        : []),
      "if curvature.eigenvalues is not None:",
      `    low = np.full(len(curvature.eigenvalues), ${pyNumber(-0.16 - 0.05 * i)})`,
      `    ax.plot(curvature.eigenvalues, low, "|", color=${pyColor(color)}, transform=ax.get_xaxis_transform(), clip_on=False${hasDensity ? "" : `, label=${named(name)}`})`,
    ]),
    "",
    ...(logY
      ? [
          'ax.set_yscale("log")',
          "top = ax.get_ylim()[1]",
          "ax.set_ylim(top / 1e7, top)  # bells that fall to nothing",
        ]
      : []),
    `ax.set_xlabel(${labelText("x", source, look)}, labelpad=${pyNumber(Math.round(look.fontSize * (0.8 + 0.7 * spectra.length)))})`,
    `ax.set_ylabel(${labelText("y", source, look)})`,
    ...(look.wish.hasLegend ? ["ax.legend()"] : []),
    ...closing(source, look),
  ].join("\n");
}
