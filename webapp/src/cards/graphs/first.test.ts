import { expect, it } from "vitest";
import type { RecordSeries } from "../../api/records";
import { firstIndex, tagsOfData, sampleSeries } from "./first";

function series(probed: readonly number[] | null, flavor = "data"): RecordSeries {
  const zeros = new Float64Array(probed?.length ?? 2);
  const columns = { step: zeros, walltime: zeros, bytes: zeros, check: zeros };
  const own = { run: "a", tag: "data", version: 1, count: zeros.length, superseded: 0 };
  const fields: RecordSeries["fields"] =
    probed === null ? {} : { probed: Float64Array.from(probed) };
  return { ...own, append: false, ...columns, fields, newest: { flavor } };
}

it("the newest of the probed graphs is the first, else the newest of all", () => {
  expect(firstIndex(series([4, 2, 0, NaN]))).toBe(1);
  expect(firstIndex(series([0, NaN]))).toBe(1);
  expect(firstIndex(series([]))).toBe(-1);
  // Whether they were probed has not come yet.
  expect(firstIndex(series(null))).toBe(-1);
});

it("of each tag one run says whether its graphs are of data", () => {
  const tags = [
    { tag: "data", runs: ["b", "a"] },
    { tag: "model", runs: ["c", "b"] },
    { tag: "unseen", runs: ["d"] },
  ];
  const samples = sampleSeries(tags, ["", "a", "b", "c"]);
  expect(samples).toEqual([
    { run: "a", tag: "data" },
    { run: "b", tag: "model" },
  ]);
  const flavors: Readonly<Record<string, string>> = { data: "data", model: "model" };
  const ofData = tagsOfData(samples, (_, tag) => series([0], flavors[tag]));
  expect([...ofData]).toEqual(["data"]);
  expect(sampleSeries(tags.slice(0, 1), ["a"])).toEqual([]);
});
