/** Pixels as a PNG file in an address, made at once: a browser's canvas would take a while. */

import { zlibSync } from "fflate";
import type { Raster } from "./shapes";

/** Of a chunk: its type and data, by which readers check them (PNG specification, 5.5). */
function crc(bytes: Uint8Array): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(
    [...type].map((letter) => letter.charCodeAt(0)),
    4,
  );
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** @returns a `data:` address. */
export function pngUrl({ width, height, data }: Raster): string {
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, 6], 8); // bits of a channel; red, green, blue and alpha
  const rows = new Uint8Array(height * (4 * width + 1)); // each begins with its filter, none
  for (let row = 0; row < height; row++) {
    rows.set(data.subarray(4 * width * row, 4 * width * (row + 1)), row * (4 * width + 1) + 1);
  }
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", head),
    chunk("IDAT", zlibSync(rows)),
    chunk("IEND", new Uint8Array()),
  ];
  let text = "";
  for (const part of parts) for (const byte of part) text += String.fromCharCode(byte);
  return `data:image/png;base64,${btoa(text)}`;
}
