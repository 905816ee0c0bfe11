import { describe, expect, it } from "vitest";
import { textWidth } from "../shapes/words";
import {
  lanesHeight,
  spectrumFrame,
  spectrumShapes,
  readingAt,
  type SpectrumFigure,
} from "./spectrum";

const size = { width: 600, height: 400 };
const colors = { surface: "#fff", text: "#000", muted: "#555", grid: "#eee" };
const figure: SpectrumFigure = {
  spectra: [
    {
      key: "a",
      name: "a",
      color: "#306ce2",
      density: { x: Float64Array.of(0, 1, 2, 3), y: Float64Array.of(1, 0.01, 0, 0.1) },
      eigenvalues: Float64Array.of(3, -1),
      errors: Float64Array.of(0.5, NaN),
    },
    {
      key: "b",
      name: "b",
      color: "#e5690d",
      density: null,
      eigenvalues: new Float64Array(0),
      errors: new Float64Array(0),
    },
  ],
  logY: true,
  xLabel: "eigenvalue",
  yLabel: "density",
};
const frame = spectrumFrame(figure, size);

describe("spectrumFrame", () => {
  it("holds densities, eigenvalues and their error bars", () => {
    expect(frame.x[0]).toBeLessThan(-1);
    expect(frame.x[1]).toBeGreaterThan(3.5);
    expect(frame.fromX(frame.toX(1.25))).toBeCloseTo(1.25, 12);
  });

  it("has one lane for the only spectrum with eigenvalues", () => {
    expect(frame.lanes.height).toBe(18);
  });

  it("has the same height for every factor", () => {
    const step = frame.toY(0.1) - frame.toY(1);
    expect(frame.toY(0.01) - frame.toY(0.1)).toBeCloseTo(step, 9);
  });

  it("shows seven decades at most", () => {
    const deep = { x: Float64Array.of(0, 1), y: Float64Array.of(1, 1e-30) };
    const [first, ...rest] = figure.spectra;
    if (first === undefined) throw new Error("no spectrum");
    const made = spectrumFrame(
      { ...figure, spectra: [{ ...first, density: deep }, ...rest] },
      size,
    );
    expect(made.y[0]).toBe(1e-7);
  });

  it("has room for the longest number beside the name of the axis", () => {
    const deep = { x: Float64Array.of(0, 1), y: Float64Array.of(1, 1e-6) };
    const spectra = figure.spectra.map((each) => ({ ...each, density: deep }));
    const made = spectrumFrame({ ...figure, spectra }, size);
    const ends = spectrumShapes({ ...figure, spectra }, made, colors).flatMap((shape) =>
      shape.kind === "text" && shape.anchor === "end" ? [shape.x - textWidth(shape.text)] : [],
    );
    expect(ends.length).toBeGreaterThan(6);
    expect(Math.min(...ends)).toBeGreaterThan(16);
  });

  it("has no room for a density where there is none, and names the lanes instead", () => {
    const spectra = figure.spectra.map((each) => ({ ...each, density: null }));
    const bare = { ...figure, spectra };
    expect(lanesHeight(bare)).toBe(10 + 18 + 38);
    const made = spectrumFrame(bare, { width: 600, height: lanesHeight(bare) });
    expect([made.box.height, made.lanes.top]).toEqual([0, 10]);
    const texts = spectrumShapes(bare, made, colors).flatMap((shape) =>
      shape.kind === "text" ? [shape.text] : [],
    );
    expect(texts).toContain("a");
    expect(texts).not.toContain("density");
    const at = { x: made.toX(3), y: made.lanes.top + 9 };
    expect(readingAt(bare, made, at)?.eigenvalue).toEqual({ spectrum: 0, index: 0 });
  });

  it("is drawn without any spectrum", () => {
    const empty = { ...figure, spectra: [] };
    const shapes = spectrumShapes(empty, spectrumFrame(empty, size), colors);
    expect(JSON.stringify(shapes)).not.toContain("null,null");
  });
});

describe("spectrumShapes", () => {
  const own = spectrumShapes(figure, frame, colors).filter(
    (shape) => shape.kind === "path" && shape.stroke === "#306ce2",
  );

  it("breaks the density where it falls to nothing", () => {
    // Two parts of the density, a bar with two ends.
    expect(own).toHaveLength(2 + 3);
  });

  it("draws an error bar from value - error to value + error", () => {
    const bars = own.flatMap((shape) => (shape.kind === "path" ? [[...shape.points]] : []));
    const bar = bars.find(([x0, y0, x1, y1]) => y0 === y1 && x0 !== x1 && bars.length > 0);
    expect(bar?.[0]).toBeCloseTo(frame.toX(2.5), 9);
    expect(bar?.[2]).toBeCloseTo(frame.toX(3.5), 9);
  });
});

describe("readingAt", () => {
  const lane = frame.lanes.top + 9;

  it("gives the density of the nearest point, NaN of a spectrum without one", () => {
    const reading = readingAt(figure, frame, { x: frame.toX(0.9), y: frame.box.top + 5 });
    expect(reading?.densities).toEqual([0.01, NaN]);
    expect(reading?.eigenvalue).toBeNull();
  });

  it("means the eigenvalue below the cursor, in its lane only", () => {
    expect(readingAt(figure, frame, { x: frame.toX(3) + 4, y: lane })?.eigenvalue).toEqual({
      spectrum: 0,
      index: 0,
    });
    expect(readingAt(figure, frame, { x: frame.toX(1), y: lane })?.eigenvalue).toBeNull();
  });

  it("gives nothing beside the chart", () => {
    expect(readingAt(figure, frame, { x: 2, y: 50 })).toBeNull();
  });
});
