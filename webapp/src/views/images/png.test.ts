import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pngHeader, pngNote, pngPixels } from "./png";

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  new DataView(out.buffer).setUint32(0, data.length);
  out.set(new TextEncoder().encode(type), 4);
  out.set(data, 8);
  return out;
}

/** @param rows - filter and filtered bytes of each row, as they are in the file. */
function png(
  width: number,
  height: number,
  depth: number,
  color: number,
  rows: readonly number[],
  ...extra: readonly Uint8Array[]
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([depth, color], 8);
  const packed = deflateSync(Uint8Array.from(rows));
  const parts = [
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk("IHDR", header),
    ...extra,
    // In two pieces, as files have them.
    chunk("IDAT", packed.subarray(0, 3)),
    chunk("IDAT", packed.subarray(3)),
    chunk("IEND", new Uint8Array()),
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function note(text: string, packed: boolean): Uint8Array {
  const body = new TextEncoder().encode(text);
  const head = [..."vdlite"].map((letter) => letter.charCodeAt(0));
  return chunk(
    "iTXt",
    Uint8Array.from([...head, 0, packed ? 1 : 0, 0, 0, 0, ...(packed ? deflateSync(body) : body)]),
  );
}

describe("pngPixels", () => {
  it("undoes every filter of the specification", async () => {
    const rows = [
      [0, 10, 20, 30],
      [1, 5, 5, 250], // left: 5, 10, 4
      [2, 1, 1, 1], // up: 6, 11, 5
      [3, 1, 1, 1], // mean of left and up: 4, 8, 7
      [4, 1, 1, 1], // Paeth
    ];
    const { data } = await pngPixels(png(3, 5, 8, 0, rows.flat()));
    expect([...data]).toEqual([10, 20, 30, 5, 10, 4, 6, 11, 5, 4, 8, 7, 5, 9, 9]);
  });

  it("keeps 16 bits", async () => {
    const pixels = await pngPixels(png(2, 1, 16, 0, [0, 0x12, 0x34, 0xff, 0xff]));
    expect(pixels).toMatchObject({ depth: 16, channels: 1 });
    expect([...pixels.data]).toEqual([0x1234, 0xffff]);
  });

  it("keeps colors where they can't be seen", async () => {
    const { data } = await pngPixels(png(1, 1, 8, 6, [0, 200, 100, 50, 0]));
    expect([...data]).toEqual([200, 100, 50, 0]);
  });

  it("refuses other files", async () => {
    await expect(pngPixels(new Uint8Array(50))).rejects.toThrow("unknown kind");
  });
});

describe("pngHeader", () => {
  it.each([
    [0, 1],
    [4, 2],
    [2, 3],
    [6, 4],
  ])("color type %i has %i channels", (color, channels) => {
    const bytes = png(7, 5, 8, color, []);
    expect(pngHeader(bytes)).toEqual({ width: 7, height: 5, depth: 8, channels });
  });

  it("knows no palettes, and nothing of what is cut", () => {
    expect(pngHeader(png(1, 1, 8, 3, []))).toBeNull();
    expect(pngHeader(png(1, 1, 8, 0, []).subarray(0, 20))).toBeNull();
    expect(pngHeader(new Uint8Array())).toBeNull();
  });
});

describe("pngNote", () => {
  it.each([true, false])("is read (packed: %s)", async (packed) => {
    const bytes = png(1, 1, 8, 0, [0, 0], note('{"labels":["sieben","七"]}', packed));
    expect(await pngNote(bytes)).toEqual({ labels: ["sieben", "七"] });
  });

  it("is null where there is none or it is broken", async () => {
    expect(await pngNote(png(1, 1, 8, 0, [0, 0]))).toBeNull();
    expect(await pngNote(png(1, 1, 8, 0, [0, 0], note("{", false)))).toBeNull();
  });
});
