import { expect, it } from "vitest";
import type { ShapeBox } from "../shapes/shapes";
import { withBox, type Gestures } from "./gestures";

function recorded(own: Partial<Gestures> = {}) {
  const calls: unknown[] = [];
  const nothing = () => undefined;
  const target = withBox(
    {
      boxZoom: () => true,
      plainWheel: () => false,
      hover: nothing,
      pan: nothing,
      zoom: nothing,
      restore: nothing,
      leave: () => calls.push("left"),
      boxed: (from, to) => calls.push([from, to]),
      ...own,
    },
    (box: ShapeBox | null) => calls.push(box),
  );
  return { target, calls };
}
const [from, to] = [
  { x: 30, y: 5 },
  { x: 10, y: 25 },
];

it("shows the box between both places of a drag, and reports the places at its end", () => {
  const { target, calls } = recorded();
  target.box(from, to);
  expect(calls).toEqual(["left", { left: 10, top: 5, width: 20, height: 20 }]);
  target.finishBox(from, to);
  expect(calls.slice(2)).toEqual([null, [from, to]]);
});

it("takes the box of a drag away that is given up, and reports nothing", () => {
  const { target, calls } = recorded();
  target.cancelBox();
  expect(calls).toEqual([null]);
});

it("shows the box that a chart asks for, and leaves the cursor alone where it asks for none", () => {
  const box = { left: 0, top: 0, width: 1, height: 2 };
  const asked = recorded({ boxOf: () => box });
  asked.target.box(from, to);
  expect(asked.calls).toEqual(["left", box]);
  const none = recorded({ boxOf: () => null });
  none.target.box(from, to);
  expect(none.calls).toEqual([]);
});
