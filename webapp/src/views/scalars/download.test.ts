import { expect, it } from "vitest";
import { shownCsv, shownJson } from "./download";
import { series } from "../../cards/scalars/testing";

const shown = [
  series("a", [0.5, NaN, Infinity, 9], {
    origin: 0,
    smoothed: Float64Array.of(0.5, NaN, Infinity, 1),
  }),
];
const nameOf = (): string => 'lr=0.1, "x"';

it("writes what is in range as CSV", () => {
  expect(shownCsv(shown, nameOf, "step", [0, 2])).toBe(
    "run,tag,step,walltime,relative,value,smoothed\r\n" +
      '"lr=0.1, ""x""",loss,0,0,0,0.5,0.5\r\n' +
      '"lr=0.1, ""x""",loss,1,1,1,NaN,NaN\r\n' +
      '"lr=0.1, ""x""",loss,2,2,2,Infinity,Infinity\r\n',
  );
});

it("writes JSON that any reader takes", () => {
  expect(JSON.parse(shownJson(shown, nameOf, "step", [2, 3]))).toEqual([
    {
      run: 'lr=0.1, "x"',
      tag: "loss",
      step: 2,
      walltime: 2,
      relative: 2,
      value: "Infinity",
      smoothed: "Infinity",
    },
    { run: 'lr=0.1, "x"', tag: "loss", step: 3, walltime: 3, relative: 3, value: 9, smoothed: 1 },
  ]);
});
