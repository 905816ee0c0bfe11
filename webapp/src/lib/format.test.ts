import { expect, test } from "vitest";
import { formatAgo, formatBytes } from "./format";

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1536, "1.5 KiB"],
  [4440000, "4.2 MiB"],
  [-393216, "-384 KiB"],
  [-1536, "-1.5 KiB"],
])("%d bytes are written %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test("a clock that runs ahead of the server's says now", () => {
  expect(formatAgo(-3, "en")).toBe("now");
  expect(formatAgo(59.9, "en")).toBe("59s ago");
  expect(formatAgo(86400, "en")).toBe("1d ago");
});
