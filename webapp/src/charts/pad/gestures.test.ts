import { expect, it } from "vitest";
import type { ShapeBox } from "../shapes/shapes";
import { withBox, type Gestures } from "./gestures";

function recorded(own: Partial<Gestures> = {}) {
  const told: unknown[] = [];
  const nothing = () => undefined;
  const target = withBox(
    {
      boxZoom: () => true,
      plainWheel: () => false,
      hover: nothing,
      pan: nothing,
      zoom: nothing,
      restore: nothing,
      leave: () => told.push("left"),
      boxed: (from, to) => told.push([from, to]),
      ...own,
    },
    (box: ShapeBox | null) => told.push(box),
  );
  return { target, told };
}
const [from, to] = [
  { x: 30, y: 5 },
  { x: 10, y: 25 },
];

it("shows the box between both places of a drag, and tells the places at its end", () => {
  const { target, told } = recorded();
  target.box(from, to);
  expect(told).toEqual(["left", { left: 10, top: 5, width: 20, height: 20 }]);
  target.finishBox(from, to);
  expect(told.slice(2)).toEqual([null, [from, to]]);
});

it("takes the box of a drag away that is given up, and tells nothing", () => {
  const { target, told } = recorded();
  target.cancelBox();
  expect(told).toEqual([null]);
});

it("shows the box that a chart asks for, and leaves the cursor alone where it asks for none", () => {
  const box = { left: 0, top: 0, width: 1, height: 2 };
  const asked = recorded({ boxOf: () => box });
  asked.target.box(from, to);
  expect(asked.told).toEqual(["left", box]);
  const none = recorded({ boxOf: () => null });
  none.target.box(from, to);
  expect(none.told).toEqual([]);
});
