import { expect, it } from "vitest";
import { oneLine } from "./runs";

it("names of several lines become one", () => {
  expect(oneLine("a\r\n  b\nc\u2028d")).toBe("a b c d");
  expect(oneLine("a  b\tc")).toBe("a  b\tc");
});
