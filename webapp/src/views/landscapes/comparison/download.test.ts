import { expect, it } from "vitest";
import { csvOf } from "../../../lib/table/write";
import { landscapeOf, summaryOf } from "../testing";
import { recordsOf } from "./download";
import { sorted } from "./fields";
import { measuresOf, type Compared } from "./measures";

const flatness = {
  metric: "loss",
  center: 0,
  minimum: 0,
  level: 1,
  area: 1 / 3,
  volume: 1,
  open: true,
  sharpness: NaN,
  radius: 0.25,
  sharpness_method: "grid",
  curvature_x: 2,
  curvature_y: null,
  curvature_x_error: 0.5,
  curvature_y_error: null,
  curvature_method: "hessian",
};

it("has a row of every landscape with all digits, and what they differ in", () => {
  const of = (seed: number, known: boolean): Compared => {
    const summary = summaryOf({ id: String(seed), directions: { seed } });
    const landscape = known ? landscapeOf({ flatness }) : undefined;
    return { key: String(seed), summary, landscape, name: `seed ${seed}`, color: "#000000" };
  };
  const repeats = [of(1, true), of(2, false)];
  const compared = { ...of(2, false), name: "wide, deep" };
  const measures = measuresOf([landscapeOf({ flatness })]);
  const { differing } = sorted(repeats.map(({ summary }) => [summary]));
  expect(csvOf(recordsOf([{ compared, repeats }], measures, differing)).split("\r\n")).toEqual([
    "run,tag,step,id,center/loss,minimum,area,volume,sharpness,curvatureX,level,radius,open," +
      "curvatureXError,curvatureYError,curvatureMethod,seed",
    '"wide, deep",landscape,0,1,0,0,0.3333333333333333,1,NaN,2,1,0.25,true,0.5,,hessian,1',
    '"wide, deep",landscape,0,2,,,,,,,,,,,,,2',
    "",
  ]);
});
