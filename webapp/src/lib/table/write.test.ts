import { expect, it } from "vitest";
import { column, metric } from "./testing";
import { distinctTitles, written, type Shown } from "./write";

const shown: Shown = {
  columns: [
    column("name", ["a,b", 'say "hi"', "two\nlines", "=1+1", undefined], "run"),
    column("lr", [0.1 + 0.2, -1e-7, undefined, NaN, Infinity]),
    column("mixed", ["-5", -5, true, null, "@x\ty"]),
    metric("loss", [1, 2, 3, 4, undefined]),
  ],
  titles: ["name", "lr", "mixed", "loss (last)"],
  rows: Int32Array.from([4, 0, 1, 2, 3]),
};

it("CSV quotes what needs it, keeps all digits, and has no formulas", () => {
  expect(written(shown, "csv").split("\r\n")).toEqual([
    "name,lr,mixed,loss (last)",
    ",Infinity,'@x\ty,",
    '"a,b",0.30000000000000004,-5,1',
    '"say ""hi""",-1e-7,-5,2',
    '"two\nlines",,true,3',
    "'=1+1,NaN,null,4",
    "",
  ]);
});

it("TSV quotes tabs and leaves commas", () => {
  const lines = written(shown, "tsv").split("\r\n");
  expect(lines[1]).toBe('\tInfinity\t"\'@x\ty"\t');
  expect(lines[2]).toBe("a,b\t0.30000000000000004\t-5\t1");
});

it("JSON has null for what is missing and names what it has no number for", () => {
  expect(JSON.parse(written(shown, "json"))).toEqual([
    { name: null, lr: "Infinity", mixed: "@x\ty", "loss (last)": null },
    { name: "a,b", lr: 0.30000000000000004, mixed: "-5", "loss (last)": 1 },
    { name: 'say "hi"', lr: -1e-7, mixed: -5, "loss (last)": 2 },
    { name: "two\nlines", lr: null, mixed: true, "loss (last)": 3 },
    { name: "=1+1", lr: "NaN", mixed: null, "loss (last)": 4 },
  ]);
});

it("a table without rows is its head", () => {
  expect(written({ ...shown, rows: new Int32Array(0) }, "csv")).toBe(
    "name,lr,mixed,loss (last)\r\n",
  );
  expect(written({ ...shown, rows: new Int32Array(0) }, "json")).toBe("[]");
});

it("columns that are called alike are distinguished by their groups", () => {
  const columns = [column("lr", [1]), column("name", ["a"], "run"), column("lr", [2], "lineage")];
  const titles = distinctTitles(
    columns,
    ({ name }) => name,
    ({ group }) => group,
  );
  expect(titles).toEqual(["hparams: lr", "name", "lineage: lr"]);
});
