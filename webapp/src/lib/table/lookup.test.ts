import { expect, it } from "vitest";
import { column, metric } from "./testing";
import { Lookup } from "./lookup";

const columns = [
  column("name", ["a"], "run"),
  column("lr", [1]),
  column("loss", ["mse"]),
  metric("loss", [1], "min"),
  metric("loss", [2]),
  metric("acc", [2], "max"),
  column("name", ["b"], "lineage"),
];
const lookup = new Lookup(columns);

it.each([
  ["lr", "h:lr"],
  ["loss", "h:loss"],
  ["metrics:loss", "m:last:loss"],
  ["acc", "m:max:acc"],
  ["name", "l:name"],
  ["run:name", "r:name"],
  ["gone", undefined],
])("%s is the column %s", (name, key) => {
  expect(lookup.byName(name, null)?.key).toBe(key);
});

it("what is taken of a metric is known", () => {
  expect(lookup.byName("loss", "min")?.key).toBe("m:min:loss");
  expect(lookup.byName("loss", "max")).toBeUndefined();
  expect(lookup.byKey("h:lr")).toBe(columns[1]);
});
