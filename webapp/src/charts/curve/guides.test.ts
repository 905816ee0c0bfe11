import { expect, it } from "vitest";
import { frameOf } from "./frame";
import { guideShapes, precisionOfF1 } from "./guides";
import { colors, figure, size } from "./testing";
import { wholeView } from "./types";

const frame = frameOf(size, wholeView, figure([]));

it("has a precision and a recall whose F1 is the wanted one", () => {
  const precision = precisionOfF1(0.6, 0.75);
  expect((2 * precision * 0.75) / (precision + 0.75)).toBeCloseTo(0.6, 12);
});

it("draws lines of F1 with their labels, and one line for each share of positives", () => {
  const guides = { kind: "f1", shown: true, noSkill: [0.25, 0.2501, 0.5, NaN] } as const;
  const shapes = guideShapes(guides, frame, colors);
  const words = shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));
  expect(words).toEqual([0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((f1) => `F1 ${f1}`));
  const noSkill = shapes.filter((shape) => shape.kind === "path" && shape.dash?.[0] === 5);
  expect(noSkill).toHaveLength(2);
});

it("draws the diagonal from corner to corner", () => {
  const [diagonal] = guideShapes({ kind: "diagonal" }, frame, colors);
  expect(diagonal?.kind === "path" && [...diagonal.points]).toEqual([48, 410, 448, 10]);
});
