import { expect, test } from "vitest";
import { landscapeOf, openPage, storeOf, summaryOf } from "../testing";

openPage();
const { ShownCurvature } = await import("./shown.svelte");
const { settings } = await import("./settings");

const curvature = {
  eigenvalues: Float64Array.of(8, -1),
  errors: Float64Array.of(0.5, 0.1),
  density: null,
  trace: null,
  trace_error: null,
  samples: 256,
} as never;

function shownOf(texts: Record<string, string> = {}) {
  const metrics = ["hessian/max"];
  const map = (run: string, most: number) =>
    landscapeOf({
      run,
      tag: "map",
      metrics,
      values: new Map([["hessian/max", new Float64Array(9).fill(most)]]),
    });
  const summaries = [
    summaryOf({ curvature: true }),
    ...["a", "b"].map((run) => summaryOf({ run, tag: "map", metrics })),
  ];
  const store = storeOf(landscapeOf({ curvature }), map("a", 2), map("b", 6));
  return new ShownCurvature(
    settings.apart({ "h.metric": "max", ...texts }, () => undefined),
    () => ({ landscapes: summaries, store }),
  );
}

test("without a density there are eigenvalues alone", () => {
  const shown = shownOf();
  expect(shown.why).toBeNull();
  expect([shown.hasDensity, shown.hasLanes, shown.isTall]).toEqual([false, true, false]);
  expect(shown.title).toBe("Eigenvalues of the Hessian at the center");
});

test("maps share the range of their colors unless they don't", () => {
  const rangesOf = ({ maps }: ReturnType<typeof shownOf>) => maps.map(({ range }) => range);
  expect(rangesOf(shownOf())).toEqual([
    { min: 2, max: 6 },
    { min: 2, max: 6 },
  ]);
  expect(rangesOf(shownOf({ "h.shared": "0" }))).toEqual([
    { min: 2, max: 2 },
    { min: 6, max: 6 },
  ]);
});

test("the readout has the eigenvalue that is pointed at", () => {
  const reading = { at: { x: 0, y: 0 }, x: 7.9, densities: [NaN] };
  const rows = shownOf().readoutOf({ ...reading, eigenvalue: { spectrum: 0, index: 0 } });
  expect(rows.map(({ values }) => values)).toEqual([["7.9"], ["8 ± 0.5"]]);
  expect(rows[1]).toMatchObject({ isMain: true });
});
