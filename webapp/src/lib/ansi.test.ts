import { expect, test } from "vitest";
import { plainOf, spansOf } from "./ansi";

const colors = (line: string) => spansOf(line).map(({ text, look }) => [text, look?.color ?? null]);

test("a line without colors is one part", () => {
  expect(spansOf("step 1")).toEqual([{ text: "step 1", look: null }]);
  expect(spansOf("")).toEqual([]);
});

test("colors begin and end where sequences say so", () => {
  expect(colors("a\x1b[31mb\x1b[1mc\x1b[0md")).toEqual([
    ["a", null],
    ["b", 1],
    ["c", 1],
    ["d", null],
  ]);
  expect(spansOf("\x1b[1;31mx\x1b[22my")[0]?.look?.bold).toBe(true);
  expect(spansOf("\x1b[1;31mx\x1b[22my")[1]?.look).toMatchObject({ bold: false, color: 1 });
});

test("bright, indexed and whole colors are read", () => {
  expect(colors("\x1b[92mx")).toEqual([["x", 10]]);
  expect(colors("\x1b[38;5;9mx")).toEqual([["x", 9]]);
  expect(colors("\x1b[38;5;196mx")).toEqual([["x", "#ff0000"]]);
  expect(colors("\x1b[38;5;255mx")).toEqual([["x", "#eeeeee"]]);
  expect(colors("\x1b[38;2;1;2;300mx")).toEqual([["x", "#0102ff"]]);
  expect(spansOf("\x1b[48;5;16;1mx")[0]?.look).toMatchObject({ ground: "#000000", bold: true });
});

test("nonsense has no look", () => {
  expect(spansOf("\x1b[38mx\x1b[999my\x1b[m")).toEqual([
    { text: "x", look: null },
    { text: "y", look: null },
  ]);
});

test("the text alone is there, too", () => {
  expect(plainOf("a\x1b[31mb\x1b[0mc")).toBe("abc");
});
