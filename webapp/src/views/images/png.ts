/** PNG files from the inside: what a canvas would not give, or not exactly. */

/** Width, height and what a pixel is made of. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits of one value. */
  readonly depth: number;
  /** Values of a pixel: 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA. */
  readonly channels: number;
}

/** Values in rows from the top, pixel by pixel: [height * width * channels]. */
export interface Pixels extends PngHeader {
  readonly data: Uint8Array | Uint16Array;
}

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Channels by the color type of the file; the palette (3) is not among what the logs hold. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };
/** Keyword of the text in which the writer keeps what belongs to the image. */
const NOTE = "vdlite";

function* chunksOf(bytes: Uint8Array<ArrayBuffer>): Generator<Chunk> {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) throw new TypeError("no PNG file");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    yield { type, data: bytes.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

/** null for what is no PNG, or one of a kind that is never logged. */
export function pngHeader(bytes: Uint8Array<ArrayBuffer>): PngHeader | null {
  try {
    const first = chunksOf(bytes).next().value as Chunk | undefined;
    if (first?.type !== "IHDR" || first.data.length < 13) return null;
    const view = new DataView(first.data.buffer, first.data.byteOffset);
    const [depth = 0, color = 0, , , interlaced] = first.data.subarray(8);
    const channels = CHANNELS[color];
    if (channels === undefined || (depth !== 8 && depth !== 16) || interlaced !== 0) return null;
    return { width: view.getUint32(0), height: view.getUint32(4), depth, channels };
  } catch {
    return null;
  }
}

/** What the writer noted in the file; null if there is nothing, or nothing that can be read. */
export async function pngNote(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  try {
    for (const { type, data } of chunksOf(bytes)) {
      if (type === "IDAT") return null;
      if (type !== "iTXt") continue;
      const text = new TextDecoder();
      const end = data.indexOf(0);
      if (text.decode(data.subarray(0, end)) !== NOTE) continue;
      const isPacked = data[end + 1] === 1;
      // The language and the keyword in it: both end with a zero.
      const body = data.subarray(data.indexOf(0, data.indexOf(0, end + 3) + 1) + 1);
      return JSON.parse(text.decode(isPacked ? await inflated([body]) : body));
    }
  } catch {
    // A note that can't be read takes nothing away from the image.
  }
  return null;
}

/** Every value as it was logged: 16 bits and colors under transparency too, which no canvas keeps. */
export async function pngPixels(bytes: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  const header = pngHeader(bytes);
  if (header === null) throw new TypeError("a PNG file of an unknown kind");
  const packed = [...chunksOf(bytes)].filter(({ type }) => type === "IDAT");
  const raw = await inflated(packed.map(({ data }) => data));
  const plain = unfiltered(raw, header);
  if (header.depth === 8) return { ...header, data: plain };
  const view = new DataView(plain.buffer);
  const data = Uint16Array.from({ length: plain.length / 2 }, (_, i) => view.getUint16(2 * i));
  return { ...header, data };
}

async function inflated(
  parts: readonly Uint8Array<ArrayBuffer>[],
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([...parts]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Undoes the prediction of each row (PNG specification, section 9). */
function unfiltered(
  raw: Uint8Array,
  { width, height, channels, depth }: PngHeader,
): Uint8Array<ArrayBuffer> {
  const pixel = (channels * depth) / 8;
  const line = width * pixel;
  const out = new Uint8Array(height * line);
  for (let y = 0; y < height; y++) {
    const from = y * (line + 1) + 1;
    const to = y * line;
    const filter = raw[from - 1] ?? 0;
    for (let x = 0; x < line; x++) {
      const left = x < pixel ? 0 : (out[to + x - pixel] as number);
      const up = y === 0 ? 0 : (out[to + x - line] as number);
      const corner = x < pixel || y === 0 ? 0 : (out[to + x - line - pixel] as number);
      out[to + x] = (raw[from + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [a, b, c] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
