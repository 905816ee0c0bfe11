import { deflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import { formatHash, parseHash } from "../hash";
import { type Board, emptyBoard, withItem } from "./boards";
import { boardCodec } from "./codec";
import { linkCodec } from "./link";

/** As it is made of a layout of a script: two scalars of each of many layers. */
function boardOfLayers(count: number): Board {
  const items = Array.from({ length: count }, (_, i) => {
    const charts = `[{"e":[["layer${i}/loss/train"],["layer${i}/loss/test"]],"t":"层 ${i}"}]`;
    const card = { type: "card", view: "composition", kind: "scalar" } as const;
    const size = { width: 1, height: 2 };
    return { ...card, ...size, tag: `层 ${i}`, run: null, settings: { charts } };
  });
  return items.reduce<Board>(withItem, { ...emptyBoard, columns: 2 });
}

const there = (board: Board): string | undefined =>
  parseHash(formatHash("boards", [["content", linkCodec.format(board)]])).params?.get("content");

it("a board comes back through an address as it was", () => {
  for (const count of [0, 1, 60]) {
    const board = boardOfLayers(count);
    expect(linkCodec.parse(there(board) ?? "")).toEqual(board);
  }
});

it("the address of a large board is short", () => {
  const hash = formatHash("boards", [["content", linkCodec.format(boardOfLayers(60))]]);
  expect(hash.length).toBeLessThan(2000);
  expect(
    formatHash("boards", [["content", boardCodec.format(boardOfLayers(60))]]).length,
  ).toBeGreaterThan(10_000);
});

it("addresses of older pages are read", () => {
  const board = boardOfLayers(3);
  expect(linkCodec.parse(boardCodec.format(board))).toEqual(board);
});

it("what any other program has packed is read", () => {
  const board = boardOfLayers(3);
  expect(linkCodec.parse(deflateRawSync(boardCodec.format(board)).toString("base64url"))).toEqual(
    board,
  );
});

it.each([
  "",
  "{",
  "nothing",
  "ä",
  "a".repeat(9),
  deflateRawSync("7").toString("base64url"),
  deflateRawSync(" ".repeat(1 << 26)).toString("base64url"),
  deflateRawSync(Buffer.alloc(1 << 29)).toString("base64url"),
])("%.20s is no board", (text) => {
  expect(linkCodec.parse(text)).toBeUndefined();
});

it("a board that is cut off is none", () => {
  const text = linkCodec.format(boardOfLayers(9));
  for (const end of [1, 20, text.length >> 1])
    expect(linkCodec.parse(text.slice(0, -end))).toBeUndefined();
});
