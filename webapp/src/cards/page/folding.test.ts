import { expect, it } from "vitest";
import type { Card, CardSection } from "./cards";
import { fold, foldedSections, inside } from "./folding";

const card = (tag: string, members?: readonly string[]): Card => ({
  key: tag,
  kind: "scalar",
  tag,
  runs: [],
  ...(members === undefined ? {} : { members }),
});
const section = (name: string, count: number): CardSection => ({
  name,
  cards: Array.from({ length: count }, (_, i) => card(`${name}/${i}`)),
});
const untouched = { closed: [], opened: [] };
const rule = { most: 12, isSearched: false };

it("folds sections of more than twelve cards at first, but never the first one", () => {
  const all = [section("a", 20), section("b", 12), section("c", 13)];
  expect([...foldedSections(all, untouched, rule)]).toEqual(["c"]);
  expect([...foldedSections(all, untouched, { ...rule, isSearched: true })]).toEqual([]);
});

it("leaves sections as the user left them", () => {
  const kept = { closed: [] as readonly string[], opened: [] as readonly string[] };
  const all = [section("a", 1), section("b", 20)];
  const now = (): string[] => [...foldedSections(all, kept, rule)];
  fold(kept, "b", true);
  expect(now()).toEqual([]);
  fold(kept, "a", false);
  fold(kept, "b", false);
  expect(now()).toEqual(["a", "b"]);
  fold(kept, "a", true);
  expect(now()).toEqual(["b"]);
});

it("counts the tags of a card of several once", () => {
  const tags = Array.from({ length: 32 }, (_, i) => `b/layer${i}`);
  const opened = { name: "b", cards: [card("b/layer*", tags), ...tags.map((tag) => card(tag))] };
  expect([...foldedSections([section("a", 1), opened], untouched, rule)]).toEqual([]);
});

it("names what is inside, without the group, and no more than fits a line", () => {
  const nameOf = ({ tag }: Card): string => tag;
  const twice = { name: "a", cards: [card("a/x"), card("a/x"), card("a/y/z")] };
  expect(inside(twice, nameOf)).toBe("x, y/z");
  expect(inside(section("b", 13), nameOf)).toMatch(/^0, 1, .*, 11 …$/);
});
