import { expect, it } from "vitest";
import { fileName, recordFileName } from "./files";

it("names files so that every system takes them", () => {
  expect(fileName("loss/train: Ä", "csv")).toBe("loss_train_Ä.csv");
});

it("names files of records by run, tag and step, however long the names are", () => {
  expect(recordFileName("group/run 1", "a/b", 7, "ply")).toBe("group_run_1-a_b-7.ply");
  const long = recordFileName("r".repeat(300), "t".repeat(300), 123, "png");
  expect(long).toMatch(/^r+-t+-123\.png$/);
  expect(long.length).toBeLessThan(200);
});
