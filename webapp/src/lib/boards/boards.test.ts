import { describe, expect, it } from "vitest";
import {
  emptyBoard,
  freeName,
  type Board,
  type Item,
  withChange,
  withItem,
  withMove,
  withoutItem,
} from "./boards";
import { boardCodec, plainBoard, readBoard } from "./codec";

const note = (text: string) => ({ type: "note", text, width: 1, height: 2 }) as const;
const loss = {
  type: "card",
  view: "scalars",
  kind: "scalar",
  tag: "loss/train",
  run: null,
  settings: { axis: "wall" },
  width: 2,
  height: 2,
} as const;

const board: Board = [note("a"), loss, note("b")].reduce(withItem, emptyBoard);
const texts = ({ items }: Board) =>
  items.map((item) => {
    if (item.type === "unknown") return item.fields;
    return item.type === "card" ? item.tag : item.text;
  });

describe("items", () => {
  it("each have an id of their own, also after others have gone", () => {
    expect(board.items.map(({ id }) => id)).toEqual([0, 1, 2]);
    const again = withItem(withoutItem(board, 0), note("c"));
    expect(again.items.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(texts(again)).toEqual(["loss/train", "b", "c"]);
  });

  it("move and change", () => {
    expect(texts(withMove(board, 2, 0))).toEqual(["b", "a", "loss/train"]);
    expect(texts(withMove(board, 9, 0))).toEqual(texts(board));
    expect(withChange<Item>(board, { ...loss, id: 1 }, { width: 3 }).items[1]?.width).toBe(3);
  });
});

describe("a board as text", () => {
  it("comes back as it was", () => {
    const all = { ...board, columns: 2, runs: "label:good" };
    expect(boardCodec.parse(boardCodec.format(all))).toEqual(all);
  });

  it("leaves out what need not be said", () => {
    expect(plainBoard(withItem(emptyBoard, { ...loss, settings: {}, width: 1 }))).toEqual({
      columns: 3,
      items: [{ id: 0, type: "card", view: "scalars", kind: "scalar", tag: "loss/train" }],
    });
  });

  it.each([
    null,
    7,
    [],
    {},
    { columns: 0, items: [] },
    { columns: 9, items: [] },
    { columns: 2, items: {} },
    { columns: 2, runs: 3, items: [] },
    { columns: 2, items: [null] },
    { columns: 2, items: ["note"] },
    { columns: 2, items: Array.from({ length: 101 }, () => note("")) },
  ])("%j is no board", (value) => {
    expect(readBoard(value)).toBeNull();
  });

  it.each([
    { type: "note" },
    { type: "other", text: "", more: [1] },
    { type: "note", text: "", width: 1.5 },
    { type: "note", text: "", id: "0" },
    { type: "card", view: "scalars", kind: "scalar" },
    { ...loss, settings: { axis: 1 } },
    { ...loss, members: "all" },
  ])("keeps %j beside what it can read", (fields) => {
    const read = readBoard({ columns: 2, items: [fields, note("a")] });
    expect(read?.items.map(({ type }) => type)).toEqual(["unknown", "note"]);
    const [kept] = plainBoard(read ?? emptyBoard).items as readonly object[];
    expect({ ...kept, id: undefined }).toEqual({ ...fields, id: undefined });
    const wide = withChange(read ?? emptyBoard, { ...loss, id: 0 } as Item, { width: 2 });
    expect((plainBoard(wide).items as readonly object[])[0]).toMatchObject({ width: 2 });
  });

  it("keeps who is who while items move, and distinguishes those that say the same", () => {
    const moved = readBoard(plainBoard(withMove(board, 2, 0)));
    expect(moved?.items.map(({ id }) => id)).toEqual([2, 0, 1]);
    const [first] = board.items;
    const twice = readBoard(plainBoard({ ...board, items: [first, first] as readonly Item[] }));
    expect(twice?.items.map(({ id }) => id)).toEqual([0, 1]);
  });

  it("that is no JSON is no board", () => {
    expect(boardCodec.parse("{")).toBeUndefined();
  });
});

it("a new board has a name that no other has", () => {
  expect(freeName([], "Board")).toBe("Board");
  expect(freeName(["Board", "Board 2"], "Board")).toBe("Board 3");
});
