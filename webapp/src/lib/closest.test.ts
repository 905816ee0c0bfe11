import { expect, it } from "vitest";
import { closest } from "./closest";

it("finds what is written almost so, and nothing that is far away", () => {
  const names = ["lr", "optimizer", "batch_size"];
  expect(closest("optimiser", names)).toBe("optimizer");
  expect(closest("Batchsize", names)).toBe("batch_size");
  expect(closest("lrr", names)).toBe("lr");
  expect(closest("momentum", names)).toBeNull();
});
