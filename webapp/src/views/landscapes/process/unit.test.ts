import { expect, it } from "vitest";
import { whyUnequal } from "./unit";

function plane(wide: number, high: number): Parameters<typeof whyUnequal>[0] {
  const [x, y] = [Float64Array.of(0, wide), Float64Array.of(0, high)];
  const [values, mask] = [new Float64Array(4), new Uint8Array(4)];
  return { grids: [{ id: "a", name: "a", x, y, values, mask }], paths: [], marks: [] };
}

const desk = { width: 1000, height: 800 };
const phone = { width: 400, height: 560 };

it("lets every plane have one unit that is no strip", () => {
  expect(whyUnequal(plane(2.5, 1), desk)).toBeNull();
  expect(whyUnequal(plane(1, 7.9), desk)).toBeNull();
  expect(whyUnequal(plane(9, 1), desk)).toBe("equalLong");
});

it("fills a narrow drawing where one unit would leave most of it empty", () => {
  expect(whyUnequal(plane(1, 1), phone)).toBeNull();
  expect(whyUnequal(plane(2.5, 1), phone)).toBe("equalNarrow");
});

it("counts a path that leaves the grid", () => {
  const path = { id: "a", name: "a", step: Float64Array.of(1), residual: Float64Array.of(NaN) };
  const far = { ...path, x: Float64Array.of(20), y: Float64Array.of(0) };
  expect(whyUnequal({ ...plane(1, 1), paths: [far] }, desk)).toBe("equalLong");
});
