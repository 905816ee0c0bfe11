import { expect, it } from "vitest";
import type { CardSection } from "./cards";
import { itemsBetween, layout } from "./layout";

const section = (name: string, count: number): CardSection => ({
  name,
  cards: Array.from({ length: count }, (_, i) => {
    const tag = `${name}/${i}`;
    return { key: tag, tag, runs: [] };
  }),
});

const none = new Set<string>();

it("fits as many cards of a size side by side as the width allows", () => {
  const count = (width: number): number => layout([], none, width, "medium").columns;
  expect([100, 330, 671, 672, 1014].map(count)).toEqual([1, 1, 1, 2, 3]);
});

it("places headers and rows of cards below each other", () => {
  const page = layout([section("a", 3), section("b", 1)], none, 672, "medium");
  const places = itemsBetween(page, 0, 10_000).map(({ key, place }) => [
    key,
    place.left,
    place.top,
  ]);
  expect(places).toEqual([
    ["section a", 0, 0],
    ["card a/0", 0, 40],
    ["card a/1", 342, 40],
    ["card a/2", 0, 332],
    ["section b", 0, 624],
    ["card b/0", 0, 664],
  ]);
  expect(page.height).toBe(956);
});

it("gives a closed section no room but its header's", () => {
  const page = layout([section("a", 3), section("b", 1)], new Set(["a"]), 672, "medium");
  expect(itemsBetween(page, 0, 10_000).map(({ key }) => key)).toEqual([
    "section a",
    "section b",
    "card b/0",
  ]);
});

it("yields only what touches the given heights", () => {
  const page = layout([section("a", 1000)], none, 300, "small");
  expect(itemsBetween(page, 2500, 2700).map(({ key }) => key)).toEqual(["card a/11"]);
});
