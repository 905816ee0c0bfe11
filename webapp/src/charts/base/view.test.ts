import { expect, it } from "vitest";
import { isWhole, pan, viewAfter, zoomBy, zoomTo, type Sight, type ChartView } from "./view";

const whole: ChartView = { x: [0, 10], y: [0, 10] };
const size = { width: 100, height: 100 };
const sight = (view: ChartView = whole): Sight => ({ whole, view, closest: 1000, size });

it("shows what was dragged over; a click is no drag", () => {
  const view = zoomTo(sight(), { x: 10, y: 10 }, { x: 60, y: 40 });
  expect(view).toEqual({ x: [1, 6], y: [6, 9] });
  expect(zoomTo(sight(), { x: 10, y: 10 }, { x: 12, y: 40 })).toBeNull();
});

it("comes closer around a place, and ends at the whole", () => {
  const closer = zoomBy(sight(), { x: 20, y: 20 }, 0.5);
  expect(closer.x[0]).toBeCloseTo(1, 12);
  expect(closer.x[1]).toBeCloseTo(6, 12);
  expect(closer.y).toEqual([4, 9]);
  expect(zoomBy(sight(closer), { x: 20, y: 20 }, 9)).toEqual(whole);
});

it("comes no closer than there is anything to see", () => {
  const { x } = zoomBy(sight(), { x: 50, y: 50 }, 1e-6);
  expect(x[0]).toBeCloseTo(4.995, 9);
  expect(x[1]).toBeCloseTo(5.005, 9);
});

it("moves within the whole", () => {
  const part: ChartView = { x: [1, 6], y: [4, 9] };
  expect(pan(sight(part), 20, 0)).toEqual({ x: [0, 5], y: [4, 9] });
  expect(pan(sight(part), -999, 999)).toEqual({ x: [5, 10], y: [5, 10] });
});

it("shows the whole again by keys", () => {
  const part: ChartView = { x: [1, 6], y: [4, 9] };
  const press = (view: ChartView, key: string): ChartView | null => viewAfter(sight(view), { key });
  expect(["0", "Backspace", "Escape"].map((key) => press(part, key))).toEqual([
    whole,
    whole,
    whole,
  ]);
  expect(press(whole, "Escape")).toBeNull();
  expect(press(part, "a")).toBeNull();
  const closer = press(whole, "+");
  expect(closer?.x).toEqual([2, 8]);
  expect(isWhole({ whole, view: press(closer ?? whole, "-") ?? part })).toBe(true);
});
