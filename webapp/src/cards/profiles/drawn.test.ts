import { expect, test } from "vitest";
import { markShapes } from "./drawn";

const box = { left: 40, top: 8, width: 100, height: 60 };
const colors = { surface: "#fff", text: "#000", muted: "#777" } as Parameters<typeof markShapes>[2];
const at = (run: string) => ({ run, tag: "profile", step: 3 });

test("a mark of one run is a diamond in its color, one of several is gray and says how many there are", () => {
  const marks = [
    { x: 10, profiles: [at("a"), at("a")] as const },
    { x: 50, profiles: [at("a"), at("b")] as const },
  ];
  const [diamond, gray, count] = markShapes(marks, box, colors, (run) =>
    run === "a" ? "#306ce2" : "#f00",
  );
  expect(diamond).toMatchObject({ kind: "path", fill: "#306ce2" });
  expect(diamond?.kind === "path" ? [...diamond.points.slice(0, 4)] : []).toEqual([
    50, 58.5, 55.5, 64,
  ]);
  expect(gray).toMatchObject({ kind: "path", fill: "#777" });
  expect(count).toMatchObject({ kind: "text", text: "2", x: 97.5 });
});
