import { expect, test } from "vitest";
import { plainParts, plainText } from "./plain";

test("the signs of Markdown are left out, and its words stay", () => {
  expect(plainText("# Step 3\n\nThe **loss** is *low*: `0.1`, see [here](http://x).")).toBe(
    "Step 3\nThe loss is low: 0.1, see here.",
  );
  expect(plainText("- one\n- [x] two\n\n> said")).toBe("• one\n• two\nsaid");
  expect(plainText("| a | b |\n|---|---|\n| 1 | 2 |")).toBe("a  b\n1  2");
});

test("what only looks like a sign stays", () => {
  expect(plainText("2 * 3 * 4, snake_case_name, a|b, -1")).toBe(
    "2 * 3 * 4, snake_case_name, a|b, -1",
  );
});

test("formulas are kept apart, as they are written", () => {
  expect(plainParts("The **rate** $\\lambda_1 * a_1$ of $x$, $$y$$.")).toEqual([
    { text: "The rate ", isMath: false },
    { text: "\\lambda_1 * a_1", isMath: true },
    { text: " of ", isMath: false },
    { text: "x", isMath: true },
    { text: ", ", isMath: false },
    { text: "y", isMath: true },
    { text: ".", isMath: false },
  ]);
  const prices = "from $5 to $6, `$HOME` and \\$x$";
  expect(plainParts(prices)).toEqual([{ text: plainText(prices), isMath: false }]);
});
