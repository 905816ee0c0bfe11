import { expect, it } from "vitest";
import { views } from "../../views/registry";
import { codeOf, codeOfMany, kindOf } from "./examples";

it("each view has an example of what it is made for", () => {
  const kinds = Object.fromEntries(views.map((view) => [view.id, kindOf(view)]));
  expect(kinds).toMatchObject({
    overview: undefined,
    trials: "hparams",
    difference: "scalar",
    curves: "pr_curve",
    videos: "video",
  });
});

it("writes into the folder that is looked at, whatever its name is", () => {
  expect(codeOf("scalar", 'C:\\my "runs"\\')).toBe(
    [
      "from vdlite import LogWriter",
      "",
      'with LogWriter("C:\\\\my \\"runs\\"/first") as writer:',
      '    writer.add_scalar("train/loss", 0.25, step=1)',
    ].join("\n"),
  );
});

it("logs as many tags as a view needs", () => {
  expect(codeOfMany("logs", 100)).toContain("in range(100)]");
  expect(codeOfMany("logs", 100)).toContain('LogWriter("logs/first")');
});
