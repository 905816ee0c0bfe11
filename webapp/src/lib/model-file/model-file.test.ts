import { describe, expect, it } from "vitest";
import { graphPart, isModelFile, type ModelFileSource } from "./model-file";

/** A file of which it is known how much was read. */
function watched(bytes: Uint8Array<ArrayBuffer>): { file: ModelFileSource; read: () => number } {
  const whole = new Blob([bytes]);
  let count = 0;
  const file: ModelFileSource = {
    size: whole.size,
    slice: (start, end) => {
      const part = whole.slice(start, end);
      const arrayBuffer = part.arrayBuffer.bind(part);
      part.arrayBuffer = () => {
        count += part.size;
        return arrayBuffer();
      };
      return part;
    },
  };
  return { file, read: () => count };
}

async function bytesOf(blob: Blob): Promise<number[]> {
  return [...new Uint8Array(await blob.arrayBuffer())];
}

const text = (value: string) => [...new TextEncoder().encode(value)];

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))];
}

const field = (number: number, content: readonly number[]) => [
  number * 8 + 2,
  ...varint(content.length),
  ...content,
];

describe("a model of ONNX", () => {
  const zeros = (length: number) => Array.from({ length }, () => 0);
  const model = (weights: readonly number[]) => [
    ...[8, 10], // version of the format: a number
    ...field(7, [
      ...field(1, text("a node")),
      ...field(5, [8, 3, 16, 1, ...field(8, text("w")), ...weights]),
      ...field(2, text("net")),
      ...field(5, [8, 4, ...field(8, text("v")), ...weights]),
    ]),
    ...field(14, text("more")),
  ];

  it("loses the numbers of its weights, however large, and keeps all else", async () => {
    const whole = new Uint8Array(model(field(9, zeros(300_000))));
    const { file, read } = watched(whole);
    const part = await graphPart("a.ONNX", file);
    expect(await bytesOf(part)).toEqual(model([]));
    expect(read()).toBeLessThan(600_000);
  });

  it("is sent as it is where it is none", async () => {
    const wrong = new Uint8Array([0x3a, 0xff, 0xff, 0x03, 1, 2]);
    expect(await bytesOf(await graphPart("a.onnx", watched(wrong).file))).toEqual([...wrong]);
  });
});

it("weights in .safetensors are not sent", async () => {
  const header = text('{"a": {"dtype": "F32"}}');
  const bytes = [header.length, 0, 0, 0, 0, 0, 0, 0, ...header];
  const { file } = watched(new Uint8Array([...bytes, 1, 2, 3, 4]));
  expect(await bytesOf(await graphPart("a.safetensors", file))).toEqual(bytes);
  const short = watched(new Uint8Array([200, 0, 0, 0, 0, 0, 0, 0, 1]));
  expect((await graphPart("a.safetensors", short.file)).size).toBe(9);
});

describe("an archive", () => {
  /** A zip with parts that are not packed, as torch writes them. */
  function zip(parts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
    const u16 = (value: number) => [value & 255, value >> 8];
    const u32 = (value: number) => [...u16(value & 65535), ...u16(value >>> 16)];
    const body: number[] = [];
    const directory: number[] = [];
    for (const [name, content] of Object.entries(parts)) {
      const fields = (extra: number) => [
        ...[...u16(20), ...u16(0), ...u16(0), ...u16(0), ...u16(33), ...u32(7)],
        ...[...u32(content.length), ...u32(content.length), ...u16(name.length), ...u16(extra)],
      ];
      directory.push(...u32(0x02014b50), ...u16(20), ...fields(0), ...u16(0), ...u16(0));
      directory.push(...u16(0), ...u32(0), ...u32(body.length), ...text(name));
      body.push(
        ...u32(0x04034b50),
        ...fields(5),
        ...text(name),
        ...[0, 0, 0, 0, 0],
        ...text(content),
      );
    }
    const count = Object.keys(parts).length;
    const end = [...u32(0x06054b50), ...u16(0), ...u16(0), ...u16(count), ...u16(count)];
    end.push(...u32(directory.length), ...u32(body.length), ...u16(0));
    return new Uint8Array([...body, ...directory, ...end]);
  }

  it("keeps what holds the program, and loses weights and pickles", async () => {
    const weights = "w".repeat(100_000);
    const { file, read } = watched(
      zip({
        "m/models/model.json": "{}",
        "m/data/weights/weight_0": weights,
        "m/data/weights/model_weights_config.json": "[]",
        "m/data/sample_inputs/model.pt": "pickle",
      }),
    );
    const part = await graphPart("m.pt2", file);
    const kept = new TextDecoder().decode(await part.arrayBuffer());
    expect(kept).toContain("m/models/model.json{}");
    expect(kept).toContain("m/data/weights/model_weights_config.json[]");
    expect(kept).not.toContain("pickle");
    expect(part.size).toBeLessThan(400);
    expect(read()).toBeLessThan(100_000);
    // It is an archive again, of which nothing more is lost.
    expect(await bytesOf(await graphPart("m.pt2", part))).toEqual(await bytesOf(part));
  });

  it("is sent as it is where it is none", async () => {
    const { file } = watched(new Uint8Array(text("no archive")));
    expect((await graphPart("m.pt2", file)).size).toBe(10);
  });
});

it("other files are no models", () => {
  expect(["a.pt2", "b.ONNX", "c.safetensors", "d.json"].every(isModelFile)).toBe(true);
  expect(["a.pt", "onnx", "c.png", ""].some(isModelFile)).toBe(false);
});
