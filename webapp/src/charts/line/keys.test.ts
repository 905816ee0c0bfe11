import { expect, it } from "vitest";
import { chartAction } from "./keys";

const plain = { ctrlKey: false, metaKey: false, altKey: false };

it("knows its keys", () => {
  expect(chartAction({ ...plain, key: "ArrowLeft" })).toBe("left");
  expect(chartAction({ ...plain, key: "0" })).toBe("restore");
  expect(chartAction({ ...plain, key: "f" })).toBe("fullScreen");
});

it("leaves other keys, and those of the browser, alone", () => {
  expect(chartAction({ ...plain, key: "Tab" })).toBeNull();
  expect(chartAction({ ...plain, key: "+", ctrlKey: true })).toBeNull();
});
