import { expect, it } from "vitest";
import { csvOf } from "../../../lib/table/write";
import { landscapeOf } from "../testing";
import { lineRows } from "./download";

it("has a row of every point, and nothing of what is not computed", () => {
  const line = landscapeOf({
    tag: "line",
    step: 3,
    y: null,
    metrics: ["loss", "accuracy"],
    x: Float64Array.of(-0.5, 0, 0.1),
    done: Uint8Array.of(1, 1, 0),
    values: new Map([
      ["loss", Float64Array.of(Infinity, 1 / 3, NaN)],
      ["accuracy", Float64Array.of(NaN, 0.5, NaN)],
    ]),
  });
  const other = {
    ...line,
    metrics: ["loss"],
    values: new Map([["loss", Float64Array.of(1, 2, 3)]]),
  };
  const look = { color: "#000000" };
  const all = [
    { ...look, key: "a", name: "a", landscapes: [line] },
    { ...look, key: "b", name: "b", landscapes: [other] },
  ];
  expect(csvOf(lineRows(all)).split("\r\n")).toEqual([
    "run,tag,step,seed,x,loss,accuracy",
    ...["a,line,3,1,-0.5,Infinity,NaN", "a,line,3,1,0,0.3333333333333333,0.5", "a,line,3,1,0.1,,"],
    ...["b,line,3,1,-0.5,1,", "b,line,3,1,0,2,", "b,line,3,1,0.1,,"],
    "",
  ]);
});
