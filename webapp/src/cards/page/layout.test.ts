import { expect, it } from "vitest";
import type { CardSection } from "./cards";
import { chartSizes, itemsBetween, layout, topOf, type CardMeasure } from "./layout";

const section = (name: string, count: number): CardSection => ({
  name,
  cards: Array.from({ length: count }, (_, i) => {
    const tag = `${name}/${i}`;
    return { key: tag, kind: "scalar", tag, runs: [] };
  }),
});

const none = new Set<string>();

/** Cards that fill no row, as pictures do. */
const plain: CardMeasure = { width: 330, height: 280 };

it("fits as many cards of a size side by side as the width allows", () => {
  const count = (width: number): number => layout([], none, width, chartSizes.medium).columns;
  expect([100, 330, 671, 672, 1014].map(count)).toEqual([1, 1, 1, 2, 3]);
});

it("puts cards of the whole width below each other", () => {
  const page = layout([section("a", 2)], none, 5000, { width: Infinity, height: 100 });
  expect(itemsBetween(page, 0, 1000).map(({ place }) => [place.width, place.top])).toEqual([
    [5000, 0],
    [5000, 40],
    [5000, 152],
  ]);
});

it("makes cards side by side as high as the highest of them, where heights differ", () => {
  const heights = [100, 300, 50];
  const height = ({ tag }: { tag: string }): number => heights[Number(tag.slice(2))] ?? 0;
  const page = layout([section("a", 3)], none, 212, { width: 100, height });
  expect(itemsBetween(page, 0, 1000).map(({ place }) => place.height)).toEqual([40, 300, 300, 50]);
  expect(page.height).toBe(40 + 300 + 12 + 50 + 12);
});

it("places headers and rows of cards below each other", () => {
  const page = layout([section("a", 3), section("b", 1)], none, 672, plain);
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
  const page = layout([section("a", 3), section("b", 1)], new Set(["a"]), 672, plain);
  expect(itemsBetween(page, 0, 10_000).map(({ key }) => key)).toEqual([
    "section a",
    "section b",
    "card b/0",
  ]);
});

it("yields only what touches the given heights", () => {
  const page = layout([section("a", 1000)], none, 300, chartSizes.small);
  expect(itemsBetween(page, 2500, 2700).map(({ key }) => key)).toEqual(["card a/11"]);
});

it("puts small sections side by side, each with its header above its own cards", () => {
  const sections = [section("a", 1), section("b", 2), section("c", 1), section("d", 1)];
  const page = layout(sections, none, 1014, plain);
  const places = itemsBetween(page, 0, 10_000).map(({ key, place }) => [
    key,
    place.left,
    place.top,
    place.width,
  ]);
  expect(places).toEqual([
    ["section a", 0, 0, 330],
    ["section b", 342, 0, 672],
    ["card a/0", 0, 40, 330],
    ["card b/0", 342, 40, 330],
    ["card b/1", 684, 40, 330],
    ["section c", 0, 332, 330],
    ["section d", 342, 332, 330],
    ["card c/0", 0, 372, 330],
    ["card d/0", 342, 372, 330],
  ]);
});

it("gives a closed section a line of its own between small ones", () => {
  const sections = [section("a", 1), section("b", 1), section("c", 1)];
  const page = layout(sections, new Set(["b"]), 1014, plain);
  expect(itemsBetween(page, 0, 10_000).map(({ key, place }) => [key, place.top])).toEqual([
    ["section a", 0],
    ["card a/0", 40],
    ["section b", 332],
    ["section c", 372],
    ["card c/0", 412],
  ]);
});

it("puts what leads a section between its header and its cards, as wide as the section", () => {
  const sections = [section("a", 1), section("b", 2), section("c", 4)];
  const lead = ({ name }: CardSection, width: number): number =>
    name === "a" ? 0 : name === "b" ? width : 50;
  const page = layout(sections, none, 1014, plain, lead);
  const places = itemsBetween(page, 0, 10_000).map(({ key, place }) => [
    key,
    place.left,
    place.top,
    place.width,
  ]);
  expect(places.slice(0, 7)).toEqual([
    ["section a", 0, 0, 330],
    ["section b", 342, 0, 672],
    ["lead b", 342, 40, 672],
    ["card a/0", 0, 40 + 672 + 12, 330],
    ["card b/0", 342, 724, 330],
    ["card b/1", 684, 724, 330],
    ["section c", 0, 1016, 1014],
  ]);
  expect(places[7]).toEqual(["lead c", 0, 1056, 1014]);
  expect([topOf(page, "c/0"), topOf(page, "c/3"), topOf(page, "d")]).toEqual([1118, 1410, null]);
});

it("leads no closed section", () => {
  const page = layout([section("a", 3)], new Set(["a"]), 672, plain, () => 100);
  expect(page.height).toBe(40);
});

/** Left and width of the cards of each row. */
function rowsOf(sections: readonly CardSection[], width: number): number[][][] {
  const items = itemsBetween(layout(sections, none, width, chartSizes.medium), 0, 10_000);
  const rows = new Map<number, number[][]>();
  for (const { kind, place } of items) {
    if (kind !== "card") continue;
    const row = rows.get(place.top) ?? [];
    rows.set(place.top, row);
    row.push([place.left, place.width].map((pixels) => Math.round(pixels)));
  }
  return [...rows.values()];
}

it("leaves no hole where small sections share a row, of charts", () => {
  expect(rowsOf([section("a", 1), section("b", 1), section("c", 2)], 1014)).toEqual([
    [
      [0, 501],
      [513, 501],
    ],
    [
      [0, 501],
      [513, 501],
    ],
  ]);
  // One alone is not stretched over a very wide page.
  expect(rowsOf([section("a", 1)], 2040)).toEqual([[[0, 1014]]]);
  // Four in two rows are two by two; the last row of a larger section keeps the columns.
  expect(rowsOf([section("a", 4)], 1014)[1]).toEqual([
    [0, 501],
    [513, 501],
  ]);
  expect(rowsOf([section("a", 7)], 1014)[2]).toEqual([[0, 330]]);
});

it("has charts of several tags wider than others, and two of them in the room of three", () => {
  const gathered = (name: string, count: number): CardSection => {
    const { cards } = section(name, count);
    return { name, cards: cards.map((each) => ({ ...each, members: ["0", "1"] })) };
  };
  const halves = [
    [0, 501],
    [513, 501],
  ];
  expect(rowsOf([gathered("a", 2)], 1014)).toEqual([halves]);
  expect(rowsOf([gathered("a", 1), gathered("b", 1)], 1014)).toEqual([halves]);
  expect(rowsOf([gathered("a", 3)], 1014)).toEqual([halves, [[0, 1014]]]);
  const mixed = { name: "a", cards: [...section("a", 4).cards, ...gathered("b", 1).cards] };
  expect(rowsOf([mixed], 1014)[1]).toEqual([
    [0, 398],
    [410, 604],
  ]);
  expect(rowsOf([gathered("a", 2)], 400)).toEqual([[[0, 400]], [[0, 400]]]);
});
